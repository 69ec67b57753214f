"""A hint of Défizz says what to risk by what a challenge pays, and never what to answer."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.advising import question_of
from bot.texts import texts_for
from cogs.defizz.hint import chance_needed, share_of_draws
from cogs.defizz.words import observation_of
from engines.defizz.model import Accept, Answer, Choose, Help, Pass, Refuse
from players.core.speech import plain_question, read_question
from players.registry import find_player, think
from tests.cogs.defizz.table import DUEL_200, FACE, GAME, MULTI_200, DefizzTable
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")


def said(table: DefizzTable, seat: str, action: Any) -> str:
    return FACE.draw_hint((action,), table.seen(seat), FRENCH)


def needed(table: DefizzTable, seat: str) -> int:
    return chance_needed(observation_of(table.seen(seat)))


def raised(*questions: Any) -> DefizzTable:
    """Anne raises to 600 in a Multi of three, read by the bot."""
    table = DefizzTable(3, deck=deck(*questions or (chrono(),)), reader="bot").roll(MULTI_200)
    return table.choose(0, None, 600)


def test_z6_a_raise_is_worth_accepting_from_the_odds_at_which_it_costs_no_more_than_refusing() -> None:
    table = raised()
    assert needed(table, "2") == 34, "400 more, for a pot of 1200: a third"
    table.act("2", Refuse())
    assert needed(table, "3") == 29, "what was refused lies in the pot"
    assert said(table, "3", Accept()) == (
        "**Acceptez** : gagner 29\u00a0% du temps suffit, puisque refuser coûte déjà 200."
    )
    assert said(table, "3", Refuse()).startswith("**Refusez**, sauf si")


def test_z7_who_would_lose_the_same_either_way_accepts() -> None:
    table = DefizzTable(3, reader="bot").with_chips(19, 2, 19).roll(MULTI_200)
    table.choose(0, None, 600)
    assert needed(table, "2") == 0
    assert "refuser coûte autant" in said(table, "2", Refuse())


def test_z5_more_than_the_minimum_pays_against_one_from_one_in_two() -> None:
    table = DefizzTable(3, deck=deck(chrono()), reader="bot").roll(DUEL_200)
    words = said(table, "1", Choose(0, "2", 200))
    assert words == (
        "**Prenez ce que vous connaissez le mieux**, contre **Bob**, et misez 200. "
        "Miser plus ne rapporte qu’en gagnant plus d’une fois sur 2."
    )
    many = DefizzTable(3, deck=deck(chrono()), reader="bot").roll(MULTI_200)
    assert "une fois sur 3" in said(many, "1", Choose(0, None, 200))
    assert said(many, "1", Help()).startswith("**Au secours !**")


@pytest.mark.parametrize(
    ("questions", "seat"),
    [((chrono("Reims"), chrono("Lille")), "2"), ((pingpong("do", "ré"), pingpong("mi", "fa")), "1")],
)
def test_a_hint_is_the_same_whatever_the_answers_are(questions: tuple[Any, Any], seat: str) -> None:
    asked: list[list[Any]] = []
    for question in questions:
        table, told = raised(question), []
        for _ in range(2):
            (waiting,) = observation_of(table.seen()).waiting[:1]
            told.append(ask(table, waiting))
            table.act(waiting, Accept())
        if seat == "2":  # in a race the others’ answers are not heard
            table.answer("1", "Reims" if question is questions[0] else "Lille", 900)
        asked.append([*told, ask(table, seat)])
    assert asked[0] == asked[1]
    assert "Reims" not in str(asked[0])


def ask(table: DefizzTable, seat: str) -> tuple[Any, str]:
    sight = table.seen(seat)
    question = plain_question(GAME, question_of(sight, GAME, find_player("defizz")))
    actions = think(read_question({"defizz": GAME}, question)).actions
    return question, FACE.draw_hint(actions, sight, FRENCH)


def test_z12_the_share_of_draws_is_counted_and_ties_count_for_nobody() -> None:
    table = raised(chance("nearest", max=10)).act("2", Accept()).act("3", Refuse())
    assert "vers le milieu" in said(table, "1", Answer("7"))
    table.act("1", Answer("4"))
    seen = observation_of(table.seen("2"))
    assert [share_of_draws(number, seen) for number in (5, 3, 6, 10)] == [60, 30, 50, 30]
    assert said(table, "2", Answer("5")).startswith("**Proposez 5** : c’est le plus proche pour 60\u00a0%")


def test_every_way_to_answer_has_words_of_its_own() -> None:
    words = set()
    for question in (chrono(), cible(), pingpong(), chance("nearest", max=10)):
        table = raised(question).act("2", Accept()).act("3", Accept())
        words |= {FACE.draw_hint((Pass(),), table.seen("1"), t) for t in (FRENCH, ENGLISH)}
        if question["mode"] == "cible":
            words.add(said(table.act("1", Answer("5")), "2", Pass()))
    assert len(words) == 9
