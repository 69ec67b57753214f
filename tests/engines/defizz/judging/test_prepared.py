"""The answers of a question, got ready once, and what of them a guess is compared with."""

from __future__ import annotations

import pytest

from engines.defizz.deck import Chrono, PingPong, answers_of, built_in_deck
from engines.defizz.judging import judge_answer, prepared
from engines.defizz.judging.prepared import find_answers
from engines.defizz.judging.slips import MOST

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
