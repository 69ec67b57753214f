"""Z18, Z28 at the table: its draws shuffle a deck of the server's own; a record seals what was not turned."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from hashlib import sha256
from hmac import digest as hmac
from itertools import pairwise
from typing import Any

import pytest

from bot.tables.decks import DeckInfo, NewPictures, Report
from bot.tables.model import Status, Table
from bot.tables.proof.dice import agree, read_shuffle, shuffle
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines.defizz.model import Roll
from tests.engines.defizz.decks import MIXED, chance, chrono, deck
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House, denied, why_denied

SERVER = 10
OWN = "Soirée"
DUEL = ("d1", "d2", "d3")


@pytest.fixture
async def house(any_store: Any) -> House:
    """Tables over each of the two stores, at a server that has brought a deck."""
    await any_store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(MIXED))
    return House(any_store)


async def lobby_of(house: House, *users: int, name: str = OWN) -> Table:
    """A lobby whose host has chosen a deck."""
    lobby = await house.lobby(*users, game="defizz", reader="bot")
    return await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", name)


async def begun(house: House, name: str = OWN) -> Table:
    lobby = await lobby_of(house, ANNE, BOB, CHLOE, name=name)
    return await house.tables.begin(house.ask(ANNE), lobby.id)


def change_while_it_is_fetched(
    house: House, monkeypatch: Any, change: Callable[[], Awaitable[object]]
) -> None:
    """Once a deck is fetched, and before the game begins with it, this happens."""
    fetch = house.tables.decks.fetch

    async def fetch_slowly(table: Table) -> Any:
        fetched = await fetch(table)
        await change()
        return fetched

    monkeypatch.setattr(house.tables.decks, "fetch", fetch_slowly)


async def order_of(house: House, table: Table) -> tuple[str, ...]:
    state = (await house.held(table.id)).vault.state
    return tuple(card.id for card in state.setup.deck.cards)


async def rolled(house: House, table: Table) -> str:
    """Whoever is to roll does; the id of the card that is turned."""
    await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Roll())
    state = (await house.held(table.id)).vault.state
    return str(state.position.card)


async def seen(house: House, name: str = OWN) -> int:
    """How many cards of this deck the server has seen."""
    return (await house.tables.decks.count_seen("defizz", SERVER, (name,)))[name]


async def ended(house: House, table: Table) -> Record:
    await house.tables.stop(house.ask(ANNE), table.id)
    return await house.tables.record(table.id)


def codes(record: Record) -> set[str]:
    return {problem.code for problem in verify(record, ALL_GAMES).problems}


async def test_Z18_the_deck_goes_into_the_setup_only_at_the_start_and_is_shuffled_once(house: House) -> None:
    table = await lobby_of(house, ANNE, BOB)
    assert table.manners.deck == OWN
    assert table.options == {"reader": "bot"}
    ask = house.ask(ANNE)
    table = await house.tables.begin(ask, table.id)
    setup = (await house.held(table.id)).vault.state.setup
    assert setup.deck.name == MIXED["name"]
    assert not setup.options.shuffle
    assert table.options == {"reader": "bot"}
    assert await house.tables.begin(ask, table.id) == table, "delivered twice"
    kinds = await house.kinds(table.id)
    assert (kinds.count("shuffle"), kinds.count("begin")) == (1, 1)
    coins = await house.lobby(ANNE, BOB)
    wish = house.tables.set_option(house.ask(ANNE), coins.id, "deck", OWN)
    assert await why_denied(wish) == "bad_option", "a game without cards"


async def test_a_deck_that_the_host_changes_while_it_is_fetched_is_not_begun_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    lobby = await house.lobby(ANNE, BOB, game="defizz", reader="bot")
    change = lambda: house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)  # noqa: E731
    change_while_it_is_fetched(house, monkeypatch, change)
    assert await why_denied(house.tables.begin(house.ask(ANNE), lobby.id)) == "busy"
    monkeypatch.undo()
    assert (await house.tables.begin(house.ask(ANNE), lobby.id)).status is Status.PLAYING


async def test_a_table_whose_deck_goes_while_it_begins_stays_a_lobby(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is played without its picture: the host is told, and may choose another deck."""
    shown, digest = json.loads(json.dumps(MIXED)), sha256(b"picture").hexdigest()
    shown["cards"][0]["questions"][0]["picture"] = {"name": digest, "alt": "une image ronde"}
    pictures = NewPictures({digest: b"picture"})
    await house.store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(shown), pictures)
    lobby = await lobby_of(house, ANNE, BOB)
    change_while_it_is_fetched(house, monkeypatch, lambda: house.store.delete_deck(SERVER, OWN))
    assert await why_denied(house.tables.begin(house.ask(ANNE), lobby.id)) == "no_such_deck"
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


def shuffle_of(record: Record) -> int:
    """Which of its lines shuffles."""
    return next(number for number, line in enumerate(record.entries) if line.kind == "shuffle")


