"""The tables of the database. A change here needs a migration beside it; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    }
)

# Times are milliseconds since 1970, UTC.

guest = Table(
    "guest",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("settings", Text, nullable=False),
)

# The rules of every match, as canonical JSON: a match replays by them whatever the catalogue says later.
rules = Table(
    "rules",
    metadata,
    Column("digest", String(64), primary_key=True),
    Column("body", Text, nullable=False),
)

# The seed stands here and in no event before the last one; game, rules, version, status, updated, deadline and listed
# follow the log. ``number`` is that of the game in its series, ``code`` what a room is called by.
match = Table(
    "match",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("rules", ForeignKey("rules.digest"), nullable=False),
    Column("seed", LargeBinary, nullable=True),
    Column("status", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("series", String(64), nullable=False, server_default=""),
    Column("number", Integer, nullable=False, server_default=text("1")),
    Column("code", String(16), nullable=True),
    Column("deadline", BigInteger, nullable=True),
    Column("listed", Integer, nullable=False, server_default=text("0")),
    Index("ix_match_series", "series", "number", unique=True),
    Index("ix_match_code", "code", unique=True),
    Index("ix_match_deadline", "deadline"),
    Index("ix_match_listed", "listed", "status", "updated"),
)

# Who holds a seat. ``guest`` is empty for the seat of a bot; ``hidden`` is 1 where the guest gave the match up.
seat = Table(
    "seat",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("guest", ForeignKey("guest.id"), nullable=True),
    Column("hidden", Integer, nullable=False, server_default=text("0")),
    Index("ix_seat_guest", "guest"),
)

# The log: rows are added, never changed. ``key`` and ``fingerprint`` stand at the first event of a command.
event = Table(
    "event",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("kind", String(16), nullable=False),
    Column("body", Text, nullable=False),
    Column("key", String(100), nullable=True),
    Column("fingerprint", String(64), nullable=True),
    UniqueConstraint("match", "key"),
    sqlite_with_rowid=False,
)

# What a guest reached in a finished match in which that guest holds exactly one seat: written with the last event, once
# for a match. ``options`` are canonical JSON.
score = Table(
    "score",
    metadata,
    Column("match", ForeignKey("match.id"), primary_key=True),
    Column("guest", ForeignKey("guest.id"), primary_key=True),
    Column("game", String(200), nullable=False),
    Column("options", Text, nullable=False),
    Column("total", Integer, nullable=False),
    Column("rank", Integer, nullable=False),
    Column("finished", BigInteger, nullable=False),
    Index("ix_score_guest", "guest", "game", "options", "total"),
)

# How dice fell, counted as they do: how often those with ``faces`` faces showed ``face`` right after a die of the same
# match showed ``before`` (0: none did). See ``thrown.py``.
thrown = Table(
    "thrown",
    metadata,
    Column("faces", Integer, primary_key=True, autoincrement=False),
    Column("before", Integer, primary_key=True, autoincrement=False),
    Column("face", Integer, primary_key=True, autoincrement=False),
    Column("count", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# What a guest made of a game. ``parent`` is the game it was copied from, empty for a new one; ``version`` the number of
# its newest edition; ``removed`` is 1 where the guest threw it away, 2 where the host withdrew it.
copy = Table(
    "copy",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", ForeignKey("guest.id"), nullable=False),
    Column("parent", String(200), nullable=True),
    Column("title", String(200), nullable=False),
    Column("version", Integer, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("updated", BigInteger, nullable=False),
    Column("removed", Integer, nullable=False, server_default=text("0")),
    Index("ix_copy_guest", "guest", "updated"),
)

# The text of each version of a copy, byte for byte: rows are added, never changed.
edition = Table(
    "edition",
    metadata,
    Column("copy", ForeignKey("copy.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", Text, nullable=False),
    Column("digest", String(64), nullable=False),
    Column("created", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
