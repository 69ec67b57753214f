"""A proposal that may be several numbers is not guessed: who wrote it says which they meant (Z10)."""

from __future__ import annotations

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.defizz.model import Answer, Heard
from engines.defizz.rules import Defizz
from tests.engines.defizz.decks import chance, cible, deck
from tests.engines.defizz.table import Table

GAME = Defizz()


def table_asked(question):
    return Table("ABC", deck(question), reader="bot").multi()


def refusal_of(table, text, **changes):
    with pytest.raises(Refusal) as refused:
        GAME.act(table.state, "A", Answer(text, 7, **changes), ScriptedDraws())
    return refused.value


def test_Z10_an_unclear_number_is_refused_with_its_readings_and_nothing_changes():
    table = table_asked(cible(300))
    before = table.state
    refusal = refusal_of(table, "3 mille 5")
    assert (refusal.code, refusal.reason) == ("illegal_action", "number_unclear")
    assert refusal.params == {"readings": ["3005", "3500"], "unit": ""}
    assert table.state == before


def test_Z10_each_reading_said_for_certain_is_taken_down():
    for reading in refusal_of(table_asked(cible(300)), "3 mille 5").params["readings"]:
        step = GAME.act(table_asked(cible(300)).state, "A", Answer(f"= {reading}", 7), ScriptedDraws())
        assert step.state.position.challenge.said[-1].number == reading


def test_Z10_an_answer_that_was_heard_before_is_not_asked_back():
    table = table_asked(cible(300))
    assert refusal_of(table, "3 mille 5", verdict=Heard(number=None)).reason == "not_a_number"
    step = GAME.act(table.state, "A", Answer("3 mille 5", 7, Heard(number="3500")), ScriptedDraws())
    assert step.state.position.challenge.said[-1].number == "3500"


def test_Z12_a_drawn_number_is_proposed_in_the_same_ways():
    table = table_asked(chance("nearest", max=9000))
    assert refusal_of(table, "3 mille 5").reason == "number_unclear"
    step = GAME.act(table.state, "A", Answer("deux douzaines", 7), ScriptedDraws())
    assert step.state.position.challenge.said[-1].number == "24"
