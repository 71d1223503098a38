"""How all dice fell, counted."""

from __future__ import annotations

import json
from collections import Counter

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None

PROTOCOL = "regatta-dice-1"

_ROLLS = sa.text(
    """
    SELECT event.match, event.kind, event.body, rules.body AS rules, opened.body AS opened
    FROM event
    JOIN match ON match.id = event.match
    JOIN rules ON rules.digest = match.rules
    JOIN event AS opened ON opened.match = event.match AND opened.version = 1
    WHERE event.kind IN ('rolled', 'rolled_off')
    ORDER BY event.match, event.version
    """
)


def upgrade() -> None:
    thrown = op.create_table(
        "thrown",
        sa.Column("faces", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("before", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("face", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("faces", "before", "face", name="pk_thrown"),
        sqlite_with_rowid=False,
    )
    rows = [
        {"faces": faces, "before": before, "face": face, "count": count}
        for (faces, before, face), count in _fallen().items()
    ]
    if rows:
        op.bulk_insert(thrown, rows)


def _fallen() -> Counter[tuple[int, int, int]]:
    """The dice of all matches that there are, from their logs, once."""
    counts: Counter[tuple[int, int, int]] = Counter()
    match, last, faces = "", 0, 0
    for row in op.get_bind().execute(_ROLLS):
        if row.match != match:
            match, last = row.match, 0
            by_us = json.loads(row.opened)["method"] == PROTOCOL
            faces = json.loads(row.rules)["dice"]["faces"] if by_us else 0
        if not faces:
            continue
        body = json.loads(row.body)
        rolls = [body["dice"]] if row.kind == "rolled" else [dice for _, _, dice in body["throws"]]
        for face in (face for roll in rolls for face in roll):
            counts[faces, last, face] += 1
            last = face
    return counts


def downgrade() -> None:
    op.drop_table("thrown")
