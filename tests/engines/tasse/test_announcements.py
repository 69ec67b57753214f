"""Announcing in words (T8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.tasse.announcements import names_a_score, read
from engines.tasse.model import Say
from tests.support.engines import Cup

ACCEPTED = {
    "32": ["32", "3 2", "trente-deux", "trente deux", "TRENTE  DEUX", " 32 ", "3-2"],
    "41": ["41", "4 1", "quarante et un", "quarante-et-un", "Quarante et Un"],
    "42": ["42", "quarante-deux"],
    "51": ["51", "cinquante et un"],
    "53": ["53", "cinquante-trois"],
    "54": ["54", "cinquante-quatre"],
    "62": ["62", "soixante-deux"],
    "64": ["64", "6 4", "soixante-quatre", "Soixante‑Quatre", "soixánte quatre"],
    "65": ["65", "soixante-cinq"],
    "11": ["double 1", "double un", "double as", "douglas", "Douglas", "DOUBLE-AS"],
    "22": ["double 2", "double deux"],
    "33": ["double 3", "double trois"],
    "44": ["double 4", "double quatre"],
    "66": ["double 6", "double six"],
    "21": [
        "21",
        "2 1",
        "vingt et un",
        "vingt-et-un",
        "twenty one",
        "Twenty-One",
        "ultimous fabulous magnificous",
    ],
}

SLIPS = [
    *("11", "1 1", "onze", "22", "2 2", "vingt-deux", "33", "trente-trois", "66", "soixante-six"),
    *("52", "cinquante-deux", "61", "43", "55", "double 5", "double cinq", "31", "trente et un", "63"),
    *("46", "12", "7", "sept", "neuf", "9", "joker", "le joker !", "double", "double 7", "777", "0", "64 !"),
    *("64.", "quarante-un", "l'as", "un", "six quatre", "twenty", "ultimous", "j'ai 64", "64 ou 65", "six"),
    *("_un_", "__double__ !"),
]

NOTHING = [
    "",
    " ",
    "bof",
    "je passe",
    "douglas adams",
    "fabulous magnificous",
    "unique",
    "sixte",
    "🎲🎲",
    "a" * 4000,
]


@pytest.mark.parametrize(
    ("score", "text"), [(score, text) for score, texts in ACCEPTED.items() for text in texts]
)
def test_T8_accepted_wordings(score, text):
    assert read(text) == score
    assert names_a_score(text)


@pytest.mark.parametrize("text", SLIPS)
def test_T8_a_wrong_or_missing_score_costs_a_point_from_zero(text):
    cup = Cup("ABC").roll("A", 6, 4).say("A", text)
    assert cup.told == ["misannounced", "scored", "restarted"]
    assert (cup.points, cup.public.current, cup.public.announcement) == ("1 0 0", "A", None)
    assert cup.position.dice is None


@pytest.mark.parametrize("text", NOTHING)
def test_T8_a_text_that_names_no_score_is_only_refused(text):
    cup = Cup("ABC").roll("A", 6, 4)
    assert cup.refused("A", Say(text)) == ("illegal_action", "no_score_named")


def test_T8_a_good_announcement_in_words_passes_the_cup():
    cup = Cup("ABC").roll("A", 1, 1).say("A", "Douglas")
    assert cup.event("announced").text == "Douglas"
    assert (cup.public.announcement.score, cup.public.current) == ("11", "B")


def test_T8_below_the_standing_one_costs_a_point_and_equal_does_not():
    cup = Cup("ABC").pass_on("A", "64").roll("B", 3, 2)
    low = Cup("ABC").pass_on("A", "64").roll("B", 3, 2).say("B", "62")
    assert (low.points, low.public.current, low.event("misannounced").to_match) == ("0 1 0", "B", "64")
    assert cup.say("B", "soixante-quatre").public.current == "C"


def test_T8_a_slip_that_puts_out_passes_the_cup_to_the_next():
    cup = Cup("ABC").given(points=(9, 0, 0)).roll("A", 6, 4).say("A", "33")
    assert (cup.public.in_play, cup.public.current) == (("B", "C"), "B")


def test_T8_guided_tables_refuse_words():
    cup = Cup("AB", announce="guided").roll("A", 6, 4)
    assert cup.refused("A", Say("64")) == ("illegal_action", "guided_only")
    assert cup.refused("A", Say("33")) == ("illegal_action", "guided_only")
    assert cup.announce("A", "64").public.current == "B"


@given(st.text())
def test_T8_any_text_is_heard_as_a_score_a_slip_or_nothing(text):
    if read(text) is not None:
        assert names_a_score(text)
    if any(letter in "0123456789" for letter in text):
        assert names_a_score(text)
