"""Pictures in SQL: which a deck names, and what they show. The last deck that names one takes it along."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.tables.decks import PICTURES_AT_MOST, Crowded
from db.sql import Sql, marks

__all__ = ["add_pictures", "drop_names", "load_picture", "name_in_played_deck", "name_in_server_deck"]

_DIGEST = re.compile(r'"([0-9a-f]{64})"')
NAMED_BY_DECK = """
    INSERT INTO deck_pictures (guild_id, name, picture)
    SELECT ?, ?, digest FROM pictures WHERE digest IN ({digests}) ON CONFLICT DO NOTHING
"""
NAMED_BY_PLAYED_DECK = """
    INSERT INTO played_pictures (deck, picture)
    SELECT ?, digest FROM pictures WHERE digest IN ({digests}) ON CONFLICT DO NOTHING
"""


def load_picture(connection: Sql, digest: str) -> bytes | None:
    """Read a picture; None for one that no deck names any more."""
    row = connection.execute("SELECT content FROM pictures WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else bytes(row["content"])


def add_pictures(connection: Sql, pictures: Mapping[str, bytes]) -> None:
    """Store pictures by their digests; those that are there stay."""
    for digest, content in pictures.items():
        connection.execute(
            "INSERT INTO pictures (digest, content) VALUES (?, ?) ON CONFLICT DO NOTHING", (digest, content)
        )


def name_in_server_deck(connection: Sql, guild_id: int, name: str, text: str) -> None:
    """Note which pictures a server's deck names, by all that is stored of it; Crowded if too many."""
    place, wanted = (guild_id, name), _digests(text)
    if wanted:
        connection.execute(NAMED_BY_DECK.format(digests=marks(wanted)), (*place, *wanted))
    question = "SELECT picture FROM deck_pictures WHERE guild_id = ? AND name = ?"
    for row in connection.execute(question, place).fetchall():
        if row["picture"] not in wanted:
            connection.execute(
                "DELETE FROM deck_pictures WHERE guild_id = ? AND name = ? AND picture = ?",
                (*place, row["picture"]),
            )
    count = "SELECT count(DISTINCT picture) FROM deck_pictures WHERE guild_id = ?"
    (there,) = connection.execute(count, (guild_id,)).fetchone()
    if there > PICTURES_AT_MOST:
        raise Crowded(PICTURES_AT_MOST)


def name_in_played_deck(connection: Sql, digest: str, text: str) -> None:
    """Note which pictures are in a deck that a table plays with."""
    if wanted := _digests(text):
        connection.execute(NAMED_BY_PLAYED_DECK.format(digests=marks(wanted)), (digest, *wanted))


def drop_names(connection: Sql, guild_id: int, name: str) -> None:
    """Forget which pictures a server's deck has named."""
    connection.execute("DELETE FROM deck_pictures WHERE guild_id = ? AND name = ?", (guild_id, name))


def _digests(text: str) -> list[str]:
    return sorted(set(_DIGEST.findall(text)))[:PICTURES_AT_MOST]
