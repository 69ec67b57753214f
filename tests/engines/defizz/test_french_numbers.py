"""What the French deck asks and one can work out is worked out here anew."""

import math
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from itertools import combinations, combinations_with_replacement, product
from string import ascii_lowercase
from zoneinfo import ZoneInfo

import pycountry
import pytest
from babel.core import get_global

from engines.defizz.judging.numbers import read_number
from tests.engines.defizz.french import is_exactly, number, the

PRIMES = [n for n in range(2, 101) if all(n % k for k in range(2, n))]
CORNERS = list(product((0, 1), repeat=3))
MORSE = """
.- -... -.-. -.. . ..-. --. .... .. .--- -.- .-.. -- -. --- .--. --.- .-. ... - ..- ...- .-- -..- -.-- --..
"""
"""The letters from A to Z."""
SYLLABLES = "a bé cé dé e effe gé hache i ji ka elle emme enne o pé ku erre esse té u vé ixe zède"
"""The names of the letters that have one syllable: all but the double v and the Greek i."""
KEYBOARD = "azertyuiop qsdfghjklm wxcvbn"
WORDS = """
un deux trois quatre cinq six sept huit neuf dix
onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt
"""
"""The numbers from 1 to 20."""


def whole_years(since: date, until: date) -> int:
    return until.year - since.year - ((until.month, until.day) < (since.month, since.day))


def first_shared_birthday() -> int:
    """How many people make it likelier than not that two were born on one day of the 365."""
    people, all_differ = 1, 1.0
    while all_differ >= 0.5:
        all_differ *= (365 - people) / 365
        people += 1
    return people


def height_of_a4() -> int:
    """A0 is 841 by 1189 mm; each next size is the last one folded, whole millimetres kept."""
    width, height = 841, 1189
    for _ in range(4):
        width, height = height // 2, width
    return height


def time_zones(country: str, day: datetime) -> int:
    zones = [zone for zone, place in get_global("zone_territories").items() if place == country]
    return len({day.astimezone(ZoneInfo(zone)).utcoffset() for zone in zones})


