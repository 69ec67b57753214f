"""Z18 at the table: its draws shuffle the cards, unseen ones first; those that are turned are seen."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest

from bot.tables.decks import DeckInfo, Report
from bot.tables.errors import Denied
from bot.tables.model import Status, Table
from bot.tables.pictures import NewPictures
from bot.tables.proof.record import Line, Record
from bot.tables.proof.shuffling import agree, read_shuffle, shuffle
from bot.tables.proof.verify import verify
from engines.defizz.model import Roll
from tests.engines.defizz.decks import MIXED, chance, chrono, deck
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House

SERVER = 10
OWN = "Soirée"
DUEL = ("d1", "d2", "d3")


@pytest.fixture
async def house(any_store: Any) -> House:
    """Tables over each of the two stores, at a server that has brought a deck."""
    await any_store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(MIXED))
    return House(any_store)


async def begun(house: House, name: str = OWN) -> Table:
    lobby = await house.lobby(ANNE, BOB, CHLOE, game="defizz", reader="bot")
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", name)
    return await house.tables.begin(house.ask(ANNE), lobby.id)


async def order_of(house: House, table: Table) -> tuple[str, ...]:
    state = (await house.held(table.id)).vault.state
    assert state is not None
    return tuple(card.id for card in state.setup.deck.cards)


async def rolled(house: House, table: Table) -> str:
    """Whoever is to roll does; the id of the card that is turned."""
    await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Roll())
    state = (await house.held(table.id)).vault.state
    assert state is not None
    return str(state.position.card)


async def seen(house: House, name: str = OWN) -> int:
    """How many cards of this deck the server has seen."""
    return (await house.tables.decks.count_seen("defizz", SERVER, (name,)))[name]


async def ended(house: House, table: Table) -> Record:
    await house.tables.stop(house.ask(ANNE), table.id)
    return await house.tables.record(table.id)


def codes(record: Record) -> set[str]:
    return {problem.code for problem in verify(record, ALL_GAMES).problems}


async def test_Z18_the_deck_goes_into_the_setup_only_at_the_start(house: House) -> None:
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    table = await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    assert table.manners.deck == OWN
    assert table.options == {"reader": "bot"}

    table = await house.tables.begin(house.ask(ANNE), table.id)
    held = await house.held(table.id)
    assert held.vault.state is not None
    assert held.vault.state.setup.deck.name == MIXED["name"]
    assert not held.vault.state.setup.options.shuffle
    assert table.options == {"reader": "bot"}


async def test_a_deck_that_the_host_changes_while_it_is_fetched_is_not_begun_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    fetch = house.tables.decks.fetch

    async def fetch_slowly(table: Table) -> Any:
        fetched = await fetch(table)
        await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
        return fetched

    monkeypatch.setattr(house.tables.decks, "fetch", fetch_slowly)
    with pytest.raises(Denied, match="busy"):
        await house.tables.begin(house.ask(ANNE), lobby.id)
    monkeypatch.undo()
    assert (await house.tables.begin(house.ask(ANNE), lobby.id)).status is Status.PLAYING


async def test_a_table_whose_deck_goes_while_it_begins_stays_a_lobby(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is played without its picture: the host is told, and may choose another deck."""
    shown = json.loads(json.dumps(MIXED))
    digest = sha256(b"picture").hexdigest()
    shown["cards"][0]["questions"][0]["picture"] = {"name": digest, "alt": "une image ronde"}
    await house.store.put_deck(
        SERVER, DeckInfo(OWN, 6, 0), json.dumps(shown), NewPictures({digest: b"picture"})
    )
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    fetch = house.tables.decks.fetch

    async def fetch_slowly(table: Table) -> Any:
        fetched = await fetch(table)
        await house.store.delete_deck(SERVER, OWN)
        return fetched

    monkeypatch.setattr(house.tables.decks, "fetch", fetch_slowly)
    with pytest.raises(Denied, match="no_such_deck"):
        await house.tables.begin(house.ask(ANNE), lobby.id)
    monkeypatch.undo()
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", "")
    assert (await house.tables.begin(house.ask(ANNE), lobby.id)).status is Status.PLAYING


