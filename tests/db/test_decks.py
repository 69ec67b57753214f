"""What every store answers about the decks of servers: content, cards seen, and the queue of reports."""

from dataclasses import replace

import pytest

from bot.tables.decks import (
    DECKS_AT_MOST,
    REPORTS_AT_MOST,
    REPORTS_OF_ONE,
    DeckInfo,
    DeckTexts,
    Enough,
    Full,
    Report,
)
from bot.tables.model import Manners
from bot.tables.ports import Duplicate, Stale, Turned
from db.store import Store
from engines.core.decks import Asked
from tests.support.stored import NOON, act, opening

HERE, THERE = 10, 11
"""Servers; the tables of tests/support/stored.py are in the first."""
PILE = ("a", "b", "c")


def info(name: str = "Quiz", cards: int = 2) -> DeckInfo:
    return DeckInfo(name, cards, NOON)


def turned(*cards: str, deck: str = "Quiz", pile: tuple[str, ...] = PILE) -> tuple[Turned, ...]:
    return tuple(Turned(deck, (card,), pile) for card in cards)


def report(
    reason: str = "faux", user_id: int = 1, deck: str = "Quiz", question: int = 0, words: str = "Où ?"
) -> Report:
    return Report(deck, "a", question, words, reason, NOON, user_id)


async def test_a_deck_is_kept_for_its_server_alone(store: Store) -> None:
    assert not await store.put_deck(HERE, info(), '{"cards":[1]}')

    assert await store.load_deck(HERE, "Quiz") == '{"cards":[1]}'
    assert list(await store.decks(HERE)) == [info()]
    assert await store.load_deck(THERE, "Quiz") is None
    assert list(await store.decks(THERE)) == []


async def test_a_deck_of_the_same_name_is_replaced(store: Store) -> None:
    await store.put_deck(HERE, info(), "{}")
    await store.put_deck(HERE, info("Autre"), "{}")
    assert await store.put_deck(HERE, info(cards=9), '{"new":1}')

    assert await store.load_deck(HERE, "Quiz") == '{"new":1}'
    assert list(await store.decks(HERE)) == [info("Autre"), info(cards=9)]


async def test_a_server_has_so_many_decks_and_no_more(store: Store) -> None:
    for number in range(DECKS_AT_MOST):
        await store.put_deck(HERE, info(f"n{number:02}"), "{}")
    with pytest.raises(Full) as caught:
        await store.put_deck(HERE, info("un de plus"), "{}")

    assert caught.value.most == DECKS_AT_MOST
    assert await store.put_deck(HERE, info("n00"), "{}")
    assert len(await store.decks(HERE)) == DECKS_AT_MOST
    assert not await store.put_deck(THERE, info("un de plus"), "{}")


async def test_a_deck_goes_with_all_that_was_noted_of_it(store: Store) -> None:
    lobby = await store.commit(opening())
    await store.commit(replace(act(lobby), turned=(*turned("a"), *turned("z", deck="", pile=("y", "z")))))
    for name in ("Quiz", "Autre"):
        await store.put_deck(HERE, info(name), "{}")
        await store.add_report(HERE, report(deck=name))

    assert await store.delete_deck(HERE, "Quiz")
    assert not await store.delete_deck(HERE, "Quiz")
    assert not await store.delete_deck(THERE, "Autre")
    assert await store.load_deck(HERE, "Quiz") is None
    assert await store.list_seen_cards(HERE, "Quiz") == frozenset()
    assert await store.list_seen_cards(HERE, "") == {"z"}
    assert [one.deck for one in await store.reports(HERE)] == ["Autre"]


async def test_a_new_deck_inherits_nothing_from_a_deleted_one_of_its_name(store: Store) -> None:
    """A game that runs on with the deleted deck still notes the cards that it turns."""
    lobby = await store.commit(opening())
    stored = await store.commit(replace(act(lobby), turned=turned("a")))
    await store.put_deck(HERE, info(), "{}")
    assert await store.list_seen_cards(HERE, "Quiz") == frozenset()

    await store.commit(replace(act(stored), turned=turned("b")))
    assert await store.put_deck(HERE, info(cards=9), "{}")
    assert await store.list_seen_cards(HERE, "Quiz") == {"b"}, (
        "a deck that is only mended has been seen as before"
    )


async def test_Z18_cards_are_seen_with_the_step_that_turned_them(store: Store) -> None:
    lobby = await store.commit(opening())
    await store.commit(replace(act(lobby), turned=turned("b")))
    assert await store.list_seen_cards(HERE, "Quiz") == {"b"}
    assert await store.list_seen_cards(HERE, "") == await store.list_seen_cards(THERE, "Quiz") == frozenset()

    refused = replace(act(lobby), turned=turned("c"))
    with pytest.raises(Stale):
        await store.commit(refused)
    assert await store.list_seen_cards(HERE, "Quiz") == {"b"}


async def test_Z18_a_pile_that_is_through_starts_again(store: Store) -> None:
    stored = await store.commit(opening())
    for card in ("x", "a", "b", "b"):
        pile = ("x", "y") if card == "x" else PILE
        stored = await store.commit(replace(act(stored), turned=turned(card, pile=pile)))
    assert await store.list_seen_cards(HERE, "Quiz") == {"x", "a", "b"}

    stored = await store.commit(replace(act(stored), turned=turned("c")))
    assert await store.list_seen_cards(HERE, "Quiz") == {"x", "a", "b", "c"}, "all of it was seen"
    await store.commit(replace(act(stored), turned=turned("c")))
    assert await store.list_seen_cards(HERE, "Quiz") == {"x", "c"}, "the other pile is not through"


