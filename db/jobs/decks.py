"""A server's decks in SQL, the cards that were turned there, and the questions that its players report."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.decks import (
    DECKS_AT_MOST,
    MIB,
    NO_NEW,
    PICTURES_AT_MOST,
    PICTURES_OF_DECK,
    REPORTS_AT_MOST,
    REPORTS_OF_ONE,
    Crowded,
    DeckInfo,
    DeckTexts,
    Enough,
    Full,
    NewPictures,
    PlayedDeck,
    Report,
    Room,
    Scope,
    Use,
)
from bot.tables.ports import PictureGone, Turned
from db.kept import Kept, asks, reads, writes
from db.sql import Sql, lock, marks
from engines.core.decks import Asked

NOTE_CARD = "INSERT INTO cards_seen (guild_id, deck, card) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"
FORGET_DECK = "DELETE FROM cards_seen WHERE guild_id = ? AND deck = ?"
SEEN_OF_PILE = "SELECT count(*) FROM cards_seen WHERE guild_id = ? AND deck = ? AND card IN ({pile})"
FORGET_PILE = "DELETE FROM cards_seen WHERE guild_id = ? AND deck = ? AND card IN ({pile})"
COUNT = """
    INSERT INTO question_counts (guild_id, mark, asked, solved, turned) VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (guild_id, mark) DO UPDATE SET
        asked = question_counts.asked + excluded.asked,
        solved = question_counts.solved + excluded.solved,
        turned = question_counts.turned + excluded.turned
"""
SETTLE = """
    DELETE FROM reports WHERE guild_id = :guild AND (deck, card, question, words) IN (
        SELECT deck, card, question, words FROM reports WHERE guild_id = :guild AND id = :report
    )
"""


def add_deck(connection: Sql, deck: PlayedDeck) -> frozenset[str]:
    """Store a deck as it is played, unless a table has brought it before.

    Return what in it looks like the names of pictures, and names none that is stored.
    """
    known = "SELECT 1 FROM played_decks WHERE digest = ?"
    if connection.execute(known, (deck.digest,)).fetchone() is None:
        connection.execute(
            "INSERT INTO played_decks (digest, content) VALUES (?, ?) ON CONFLICT DO NOTHING",
            (deck.digest, deck.text),
        )
    return name_in_played_deck(connection, deck.digest, deck.text)


def put_deck(connection: Sql, guild_id: int, info: DeckInfo, content: str, new: NewPictures = NO_NEW) -> bool:
    """Add or replace a deck, and say whether one was replaced; Full or Crowded if there are too many."""
    replaced = _write_deck(connection, guild_id, info, content)
    _name_pictures(connection, guild_id, info.name, new)
    return replaced


def _name_pictures(connection: Sql, guild_id: int, name: str, brought: NewPictures) -> None:
    texts = load_deck_texts(connection, guild_id, name)
    name_in_server_deck(connection, guild_id, name, (texts.content or "") + texts.unfinished, brought)


def _write_deck(connection: Sql, guild_id: int, info: DeckInfo, content: str) -> bool:
    lock(connection, guild_id)
    names = [deck.name for deck in list_decks(connection, guild_id)]
    if info.name not in names:
        _make_room(connection, guild_id, info.name)
        # A game that went on with a deck of this name after it was deleted has noted seen cards all the same.
        connection.execute(FORGET_DECK, (guild_id, info.name))
    connection.execute(
        "INSERT INTO decks (guild_id, name, cards, added_at, content) VALUES (?, ?, ?, ?, ?) "
        "ON CONFLICT (guild_id, name) DO UPDATE SET "
        "cards = excluded.cards, added_at = excluded.added_at, content = excluded.content",
        (guild_id, info.name, info.cards, info.added_at, content),
    )
    return info.name in names


def _make_room(connection: Sql, guild_id: int, name: str) -> None:
    """Raise Full if the server has as many decks as it may, finished or not, and none of this name."""
    names = {deck.name for deck in list_decks(connection, guild_id)}
    names.update(list_unfinished(connection, guild_id))
    if name not in names and len(names) >= DECKS_AT_MOST:
        raise Full(DECKS_AT_MOST)


def list_decks(connection: Sql, guild_id: int) -> tuple[DeckInfo, ...]:
    """List a server's decks by name."""
    question = "SELECT name, cards, added_at FROM decks WHERE guild_id = ? ORDER BY name"
    return tuple(DeckInfo(*row) for row in connection.execute(question, (guild_id,)))


def load_deck(connection: Sql, guild_id: int, name: str) -> str | None:
    """Read the JSON text of a deck; None if the server has none of this name."""
    question = "SELECT content FROM decks WHERE guild_id = ? AND name = ?"
    row = connection.execute(question, (guild_id, name)).fetchone()
    return None if row is None else str(row["content"])


def delete_deck(connection: Sql, guild_id: int, name: str) -> bool:
    """Delete a deck with its seen cards and reports, and say whether there was one."""
    place = (guild_id, name)
    drop_names(connection, guild_id, name)
    begun = connection.execute("DELETE FROM unfinished_decks WHERE guild_id = ? AND name = ?", place)
    found = connection.execute("DELETE FROM decks WHERE guild_id = ? AND name = ?", place)
    if found.rowcount != 1:
        return begun.rowcount == 1
    connection.execute(FORGET_DECK, (guild_id, name))
    connection.execute("DELETE FROM reports WHERE guild_id = ? AND deck = ?", (guild_id, name))
    return True