async def test_Z18_unseen_cards_come_first(house: House) -> None:
    first = await begun(house)
    card = await rolled(house, first)
    assert await seen(house) == 1
    await ended(house, first)

    second = await begun(house)
    order = await order_of(house, second)
    assert sorted(order) == sorted(card["id"] for card in MIXED["cards"])
    pile = [one for one in order if one[0] == card[0]]
    assert pile[-1] == card
    assert [one[0] for one in order] == ["d"] * 3 + ["m"] * 3
    assert await seen(house) == 1, "what was not turned was not seen"


async def test_Z18_what_is_seen_is_known_by_what_it_says_whatever_deck_it_is_in(house: House) -> None:
    """Another deck, other ids, another order; only a question that was changed is new."""
    table = await begun(house)
    card = await rolled(house, table)
    copied = json.loads(json.dumps(MIXED))["cards"]
    cards = [{**one, "id": f"neu-{one['id']}", "questions": one["questions"][::-1]} for one in copied]
    await house.store.put_deck(SERVER, DeckInfo("Neu", 6, 0), json.dumps({**MIXED, "cards": cards}))
    assert await seen(house, "Neu") == 1
    assert await seen(house, "") == 0
    await ended(house, table)
    order = await order_of(house, await begun(house, "Neu"))
    assert [one for one in order if one[4] == card[0]][-1] == f"neu-{card}"

    for one in cards:
        for question in one["questions"]:
            question["text"] += " ?"
    await house.store.put_deck(SERVER, DeckInfo("Neu", 6, 0), json.dumps({**MIXED, "cards": cards}))
    assert await seen(house, "Neu") == 0


async def test_the_shuffle_is_in_the_log_and_can_be_checked(house: House) -> None:
    table = await begun(house)
    running = await house.tables.record(table.id)
    assert "shuffle" not in {line.kind for line in running.entries}, "it would tell the order of the cards"

    record = await ended(house, table)
    kinds = [line.kind for line in record.entries]
    assert kinds.index("begin") == kinds.index("shuffle") + 1
    shuffle = record.entries[kinds.index("shuffle")]
    assert [n for n, _ in shuffle.draws] == [3, 2, 3, 2]
    assert shuffle.payload == {"deck": OWN, "heaps": [list(DUEL), [], ["m1", "m2", "m3"], []]}
    assert verify(record, ALL_GAMES).ok


@pytest.mark.parametrize("change", ["heaps", "setup", "gone", "late", "draws", "payload"])
async def test_a_shuffle_that_was_tampered_with_is_found(house: House, change: str) -> None:
    record = await ended(house, await begun(house))
    assert codes(tampered(record, change)) & {"bad_shuffle", "draws_differ"}


def tampered(record: Record, change: str) -> Record:
    entries = list(record.entries)
    at = next(number for number, line in enumerate(entries) if line.kind == "shuffle")
    setup: Any = record.setup
    match change:
        case "heaps":  # an order chosen so that the known draws give the wished one
            entries[at] = with_payload(entries[at], [["d2", "d1", "d3"], [], ["m1", "m2", "m3"], []])
        case "payload":
            entries[at] = entries[at].model_copy(update={"payload": {"deck": 5}})
        case "setup":
            cards = setup["deck"]["cards"]
            setup = {**setup, "deck": {**setup["deck"], "cards": [cards[1], cards[0], *cards[2:]]}}
        case "gone":
            entries[at] = entries[at].model_copy(update={"kind": "options"})
        case "late":
            entries[at], entries[at + 1] = entries[at + 1], entries[at]
        case "draws":
            entries[at] = entries[at].model_copy(update={"draws": entries[at].draws[:-1]})
    return record.model_copy(update={"entries": tuple(entries), "setup": setup})


