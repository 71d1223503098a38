"""Series of matches, what a guest reached in each, matches that were given up."""

from __future__ import annotations

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_FINISHED = sa.text(
    """
    SELECT match.id, match.game, opened.body AS opened, finished.body AS finished, finished.at
    FROM match
    JOIN event AS opened ON opened.match = match.id AND opened.version = 1
    JOIN event AS finished ON finished.match = match.id AND finished.version = match.version
    WHERE match.status = 'finished' AND finished.kind = 'finished'
    """
)
_ALONE = sa.text(
    """
    SELECT guest, min(number) AS number FROM seat
    WHERE match = :match AND guest IS NOT NULL
    GROUP BY guest HAVING count(*) = 1
    """
)
_SCORE = sa.text(
    """
    INSERT INTO score (match, guest, game, options, total, rank, finished)
    VALUES (:match, :guest, :game, :options, :total, :rank, :finished)
    """
)


def upgrade() -> None:
    op.add_column("match", sa.Column("series", sa.String(64), nullable=False, server_default=""))
    op.add_column("match", sa.Column("number", sa.Integer, nullable=False, server_default=sa.text("1")))
    op.execute("UPDATE match SET series = id")
    op.create_index("ix_match_series", "match", ["series", "number"], unique=True)
    op.add_column("seat", sa.Column("hidden", sa.Integer, nullable=False, server_default=sa.text("0")))
    op.create_table(
        "score",
        sa.Column("match", sa.String(64), nullable=False),
        sa.Column("guest", sa.String(64), nullable=False),
        sa.Column("game", sa.String(200), nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("match", "guest", name="pk_score"),
        sa.ForeignKeyConstraint(["match"], ["match.id"], name="fk_score_match"),
        sa.ForeignKeyConstraint(["guest"], ["guest.id"], name="fk_score_guest"),
    )
    op.create_index("ix_score_guest", "score", ["guest", "game", "options", "total"])
    _fill_scores()


def _fill_scores() -> None:
    """The scores of matches that were finished before there were any, from their last events."""
    connection = op.get_bind()
    for row in connection.execute(_FINISHED).all():
        options = json.dumps(json.loads(row.opened)["options"], sort_keys=True, separators=(",", ":"))
        finished = json.loads(row.finished)
        for guest, seat in connection.execute(_ALONE, {"match": row.id}).all():
            connection.execute(
                _SCORE,
                {
                    "match": row.id,
                    "guest": guest,
                    "game": row.game,
                    "options": options,
                    "total": finished["totals"][seat],
                    "rank": finished["ranks"][seat],
                    "finished": row.at,
                },
            )


def downgrade() -> None:
    op.drop_table("score")
    op.drop_column("seat", "hidden")
    op.drop_index("ix_match_series", "match")
    op.drop_column("match", "number")
    op.drop_column("match", "series")
