"""Marks a sentence for translation where it is written; it is translated where it is said."""


def N_(message: str) -> str:  # noqa: N802 - the name that gettext tools know
    """Return the sentence as it is."""
    return message
