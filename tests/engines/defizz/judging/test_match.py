"""Is an answer right? Which mistakes are forgiven, and what people say around it (Z14)."""

import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.defizz.deck import Chrono, PingPong, answers_of, built_in_deck
from engines.defizz.judging import compare, judge_answer, read_number, read_words
from engines.defizz.judging.known import LONGEST, SHORTEST, familiarity, is_known, words_of_length
from engines.defizz.judging.posed import leave_out, only_asked
from engines.defizz.judging.prepared import shorter_wordings
from engines.defizz.judging.readings import in_french, without_chatter
from engines.defizz.judging.slips import mistakes_allowed, sound_of
from engines.defizz.judging.words import fold
from tests.engines.defizz.judging.hard import HARD

LINE = re.compile(
    r"(?P<mark>\S+) (?P<guess>.*) -> (?P<answers>.+?)(?: ! (?P<wrong>.+?))?(?: \? (?P<question>.+))?"
)
"""A line of the claims: see there."""


def claims() -> Iterator[tuple[str, list[str]]]:
    """Yield each claim with its lines."""
    text = Path(__file__).with_name("claims.txt").read_text("utf-8")
    for part in text.split("\n# ")[1:]:
        title, *lines = part.strip().split("\n")
        yield title, lines


def split(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(" | ")) if text else ()


def holds(line: str, claim: str) -> bool:
    """Whether the judge says what stands in a line."""
    parts = LINE.fullmatch(line)
    assert parts, line
    mark, groups = parts["mark"], tuple(map(split, parts["answers"].split(" , ")))
    verdict = compare(
        parts["guess"],
        groups,
        split(parts["wrong"]),
        exact=claim.endswith("[exact]"),
        question=parts["question"] or "",
    )
    if claim.endswith("[same]"):
        return verdict.reason == "same"
    return verdict.group == int(mark) if mark.isdigit() else verdict.right == (mark == "+")


@pytest.mark.parametrize(
    ("claim", "lines"), list(claims()), ids=lambda part: part if isinstance(part, str) else ""
)
def test_Z14_what_is_claimed_of_guesses_holds(claim, lines):
    assert [line for line in lines if not holds(line, claim)] == []


def verdict(guess, *wordings, reject=(), exact=False):
    return compare(guess, (wordings,), reject, exact=exact)


def right(guess, *wordings, **more):
    return verdict(guess, *wordings, **more).right


@pytest.mark.parametrize(("card", "answer", "guess"), HARD)
def test_Z14_hard_wrong_answers_to_the_french_deck_are_wrong(card, answer, guess):
    (question,) = (
        question
        for question in built_in_deck().card(card).questions
        if any(wordings[0] == answer for wordings in answers_of(question))
    )
    assert judge_answer(answer, question).right
    assert not judge_answer(guess, question).right


def test_Z14_what_cannot_be_seen_makes_no_difference():
    assert verdict("R\u200be\u202eims", "Reims").reason == "same"
    assert verdict("la  tour\u00a0Eiffel !", "tour Eiffel").reason == "same"


def test_Z14_none_up_to_4_letters_1_up_to_7_2_above():
    assert [mistakes_allowed("x" * many) for many in (1, 4, 5, 7, 8, 30)] == [0, 0, 1, 1, 2, 2]


@pytest.mark.parametrize(
    ("guess", "wording", "wrong", "reason"),
    [
        ("Rennes", "Reims", "Rennes", "listed_wrong"),
        ("paume", "pomme", "paume", "listed_wrong"),
        ("boulevarrd", "boulevard", "boulevarrds", "listed_wrong"),
    ],
)
def test_Z14_a_listed_near_miss_is_told_as_one(guess, wording, wrong, reason):
    assert verdict(guess, wording, reject=(wrong,)).reason == reason


def test_Z14_between_two_answers_it_is_none_or_the_first_not_yet_given():
    assert compare("Charrlees 14", (("Charrlees 1",), ("Charles 14",))).reason == "between"
    birds = PingPong(clue="?", text="?", mode="pingpong", answers=(("Autriche",), ("Autruche",)))
    assert [judge_answer("Autrche", birds, found).group for found in (frozenset(), {0}, {1})] == [0, 1, 0]
    assert judge_answer("Autrche", birds, frozenset({0, 1})).reason == "repeated"


def test_Z14_a_ping_pong_answer_counts_once():
    notes = PingPong(clue="?", text="?", mode="pingpong", answers=(("do", "ut"), ("ré",)))
    assert judge_answer("Ut", notes).group == 0
    assert judge_answer("do", notes, frozenset({0})).reason == "repeated"
    assert judge_answer("do", notes, frozenset({1})).right


def test_Z14_a_chrono_has_one_answer_in_several_wordings_and_its_question_is_known():
    words = {"clue": "?", "mode": "chrono"}
    city = Chrono(text="?", answers=("Reims", "la cité des sacres"), reject=("Rennes",), **words)
    assert [judge_answer(guess, city).right for guess in ("cité des sacres", "Rennes")] == [True, False]
    river = Chrono(text="Quel fleuve ?", answers=("Tamise",), **words)
    assert [judge_answer(guess, river).right for guess in ("fleuve Tamise", "fleuve")] == [True, False]


def test_Z14_nothing_is_credited_to_another_answer():
    card = built_in_deck().card("m019")
    posts = next(question for question in card.questions if isinstance(question, PingPong))
    names = [wordings[0] for wordings in posts.answers]
    found = judge_answer("ailier gauche", posts)
    assert found.group is None or names[found.group] == "ailier"
    assert judge_answer("ailier gauche", posts, frozenset({names.index("pilier")})).reason != "repeated"


