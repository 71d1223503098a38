"""Where a server keeps what lasts, where nobody says otherwise."""

from __future__ import annotations

import os
from pathlib import Path

KEY_FILE = "secret.key"
"""The file beside the database with the key that signs cookies."""

DATABASE_FILE = "regatta.sqlite"


def data_folder() -> Path:
    """Return the folder for what a server keeps: that of the user, or where ``REGATTA_DATA`` says."""
    import platformdirs

    chosen = os.environ.get("REGATTA_DATA")
    return Path(chosen) if chosen else platformdirs.user_data_path("regatta")


def default_database() -> str:
    """Return the address of the database in the data folder."""
    return f"sqlite:///{data_folder() / DATABASE_FILE}"
