"""The built-in decks: what they hold, how they are spread, and that the judging knows their own answers."""

import re
from collections import Counter, defaultdict
from itertools import combinations
from typing import Final, NamedTuple

import pytest
from rapidfuzz import fuzz
from text_to_num import alpha2digit

from engines.defizz.deck import Card, Chance, Chrono, Cible, Deck, PingPong, Question, answers_of
from engines.defizz.judging import compare, is_blank
from tests.engines.defizz.french import DECK, QUESTIONS, TODAY, TODAYS, plain, questions_of, said_in

ALL = QUESTIONS + TODAYS
"""What the mixed deck asks."""
LISTED = [question for _, question in ALL if isinstance(question, Chrono | PingPong)]
PILES = ("duel", "multi")


class Measure(NamedTuple):
    """What one deck holds: its cards a pile, its questions of each mode at least, its years at most."""

    deck: Deck
    cards: int
    least: dict[str, int]
    years: int


MEASURES: Final = {
    "fr": Measure(DECK, 106, {"chrono": 180, "cible": 140, "pingpong": 120, "chance": 60}, 40),
    "aujourdhui": Measure(TODAY, 69, {"chrono": 120, "cible": 100, "pingpong": 85, "chance": 25}, 0),
}
MODES = re.compile(r"\b(chrono|cible|ping pong|pingpong|duel|multi|hasard|chance)\b")
YEARS = re.compile(r"\b(quelle annee|annee laquelle)\b")
CHANGING = re.compile(r"\b(actuel(le)?s?|actuellement|aujourd hui|record)\b")
PAGE = re.compile(r"https?://(?:www\.)?(?P<site>[^/\s]+)/(?P<page>[^\s%?#]{2,})")
"""An address of one page as people write it: no bare site, nothing encoded, no query."""
PLURALS = re.compile(r"\w+[sxz]\b|av\. J\.-C\.|%")
LOOSE_TYPE = re.compile(r"['\"\u00a0\u202f]|\.\.\.|  |[^ ][?!;:»]|«[^ ]")
UNELIDED = re.compile(
    r"\b(?:de|le|la|que|ne|se|je|me|te|ce|jusque|lorsque|puisque) (?=[aeiouéèêàâîôûœ])", re.I
)


@pytest.fixture(params=list(MEASURES.values()), ids=list(MEASURES))
def measure(request: pytest.FixtureRequest) -> Measure:
    chosen: Measure = request.param
    return chosen


@pytest.fixture
def asked(measure: Measure) -> list[tuple[Card, Question]]:
    """The questions of the deck, with their cards."""
    return questions_of(measure.deck)


def test_it_has_two_full_piles(measure: Measure) -> None:
    assert [len(measure.deck.pile(pile)) for pile in PILES] == [measure.cards] * 2
    assert {len(card.questions) for card in measure.deck.cards} == {3}


def test_each_mode_is_there_often_enough_and_in_both_piles(
    measure: Measure, asked: list[tuple[Card, Question]]
) -> None:
    modes = Counter(question.mode for _, question in asked)
    assert {mode: modes[mode] >= least for mode, least in measure.least.items()} == dict.fromkeys(
        measure.least, True
    )
    for pile in PILES:
        assert {question.mode for card, question in asked if card.pile == pile} == set(measure.least)


def test_few_numbers_are_years(measure: Measure, asked: list[tuple[Card, Question]]) -> None:
    numbers = [question for _, question in asked if isinstance(question, Cible)]
    assert sum(bool(YEARS.search(plain(question.text))) for question in numbers) <= measure.years


def test_duels_over_what_everybody_knows_have_an_odd_length() -> None:
    """Two who know an even list say it all, and the one who began is left without a word."""
    for card, question in ALL:
        if card.pile == "duel" and isinstance(question, PingPong) and question.difficulty == 1:
            assert len(question.answers) % 2, (card.id, question.text)


def test_most_lists_are_short(asked: list[tuple[Card, Question]]) -> None:
    lists = [question.answers for _, question in asked if isinstance(question, PingPong)]
    assert sum(5 <= len(answers) <= 15 for answers in lists) >= 0.95 * len(lists)
    assert max(map(len, lists)) <= 26


def test_at_least_half_of_the_questions_have_a_story(asked: list[tuple[Card, Question]]) -> None:
    told = [question.anecdote for _, question in asked if question.anecdote]
    assert 2 * len(told) >= len(asked)
    assert len(set(told)) == len(told)


def test_the_themes_are_varied(asked: list[tuple[Card, Question]]) -> None:
    tags = Counter(tag for _, question in asked for tag in question.tags)
    assert len(tags) >= 14
    assert max(tags.values()) <= 0.15 * len(asked)
    assert all(question.tags for _, question in asked)


def test_a_card_offers_a_choice_of_themes_and_modes() -> None:
    for card in (*DECK.cards, *TODAY.cards):
        for one, other in combinations(card.questions, 2):
            assert not set(one.tags) & set(other.tags), card.id
        assert len({question.mode for question in card.questions}) >= 2, card.id


def test_every_question_says_where_it_was_checked_and_how_hard_it_is() -> None:
    for card, question in ALL:
        assert question.source, card.id
        assert question.licence == "CC0-1.0", card.id
        assert question.difficulty in (1, 2, 3), card.id


