"""The built-in French deck: what it holds, how it is spread, and that the judging knows its own answers."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from itertools import combinations

import pytest
from babel import Locale
from rapidfuzz import fuzz

from engines.defizz.deck import Chance, Chrono, Cible, PingPong, answers_of, built_in
from engines.defizz.judging import compare, is_blank

DECK = built_in()
QUESTIONS = [(card, question) for card in DECK.cards for question in card.questions]
LISTED = [question for _, question in QUESTIONS if isinstance(question, Chrono | PingPong)]
PILES = ("duel", "multi")
LEAST = {"chrono": 180, "cible": 140, "pingpong": 120, "chance": 60}
"""How many questions of each mode there are at least."""
MODES = re.compile(r"\b(chrono|cible|ping pong|pingpong|duel|multi|hasard|chance)\b")
CHANGING = re.compile(r"\b(actuel(le)?s?|actuellement|aujourd hui|record)\b")
FRENCH = Locale("fr")
COUNTRIES = {
    "Nommez les douze pays indépendants d’Amérique du Sud.",
    "Nommez les huit pays qui ont une frontière terrestre avec la France métropolitaine",
    "Nommez les neuf pays qui ont une frontière terrestre avec l’Allemagne.",
    "Nommez les dix pays que le Danube traverse ou borde.",
    "Nommez les six pays que le Rhin traverse ou borde, des Alpes à la mer.",
}
"""Lists of countries, by how their texts begin; the names are those of the Unicode project's French."""


def plain(text: str) -> str:
    """Small letters and digits alone, single spaces."""
    apart = unicodedata.normalize("NFD", text.casefold())
    return re.sub(r"[^a-z0-9]+", " ", "".join(c for c in apart if not unicodedata.combining(c))).strip()


def said_in(wording: str, text: str) -> bool:
    return len(plain(wording)) > 2 and f" {plain(wording)} " in f" {plain(text)} "


def test_it_has_two_full_piles_of_636_questions() -> None:
    assert [len(DECK.pile(pile)) for pile in PILES] == [106, 106]
    assert len(QUESTIONS) == 636


def test_each_mode_is_there_often_enough_and_in_both_piles() -> None:
    modes = Counter(question.mode for _, question in QUESTIONS)
    assert {mode: modes[mode] >= least for mode, least in LEAST.items()} == dict.fromkeys(LEAST, True)
    for pile in PILES:
        assert {question.mode for card, question in QUESTIONS if card.pile == pile} == set(LEAST)


def test_the_themes_are_varied() -> None:
    tags = Counter(tag for _, question in QUESTIONS for tag in question.tags)
    assert len(tags) >= 14
    assert max(tags.values()) <= 0.15 * len(QUESTIONS)
    assert all(question.tags for _, question in QUESTIONS)


def test_a_card_offers_a_choice_of_themes_and_modes() -> None:
    for card in DECK.cards:
        for one, other in combinations(card.questions, 2):
            assert not set(one.tags) & set(other.tags), card.id
        assert len({question.mode for question in card.questions}) >= 2, card.id


def test_every_question_says_where_it_was_checked_and_how_hard_it_is() -> None:
    for card, question in QUESTIONS:
        assert question.source, card.id
        assert question.licence == "CC0-1.0", card.id
        assert question.difficulty in (1, 2, 3), card.id


def test_clues_give_away_neither_the_mode_nor_the_answer() -> None:
    for card, question in QUESTIONS:
        assert not MODES.search(plain(question.clue)), (card.id, question.clue)
        for wordings in answers_of(question):
            assert not any(said_in(wording, question.clue) for wording in wordings), (card.id, question.clue)


def test_no_answer_stands_in_its_own_question() -> None:
    for card, question in QUESTIONS:
        for wordings in answers_of(question):
            assert not any(said_in(wording, question.text) for wording in wordings), (card.id, question.text)


def test_no_question_asks_for_what_may_change() -> None:
    assert [question.text for _, question in QUESTIONS if CHANGING.search(plain(question.text))] == []


def test_no_two_questions_are_the_same_in_other_words() -> None:
    texts = [plain(question.text) for _, question in QUESTIONS]
    assert len(set(texts)) == len(texts)
    alike = [(a, b) for a, b in combinations(texts, 2) if fuzz.token_sort_ratio(a, b) >= 92]
    assert [pair for pair in alike if answers_by_text(pair[0]) == answers_by_text(pair[1])] == []


def test_no_two_questions_have_the_same_list_of_answers() -> None:
    lists = [
        frozenset(plain(wordings[0]) for wordings in question.answers)
        for _, question in QUESTIONS
        if isinstance(question, PingPong)
    ]
    assert len(set(lists)) == len(lists)


def answers_by_text(text: str) -> object:
    (question,) = (question for _, question in QUESTIONS if plain(question.text) == text)
    return question.number if isinstance(question, Cible) else answers_of(question)


@pytest.mark.parametrize("question", LISTED, ids=lambda question: question.text[:60])
def test_every_wording_is_judged_right_and_every_near_miss_wrong(question: Chrono | PingPong) -> None:
    groups, exact = answers_of(question), isinstance(question, Chrono) and question.exact
    for place, wordings in enumerate(groups):
        for wording in wordings:
            verdict = compare(wording, groups, question.reject, exact=exact)
            assert (verdict.right, verdict.group) == (True, place), wording
    for miss in question.reject:
        assert not compare(miss, groups, question.reject, exact=exact).right, miss


def test_luck_is_explained_and_never_blank() -> None:
    for card, question in QUESTIONS:
        if isinstance(question, Chance):
            assert not is_blank(question.text), card.id
            assert (question.max is not None) == (question.resolver == "nearest"), card.id


@pytest.mark.parametrize("text", sorted(COUNTRIES))
def test_countries_are_called_as_in_the_unicode_project(text: str) -> None:
    names = {plain(name) for code, name in FRENCH.territories.items() if len(code) == 2}
    (question,) = (q for _, q in QUESTIONS if isinstance(q, PingPong) and q.text.startswith(text))
    for wordings in question.answers:
        assert {plain(wording) for wording in wordings} & names, wordings


def test_months_and_days_are_all_there() -> None:
    days = {plain(name) for name in Locale("en").days["stand-alone"]["wide"].values()}
    (question,) = (q for _, q in QUESTIONS if q.text.endswith("en anglais, les sept jours de la semaine ?"))
    assert isinstance(question, PingPong)
    assert {plain(wordings[0]) for wordings in question.answers} == days
