"""What is refused, and why: who may not speak, and what may not be said (C5)."""

from __future__ import annotations

import json

import pytest

from engines import GAMES
from engines.core.protocol import Protocol
from engines.defizz.model import Accept, Answer, AskQuestion, Choose, Judge, Name, Pass, Refuse, Roll
from tests.engines.defizz.decks import MIXED, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, MULTI_100, Table

CITIES = deck(chrono("Reims"))


def test_C5_the_reader_may_not_answer():
    for question in (chrono("Reims"), cible(7), pingpong("do", "ré")):
        table = Table("ABCD", deck(question)).multi()
        assert table.refused("D", Answer("Reims", 1)) == ("not_your_turn", "reads")
        assert table.refused("D", Pass()) == ("not_your_turn", "reads")


def test_C5_only_the_reader_judges_names_and_chooses():
    table = Table("ABC", CITIES).multi()
    table.answer("A", "Lyon", 1)
    for action in (Judge(right=True), Name("A"), AskQuestion(0)):
        assert table.refused("A", action) == ("not_your_turn", "not_the_reader")


def test_C5_who_refused_the_raise_may_not_answer():
    table = Table("ABCD", CITIES).roll(MULTI_100).choose(0, None, 300).refuse("B")
    assert table.refused("B", Accept()) == ("not_your_turn", "refused")
    table.accept("C")
    assert table.refused("B", Answer("Reims", 1)) == ("not_your_turn", "refused")


def test_C5_who_was_not_challenged_may_not_answer():
    table = Table("ABCD", CITIES).duel("B")
    assert table.refused("C", Answer("Reims", 1)) == ("not_your_turn", "takes_no_part")


def test_C5_after_the_deadline_nobody_may_answer():
    table = Table("ABCD", CITIES, reader="bot").multi().timeout()
    assert table.refused("B", Answer("Reims", 1))[0] == "not_your_turn"
    assert table.refused("A", Answer("Reims", 1)) == ("illegal_action", "not_now")


def test_C5_nobody_answers_twice_or_out_of_turn():
    table = Table("ABC", deck(cible(100)), reader="bot").multi()
    assert table.refused("B", Answer("7")) == ("not_your_turn", "not_your_turn")
    table.answer("A", "7")
    assert table.refused("A", Answer("8")) == ("not_your_turn", "already_answered")


def test_C5_who_is_out_or_gone_may_do_nothing():
    table = Table("ABCDE", CITIES).with_chips(19, 0, 19, 19, 19).leave("C")
    assert table.refused("B", Roll()) == ("not_your_turn", "eliminated")
    assert table.refused("C", Roll()) == ("not_your_turn", "left")


@pytest.mark.parametrize("action", [Refuse(), Judge(right=True), Answer("x", 1), Choose(0, "B", 100)])
def test_C5_each_action_has_its_phase(action):
    assert Table("ABC").refused("A", action) == ("illegal_action", "not_now")


@pytest.mark.parametrize("text", ["", "   ", "\u200b\u200f", "!?…", "\u202e", "\n"])
def test_C5_an_answer_says_something(text):
    assert Table("ABCD", CITIES).multi().refused("A", Answer(text, 1)) == ("illegal_action", "answer_empty")


def test_C5_an_answer_is_not_endless():
    table = Table("ABCD", CITIES).multi()
    assert table.refused("A", Answer("Reims " * 700, 1)) == ("illegal_action", "answer_too_long")
    assert table.answer("A", "x" * 200, 1).turn == "answer BC"


def test_C5_marks_that_turn_the_text_or_cannot_be_seen_change_no_verdict():
    table = (
        Table("ABCD", CITIES, reader="bot").multi().answer("A", "\u202eRe\u200bi\u200fms\u00ad", 1).settle()
    )
    assert table.public.last.winner == "A"


def request(protocol: Protocol, line: str) -> dict:
    return json.loads(protocol.answer(line.encode()))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        ('{"type":"choose","question":0,"opponent":"B","stake":1e308}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":1e999}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":NaN}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":100.5}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":"100"}', "bad_request"),
        ('{"type":"choose","question":true,"opponent":"B","stake":100}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":2,"stake":100}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":100,"more":1}', "bad_request"),
        ('{"type":"choose","question":0,"opponent":"B","stake":-100}', "illegal_action"),
        ('{"type":"choose","question":0,"opponent":"B","stake":150}', "illegal_action"),
        ('{"type":"choose"}', "illegal_action"),
        ('{"type":"answer"}', "bad_request"),
        ('{"type":"answer","text":"Reims","at":1.5}', "bad_request"),
        ('{"type":"judge"}', "bad_request"),
        ('{"type":"name","seat":null}', "bad_request"),
        ('{"type":"help","at":1}', "bad_request"),
    ],
)
def test_C5_bad_actions_over_the_protocol_change_nothing(action, code):
    protocol = Protocol(GAMES)
    options = {"first": "A", "shuffle": False, "deck": MIXED}
    started = {"do": "start", "game": "defizz", "seats": ["A", "B", "C"], "options": options, "draws": [1]}
    assert request(protocol, json.dumps(started))["ok"]
    assert request(protocol, '{"do":"act","seat":"A","action":{"type":"roll"}}')["ok"]
    before = request(protocol, '{"do":"dump"}')
    answer = request(protocol, f'{{"do":"act","seat":"A","action":{action}}}')
    assert answer["error"]["code"] == code
    assert request(protocol, '{"do":"dump"}') == before


def test_C2_a_script_that_runs_out_changes_nothing():
    protocol = Protocol(GAMES)
    options = {"first": "A", "shuffle": False, "deck": MIXED}
    started = {"do": "start", "game": "defizz", "seats": ["A", "B", "C"], "options": options}
    assert request(protocol, json.dumps(started))["ok"]
    before = request(protocol, '{"do":"dump"}')
    answer = request(protocol, '{"do":"act","seat":"A","action":{"type":"roll"}}')
    assert answer["error"]["code"] == "draws_exhausted"
    assert request(protocol, '{"do":"dump"}') == before


def test_choices_are_listed_without_what_they_leave_out():
    protocol = Protocol(GAMES)
    options = {"first": "A", "shuffle": False, "deck": MIXED, "enrichment": True}
    started = {"do": "start", "game": "defizz", "seats": ["A", "B", "C"], "options": options, "draws": [4]}
    assert request(protocol, json.dumps(started))["ok"]
    assert request(protocol, '{"do":"act","seat":"A","action":{"type":"roll"}}')["ok"]
    listed = request(protocol, '{"do":"legal","seat":"A"}')["actions"]
    assert listed == [{"type": "help"}, *({"type": "choose", "question": place} for place in range(3))]


def test_too_many_stakes_are_named_by_their_types():
    rich = Table("AB", CITIES, reader="bot", enrichment=True, bank=5_000_500)
    rich.given(bank=0, chips=(5_000_000, 500), lost=0).roll(DUEL_100)
    listed = rich.legal("A")
    assert [action.type for action in listed] == ["help"]
    assert rich.choose(0, "B", 4_999_900).turn == "raise B"