def test_every_source_leads_to_one_page_or_passage(asked: list[tuple[Card, Question]]) -> None:
    sites = defaultdict(set)
    for card, question in asked:
        for part in re.split(r" ; | : (?=http)", question.source or ""):
            page = PAGE.fullmatch(part)
            assert (
                page or (re.search(r"\d|, |\(", part) and "//" not in part) or isinstance(question, Chance)
            ), card.id
            if page:
                sites[page["site"]].add(part.partition(page["site"])[0])
    assert [site for site, ways in sites.items() if len(ways) > 1] == []
    sources = Counter(question.source for _, question in asked if not isinstance(question, Chance))
    assert max(sources.values()) <= 3
    assert len({site_or_work(source) for source in sources}) >= 60


def site_or_work(source: str) -> str:
    return source.split("/")[2] if source.startswith("http") else source.partition(",")[0]


def test_a_list_is_as_long_as_its_question_says() -> None:
    for card, question in ALL:
        if isinstance(question, PingPong):
            said = [int(n) for n in re.findall(r"\d+", alpha2digit(question.text, "fr", threshold=0))]
            assert len(question.answers) in (*said, sum(said)), (card.id, question.text)


def test_a_unit_reads_right_behind_its_number() -> None:
    for card, question in ALL:
        if isinstance(question, Cible) and question.unit:
            assert abs(question.number) < 2 or PLURALS.match(question.unit), (card.id, question.unit)


def test_the_type_is_set_as_elsewhere() -> None:
    for card, question in ALL:
        for line in (question.clue, question.text):
            assert not LOOSE_TYPE.search(line), (card.id, line)
            assert not UNELIDED.search(line), (card.id, line)
        assert not LOOSE_TYPE.search(question.anecdote or ""), (card.id, question.anecdote)
        for sentence in (question.text, question.anecdote or "."):
            assert sentence[-1] in ".?!»", (card.id, sentence)


def test_clues_give_away_neither_the_mode_nor_the_answer() -> None:
    for card, question in ALL:
        assert not MODES.search(plain(question.clue)), (card.id, question.clue)
        for wordings in answers_of(question):
            assert not any(said_in(wording, question.clue) for wording in wordings), (card.id, question.clue)


def test_no_answer_stands_in_its_own_question() -> None:
    for card, question in ALL:
        for wordings in answers_of(question):
            assert not any(said_in(wording, question.text) for wording in wordings), (card.id, question.text)


def test_no_question_asks_for_what_may_change() -> None:
    assert [question.text for _, question in ALL if CHANGING.search(plain(question.text))] == []


def test_no_two_questions_are_the_same_in_other_words() -> None:
    assert len({plain(question.clue) for _, question in ALL}) == len(ALL)
    sorted_words = {" ".join(sorted(plain(question.text).split())): question for _, question in ALL}
    assert len(sorted_words) == len(ALL)
    for (one, asked), (other, too) in combinations(sorted_words.items(), 2):
        alike = fuzz.ratio(one, other, score_cutoff=60)
        assert alike < 88, (asked.text, too.text)
        assert not alike or wanted(asked) != wanted(too), (asked.text, too.text)


def wanted(question: object) -> object:
    """What is to be said or done; luck has nothing to say, so each of its questions is its own."""
    if isinstance(question, Chance):
        return question.text
    return question.number if isinstance(question, Cible) else answers_of(question)


def test_no_two_races_are_won_by_the_same_word() -> None:
    winners = [
        plain(wording) for q in LISTED if isinstance(q, Chrono) for wording in {*map(plain, q.answers)}
    ]
    assert [wording for wording, times in Counter(winners).items() if times > 1] == []


def test_no_question_gives_another_one_away() -> None:
    """An answer may stand in another question only where nothing else rare does."""
    said = [f" {plain(question.text)} " for _, question in ALL]
    often = Counter(word for text in said for word in set(text.split()))
    rare = [{word for word in text.split() if often[word] <= 6 and len(word) > 3} for text in said]
    for one, (_, question) in enumerate(ALL):
        for wording in given_away(question):
            for other in [place for place, text in enumerate(said) if wording in text and place != one]:
                assert len(rare[one] & rare[other]) < 2, (question.text, ALL[other][1].text)


def given_away(question: object) -> list[str]:
    """What must not be read elsewhere: the wordings of a race, a year or another big number."""
    if isinstance(question, Cible):
        return [f" {question.number} "] if question.number > 100 else []
    return [f" {plain(wording)} " for wording in question.answers] if isinstance(question, Chrono) else []


def test_no_two_questions_have_the_same_list_of_answers() -> None:
    lists = [
        frozenset(plain(wordings[0]) for wordings in question.answers)
        for _, question in ALL
        if isinstance(question, PingPong)
    ]
    assert len(set(lists)) == len(lists)


def test_every_wording_is_judged_right_and_every_near_miss_wrong() -> None:
    misjudged: list[tuple[str, str]] = []
    for question in LISTED:
        groups, exact = answers_of(question), isinstance(question, Chrono) and question.exact
        for place, wordings in enumerate(groups):
            verdicts = {w: compare(w, groups, question.reject, exact=exact) for w in wordings}
            wrong = [w for w, verdict in verdicts.items() if (verdict.right, verdict.group) != (True, place)]
            misjudged += [(question.text, wording) for wording in wrong]
        right = [m for m in question.reject if compare(m, groups, question.reject, exact=exact).right]
        misjudged += [(question.text, miss) for miss in right]
    assert misjudged == []


def test_luck_is_explained_and_never_blank() -> None:
    for card, question in ALL:
        if isinstance(question, Chance):
            assert not is_blank(question.text), card.id
            assert (question.max is not None) == (question.resolver == "nearest"), card.id
            assert question.max is None or str(question.max) in question.text, card.id
