"""The lists of the French deck against what others keep: ISO 3166, the Unicode project, borders, elements."""

import gettext
import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date

import pint
import pycountry
import pytest
from babel import Locale
from babel.numbers import get_territory_currencies
from chemformula.elements import get_valid_element_symbols
from countryinfo import CountryInfo

from engines.defizz.deck import PingPong
from tests.engines.defizz.french import QUESTIONS, answered_by, is_exactly, number, plain, the

FRENCH = Locale("fr")
TRANSLATED = gettext.translation("iso3166-2", pycountry.LOCALES_DIR, languages=["fr"]).gettext
SUBDIVISIONS = list(pycountry.subdivisions)
DEPARTMENTS = {
    place.code.removeprefix("FR-").removesuffix("C"): place.name
    for place in SUBDIVISIONS
    if re.fullmatch(r"FR-(\d\d|2A|2B|75C|97[12346])", place.code)
}
"""Names of the departments by the numbers on their plates; Martinique and Guiana keep theirs."""
METROPOLITAN = {code: name for code, name in DEPARTMENTS.items() if len(code) == 2}


def names(place: object) -> tuple[str, ...]:
    """A place's own names and its French one; ISO has "Valenciana, Comunidad" and "Catalunya [Cataluña]"."""
    own, _, kind = place.name.partition(", ")
    return (*re.split(r" ?[\[\]]", own), f"{kind} {own}", TRANSLATED(place.name).partition(",")[0])


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("dix provinces du Canada", lambda place: place.type == "Province"),
        ("seize Länder d’Allemagne", lambda place: place.type == "Land"),
        ("huit États américains", lambda place: place.type == "State" and place.name.startswith("M")),
        (
            "treize régions de France métropolitaine",
            lambda place: place.type == "Metropolitan region" or place.code == "FR-20R",
        ),
    ],
)
def test_the_parts_of_a_country_are_those_of_iso_3166(text: str, chosen: Callable[[object], bool]) -> None:
    codes = {"Cana": "CA", "Alle": "DE", "amér": "US", "Fran": "FR"}
    (country,) = (code for word, code in codes.items() if word in text)
    parts = [place for place in SUBDIVISIONS if place.country_code == country and chosen(place)]
    assert is_exactly(the(text), [names(place) for place in parts])


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("quatre lettres au plus", lambda name: len(name) <= 4),
    ],
)
def test_departments_by_their_names(text: str, chosen: Callable[[str], object]) -> None:
    found = [(name,) for name in DEPARTMENTS.values() if chosen(name)]
    assert is_exactly(the(text), found)


PLACES = {"pays et capitales", "géographie", "villes et monuments", "fleuves et mers", "France"}
"""The themes whose lists are places."""


def is_of_places(question: PingPong) -> bool:
    """By its theme, or because at least half of its answers are countries."""
    countries = {plain(name) for code, name in FRENCH.territories.items() if len(code) == 2}
    found = sum(not countries.isdisjoint(map(plain, wordings)) for wordings in question.answers)
    return not PLACES.isdisjoint(question.tags) or 2 * found >= len(question.answers)


def test_few_lists_are_places() -> None:
    lists = [question for _, question in QUESTIONS if isinstance(question, PingPong)]
    assert sum(map(is_of_places, lists)) <= 20


def test_departments_by_their_numbers() -> None:
    assert len(METROPOLITAN) == 96
    assert len(DEPARTMENTS) == number("Combien de départements la France")
    assert DEPARTMENTS[str(number("le département des Vosges"))] == "Vosges"
    assert plain(DEPARTMENTS["29"]) in map(plain, the("département breton porte le numéro 29").answers)
    around_paris = {place.code[3:5] for place in SUBDIVISIONS if place.parent_code == "FR-IDF"} | {"75"}
    region = the("la région Île-de-France")
    assert is_exactly(region, [(code, DEPARTMENTS[code]) for code in sorted(around_paris)])


def neighbours(country: str) -> set[str]:
    """The two-letter codes of the countries and territories beyond a country's land borders."""
    return {pycountry.countries.get(alpha_3=code).alpha_2 for code in CountryInfo(country).borders()}


def reached(country: str, *closed: str) -> set[str]:
    """The countries one comes to by land from this one, without entering those that are closed."""
    seen, ahead = {country}, [country]
    while ahead:
        fresh = neighbours(ahead.pop()) - seen - set(closed)
        seen |= fresh
        ahead += fresh
    return seen


def in_french(codes: set[str]) -> list[tuple[str, ...]]:
    return [(FRENCH.territories[code], CountryInfo(code).name()) for code in sorted(codes)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("une frontière terrestre avec la France métropolitaine", lambda: neighbours("FR")),
        ("sept pays d’Amérique centrale", lambda: reached("PA", "MX", "CO")),
        ("douze pays indépendants d’Amérique du Sud", lambda: reached("BR", "PA", "GF", "FR")),
    ],
)
def test_neighbours_are_those_of_the_borders(text: str, expected: Callable[[], set[str]]) -> None:
    assert is_exactly(the(text), in_french(expected()))


def test_countries_in_stan_are_all_there() -> None:
    known = {place.alpha_2 for place in pycountry.countries if place.name.endswith("stan")}
    assert is_exactly(the("se terminait par « -stan »"), in_french(known))


def test_currencies_before_the_euro_are_those_of_the_unicode_project() -> None:
    members = ("DE", "AT", "BE", "ES", "FI", "FR", "GR", "IE", "IT", "LU", "NL", "PT")
    question = the("Nommez les dix monnaies disparues")
    before, since = date(1998, 12, 31), date(2002, 3, 1)
    assert all(get_territory_currencies(code, since) == ["EUR"] for code in members)
    codes = {code for member in members for code in get_territory_currencies(member, before)}
    places = {answered_by(question, FRENCH.currencies[code]) for code in codes}
    assert places == set(range(len(question.answers)))


