"""Regatta: the open home of the five-dice games."""

__version__ = "0.1.0"