def with_payload(line: Line, heaps: list[list[str]]) -> Line:
    return line.model_copy(update={"payload": {"deck": OWN, "heaps": heaps}})


THEMED = deck(*(chrono(tags=[tag]) for tag in ("rap", "vin", "rap", "vin", "vélo", "vélo") for _ in range(3)))
"""Six cards a pile; each has one theme, as another one does."""


async def themed(house: House) -> Table:
    await house.store.put_deck(SERVER, DeckInfo(OWN, 12, 0), json.dumps(THEMED))
    return await begun(house)


async def test_Z28_cards_of_one_theme_lie_apart_and_that_can_be_checked(house: House) -> None:
    """Unseen cards still come first."""
    first = await themed(house)
    card = await rolled(house, first)
    await ended(house, first)
    second = await begun(house)
    theme = {one["id"]: one["questions"][0]["tags"][0] for one in THEMED["cards"]}
    order = await order_of(house, second)
    piles = [[one for one in order if one[0] == pile] for pile in "dm"]
    assert next(pile[-1] for pile in piles if card in pile) == card
    assert sum(theme[one] == theme[other] for pile in piles for one, other in pairwise(pile)) <= 2

    record = await ended(house, second)
    told = read_shuffle(next(line.payload for line in record.entries if line.kind == "shuffle"))
    assert told is not None
    assert {len(told.marks[one]) for one in order} == {1}
    assert len({(theme[one], told.marks[one]) for one in order}) == 3
    assert not set(theme.values()) & set(json.dumps(told.model_dump(), ensure_ascii=False).split('"'))
    assert verify(record, ALL_GAMES).ok


@pytest.mark.parametrize("change", ["other", "gone", "short", "long", "words"])
async def test_Z28_themes_that_are_told_wrongly_are_found(house: House, change: str) -> None:
    """Even of cards that were never turned: the promise at the beginning covers them."""
    record = await ended(house, await themed(house))
    entries = list(record.entries)
    at = next(number for number, line in enumerate(entries) if line.kind == "shuffle")
    payload: Any = entries[at].payload
    themes = payload["themes"]
    match change:
        case "other":
            told = [[[(one + 1) % 3 for one in card] for card in heap] for heap in themes]
        case "gone":
            told = None
        case "short":
            told = [heap[1:] for heap in themes]
        case "long":
            told = [*themes, []]
        case "words":
            told = [[["vin"] for _ in heap] for heap in themes]
    entries[at] = entries[at].model_copy(update={"payload": {**payload, "themes": told}})
    assert codes(record.model_copy(update={"entries": tuple(entries)})) & {"bad_shuffle", "deck_differs"}


def test_Z28_a_pile_without_new_cards_begins_anew() -> None:
    marks = {"a": (0,), "b": (0,), "c": (1,)}
    assert shuffle([("a",), (), (), ("b", "c")], lambda sides: sides, marks) == ("a", "b", "c")
    assert shuffle([("a",), ("b", "c")], lambda sides: sides, marks) == ("a", "c", "b")


async def test_Z28_themes_of_cards_that_were_turned_are_those_on_them(house: House) -> None:
    """Whoever made record and promise anew would still have to say of shown cards what stands on them."""
    table = await themed(house)
    card = await rolled(house, table)
    record = await ended(house, table)
    shown = {card: ("vin",), "other": ("vin",), "third": ("rap", "vélo")}
    assert agree(shown, {card: (4,), "other": (4,), "third": (0, 1)})
    assert not agree(shown, {card: (4,), "other": (0,), "third": (0, 1)}), "one theme has two numbers"
    assert not agree(shown, {card: (4,), "other": (4,), "third": (0, 4)}), "two themes have one number"
    assert not agree(shown, {card: (4,), "other": (4,), "third": (0,)}), "one theme has none"
    assert not agree(shown, {card: (4,), "other": (4,)}), "a card is missing"
    assert agree(shown, {}), "as before there was this rule"
    assert verify(record, ALL_GAMES).ok


