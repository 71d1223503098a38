"""Copies of games: what guests made of a model, version by version."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "copy",
        sa.Column("id", sa.String(16), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("parent", sa.String(200), nullable=True),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("removed", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.PrimaryKeyConstraint("id", name="pk_copy"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_copy_guest"),
    )
    op.create_index("ix_copy_guest", "copy", ["guest", "updated"])
    op.create_table(
        "edition",
        sa.Column("copy", sa.String(16), nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("copy", "number", name="pk_edition"),
        sa.ForeignKeyConstraint(["copy"], ["copy.id"], name="fk_edition_copy"),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    op.drop_table("edition")
    op.drop_index("ix_copy_guest", "copy")
    op.drop_table("copy")
