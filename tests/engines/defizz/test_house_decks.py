"""The decks that come with the game (Z23), and what is told or shown beside a question (Z24, Z26)."""

from __future__ import annotations

from engines.defizz.deck import built_in_deck
from engines.defizz.drawings import DRAWINGS_BY_KEY
from engines.defizz.shelf import CLASSIC, HOUSE_DECKS, MIXED, TODAY, house_deck
from tests.engines.defizz.decks import chrono, deck
from tests.engines.defizz.table import DUEL_100, GAME, Table

TOLD = "Ses rois y furent sacrés, et l’ange de sa cathédrale sourit."


def test_Z23_the_cards_of_both_decks_are_told_apart_and_the_mix_has_all() -> None:
    ids = [card.id for name in (CLASSIC, TODAY) for card in house_deck(name).cards]
    assert len(set(ids)) == len(ids)
    assert [card.id for card in house_deck(MIXED).cards] == ids
    assert set(HOUSE_DECKS) == {CLASSIC, TODAY, MIXED}


def test_Z23_the_protocol_plays_with_the_classic_one() -> None:
    assert GAME.setup(list("ABC"), {}).deck == built_in_deck() == house_deck(CLASSIC)


def told(table: Table) -> list[str]:
    """What every audience may know just now."""
    return [repr(GAME.observe(table.state, seat)) for seat in (None, *"ABC")]


def test_Z24_an_anecdote_is_told_with_the_answer_and_to_nobody_before() -> None:
    chatty = deck(chrono("Reims", anecdote=TOLD, tags=["villes", "France"]))
    table = Table("ABC", chatty, reader="seat", expert=True).roll(DUEL_100)
    before = told(table) + told(table.ask(0)) + told(table.choose(None, "B", 100))
    assert table.public.question is not None
    assert table.public.question.theme == "villes"
    before += told(table.pass_("A"))
    assert TOLD not in "".join(before)
    assert all(TOLD in said for said in told(table.pass_("B")))


def test_Z26_a_picture_is_shown_to_all_while_its_question_is_asked_and_never_its_name() -> None:
    shown = {"name": "drapeau/japon", "alt": "Un disque rouge sur fond blanc."}
    table = Table("ABC", deck(chrono("Nippon", picture=shown)), reader="seat", expert=True).roll(DUEL_100)
    assert shown["alt"] not in "".join(told(table) + told(table.ask(0)))
    during = told(table.choose(None, "B", 100))
    assert all(shown["alt"] in said for said in during)
    assert table.public.question is not None
    assert table.public.question.picture is not None
    assert table.public.question.picture.name in DRAWINGS_BY_KEY
    assert shown["name"] not in "".join(during + told(table.pass_("A").pass_("B")))
