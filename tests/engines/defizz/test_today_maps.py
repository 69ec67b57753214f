"""What the second deck asks about silhouettes and maps, against data that others keep."""

from math import asin, cos, radians, sin, sqrt

import pycountry
import pytest
from countryinfo import CountryInfo

from engines.defizz.atlas.maps import MAPS, SILHOUETTES, Place, find_sheet
from engines.defizz.deck import Chrono, PingPong
from tests.engines.defizz.french import TODAYS, number, plain, the
from tests.engines.defizz.test_outlines import lands_along
from tests.engines.defizz.test_today_lists import COUNTRIES, code_of, todays

SHOWN = {
    question.picture.name: question
    for _, question in TODAYS
    if question.picture and question.picture.name in {*SILHOUETTES, *MAPS}
}
"""The questions that show a country or a map, by the names of the drawings."""


def land_of(name: str) -> str:
    return SILHOUETTES[name] if name in SILHOUETTES else MAPS[name].land


RACES = {
    name: question
    for name, question in SHOWN.items()
    if isinstance(question, Chrono) and land_of(name) and name != "silhouette/suisse"
}
"""Those that ask for the country that they show."""


def borders(code: str) -> set[str]:
    return {pycountry.countries.get(alpha_3=place).alpha_2 for place in CountryInfo(code).borders()}


def marked(part: str) -> tuple[PingPong, str]:
    """The question that holds this part, and the code of the country that it shows."""
    question = the(part, TODAYS)
    assert isinstance(question, PingPong)
    assert question.picture
    return question, land_of(question.picture.name)


def test_there_are_enough_of_them_and_each_shows_another_picture() -> None:
    assert len(SHOWN) == 30
    assert sum(name in SILHOUETTES for name in SHOWN) >= 12
    assert sum(name in MAPS for name in SHOWN) >= 10


@pytest.mark.parametrize("name", sorted(RACES))
def test_a_race_for_a_country_is_won_by_the_one_that_is_shown(name: str) -> None:
    assert code_of(RACES[name].answers) == land_of(name)
    assert land_of(name) not in {COUNTRIES.get(plain(miss)) for miss in RACES[name].reject}


@pytest.mark.parametrize(
    "text",
    ["celui qui est marqué sur cette carte", "frontière avec le Mali", "frontière terrestre avec celui-ci"],
)
def test_neighbours_are_those_of_the_country_that_is_shown(text: str) -> None:
    question, land = marked(text)
    assert {code_of(wordings) for wordings in question.answers} == borders(land)


def test_the_two_that_are_no_neighbours_of_the_largest_are_two() -> None:
    others = {wordings[0] for wordings in the("douze pays indépendants d’Amérique du Sud").answers}
    codes = {COUNTRIES[plain(name)] for name in others} - {"BR"}
    assert len(codes) == 11
    assert len(codes - borders(MAPS["carte/bresil"].land)) == number("Onze autres pays", TODAYS)


def test_the_equator_crosses_the_countries_of_its_list() -> None:
    """The smallest of them is an island that the map leaves out."""
    answers = {code_of(wordings) for wordings in todays("que traverse l’équateur").answers}
    assert answers == lands_along("carte/equateur") | {"ST"}
    assert {place[0] for place in MAPS["carte/equateur"].line} == {0}


def test_the_river_passes_the_countries_of_its_list() -> None:
    answers = {code_of(wordings) for wordings in todays("borde le Mékong").answers}
    assert answers == lands_along("carte/mekong")


def subdivisions(code: str, kind: str) -> int:
    return sum(place.type == kind for place in pycountry.subdivisions.get(country_code=code))


def test_parts_of_countries_are_counted_as_in_iso_3166() -> None:
    assert number("En combien de préfectures", TODAYS) == subdivisions("JP", "Prefecture")
    assert number("Combien de provinces", TODAYS) == subdivisions("BE", "Province")
    regions = subdivisions("IT", "Region") + subdivisions("IT", "Autonomous region")
    assert number("En combien de régions", TODAYS) == regions
    apart = {"US-AK", "US-HI"}
    states = {place.code for place in pycountry.subdivisions.get(country_code="US") if place.type == "State"}
    assert number("Combien d’États américains", TODAYS) == len(states - apart) == len(states) - 2


def test_the_end_of_an_address_is_the_code_of_the_country_that_is_shown() -> None:
    question = SHOWN["silhouette/suisse"]
    assert isinstance(question, Chrono)
    assert question.answers[0] == SILHOUETTES["silhouette/suisse"].casefold()


def along_the_globe(one: Place, other: Place) -> float:
    """Kilometres between two places, by the haversine formula."""
    (north, east), (to_north, to_east) = ((radians(x), radians(y)) for x, y in (one, other))
    half = sin((to_north - north) / 2) ** 2
    half += cos(north) * cos(to_north) * sin((to_east - east) / 2) ** 2
    return 2 * 6371.0088 * asin(sqrt(half))


@pytest.mark.parametrize(
    ("text", "name", "places"),
    [
        ("Brest et Strasbourg", "carte/brest-strasbourg", -1),
        ("Le Caire et Le Cap", "carte/le-caire-le-cap", -2),
    ],
)
def test_distances_are_those_of_the_globe(text: str, name: str, places: int) -> None:
    one, other = MAPS[name].places
    assert number(text, TODAYS) == round(along_the_globe(one, other), places)


def test_the_length_of_the_long_country_is_that_of_its_outline() -> None:
    sheet = find_sheet(SILHOUETTES["silhouette/chili"])
    down = [y for ring in sheet.lands["CL"] for _, y in ring]
    assert number("du nord au sud", TODAYS) == pytest.approx((max(down) - min(down)) * sheet.height, rel=0.05)


def test_the_largest_of_africa_is_as_large_as_the_question_says() -> None:
    area = CountryInfo(MAPS["carte/algerie"].land).area() / 1e6
    assert number("le plus vaste pays d’Afrique", TODAYS) == round(area, 1)
    codes = {code for code in find_sheet("afrique").lands if len(code) == 2 and code not in {"EH", "SS"}}
    african = [code for code in codes if CountryInfo(code).region() == "Africa"]
    areas = {code: CountryInfo(code).area() for code in african if code != "SD"}
    assert max(areas, key=areas.__getitem__) == "DZ", "the Sudan has been parted since that source's figure"


@pytest.mark.parametrize("name", sorted(RACES))
def test_no_description_names_the_country(name: str) -> None:
    picture = RACES[name].picture
    assert picture
    assert plain(name.partition("/")[2]) not in plain(picture.alt)