ELEMENTS = """
H hydrogène He hélium Li lithium Be béryllium B bore C carbone N azote O oxygène F fluor Ne néon Na sodium
Mg magnésium Al aluminium Si silicium P phosphore S soufre Cl chlore Ar argon K potassium Ca calcium
Sc scandium Ti titane V vanadium Cr chrome Mn manganèse Fe fer Co cobalt Ni nickel Cu cuivre Zn zinc
Ga gallium Ge germanium As arsenic Se sélénium Br brome Kr krypton Rb rubidium Sr strontium Y yttrium
Zr zirconium Nb niobium Mo molybdène Tc technétium Ru ruthénium Rh rhodium Pd palladium Ag argent Cd cadmium
In indium Sn étain Sb antimoine Te tellure I iode Xe xénon Cs césium Ba baryum La lanthane Ce cérium
Pr praséodyme Nd néodyme Pm prométhium Sm samarium Eu europium Gd gadolinium Tb terbium Dy dysprosium
Ho holmium Er erbium Tm thulium Yb ytterbium Lu lutécium Hf hafnium Ta tantale W tungstène Re rhénium
Os osmium Ir iridium Pt platine Au or Hg mercure Tl thallium Pb plomb Bi bismuth Po polonium At astate
Rn radon Fr francium Ra radium Ac actinium Th thorium Pa protactinium U uranium Np neptunium Pu plutonium
Am américium Cm curium Bk berkélium Cf californium Es einsteinium Fm fermium Md mendélévium No nobélium
Lr lawrencium Rf rutherfordium Db dubnium Sg seaborgium Bh bohrium Hs hassium Mt meitnérium Ds darmstadtium
Rg roentgenium Cn copernicium Nh nihonium Fl flérovium Mc moscovium Lv livermorium Ts tennesse Og oganesson
"""
"""Symbols and French names, in the order of the atomic numbers."""
NAMES = dict(zip(ELEMENTS.split()[::2], ELEMENTS.split()[1::2], strict=True))


def test_elements_are_those_of_the_periodic_table() -> None:
    assert set(NAMES) == set(get_valid_element_symbols())
    assert len(NAMES) == number("combien d’éléments chimiques")
    assert list(NAMES)[int(number("le numéro atomique de l’or")) - 1] == "Au"
    single = [(symbol, name) for symbol, name in NAMES.items() if len(symbol) == 1]
    assert is_exactly(the("dont le symbole ne compte qu’une seule lettre"), single)
    false = [(symbol, name) for symbol, name in NAMES.items() if plain(name)[0] != symbol[0].lower()]
    assert is_exactly(the("un symbole qui ne commence pas par"), false)
    noble = [(list(NAMES.values())[place - 1],) for place in (2, 10, 18, 36, 54, 86)]
    assert is_exactly(the("six gaz nobles"), noble)


def test_months_and_days_are_all_there() -> None:
    months = FRENCH.months["stand-alone"]["wide"]
    long = [(name,) for month, name in months.items() if monthrange(2020, month)[1] == 31]
    assert is_exactly(the("trente et un jours"), long)
    assert is_exactly(
        the("contiennent la lettre « r »"), [(name,) for name in months.values() if "r" in name]
    )
    days = Locale("es").days["stand-alone"]["wide"].values()
    assert is_exactly(the("en espagnol, les sept jours"), [(name,) for name in days])
    assert plain(FRENCH.days["stand-alone"]["wide"][4]) in map(plain, the("doit son nom à Vénus").answers)


def test_prefixes_and_measures_are_those_of_the_international_system() -> None:
    units = pint.UnitRegistry()
    tens = {10.0**power for power in range(6, 31, 3)}
    prefixes = {prefix.name for prefix in units._prefixes.values() if float(prefix.value) in tens}
    assert is_exactly(the("plus grands que « kilo »"), [(prefix,) for prefix in sorted(prefixes)])
    in_metres = {
        "mille marin": "nautical_mile",
        "distance officielle du marathon": "(26 * mile + 385 * yard)",
    }
    for text, length in in_metres.items():
        assert number(text) == round(units(length).to("metre").magnitude)
    assert number("la vitesse de la lumière") == units("speed_of_light").to("metre / second").magnitude
    assert number("poteaux d’un but") == round(units("8 * yard").to("centimetre").magnitude)
    assert number("pylônes du Golden Gate") == round(units("4200 * foot").to("metre").magnitude)
    assert number("du sol au garrot") == round(units("44 * inch").to("centimetre").magnitude, 1)
    assert number("400 onces troy") == round(units("400 * troy_ounce").to("kilogram").magnitude, 1)
    boiling = units.Quantity(100, units.degC).to(units.degF)
    assert number("degrés Fahrenheit") == pytest.approx(boiling.magnitude)


@pytest.mark.parametrize(
    "text",
    [
        "dix pays que le Danube",
        "sept pays du G7",
        "traité de l’Atlantique Nord",
        "quinze républiques fédérées",
        "un souverain héréditaire",
        "huit pays dont l’équipe masculine",
    ],
)
def test_countries_are_called_as_in_the_unicode_project(text: str) -> None:
    known = {plain(name) for code, name in FRENCH.territories.items() if len(code) == 2} | {"angleterre"}
    question = the(text)
    assert isinstance(question, PingPong)
    for wordings in question.answers:
        assert {plain(wording) for wording in wordings} & known, wordings


def test_languages_of_the_united_nations_are_called_as_in_the_unicode_project() -> None:
    official = ("ar", "en", "es", "fr", "ru", "zh")
    assert is_exactly(the("six langues officielles"), [(FRENCH.languages[code],) for code in official])