@pytest.mark.parametrize("change", ["heaps", "setup", "gone", "late", "draws", "payload"])
async def test_a_shuffle_that_was_tampered_with_is_found(house: House, change: str) -> None:
    record = await ended(house, await begun(house))
    assert codes(tampered(record, change)) & {"bad_shuffle", "draws_differ"}


def tampered(record: Record, change: str) -> Record:
    entries, at, setup = list(record.entries), shuffle_of(record), record.setup
    line = entries[at]
    match change:
        case "heaps":  # an order chosen so that the known draws give the wished one
            payload = {"deck": OWN, "heaps": [["d2", "d1", "d3"], [], ["m1", "m2", "m3"], []]}
            entries[at] = line.model_copy(update={"payload": payload})
        case "payload":
            entries[at] = line.model_copy(update={"payload": {"deck": 5}})
        case "setup":
            cards = setup["deck"]["cards"]
            setup = {**setup, "deck": {**setup["deck"], "cards": [cards[1], cards[0], *cards[2:]]}}
        case "gone":
            entries[at] = line.model_copy(update={"kind": "options"})
        case "late":
            entries[at], entries[at + 1] = entries[at + 1], entries[at]
        case "draws":
            entries[at] = line.model_copy(update={"draws": line.draws[:-1]})
    return record.model_copy(update={"entries": tuple(entries), "setup": setup})


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
    assert {len(told.marks[one]) for one in order} == {1}
    assert len({(theme[one], told.marks[one]) for one in order}) == 3
    assert not set(theme.values()) & set(json.dumps(told.model_dump(), ensure_ascii=False).split('"'))
    assert verify(record, ALL_GAMES).ok


TOLD_WRONGLY: dict[str, Callable[[Any], Any]] = {
    "other": lambda themes: [[[(one + 1) % 3 for one in card] for card in heap] for heap in themes],
    "gone": lambda themes: None,
    "short": lambda themes: [heap[1:] for heap in themes],
    "long": lambda themes: [*themes, []],
    "words": lambda themes: [[["vin"] for _ in heap] for heap in themes],
}


@pytest.mark.parametrize("change", TOLD_WRONGLY)
async def test_Z28_themes_that_are_told_wrongly_are_found(house: House, change: str) -> None:
    """Even of cards that were never turned: the promise at the beginning covers them."""
    record = await ended(house, await themed(house))
    entries, at = list(record.entries), shuffle_of(record)
    payload = entries[at].payload
    told = {**payload, "themes": TOLD_WRONGLY[change](payload["themes"])}
    entries[at] = entries[at].model_copy(update={"payload": told})
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
    lobby = await lobby_of(house, ANNE, BOB)
    await house.store.delete_deck(SERVER, OWN)
    refusal = await denied(house.tables.begin(house.ask(ANNE), lobby.id))
    assert (refusal.reason, refusal.params) == ("no_such_deck", {"deck": OWN})
    assert (await house.tables.table(lobby.id)).status is Status.LOBBY


async def test_a_running_game_keeps_its_cards_whatever_becomes_of_the_deck(house: House) -> None:
    table = await begun(house)
    await house.store.put_deck(SERVER, DeckInfo(OWN, 2, 0), json.dumps(deck(chrono())))
    await house.store.delete_deck(SERVER, OWN)
    house.restart()
    assert await rolled(house, table) in {card["id"] for card in MIXED["cards"]}
    assert verify(await ended(house, table), ALL_GAMES).ok


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
        *((BOB, each, number, "no_such_part") for each, number in ((card, 3), (other, 0), ("nowhere", 0))),
    ):
        assert await why_denied(house.tables.decks.report(user, table.id, of, question, "x")) == reason
    assert len(await house.store.reports(SERVER)) == 1


async def test_what_a_deck_no_longer_asks_is_not_reported(house: House) -> None:
    table = await begun(house)
    card = await rolled(house, table)

    async def refused(question: int) -> str:
        return await why_denied(house.tables.decks.report(BOB, table.id, card, question, "faux"))

    mended = json.loads(json.dumps(MIXED))
    next(one for one in mended["cards"] if one["id"] == card)["questions"][1] |= {"clue": "un autre indice"}
    await house.store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(mended))
    assert await house.tables.decks.report(BOB, table.id, card, 0, "faux")
    assert await refused(1) == "part_changed"
    await house.store.put_deck(SERVER, DeckInfo(OWN, 2, 0), json.dumps(deck(chance())))
    assert await refused(2) == "part_changed"
    await house.store.delete_deck(SERVER, OWN)
    assert await refused(2) == "no_such_deck"
    assert list(await house.store.reports(SERVER)) == []


async def test_a_rematch_is_played_with_the_same_deck(house: House) -> None:
    table = await begun(house)
    await ended(house, table)
    again = await house.tables.rematch(house.ask(BOB), table.id)
    assert again.manners == replace(table.manners, deck=OWN)


# -- sealed cards ------------------------------------------------------------------------------------------


