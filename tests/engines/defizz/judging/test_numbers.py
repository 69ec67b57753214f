"""Reading a proposed number (Z10)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.defizz.judging import digits, read_number


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1789", "1789"),
        (" 1 789 ", "1789"),
        ("1\u00a0789", "1789"),
        ("1\u202f789", "1789"),
        ("1.000.000", "1000000"),
        ("007", "7"),
        ("3,14", "3.14"),
        ("3.5", "3.5"),
        ("0.125", "0.125"),
        ("-12", "-12"),
        ("−12", "-12"),
        ("moins douze", "-12"),
        ("+5", "5"),
        ("mille sept cent quatre-vingt-neuf", "1789"),
        ("Soixante et onze", "71"),
        ("nonante-neuf", "99"),
        ("septante", "70"),
        ("zéro", "0"),
        ("un", "1"),
        ("2,5 millions", "2500000"),
        ("deux millions", "2000000"),
        ("3 milliards", "3000000000"),
        ("trois virgule zéro cinq", "3.05"),
        ("trois virgule quatorze", "3.14"),
        ("environ 300", "300"),
        ("en 1515", "1515"),
        ("c’est 12 !", "12"),
        ("12 %", "12"),
        ("１２", "12"),
        ("1\u200b2", "12"),
    ],
)
def test_Z10_what_is_a_number(text, number):
    assert digits(read_number(text)) == number


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "abc", "douze singes", "1e308", "nan", "inf", "infini", "1,2,3", "1 2 3", "12 345 6"),
        *("--1", "3.142", "12/1945", "0x10", "٣", "9" * 61, "-", "virgule", "un virgule", "12 km", "2 + 2"),
    ],
)
def test_Z10_what_is_none(text):
    assert read_number(text) is None


@pytest.mark.parametrize(
    "text", ["312 mètres", "312 metre", "312mètres", "trois cent douze mètres", "312", "312 m"]
)
def test_Z10_the_unit_may_follow(text):
    assert read_number(text, "mètre") == 312


@pytest.mark.parametrize(
    ("text", "unit", "number"),
    [
        *(
            ("300 m/s", "mètre par seconde", 300),
            ("300m/s", "m/s", 300),
            ("300 mètres par seconde", "m/s", 300),
        ),
        *(("90 km/h", "kilomètres par heure", 90), ("33 tours/min", "tours par minute", 33)),
        *(("100 m²", "mètres carrés", 100), ("70 ans", "années", 70), ("l’année 1857", "année", 1857)),
        *(("52 avant Jésus-Christ", "av. J.-C.", 52), ("52 av. JC", "av. J.-C.", 52), ("90°", "degré", 90)),
    ],
)
def test_Z10_the_unit_may_be_short_and_have_several_words(text, unit, number):
    assert read_number(text, unit) == number


@pytest.mark.parametrize(
    ("text", "unit"),
    [("300 kg", "mètre"), ("m/s", "m/s"), ("300 km", "mètre par seconde"), ("3 m", "m²"), ("3 ha", "pattes")],
)
def test_Z10_another_unit_is_no_number(text, unit):
    assert read_number(text, unit) is None


@given(st.decimals(allow_nan=False, allow_infinity=False, places=3, min_value=-(10**9), max_value=10**9))
def test_Z10_digits_say_the_number_again(number):
    fraction = Fraction(number)
    assert Fraction(digits(fraction)) == fraction
    assert read_number(digits(fraction).replace(".", ",")) == fraction


@given(st.text(max_size=80))
def test_Z10_any_text_is_a_number_or_none(text):
    number = read_number(text)
    assert number is None or isinstance(number, Fraction)