async def test_Z18_a_card_is_seen_whole_where_its_first_mark_is_the_last_of_the_pile(
    store: Store,
) -> None:
    stored = await store.commit(opening())
    stored = await store.commit(replace(act(stored), turned=(Turned("Quiz", ("a", "b"), PILE),)))
    stored = await store.commit(replace(act(stored), turned=(Turned("Quiz", ("c", "b"), PILE),)))
    assert await store.list_seen_cards(HERE, "Quiz") == {"a", "b", "c"}
    await store.commit(replace(act(stored), turned=(Turned("Quiz", ("b", "a"), PILE),)))
    assert await store.list_seen_cards(HERE, "Quiz") == {"a", "b"}


async def test_reports_wait_in_their_order(store: Store) -> None:
    assert await store.add_report(HERE, report("faux"))
    assert await store.add_report(HERE, report("faux", user_id=2))
    assert not await store.add_report(HERE, report("ambigu")), "one person says of a question once"
    assert await store.add_report(HERE, report("faux", question=1))
    assert await store.add_report(HERE, report("faux", words="Quand ?")), "another question since"
    assert await store.add_report(THERE, report("faux"))

    waiting = await store.reports(HERE)
    assert [(one.user_id, one.part, one.words) for one in waiting] == [
        (1, 0, "Où ?"),
        (2, 0, "Où ?"),
        (1, 1, "Où ?"),
        (1, 0, "Quand ?"),
    ]
    assert replace(waiting[0], id=0) == report("faux")
    assert len({one.id for one in waiting}) == 4


async def test_a_question_is_settled_once_for_all_and_by_its_own_server(store: Store) -> None:
    for one in (report(), report(user_id=2), report(question=1), report(words="Quand ?")):
        await store.add_report(HERE, one)
    first, second, *others = await store.reports(HERE)

    assert not await store.settle_report(THERE, first.id)
    assert await store.settle_report(HERE, second.id)
    assert not await store.settle_report(HERE, first.id)
    assert list(await store.reports(HERE)) == others
    for other in others:
        await store.settle_report(HERE, other.id)
    await store.add_report(HERE, report())
    (again,) = await store.reports(HERE)
    assert again.id > others[-1].id, "an old button settles no new report"


async def test_nobody_has_many_reports_waiting_and_the_queue_has_an_end(store: Store) -> None:
    for number in range(REPORTS_AT_MOST):
        await store.add_report(HERE, report(user_id=number // REPORTS_OF_ONE, question=number))
    with pytest.raises(Enough) as caught:
        await store.add_report(HERE, report(user_id=0, question=-1))
    assert caught.value.most == REPORTS_OF_ONE
    assert await store.add_report(THERE, report(user_id=0, question=-1))
    with pytest.raises(Full) as full:
        await store.add_report(HERE, report(user_id=-1))
    assert (type(full.value), full.value.most) == (Full, REPORTS_AT_MOST)
    assert len(await store.reports(HERE)) == REPORTS_AT_MOST


async def test_a_table_keeps_the_name_of_its_deck(store: Store) -> None:
    stored = await store.commit(opening(manners=Manners(deck="Quiz")))
    loaded = await store.load(stored.table.id)
    assert loaded.table.manners.deck == "Quiz"

    changed = await store.commit(act(stored, manners=Manners(deck="")))
    assert await store.load(stored.table.id) == changed


async def test_a_deck_is_changed_only_from_what_it_was(store: Store) -> None:
    nothing, begun, whole = DeckTexts(), DeckTexts(None, "[1]"), DeckTexts('{"cards":[1]}', "[2]")
    assert await store.load_deck_texts(HERE, "Quiz") == nothing
    assert await store.change_deck(HERE, info(), nothing, begun)
    assert not await store.change_deck(HERE, info(), nothing, whole)
    assert await store.load_deck_texts(HERE, "Quiz") == begun
    assert list(await store.list_unfinished(HERE)) == ["Quiz"]
    assert list(await store.decks(HERE)) == []

    assert await store.change_deck(HERE, info(), begun, whole)
    assert await store.load_deck_texts(HERE, "Quiz") == whole
    assert list(await store.decks(HERE)) == [info()]
    assert await store.change_deck(HERE, info(), whole, DeckTexts(whole.content))
    assert list(await store.list_unfinished(HERE)) == []
    assert await store.load_deck_texts(THERE, "Quiz") == nothing


async def test_a_deck_that_is_only_begun_counts_and_is_deleted_like_the_others(store: Store) -> None:
    begun = DeckTexts(None, "[1]")
    assert await store.change_deck(HERE, info("begun"), DeckTexts(), begun)
    for number in range(DECKS_AT_MOST - 1):
        await store.put_deck(HERE, info(f"n{number:02}"), "{}")
    with pytest.raises(Full):
        await store.change_deck(HERE, info("un de plus"), DeckTexts(), begun)
    assert await store.load_deck_texts(HERE, "un de plus") == DeckTexts()
    assert await store.delete_deck(HERE, "begun")
    assert not await store.delete_deck(HERE, "begun")
    assert await store.change_deck(HERE, info("un de plus"), DeckTexts(), begun)


async def test_what_is_counted_with_a_step_is_added_up_once(store: Store) -> None:
    lobby = await store.commit(opening())
    first = replace(act(lobby), asked=(Asked("m", 1, 1, 0), Asked("n", 1, 0, 0)))
    after = await store.commit(first)
    with pytest.raises(Duplicate):
        await store.commit(first)
    await store.commit(replace(act(after), asked=(Asked("m", -1, -1, 0), Asked("m", 1, 0, 1))))
    assert list(await store.list_asked(HERE)) == [Asked("m", 1, 0, 1), Asked("n", 1, 0, 0)]
    assert list(await store.list_asked(THERE)) == []
