"""Pictures in SQL: which a deck names, and what they show. The last deck that names one takes it along."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.pictures import (
    MIB,
    PICTURES_AT_MOST,
    PICTURES_OF_DECK,
    Crowded,
    NewPictures,
    Room,
    Scope,
    Use,
)
from bot.tables.ports import PictureGone
from db.dialect import lock
from db.sql import Sql, marks

__all__ = [
    "drop_names",
    "load_picture",
    "name_in_played_deck",
    "name_in_server_deck",
    "refuse_gone",
    "weigh_pictures",
    "weigh_servers",
]

_DIGEST = re.compile(r'"([0-9a-f]{64})"')
_HANGING: Final = 0x70696374757265
"""The key of the lock under which decks bring pictures, one after another: their sizes are added up."""
# The same digest once more: so the row is ours until it is named, and its last deck elsewhere has to wait.
ADD = """
    INSERT INTO pictures (digest, content) VALUES (?, ?)
    ON CONFLICT (digest) DO UPDATE SET digest = excluded.digest
"""
NAMED_BY_DECK = """
    INSERT INTO deck_pictures (guild_id, name, picture)
    SELECT ?, ?, digest FROM pictures WHERE digest IN ({digests}) ON CONFLICT DO NOTHING
"""
NAMED_BY_PLAYED_DECK = """
    INSERT INTO played_pictures (deck, picture)
    SELECT ?, digest FROM pictures WHERE digest IN ({digests}) ON CONFLICT DO NOTHING
"""
# The length of what is stored is known without reading it, in either database.
WEIGH = "SELECT count(*) AS pictures, coalesce(sum(length(content)), 0) AS size FROM pictures"
OF_DECK = " WHERE digest IN (SELECT picture FROM deck_pictures WHERE guild_id = ? AND name = ?)"
OF_SERVER = " WHERE digest IN (SELECT picture FROM deck_pictures WHERE guild_id = ?)"
BY_SERVER = """
    SELECT guild_id, count(*) AS pictures, sum(length(content)) AS size
    FROM (SELECT DISTINCT guild_id, picture FROM deck_pictures) AS named
    JOIN pictures ON digest = picture
    GROUP BY guild_id ORDER BY size DESC, guild_id
"""


def load_picture(connection: Sql, digest: str) -> bytes | None:
    """Read a picture; None for one that no deck names any more."""
    row = connection.execute("SELECT content FROM pictures WHERE digest = ?", (digest,)).fetchone()
    return None if row is None else bytes(row["content"])


def weigh_pictures(connection: Sql) -> Use:
    """Add up all pictures that are stored."""
    return _weigh(connection, WEIGH)


def weigh_servers(connection: Sql) -> tuple[tuple[int, Use], ...]:
    """Add up the pictures of each server's decks, the heaviest first."""
    rows = connection.execute(BY_SERVER)
    return tuple((row["guild_id"], Use(row["pictures"], int(row["size"]))) for row in rows)


def name_in_server_deck(connection: Sql, guild_id: int, name: str, text: str, brought: NewPictures) -> None:
    """Note which pictures a server's deck names, by all that is stored of it, and store those brought.

    Raises Crowded where there are too many of them then, and more than before.
    """
    wanted = _digests(text)
    named = "SELECT picture FROM deck_pictures WHERE guild_id = ? AND name = ?"
    had = {row["picture"] for row in connection.execute(named, (guild_id, name)).fetchall()}
    grows = not had.issuperset(wanted)
    if grows:
        lock(connection, _HANGING)
    before = _weigh_scopes(connection, guild_id, name) if grows else {}
    _add_pictures(
        connection, {digest: brought.pictures[digest] for digest in wanted & brought.pictures.keys()}
    )
    if grows:
        connection.execute(
            NAMED_BY_DECK.format(digests=marks(sorted(wanted))), (guild_id, name, *sorted(wanted))
        )
    for digest in sorted(had - wanted):
        connection.execute(
            "DELETE FROM deck_pictures WHERE guild_id = ? AND name = ? AND picture = ?",
            (guild_id, name, digest),
        )
    if grows:
        _check(before, _weigh_scopes(connection, guild_id, name), brought.room)


def name_in_played_deck(connection: Sql, digest: str, text: str) -> frozenset[str]:
    """Note which pictures are in a deck that a table plays with; return what of its words names none."""
    wanted = sorted(_digests(text))
    if not wanted:
        return frozenset()
    connection.execute(NAMED_BY_PLAYED_DECK.format(digests=marks(wanted)), (digest, *wanted))
    named = connection.execute("SELECT picture FROM played_pictures WHERE deck = ?", (digest,))
    return frozenset(wanted).difference(row["picture"] for row in named)


def refuse_gone(connection: Sql, guild_id: int, missing: frozenset[str]) -> None:
    """Raise PictureGone where no deck of the server has these words any more.

    While one has them its pictures are stored: what is missing then never was the name of one.
    """
    texts = connection.execute("SELECT content FROM decks WHERE guild_id = ?", (guild_id,))
    if not missing <= {digest for row in texts for digest in _digests(row["content"])}:
        raise PictureGone


def drop_names(connection: Sql, guild_id: int, name: str) -> None:
    """Forget which pictures a server's deck has named."""
    connection.execute("DELETE FROM deck_pictures WHERE guild_id = ? AND name = ?", (guild_id, name))


def _add_pictures(connection: Sql, pictures: Mapping[str, bytes]) -> None:
    """Store pictures by their digests; those that are there stay, also where another process takes them."""
    for digest in sorted(pictures):
        connection.execute(ADD, (digest, pictures[digest]))


def _weigh(connection: Sql, question: str, *place: int | str) -> Use:
    row = connection.execute(question, place).fetchone()
    return Use(row["pictures"], int(row["size"]))


def _weigh_scopes(connection: Sql, guild_id: int, name: str) -> Mapping[Scope, Use]:
    return {
        "deck": _weigh(connection, WEIGH + OF_DECK, guild_id, name),
        "server": _weigh(connection, WEIGH + OF_SERVER, guild_id),
        "all": _weigh(connection, WEIGH),
    }


def _check(before: Mapping[Scope, Use], after: Mapping[Scope, Use], room: Room) -> None:
    """Raise Crowded for what has grown beyond its limit; what was beyond it already may shrink."""
    counts: Sequence[tuple[Scope, int]] = (("deck", PICTURES_OF_DECK), ("server", PICTURES_AT_MOST))
    for scope, most in counts:
        if after[scope].pictures > max(most, before[scope].pictures):
            raise Crowded(scope, most)
    sizes: Sequence[tuple[Scope, int]] = (("deck", room.deck), ("server", room.server), ("all", room.all))
    for scope, most in sizes:
        if after[scope].size > max(most, before[scope].size):
            raise Crowded(scope, most // MIB, heavy=True)


def _digests(text: str) -> set[str]:
    return set(_DIGEST.findall(text))
