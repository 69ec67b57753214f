"""The page of a year: what whom is told, that the card's words tell all of it, and that Discord takes it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from bot.insight.badges import Given
from bot.insight.profile import Rivalry
from bot.insight.years import Best, Climb, Kind, Run, Year
from bot.texts import texts_for
from bot.ui.frame.badges import shelves_of
from bot.ui.frame.year import YearShown, year_page
from bot.ui.pages.escape import NAME_LENGTH
from bot.ui.pages.lettering import shorten
from bot.ui.pages.limits import check
from bot.ui.pages.page import Button, Page, Row, Sketch
from bot.ui.pages.year_card import LARGE, ROOM, WIDTH, YearDrawing
from cogs import GAMES
from tests.support.plain_page import plain

SPECS = {face.spec.name: face.spec for face in GAMES if face.spec.planned is None}
BADGES = tuple(Given(badge, 5) for some in shelves_of(tuple(SPECS.values())).values() for badge in some)
FULL = Year(
    2026,
    tuple(Kind(name, 30 - n, 12 - n) for n, name in enumerate(SPECS)),
    4,
    21,
    Run(5, date(2026, 3, 3)),
    Best(9, "desfausse", 1, 6, date(2026, 9, 23)),
    Rivalry(2, 12, 4, 5),
    BADGES,
    Climb("desfausse", 0, 30),
)
LEAST = Year(2026, (Kind("tasse", 1, 0),), best=Best(9, "tasse", 3, 3, date(2026, 3, 3)))


def page(
    year: Year = FULL, *, mine: bool = True, locale: str = "fr", name: str = "Anne", other: str = "Bob_"
) -> Page:
    rating = None if year.climb is None else (1500, 1612)
    return check(year_page(YearShown(year, SPECS, rating, name, other, mine), texts_for(locale)))


def card(shown: Page) -> tuple[str, YearDrawing]:
    (sketch,) = (block for block in shown.blocks if isinstance(block, Sketch))
    assert isinstance(sketch.drawing, YearDrawing)
    return sketch.alt.replace("\u00a0", " "), sketch.drawing


def verbs(shown: Page) -> list[str]:
    rows = [row for row in shown.blocks if isinstance(row, Row)]
    return [one.verb for row in rows for one in row.buttons if isinstance(one, Button)]


def words(shown: Page) -> str:
    return plain(shown).replace("\u00a0", " ")


def test_my_own_page_tells_all_of_it() -> None:
    told = words(page())
    for line in (
        "## 📅 Votre année 2026 sur ce serveur",
        "**140 parties** finies, **50 gagnées**",
        "- La Tasse 🥤 : 30 parties, 12 gagnées",
        "**Meilleure place, DESfausse** : 1 sur 6, 23 septembre",
        "**Jour préféré** : vendredi, 21 parties",
        "**Plus longue série** : 5 jours, dès le 3 mars",
        "**Cote, DESfausse** : de 1500 à 1612",
        "**Le plus souvent avec** : Bob\\_, 12 parties",
        "**Badges gagnés** : Parole d’or 🤝, ",
    ):
        assert line in told
    assert verbs(page()) == ["year.post", "past.open"]
    assert page().table_id == 9, "the table that is to be looked at again"


def test_others_see_neither_company_nor_badges() -> None:
    shown = page(mine=False)
    told = words(shown)
    assert "## 📅 L’année 2026 d’Anne" in told
    assert "**Badges gagnés** : 20" in told
    for hidden in ("Bob", "souvent avec", "Parole d’or", "que pour vous"):
        assert hidden not in told
    alt, drawing = card(shown)
    assert "Bob" not in alt + str(drawing)
    assert verbs(shown) == ["year.mine"]
    assert shown.table_id == 0


def test_the_words_of_the_card_say_all_that_is_on_it() -> None:
    alt, drawing = card(page())
    assert alt.startswith("L’année 2026 d’Anne. Parties : 140. Victoires : 50. La Tasse : 30. ")
    for what, value in (*drawing.facts, *((game, str(number)) for game, number in drawing.bars)):
        assert f"{what} : {value}." in alt
    assert (drawing.year, drawing.name) == ("2026", "Anne")


def test_what_there_is_not_is_not_told() -> None:
    told = words(page(LEAST))
    assert "**1 partie** finie\n" in told
    assert "**Meilleure place, La Tasse** : 3 sur 3, 3 mars" in told
    for lacking in ("gagnée", "Jour", "série", "Cote", "souvent avec", "Badges gagnés"):
        assert lacking not in told
    assert "Victoires" not in card(page(LEAST))[0]


def test_a_year_without_games_has_no_card_and_nothing_to_show() -> None:
    shown = page(Year(2024))
    assert "Aucune partie finie ici en 2024" in words(shown)
    assert verbs(shown) == []
    assert not any(isinstance(block, Sketch) for block in shown.blocks)


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("year", [FULL, LEAST])
@pytest.mark.parametrize("name", ["W" * NAME_LENGTH, "金"])
def test_the_card_is_light_and_fits(locale: str, year: Year, name: str) -> None:
    _, drawing = card(page(year, locale=locale, name=name, other=name))
    file = drawing.paint()
    assert len(file) < 60_000
    picture = Image.open(BytesIO(file)).convert("RGB")
    assert picture.size == drawing.size
    assert picture.width == WIDTH
    paper = picture.getpixel((2, 2))
    edges = [picture.getpixel((x, y)) for x in (8, WIDTH - 8) for y in range(picture.height)]
    assert max(abs(a - b) for edge in edges for a, b in zip(edge, paper, strict=True)) < 24


def test_numbers_of_years_of_play_fit() -> None:
    many = replace(FULL, kinds=(Kind("desfausse", 9999, 999), *FULL.kinds[:3], *FULL.kinds[4:]))
    _, drawing = card(page(many))
    picture = Image.open(BytesIO(drawing.paint())).convert("RGB")
    assert picture.getpixel((WIDTH - 8, 149))[0] > 230


def test_a_long_name_leaves_room_for_the_number_beside_it() -> None:
    _, drawing = card(page(other="M" * NAME_LENGTH))
    (company,) = [value for what, value in drawing.facts if what == "Le plus souvent avec"]
    assert company.endswith("…, 12 parties")
    assert shorten(company, LARGE, ROOM) == company


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("month", range(1, 13))
def test_every_fact_has_room_on_the_card(locale: str, month: int) -> None:
    day, weekday = date(2026, month, 28), month % 7
    best = Best(9, "desfausse", 25, 25, day)
    year = replace(FULL, run=Run(365, day), best=best, weekday=weekday, on_weekday=999)
    _, drawing = card(page(year, locale=locale))
    assert len(drawing.facts) == 6
    for _, value in drawing.facts:
        assert shorten(value, LARGE, ROOM) == value


def test_english() -> None:
    told = words(page(locale="en-US"))
    assert "**Favourite day**: Friday, 21 games" in told
    assert "**Best place, DESfausse**: 1 of 6, 23 September" in told