async def stopped(house: House, *, turned: bool) -> Table:
    """A table of the own deck, stopped after its first card was turned, or before."""
    table = await begun(house)
    if turned:
        await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Roll())
    return await house.tables.stop(house.ask(ANNE), table.id)


def plain(record: Record) -> dict[str, Any]:
    return json.loads(record.dump())


def cards_of(record: Record) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for card in plain(record)["setup"]["deck"]["cards"]}


def shown(record: Record) -> set[str]:
    return {name for name, card in cards_of(record).items() if "questions" in card}


def checked(data: dict[str, Any]) -> set[str]:
    """The codes of what is wrong with a record that somebody has changed."""
    return {one.code for one in verify(Record.load(json.dumps(data).encode()), ALL_GAMES).problems}


async def test_a_table_stopped_at_once_gives_no_question_of_the_deck_away(house: House) -> None:
    table = await stopped(house, turned=False)
    record = await house.tables.record(table.id)
    assert shown(record) == set()
    text = record.dump().decode()
    for word in ("Reims", "312", "pomme", "question d", "indice"):
        assert word not in text
    assert {len(card["seal"]) for card in cards_of(record).values()} == {64}


async def test_cards_that_were_turned_are_shown_with_their_salts_and_no_others(house: House) -> None:
    table = await stopped(house, turned=True)
    record = await house.tables.record(table.id)
    (card,) = shown(record)
    assert list(record.salts) == [card]
    verdict = verify(record, ALL_GAMES)
    assert (verdict.ok, verdict.cards) == (True, 6)
    assert verdict.replayed > 1


async def test_who_may_see_the_deck_gets_all_of_it_with_the_same_seals(house: House) -> None:
    table = await stopped(house, turned=True)
    whole, part = await house.tables.record(table.id, whole=True), await house.tables.record(table.id)
    assert shown(whole) == set(cards_of(whole)) == set(whole.salts)
    assert verify(whole, ALL_GAMES).ok
    assert whole.deck == part.deck
    for name, card in cards_of(part).items():
        if "seal" in card:
            salted = [whole.salts[name], cards_of(whole)[name]]
            text = json.dumps(salted, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
            assert sha256(text.encode()).hexdigest() == card["seal"]


async def test_the_seed_that_is_told_at_the_end_opens_no_seal(house: House) -> None:
    table = await stopped(house, turned=False)
    whole, seed = await house.tables.record(table.id, whole=True), bytes.fromhex(table.end.seed or "")
    for name, salt in whole.salts.items():
        assert hmac(seed, name.encode(), "sha256").hex() != salt
    again = await stopped(house, turned=False)
    assert (await house.tables.record(again.id, whole=True)).salts != whole.salts


async def test_a_card_exchanged_after_the_start_is_found_out(house: House) -> None:
    table = await stopped(house, turned=True)
    record = await house.tables.record(table.id)
    (name,) = shown(record)
    for change in ("card", "seal", "deck"):
        other = plain(record)
        cards = other["setup"]["deck"]["cards"]
        if change == "card":
            next(card for card in cards if card["id"] == name)["questions"][0]["text"] += "?"
        elif change == "seal":
            next(card for card in cards if card["id"] != name)["seal"] = "0" * 64
        else:
            other["deck"] = "0" * 64
        assert "deck_differs" in checked(other)


@pytest.mark.parametrize("ruin", ["cards", "deck", "seal"])
async def test_a_forged_deck_is_a_problem_and_never_a_traceback(house: House, ruin: str) -> None:
    table = await stopped(house, turned=True)
    data = plain(await house.tables.record(table.id))
    if ruin == "cards":
        data["setup"]["deck"]["cards"] = ["d1", 3, None, {"id": 4}]
    elif ruin == "deck":
        data["setup"]["deck"] = None
    else:
        del next(card for card in data["setup"]["deck"]["cards"] if "seal" in card)["seal"]
    assert checked(data)


async def test_a_table_begun_before_there_were_seals_hides_its_cards_all_the_same() -> None:
    house = House()
    await house.store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(MIXED))
    table = await stopped(house, turned=True)
    house.store.poke(table.id, salt=None)
    house.store.forge_beginning(table.id, {"rules": 2})
    record = await house.tables.record(table.id)
    assert len(shown(record)) == 1
    assert (record.deck, record.salts) == (None, {})
    assert "Reims" not in json.dumps([card for card in cards_of(record).values() if "questions" not in card])
    assert verify(record, ALL_GAMES).ok


async def test_a_pile_that_falls_into_its_old_order_again_was_seen_all_the_same(house: House) -> None:
    """Small piles often do; the record then lacked cards that had been played, and did not replay."""
    for _ in range(6):
        table = await begun(house)
        for _ in range(24):
            sight = await house.tables.sight(table.id)
            if sight.observation.phase == "roll":
                await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Roll())
            await house.tables.hosting.command(house.ask(ANNE), table.id, "void")
        await house.tables.stop(house.ask(ANNE), table.id)
        await house.proof(table.id)
