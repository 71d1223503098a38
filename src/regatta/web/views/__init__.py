"""Handlers, one file per page."""
