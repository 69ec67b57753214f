"""What the second deck asks and one can work out is worked out here anew."""

from datetime import UTC, date, datetime
from math import comb
from string import ascii_uppercase

import pint
import pytest

from engines.defizz.drawings import DRAWINGS
from engines.defizz.shapes import Disc, Polygon
from tests.engines.defizz.french import TODAYS, is_exactly, number, the

SCRABBLE = {"AEILNORSTU": 1, "DGM": 2, "BCP": 3, "FHV": 4, "JQ": 8, "KWXYZ": 10}
"""What the letters of the French game are worth."""


def worth(word: str) -> int:
    return sum(points for letter in word for letters, points in SCRABBLE.items() if letter in letters)


def whole_years(since: date, until: date) -> int:
    return until.year - since.year - ((until.month, until.day) < (since.month, since.day))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("la somme de ces quatre nombres", 19 + 21 + 25 + 30),
        ("coche depuis 2008 cinq numéros", comb(49, 5) * 10),
        ("que l’on replie en trois, six fois", 3**6),
        ("combien de jeux a comptés la dernière manche", 70 + 68),
        ("« code Konami »", len("↑↑↓↓←→←→BA")),
        ("planches compte un album classique", 4 * 16 - 2),
        ("tour d’une partie de Jenga", 3 * 18),
        ("niveaux y a-t-il à parcourir", 8 * 4),
        ("« All I Want for Christmas Is You »", 2019 - 1994),
        ("doublé le nombre de caractères", 2 * (160 - 20)),
        ("numéro de sécurité sociale", 13 + 2),
        ("points valent les lettres du mot", worth("WHISKY")),
        ("la Belgique a-t-elle passés sans gouvernement", (date(2011, 12, 6) - date(2010, 6, 13)).days),
        ("quand « Dur dur d’être bébé ! »", whole_years(date(1988, 1, 14), date(1992, 9, 1))),
        ("à la sortie de « Joe le taxi »", whole_years(date(1972, 12, 22), date(1987, 4, 27))),
    ],
)
def test_what_can_be_counted_is_counted(text: str, value: int) -> None:
    assert number(text, TODAYS) == value


def test_two_missions_add_up_to_the_days_in_space() -> None:
    missions = [
        (datetime(2016, 11, 17, 20, 20, tzinfo=UTC), datetime(2017, 6, 2, 14, 10, tzinfo=UTC)),
        (datetime(2021, 4, 23, 9, 49, tzinfo=UTC), datetime(2021, 11, 9, 3, 33, tzinfo=UTC)),
    ]
    spent = sum((landed - launched).total_seconds() for launched, landed in missions) / 86_400
    assert number("Thomas Pesquet avait-il passés", TODAYS) == round(spent)


def test_measures_are_those_of_the_international_system() -> None:
    units = pint.UnitRegistry()
    light = (units("1 astronomical_unit") / units("speed_of_light")).to("second").magnitude
    assert number("Combien de secondes la lumière du Soleil", TODAYS) == round(light)
    assert number("la traîne de la robe", TODAYS) == round(units("25 foot").to("metre").magnitude, 2)
    oscar = units("8.5 pound").to("kilogram").magnitude
    assert number("la statuette d’un Oscar", TODAYS) == pytest.approx(oscar, abs=0.01)


def test_a_list_of_letters_is_that_of_the_dearest() -> None:
    dearest = the("cinq lettres qui valent dix points", TODAYS)
    assert is_exactly(dearest, [(letter,) for letter in ascii_uppercase if worth(letter) == 10])


def test_a_falling_piece_is_one_of_seven() -> None:
    """Four squares edge to edge, turned pieces being the same, mirrored ones not."""
    pieces = {frozenset({(0, 0)})}
    for _ in range(3):
        pieces = {
            piece | {(x + dx, y + dy)}
            for piece in pieces
            for x, y in piece
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))
            if (x + dx, y + dy) not in piece
        }
    assert len({least_turned(piece) for piece in pieces}) == len(
        the("sept pièces de « Tetris »", TODAYS).answers
    )


def least_turned(piece: frozenset[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """One and the same for a piece wherever it stands and however it is turned."""
    turned, ways = piece, []
    for _ in range(4):
        turned = frozenset((y, -x) for x, y in turned)
        left, low = min(x for x, _ in turned), min(y for _, y in turned)
        ways.append(tuple(sorted((x - left, y - low) for x, y in turned)))
    return min(ways)


def test_flags_are_drawn_as_the_questions_measure_them() -> None:
    (disc,) = (shape for shape in DRAWINGS["drapeau/japon"].shapes if isinstance(shape, Disc))
    assert number("le diamètre du disque", TODAYS) == pytest.approx(200 * disc.radius)
    assert number("la bande jaune occupe-t-elle", TODAYS) == pytest.approx(height("colombie", 0))
    assert number("la bande noire est-elle égale", TODAYS) == round(height("botswana", 2), 1)


def height(name: str, band: int) -> float:
    """How many hundredths of the flag's height a band has."""
    shape = DRAWINGS[f"drapeau/{name}"].shapes[band]
    assert isinstance(shape, Polygon)
    edges = [y for _, y in shape.corners]
    return 100 * (max(edges) - min(edges))
