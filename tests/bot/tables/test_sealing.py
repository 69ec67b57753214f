"""Cards of a server's own deck: a record shows those that were turned, and seals the others."""

from __future__ import annotations

import json
from hashlib import sha256
from hmac import digest as hmac
from typing import Any

import pytest

from bot.tables.decks import DeckInfo
from bot.tables.model import Table
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines.defizz.model import Roll
from tests.engines.defizz.decks import MIXED
from tests.support.tables import ALL_GAMES, ANNE, BOB, CHLOE, House

SERVER = 10
OWN = "Soirée"


@pytest.fixture
async def house(any_store: Any) -> House:
    """Tables over each of the two stores, at a server that has brought a deck."""
    await any_store.put_deck(SERVER, DeckInfo(OWN, 6, 0), json.dumps(MIXED))
    return House(any_store)


async def begun(house: House) -> Table:
    lobby = await house.lobby(ANNE, BOB, CHLOE, game="defizz", reader="bot")
    await house.tables.set_option(house.ask(ANNE), lobby.id, "deck", OWN)
    return await house.tables.begin(house.ask(ANNE), lobby.id)


async def stopped(house: House, *, turned: bool) -> Table:
    """A table of the own deck, stopped after its first card was turned, or before."""
    table = await begun(house)
    if turned:
        await house.tables.act(house.ask(await house.awaited(table.id)), table.id, Roll())
    return await house.tables.stop(house.ask(ANNE), table.id)


def cards_of(record: Record) -> dict[str, dict[str, Any]]:
    return {card["id"]: card for card in plain(record)["setup"]["deck"]["cards"]}


def plain(record: Record) -> dict[str, Any]:
    return json.loads(record.dump())


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
    other = plain(record)
    card = next(card for card in other["setup"]["deck"]["cards"] if card["id"] == name)
    card["questions"][0]["text"] += "?"
    assert "deck_differs" in checked(other)
    other = plain(record)
    sealed = next(card for card in other["setup"]["deck"]["cards"] if card["id"] != name)
    sealed["seal"] = "0" * 64
    assert "deck_differs" in checked(other)
    other = plain(record)
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
        assert verify(await house.tables.record(table.id), ALL_GAMES).ok