def load_deck_texts(connection: Sql, guild_id: int, name: str) -> DeckTexts:
    """Read all that is stored of the deck with this name."""
    question = "SELECT content FROM unfinished_decks WHERE guild_id = ? AND name = ?"
    row = connection.execute(question, (guild_id, name)).fetchone()
    return DeckTexts(load_deck(connection, guild_id, name), "" if row is None else str(row["content"]))


def list_unfinished(connection: Sql, guild_id: int) -> tuple[str, ...]:
    """List the names of the decks that have unfinished cards, sorted."""
    question = "SELECT name FROM unfinished_decks WHERE guild_id = ? ORDER BY name"
    return tuple(row["name"] for row in connection.execute(question, (guild_id,)))


def change_deck(
    connection: Sql,
    guild_id: int,
    info: DeckInfo,
    before: DeckTexts,
    after: DeckTexts,
    new: NewPictures = NO_NEW,
) -> bool:
    """Replace a deck's texts, unless it has others than `before` by now.

    Full or Crowded if there are too many decks or pictures.
    """
    lock(connection, guild_id)
    if load_deck_texts(connection, guild_id, info.name) != before:
        return False
    _make_room(connection, guild_id, info.name)
    if after.content is not None and after.content != before.content:
        _write_deck(connection, guild_id, info, after.content)
    place = (guild_id, info.name)
    connection.execute("DELETE FROM unfinished_decks WHERE guild_id = ? AND name = ?", place)
    if after.unfinished:
        connection.execute(
            "INSERT INTO unfinished_decks (guild_id, name, content) VALUES (?, ?, ?)",
            (*place, after.unfinished),
        )
    _name_pictures(connection, guild_id, info.name, new)
    return True


def list_seen_cards(connection: Sql, guild_id: int, deck: str) -> frozenset[str]:
    """List the cards (ids) that this server has seen since their pile was last used up."""
    question = "SELECT card FROM cards_seen WHERE guild_id = ? AND deck = ?"
    return frozenset(row["card"] for row in connection.execute(question, (guild_id, deck)))


def note_turned(connection: Sql, guild_id: int, turned: Sequence[Turned]) -> None:
    """Note cards as seen; where all of their pile were, it starts over with them."""
    if turned:
        lock(connection, guild_id)
    for one in turned:
        pile = sorted(set(one.pile))
        place = (guild_id, one.deck, *pile)
        (seen,) = connection.execute(SEEN_OF_PILE.format(pile=marks(pile)), place).fetchone()
        if seen == len(pile):
            connection.execute(FORGET_PILE.format(pile=marks(pile)), place)
        connection.executemany(NOTE_CARD, [(guild_id, one.deck, mark) for mark in one.marks])


def count_asked(connection: Sql, guild_id: int, asked: Sequence[Asked]) -> None:
    """Add these to the counts of a server's questions."""
    lock(connection, guild_id)
    for one in asked:
        connection.execute(COUNT, (guild_id, *one))


def list_asked(connection: Sql, guild_id: int) -> tuple[Asked, ...]:
    """List what was asked on a server."""
    question = "SELECT mark, asked, solved, turned FROM question_counts WHERE guild_id = ? ORDER BY mark"
    return tuple(Asked(*row) for row in connection.execute(question, (guild_id,)))


def add_report(connection: Sql, guild_id: int, report: Report) -> bool:
    """Put a report into the server's queue; False if this person has reported this question before.

    Raises Enough if they have too many reports waiting, Full if the queue is full.
    """
    lock(connection, guild_id)
    waiting = list_reports(connection, guild_id)
    mine = [one.subject for one in waiting if one.user_id == report.user_id]
    if report.subject in mine:
        return False
    if len(mine) >= REPORTS_OF_ONE:
        raise Enough(REPORTS_OF_ONE)
    if len(waiting) >= REPORTS_AT_MOST:
        raise Full(REPORTS_AT_MOST)
    connection.execute(
        "INSERT INTO reports (guild_id, deck, card, question, words, reason, at, user_id) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (guild_id, *report.subject, report.reason, report.at, report.user_id),
    )
    return True


def list_reports(connection: Sql, guild_id: int) -> tuple[Report, ...]:
    """List the waiting reports, oldest first."""
    question = """
        SELECT deck, card, question, words, reason, at, user_id, id
        FROM reports WHERE guild_id = ? ORDER BY id
    """
    return tuple(Report(*row) for row in connection.execute(question, (guild_id,)))


def settle_report(connection: Sql, guild_id: int, report_id: int) -> bool:
    """Take a report and all others of the same question out of the queue, and say whether it was there."""
    settled = connection.execute(SETTLE, {"guild": guild_id, "report": report_id})
    return settled.rowcount > 0


# Pictures in SQL: which a deck names, and what they show. The last deck that names one takes it along.

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


class KeptDecks(Kept):
    """The decks of servers, their pictures, the cards that were seen, and what is said of them."""

    put_deck = writes(put_deck)
    load_picture = asks(load_picture)
    weigh_pictures = asks(weigh_pictures)
    weigh_servers = reads(weigh_servers)
    decks = reads(list_decks)
    load_deck = asks(load_deck)
    delete_deck = writes(delete_deck)
    load_deck_texts = reads(load_deck_texts)
    list_unfinished = asks(list_unfinished)
    change_deck = writes(change_deck)
    list_seen_cards = asks(list_seen_cards)
    list_asked = reads(list_asked)
    add_report = writes(add_report)
    reports = reads(list_reports)
    settle_report = writes(settle_report)