def mistaken(text, many, random):
    """Return a text with so many letters changed, left out, doubled or exchanged with the next one."""
    letters = list(text)
    for _ in range(many):
        inside = [place for place in range(len(letters) - 1) if "".join(letters[place : place + 2]).isalpha()]
        place = random.choice(inside)
        kind = random.randrange(4)
        if kind == 0:
            letters[place] = random.choice("abcdefghijklmnopqrstuvwxyz")
        elif kind == 1:
            letters.insert(place, letters[place])
        elif kind == 2:
            del letters[place]
        else:
            letters[place], letters[place + 1] = letters[place + 1], letters[place]
    return "".join(letters)


@pytest.mark.parametrize(("many", "least"), [(1, 0.975), (2, 0.965)])
def test_Z14_mistakes_in_long_answers_are_nearly_always_forgiven(many, least):
    """But those that make another word of one: "sel ain" for "sel marin"."""
    random = Random(14)
    long_ones = [
        (question, place, wording)
        for card in built_in_deck().cards
        for question in card.questions
        if isinstance(question, Chrono | PingPong)
        for place, wordings in enumerate(answers_of(question))
        for wording in wordings
        if len((words := read_words(wording)).lead) > 7 and not words.numbers
    ]
    forgiven = [
        judge_answer(mistaken(text, many, random), question).group == place
        for question, place, text in long_ones
    ]
    assert sum(forgiven) >= least * len(long_ones)


FOLDING = "le la l’ un une des de d' 14 20 000 XIV vie 2e Ier cinq dix-sept St mille œil eaux Æ ℡ ﬁ İ V x"
TEXTS = st.text(st.characters(codec=None, exclude_categories=()), max_size=60) | st.lists(
    st.sampled_from(FOLDING.split())
).map(" ".join)
"""Any characters, lone surrogates, marks of direction and invisible ones among them; or words that fold."""
PIECES = ["a", "\u202e", "\u200b", "\ud800", "é", "ﷺ", "XIV ", "1", "les ", "c'est ", "mille ", "e\u0301"]
LONG_TEXTS = st.builds(
    lambda text, times: (text * times)[:4000], st.sampled_from(PIECES) | TEXTS, st.integers(1, 4000)
)
SAID = ("le", "la", "roi", "euh", "je", "dirais", "reims", "b", "14", "xiv", "de", "fleuve", "tamise", "non")
SPOKEN = st.lists(st.sampled_from(SAID)).map(" ".join)
SHORT = st.text(max_size=25)


@given(TEXTS)
def test_folding_twice_is_folding_once(text):
    assert fold(fold(text)) == fold(text)
    assert fold(text.upper()) == fold(text.upper().lower())
    words = read_words(text)
    assert read_words(words.whole).whole == words.whole


@given(st.lists(TEXTS, min_size=1, max_size=5), st.lists(TEXTS, max_size=5), st.booleans(), TEXTS)
def test_Z14_a_listed_wording_is_right_a_listed_near_miss_wrong(wordings, wrong, exact, guess):
    listed = {read_words(text).whole for text in wordings}
    reject = tuple(text for text in wrong if read_words(text).whole not in listed)
    for wording in wordings:
        assert verdict(wording, *wordings, reject=reject, exact=exact).reason == "same"
    for miss in reject:
        assert not right(miss, *wordings, reject=reject, exact=exact)
    assert right(guess, *wordings, reject=reject, exact=exact) in (True, False)


@given(SHORT, st.lists(st.lists(SHORT, min_size=1, max_size=3).map(tuple), min_size=1, max_size=4).map(tuple))
def test_Z14_any_text_is_judged_and_a_listed_one_is_right(guess, groups):
    found = compare(guess, groups, question="Nommez un pays.")
    assert found.right == (found.group is not None)
    assert compare(groups[0][0], groups, question="Nommez un pays.").right


@given(LONG_TEXTS)
@settings(max_examples=50)
def test_texts_of_4000_characters_are_judged(text):
    assert not right(text, "une réponse tout à fait introuvable")
    assert right(text, text) or not read_words(text).whole
    assert read_number(text) is None or len(text) <= 60 or not text.strip()


@given(SPOKEN, SPOKEN)
def test_Z14_leaving_out_leaves_something(guess, question):
    words = guess.split()
    for rest in leave_out(words, question):
        assert rest
        assert len(rest) < len(words)
    assert only_asked(words, guess) or any(len(word) == 1 for word in words)
    assert without_chatter(guess) or not guess


@given(st.text(max_size=60))
def test_any_text_may_be_looked_up_and_has_a_sound(text):
    assert familiarity(text) >= 0
    assert is_known(text) == (text in set(words_of_length(len(text))))
    assert len(sound_of(text.split())) <= 3 * len(text)


def test_the_known_words_are_in_order_and_found():
    lists = [list(words_of_length(length)) for length in range(SHORTEST, LONGEST + 1)]
    assert 200_000 < sum(map(len, lists)) < 210_000
    for words in lists:
        assert words == sorted(set(words))
        assert all(map(is_known, words[:: max(1, len(words) // 50)]))
    assert familiarity("maison") > familiarity("gypse") > 0 == familiarity("mezon")


def test_in_french_knows_no_french_name_by_another():
    assert (in_french("spain"), in_french("espagne")) == ("Espagne", None)


def test_what_is_short_for_two_answers_is_short_for_none():
    groups = (("rue Lafayette",), ("boulevard Lafayette",), ("rue Mogador",))
    shorts = shorter_wordings(groups, ("place Vendôme",), "Nommez des rues.")
    assert "lafayette" not in {short for texts in shorts for short in texts}
    assert "mogador" in shorts[2]
    assert shorter_wordings((("or",), ("fer",)), (), "Quels métaux ?") == ()
