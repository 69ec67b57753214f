"""The judge by itself: lines in, verdicts out, what it says of a deck, and answers got ready once."""

import io
import json
import sys
from dataclasses import replace

import pytest

from engines.defizz.deck import Chrono, PingPong, answers_of, built_in_deck
from engines.defizz.judging import __main__ as judge
from engines.defizz.judging import judge_answer, prepared
from engines.defizz.judging.check import check_deck, check_question
from engines.defizz.judging.prepared import find_answers
from engines.defizz.judging.slips import MOST


class Lines(io.StringIO):
    """Standard input or output, whose encoding may be set."""

    def reconfigure(self, **how):
        assert how["encoding"] == "utf-8"


def run(monkeypatch, lines, *arguments):
    output, errors = Lines(), io.StringIO()
    monkeypatch.setattr(sys, "stdin", Lines(lines))
    monkeypatch.setattr(sys, "stdout", output)
    monkeypatch.setattr(sys, "stderr", errors)
    status = judge.main(list(arguments))
    return status, output.getvalue(), errors.getvalue()


def a_deck(**question):
    luck = {"clue": "?", "text": "?", "mode": "chance", "resolver": "highest"}
    number = {"clue": "?", "text": "Combien ?", "mode": "cible", "number": 12, "unit": "km"}
    asked = {"clue": "?", "text": "Quel fleuve ?", "mode": "chrono", "answers": ["Tamise"], **question}
    cards = [{"id": pile, "pile": pile, "questions": [asked, number, luck]} for pile in ("duel", "multi")]
    return {"format": 1, "name": "x", "language": "fr", "licence": "CC0", "cards": cards}


def test_lines_are_judged_in_order(monkeypatch, tmp_path):
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps(a_deck()), "utf-8")
    lines = "duel.1\tfleuve Tamize\nduel.1\tSeine\r\nduel.2\t12 km\nduel.2\tbeaucoup\nduel.3\t5\nduel.1\t\n"
    status, output, errors = run(monkeypatch, lines, "--deck", str(deck))
    assert [line.split("\t")[2] for line in output.splitlines()] == [
        *("accept", "refuse", "accept", "refuse", "refuse", "refuse")
    ]
    assert [line.rsplit("\t", 1)[0] for line in output.splitlines()] == lines.replace("\r", "").splitlines()
    assert (status, errors) == (0, "")


@pytest.mark.parametrize("line", ["x.1\tReims", "d001.4\tReims", "Reims", "d001\tReims", ""])
def test_lines_without_a_question_are_refused_and_said(monkeypatch, line):
    status, output, errors = run(monkeypatch, f"{line}\n")
    assert (status, output.count("\n"), output.endswith("\trefuse\n")) == (1, 1, True)
    assert "line 1: the deck has no question" in errors


@pytest.mark.parametrize("text", ["", "[]", "{", '{"format": 2}'])
def test_what_is_no_deck_is_said(monkeypatch, tmp_path, text):
    deck = tmp_path / "deck.json"
    deck.write_text(text, "utf-8")
    status, output, errors = run(monkeypatch, "", "--deck", str(deck))
    assert (status, output) == (2, "")
    assert "is no deck" in errors
    assert run(monkeypatch, "", "--deck", str(tmp_path / "none.json"))[0] == 2


def test_a_check_tells_what_collides_what_would_pass_and_what_is_missing(monkeypatch, tmp_path):
    poets = PingPong(
        clue="?",
        text="Nommez trois poètes.",
        mode="pingpong",
        answers=(("Victor Hugo", "Hugo"), ("André Breton",), ("Apollinaire",), ("Charlotte", "Ronsardd")),
        reject=("Ronsard",),
    )
    told = {(found.what, found.text) for found in check_question("d001.1", poets)}
    assert ("is missing", "Breton") in told
    assert not any(text == "Hugo" for _, text in told)
    fruits = PingPong(clue="?", text="?", mode="pingpong", answers=(("groseille",), ("grozeille",)))
    assert [found.what for found in check_question("d001.1", fruits)][:1] == ["collides"]
    moore = Chrono(clue="?", text="Qui ?", mode="chrono", answers=("mandarine",))
    assert all(found.what == "would pass" for found in check_question("d001.1", moore))
    deck = tmp_path / "deck.json"
    deck.write_text(json.dumps(a_deck(answers=["Galois"])), "utf-8")
    status, output, _ = run(monkeypatch, "", "--deck", str(deck), "--check")
    assert status == 0
    assert "duel.1\twould pass\tgallois\t(Galois)" in output.splitlines()


def test_few_wordings_of_the_built_in_deck_collide():
    deck = built_in_deck()
    some = replace(
        deck, cards=tuple(card for card in deck.cards if card.id in ("d062", "m045", "m061", "m106"))
    )
    assert sum(found.what == "collides" for found in check_deck(some)) <= 2


WORDS = ("If", "Brel", "Reims", "Vian", "Le Mans", "Anvers", "Boris Vian", "Château-Thierry")


@pytest.mark.parametrize("answers", [(), ("A",), WORDS])
def test_a_guess_is_compared_with_all_spellings_of_about_its_length(answers: tuple[str, ...]) -> None:
    spellings = find_answers(tuple((answer,) for answer in answers), ()).all
    assert len(spellings.texts) == len(spellings.wordings) >= len(answers)
    assert bool(spellings) is bool(answers)
    for length in range(60):
        begin, texts = spellings.around(length)
        near = [text for text in spellings.texts if abs(len(text) - length) <= MOST]
        assert sorted(texts) == sorted(near)
        assert spellings.texts[begin : begin + len(texts)] == texts


def test_a_question_is_got_ready_once() -> None:
    for kind in (Chrono, PingPong):
        questions = (question for card in built_in_deck().cards for question in card.questions)
        question = next(question for question in questions if isinstance(question, kind))
        wording = answers_of(question)[0][0]
        judge_answer(wording, question)
        kept = len(prepared._kept), prepared._kept.weight
        assert judge_answer(f"euh {wording}", question).right
        assert (len(prepared._kept), prepared._kept.weight) == kept


def test_each_list_has_its_own_answers() -> None:
    """They are found by which tuples a question has: one that is gone must not lend its place to the next."""
    for number in range(200):
        groups = tuple((f"{word} {number}",) for word in WORDS * 2)
        assert f"reims{number}" in find_answers(groups, ()).same
        del groups
