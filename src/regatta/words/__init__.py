"""Errors, faults and dice put into sentences of a language. All of them go through gettext."""

from regatta.words.words import Names, Words

__all__ = ["Names", "Words"]
