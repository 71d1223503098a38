"""Matches with their logs, seats and rules; guests."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "guest",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_guest"),
    )
    op.create_table(
        "rules",
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_rules"),
    )
    op.create_table(
        "match",
        sa.Column("id", sa.String(64), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("rules", sa.String(64), nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_match"),
        sa.ForeignKeyConstraint(["rules"], ["rules.digest"], name="fk_match_rules"),
    )
    op.create_table(
        "seat",
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("guest", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("match", "number", name="pk_seat"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_seat_match"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_seat_guest"),
    )
    op.create_index("ix_seat_guest", "seat", ["guest"])
    op.create_table(
        "event",
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("key", sa.String(100), nullable=True),
        sa.Column("fingerprint", sa.String(64), nullable=True),
        sa.PrimaryKeyConstraint("match", "version", name="pk_event"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_event_match"),
        sa.UniqueConstraint("match", "key", name="uq_event_match_key"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for name in ("event", "seat", "match", "rules", "guest"):
        op.drop_table(name)
