"""The lists of the second deck against what others keep: ISO 3166, the Unicode project, borders, flags."""

import re

import pycountry
import pytest
from babel import Locale
from countryinfo import CountryInfo

from engines.defizz.deck import Chrono, PingPong
from engines.defizz.drawings import FLAGS
from engines.defizz.shapes import Drawing, Polygon
from tests.engines.defizz.french import TODAYS, is_exactly, number, plain, the

FRENCH = Locale("fr")
COUNTRIES = {plain(name): code for code, name in FRENCH.territories.items() if re.fullmatch("[A-Z]{2}", code)}


def todays(part: str) -> PingPong:
    question = the(part, TODAYS)
    assert isinstance(question, PingPong)
    return question


def code_of(wordings: tuple[str, ...]) -> str:
    """The two-letter code of a country, by that one of its names which the Unicode project knows."""
    (code,) = {COUNTRIES[name] for name in map(plain, wordings) if name in COUNTRIES}
    return code


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("croix dite nordique", "DK FI IS NO SE"),
        ("trois bandes verticales", "BE FR IE IT RO"),
        ("trois bandes horizontales", "AT BG DE EE HU LT LU NL"),
        ("l’Union du Maghreb arabe", "DZ LY MA MR TN"),
        ("la Coupe d’Afrique des nations", "CI CM DZ EG NG SN TN ZM"),
    ],
)
def test_countries_are_called_as_in_the_unicode_project(text: str, codes: str) -> None:
    assert sorted(map(code_of, todays(text).answers)) == codes.split()


def test_the_arab_maghreb_is_one_stretch_of_land() -> None:
    members = {code_of(wordings) for wordings in todays("l’Union du Maghreb arabe").answers}
    for code in members:
        beyond = {pycountry.countries.get(alpha_3=place).alpha_2 for place in CountryInfo(code).borders()}
        assert beyond & members, code


def test_champions_of_africa_are_african() -> None:
    for wordings in todays("la Coupe d’Afrique des nations").answers:
        assert CountryInfo(code_of(wordings)).region() == "Africa", wordings


def test_languages_of_the_african_union_are_called_as_in_the_unicode_project() -> None:
    official = ("ar", "en", "es", "fr", "pt", "sw")
    names = [(FRENCH.languages[code],) for code in official]
    assert is_exactly(todays("L’Union africaine nomme six langues officielles"), names)


def test_cantons_where_french_is_official_are_cantons() -> None:
    question = todays("sept cantons suisses")
    own = {"Genève", "Vaud", "Neuchâtel", "Jura", "Fribourg", "Valais", "Berne"}
    cantons = {place.name for place in pycountry.subdivisions.get(country_code="CH")}
    assert own <= cantons
    assert is_exactly(question, [(name,) for name in sorted(own)])


def test_the_emirates_are_those_of_iso_3166() -> None:
    assert len(pycountry.subdivisions.get(country_code="AE")) == number("Combien d’émirats", TODAYS)


def test_the_countries_behind_the_flags_are_called_as_in_the_unicode_project() -> None:
    shown = {"palaos": "PW", "laos": "LA", "estonie": "EE", "madagascar": "MG", "sierra-leone": "SL"}
    flags = {
        question.picture.name.removeprefix("drapeau/"): question
        for _, question in TODAYS
        if isinstance(question, Chrono) and question.picture and question.picture.name in FLAGS
    }
    assert {name: code_of(question.answers) for name, question in flags.items()} == shown
    for name, question in flags.items():
        assert {COUNTRIES[miss] for miss in map(plain, question.reject) if miss in COUNTRIES} - {shown[name]}


def boxes(flag: Drawing) -> list[tuple[float, float, float, float, str]]:
    """Left, top, right, bottom and colour of each rectangle of a flag."""
    found = []
    for shape in flag.shapes:
        assert isinstance(shape, Polygon)
        across, down = zip(*shape.corners, strict=True)
        found.append((min(across), min(down), max(across), max(down), shape.colour))
    return found


def drawn(question: PingPong) -> list[Drawing]:
    """The flags of the house for those answers that have one."""
    names = {plain(name.removeprefix("drapeau/")): flag for name, flag in FLAGS.items()}
    return [flag for name, flag in names.items() if name in {plain(words[0]) for words in question.answers}]


def test_bands_and_crosses_are_drawn_as_the_questions_say() -> None:
    rows, columns, crosses = map(
        todays, ("trois bandes horizontales", "trois bandes verticales", "croix dite nordique")
    )
    for flag in drawn(rows):
        assert [round(bottom - top, 6) for _, top, _, bottom, _ in boxes(flag)] == [0.333333] * 3
    for flag in drawn(columns):
        assert all((top, bottom) == (0, 1) for _, top, _, bottom, _ in boxes(flag))
        assert len(boxes(flag)) == 3
    for flag in drawn(crosses):
        _, (left, top, right, bottom, _), *_ = boxes(flag)
        assert (top, bottom) == (0, 1)
        assert left + right < flag.ratio
    assert (len(drawn(rows)), len(drawn(columns)), len(drawn(crosses))) == (7, 4, 5)


def test_coins_and_notes_of_switzerland_go_by_one_two_and_five() -> None:
    coins, notes = todays("pièces de monnaie suisses"), todays("billets de banque suisses")
    small = [(f"{n} centimes",) for n in (5, 10, 20, 50)]
    assert is_exactly(coins, [*small, ("1 franc",), ("2 francs",), ("5 francs",)])
    assert is_exactly(notes, [(f"{n} francs",) for n in (10, 20, 50, 100, 200, 1000)])