@pytest.mark.parametrize(
    ("text", "worked_out"),
    [
        ("carrés de toutes tailles", sum((9 - side) ** 2 for side in range(1, 9))),
        ("nombres premiers y a-t-il", len(PRIMES)),
        ("on double dix fois", 2**10),
        ("nées le même jour de l’année", first_shared_birthday()),
        ("ranger cinq livres", math.factorial(5)),
        ("le petit Gauss", sum(range(1, 101))),
        ("arêtes un cube", sum(math.dist(a, b) == 1 for a, b in combinations(CORNERS, 2))),
        ("sphères l’Atomium", len(CORNERS) + 1),
        ("sur 24 bits", (2**8) ** 3),
        (
            "caractères, lettres et chiffres",
            sum((2, 2, 5, 5, 11, 2)),
        ),  # country, key, bank, branch, account, key
        ("anticonstitutionnellement", len("anticonstitutionnellement")),
        ("un haïku", 5 + 7 + 5),
        ("un sonnet", 4 + 4 + 3 + 3),
        ("La Divine Comédie", 34 + 33 + 33),
        ("minutes une semaine", timedelta(weeks=1) // timedelta(minutes=1)),
        ("degrés de longitude", 360 / 24),
        ("jours après le dimanche de Pâques", 50 - 1),
        ("Louis XIV a-t-il passées", whole_years(date(1643, 5, 14), date(1715, 9, 1))),
        ("Quel âge avait Napoléon", whole_years(date(1769, 8, 15), date(1804, 12, 2))),
        ("guerre de Cent Ans", 1453 - 1337),
        ("la Commune de Paris", (date(1871, 5, 28) - date(1871, 3, 18)).days + 1),
        (
            "fuseaux horaires différents la Russie",
            time_zones("RU", datetime.fromisoformat("2020-01-01T12:00Z")),
        ),
        ("hauteur d’une feuille A4", height_of_a4()),
        ("un tour complet du globe", 4 * 10_000_000 / 1000),
        ("Un nabuchodonosor", 1500 / 75),
        ("deniers une livre", 20 * 12),
        ("Trois fourmis et deux araignées", 3 * 6 + 2 * 8),
        ("cinq trèfles ordinaires", 5 * 3 + 4),
        ("treize à la douzaine", 3 * 13),
        ("phalanges", 2 * (2 + 4 * 3)),
        ("arrondissements municipaux", 20 + 9 + 16),
        ("étoiles figurent sur le drapeau du Brésil", len(pycountry.subdivisions.get(country_code="BR"))),
        ("grands électeurs élisaient", 435 + 100 + 3),
        ("Télémaque fait le compte", 52 + 24 + 20 + 12),
        ("Trente-six vues du mont Fuji", 36 + 10),
        ("un jeu de dominos", len(list(combinations_with_replacement(range(7), 2)))),
        ("jeu de tarot français", 4 * 14 + 21 + 1),
        ("la série parfaite", 15 * (1 + 7) + sum(range(2, 8))),
        ("la roulette française", sum(range(37))),
        ("plateau du jeu de go", 19 * 19),
        ("grande pyramide du Louvre", 603 + 70),
        ("la planète Mars met-elle", round(365.256 * 1.523679**1.5)),  # Kepler's third law
        ("son se déplace-t-il dans l’air", round(math.sqrt(1.4 * 8.314 * 293.15 / 0.02896))),
        ("le clavier d’un piano", 7 * 12 + len(("la", "si bémol", "si", "do"))),
    ],
)
def test_numbers_are_what_one_works_out(text: str, worked_out: float) -> None:
    assert number(text) == worked_out


def written(numbers: Iterable[int]) -> list[tuple[str, ...]]:
    return [(str(n),) for n in numbers]


@pytest.mark.parametrize(
    ("text", "worked_out"),
    [
        ("nombres premiers inférieurs à 50", written(n for n in PRIMES if n < 50)),
        ("carrés des nombres entiers", written(n * n for n in range(1, 16))),
        ("divisent 60 sans reste", written(n for n in range(1, 60) if 60 % n == 0)),
        (
            "exactement quatre lettres",
            [(word, str(n)) for n, word in enumerate(WORDS.split(), 1) if len(word) == 4],
        ),
        ("rime avec « blé »", [(letter,) for letter in ascii_lowercase if f"{letter}é" in SYLLABLES.split()]),
        ("reviennent à la main gauche", [(letter,) for row in KEYBOARD.split() for letter in row[:5]]),
        (
            "le code Morse",
            [
                (letter,)
                for letter, signs in zip(ascii_lowercase, MORSE.split(), strict=True)
                if len(set(signs)) == 1
            ],
        ),
        (
            "huit pièces, en euros",
            [(f"{n} {'centime' if n == 1 else 'centimes'}",) for n in (1, 2, 5, 10, 20, 50)]
            + [("1 euro",), ("2 euros",)],
        ),
    ],
)
def test_lists_are_what_one_works_out(text: str, worked_out: list[tuple[str, ...]]) -> None:
    assert is_exactly(the(text), worked_out)


def test_as_many_answers_as_there_are_steps() -> None:
    assert [int(read_number(word)) for word in WORDS.split()] == list(range(1, 21))
    assert len(the("depuis celle qui vaut quatre temps").answers) == 1 + math.log2(4 / (1 / 16))
    assert len(the("l’échelle de Beaufort").answers) == len(range(12 + 1))
    assert [word[0] for word, *_ in the("l’alphabet radio international").answers] == list("ABCDEFGHIJKLM")
    assert len(the("noms généraux des polygones").answers) == len(range(3, 13))
    assert "".join(wordings[0] for wordings in the("chiffres romains").answers) == "IVXLCDM"
    assert "2" in the("le seul nombre premier qui soit pair").answers
    assert sum(n % 2 == 0 for n in PRIMES) == 1