async def test_a_deck_deleted_meanwhile_is_missed_at_the_start(house: House) -> None:
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    await house.store.delete_deck(SERVER, OWN)
    with pytest.raises(Denied) as caught:
        await house.tables.begin(house.ask(ANNE), lobby.id)
    assert (caught.value.reason, caught.value.params) == ("no_such_deck", {"deck": OWN})
    assert (await house.tables.table(lobby.id)).status is Status.LOBBY


async def test_a_running_game_keeps_its_cards_whatever_becomes_of_the_deck(house: House) -> None:
    table = await begun(house)
    await house.store.put_deck(SERVER, DeckInfo(OWN, 2, 0), json.dumps(deck(chrono())))
    await house.store.delete_deck(SERVER, OWN)
    house.restart()
    assert await rolled(house, table) in {card["id"] for card in MIXED["cards"]}
    assert verify(await ended(house, table), ALL_GAMES).ok


async def test_a_second_delivery_of_the_start_shuffles_once(house: House) -> None:
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    ask = house.ask(ANNE)
    await house.tables.begin(ask, lobby.id)
    await house.tables.begin(ask, lobby.id)
    kinds = [entry.kind for entry in await house.store.log(lobby.id)]
    assert (kinds.count("shuffle"), kinds.count("begin")) == (1, 1)


async def test_a_game_without_cards_has_no_deck_to_choose(house: House) -> None:
    lobby = await house.lobby(ANNE, BOB)
    with pytest.raises(Denied) as caught:
        await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    assert caught.value.reason == "bad_option"


async def test_players_report_questions_that_they_have_seen(house: House) -> None:
    table = await begun(house)
    other = "m1" if (card := await rolled(house, table))[0] == "d" else "d1"
    assert await house.tables.decks.report(BOB, table.id, card, 2, "faux")
    assert not await house.tables.decks.report(BOB, table.id, card, 2, "ambigu")
    (waiting,) = await house.store.reports(SERVER)
    words = f"question {card}.2"
    assert replace(waiting, id=0) == Report(OWN, card, 2, words, "faux", house.clock.now(), BOB)

    for user, of, question, reason in (
        (99, card, 0, "not_at_table"),
        (BOB, card, 3, "no_such_part"),
        (BOB, other, 0, "no_such_part"),
        (BOB, "nowhere", 0, "no_such_part"),
    ):
        with pytest.raises(Denied) as caught:
            await house.tables.decks.report(user, table.id, of, question, "x")
        assert caught.value.reason == reason
    assert len(await house.store.reports(SERVER)) == 1


async def test_what_a_deck_no_longer_asks_is_not_reported(house: House) -> None:
    table = await begun(house)
    card = await rolled(house, table)
    mended = json.loads(json.dumps(MIXED))
    next(one for one in mended["cards"] if one["id"] == card)["questions"][1] |= {"clue": "un autre indice"}
    await house.store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(mended))
    assert await house.tables.decks.report(BOB, table.id, card, 0, "faux")
    assert await denied(house, table, card, 1) == "part_changed"
    await house.store.put_deck(SERVER, DeckInfo(OWN, 2, 0), json.dumps(deck(chance())))
    assert await denied(house, table, card, 2) == "part_changed"
    await house.store.delete_deck(SERVER, OWN)
    assert await denied(house, table, card, 2) == "no_such_deck"
    assert list(await house.store.reports(SERVER)) == []


async def denied(house: House, table: Table, card: str, question: int) -> str:
    with pytest.raises(Denied) as caught:
        await house.tables.decks.report(BOB, table.id, card, question, "faux")
    return caught.value.reason


async def test_a_rematch_is_played_with_the_same_deck(house: House) -> None:
    table = await begun(house)
    await ended(house, table)
    again = await house.tables.rematch(house.ask(BOB), table.id)
    assert again.manners == replace(table.manners, deck=OWN)
