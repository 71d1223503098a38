"""Rooms: the code one is called by, when a turn must be over, whether everybody may see the match."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("match", sa.Column("code", sa.String(16), nullable=True))
    op.add_column("match", sa.Column("deadline", sa.BigInteger, nullable=True))
    op.add_column("match", sa.Column("listed", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.create_index("ix_match_code", "match", ["code"], unique=True)
    op.create_index("ix_match_deadline", "match", ["deadline"])
    op.create_index("ix_match_listed", "match", ["listed", "status", "updated"])


def downgrade() -> None:
    for index in ("ix_match_listed", "ix_match_deadline", "ix_match_code"):
        op.drop_index(index, "match")
    for column in ("listed", "deadline", "code"):
        op.drop_column("match", column)
