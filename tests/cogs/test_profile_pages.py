"""Pages about one person, profile, badges, year: what whom is told, and that Discord takes it."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from io import BytesIO

import pytest
from PIL import Image

from bot.insight.badges import Given
from bot.insight.profile import FORM, Profile, Result, Rivalry
from bot.insight.rating import POINTS, Standing
from bot.insight.years import Best, Climb, Kind, Run, Year
from bot.texts import texts_for
from bot.ui.pages.escape import NAME_LENGTH
from bot.ui.pages.ids import parse
from bot.ui.pages.lettering import shorten
from bot.ui.pages.limits import check
from bot.ui.pages.page import Button, Page, Row, Select, Sketch
from cogs import GAMES
from cogs.rankings.profile import (
    MET,
    Portrayed,
    Reach,
    Shown,
    Whose,
    badges_line,
    badges_page,
    profile_page,
    shelves_of,
    shown_people,
)
from cogs.year import LARGE, ROOM, WIDTH, YearDrawing, YearShown, year_page
from tests.cogs.test_portraits import FACTS
from tests.engines.recording import live
from tests.support.games import FACES
from tests.support.plain_page import plain

SPECS = tuple(face.spec for face in FACES if face.spec.planned is None)
ME = 1
FORM_ = tuple(Result(1 + n % 3, 4, n % 3 == 0) for n in range(FORM))
MANY = Profile(
    played=52,
    rated=40,
    won=18,
    places=109,
    seats=218,
    form=FORM_,
    facts=FACTS["tasse"],
    rivalries=tuple(Rivalry(n, 20 - n, 3 + n % 5, 9 - n) for n in range(2, 9)),
)
STANDING = Standing(1550, 62, True, 40, (1500, 1480, 1612, 1550), 1612, 1480)


def page_of(
    reach: Reach,
    profile: Profile = MANY,
    standing: Standing | None = STANDING,
    locale: str = "fr",
    names: dict[int, str] | None = None,
    game: int = 0,
) -> Page:
    known = names if names is not None else {n: f"Nom {n}" for n in range(1, 10)}
    spec = SPECS[game]
    shown = Portrayed(Whose(spec.name, ME), spec, SPECS, profile, standing, known, reach)
    return check(profile_page(shown, texts_for(locale)))


def verbs(page: Page) -> list[str]:
    buttons = [
        b.verb for row in page.blocks if isinstance(row, Row) for b in row.buttons if isinstance(b, Button)
    ]
    return [*(block.verb for block in page.blocks if isinstance(block, Select)), *buttons]


@pytest.mark.parametrize(
    ("reach", "told"),
    [
        (Reach.MINE, {"finies", "Cote", "Forme", "Bluff", "rival"}),
        (Reach.OTHER, {"finies", "Cote"}),
        (Reach.ALL, {"finies", "Cote", "Forme"}),
        (Reach.ALL_WITH_STYLE, {"finies", "Cote", "Forme", "Bluff"}),
    ],
)
def test_everybody_is_told_what_they_may_know_and_no_more(reach: Reach, told: set[str]) -> None:
    words = plain(page_of(reach))
    assert {word for word in ("finies", "Cote", "Forme", "Bluff", "rival") if word in words} == told
    assert any(f"Nom {n}" in words for n in range(2, 9)) == (reach is Reach.MINE)
    assert ("Nom 1" in words) == (reach is not Reach.MINE)


@pytest.mark.parametrize(
    ("reach", "there"),
    [
        (Reach.MINE, ["profile.show", "profile.post", "profile.share", "badges.show", "ranking.look"]),
        (Reach.OTHER, ["profile.show", "ranking.look"]),
        (Reach.ALL, ["profile.mine"]),
        (Reach.ALL_WITH_STYLE, ["profile.mine"]),
    ],
)
def test_only_whom_it_is_about_can_show_it(reach: Reach, there: list[str]) -> None:
    assert verbs(page_of(reach)) == there


def test_where_there_is_nothing_to_tell_of_style_there_is_no_button_for_it() -> None:
    unknown = replace(MANY, facts={})
    assert verbs(page_of(Reach.MINE, unknown)) == [
        "profile.show",
        "profile.post",
        "badges.show",
        "ranking.look",
    ]
    assert verbs(page_of(Reach.MINE, Profile(), None)) == ["profile.show", "badges.show", "ranking.look"]


def test_results_are_said_as_each_language_does() -> None:
    words = plain(page_of(Reach.MINE)).replace("\u00a0", " ")
    assert "**52 parties** finies, dont 40 classées" in words
    assert "**18 gagnées** (35 %) · place moyenne **2,1** sur 4,2" in words
    assert "Cote **1550 ± 62** · 1612 au plus haut" in words
    assert "**Forme** : 4 gagnées sur les 10 dernières (35 % en tout)" in words
    assert "**1**/4 · 2/4 · 3/4 · **1**/4" in words
    english = plain(page_of(Reach.MINE, locale="en-US"))
    assert "mean place **2.1** of 4.2" in english
    assert "Your rival: **Nom 4**, behind you in 7 of 16 games" in english


def test_the_form_of_few_games_is_their_places_and_that_of_one_is_not_told() -> None:
    few = replace(MANY, played=3, won=1, form=FORM_[:3])
    words = plain(page_of(Reach.MINE, few)).replace("\u00a0", " ")
    assert "**Forme**, de la plus ancienne partie à la dernière : **1**/4 · 2/4 · 3/4" in words
    assert "sur les" not in words
    assert "Forme" not in plain(page_of(Reach.ALL, replace(MANY, played=1, form=FORM_[:1])))


def test_people_are_named_once_and_few_of_them() -> None:
    assert shown_people(MANY) == (4, 2, 3, 5, 6)
    assert len([line for line in plain(page_of(Reach.MINE)).splitlines() if line.startswith("- ")]) == MET
    assert shown_people(Profile()) == ()


def test_a_curve_is_drawn_from_three_tables_on_and_says_what_it_shows() -> None:
    (sketch,) = (block for block in page_of(Reach.OTHER).blocks if isinstance(block, Sketch))
    assert sketch.alt.replace("\u00a0", " ") == (
        "Courbe de la cote, sur 40 tables classées : 1500 au début, 1480 au plus bas, 1612 au plus haut, "
        "1550 maintenant."
    )
    young = Standing(1520, 120, False, 2, (1500, 1510, 1520), 1520, 1500)
    page = page_of(Reach.OTHER, standing=young)
    assert not any(isinstance(block, Sketch) for block in page.blocks)
    assert "Cote **1520 ?**" in plain(page).replace("\u00a0", " ")
    assert "Pas encore de cote" in plain(page_of(Reach.OTHER, standing=None))


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("reach", Reach)
@pytest.mark.parametrize("game", range(len(SPECS)))
def test_the_longest_page_is_one_that_discord_takes(game: int, reach: Reach, locale: str) -> None:
    many = Profile(
        played=99_999,
        rated=99_999,
        won=99_999,
        places=9_999_999,
        seats=9_999_999,
        form=(Result(12, 12, True),) * FORM,
        facts=dict.fromkeys(next(iter(live(SPECS[game].name, 1).facts().values())), 9_999_999),
        rivalries=tuple(Rivalry(n, 99_999, 9_999, 9_999) for n in range(30)),
    )
    standing = Standing(15_340, 999, True, 99_999, (15_340,) * POINTS, 15_340, -15_340)
    page_of(reach, many, standing, locale, dict.fromkeys(range(30), "*" * NAME_LENGTH), game)


def test_names_are_shown_as_they_were_typed_and_who_has_none_is_anonymous() -> None:
    assert "\\*gras\\* : La Tasse" in plain(page_of(Reach.OTHER, names={1: "*gras*"}))
    assert "Votre rival : **Anonyme**" in plain(page_of(Reach.MINE, names={})).replace("\u00a0", " ")


def test_what_a_button_says_can_be_read() -> None:
    whose = Whose("desfausse", 2**63 - 1)
    assert Whose.read(str(whose)) == whose
    assert parse(f"s:0:0:profile.show:{whose}") is not None


@pytest.mark.parametrize("text", ["", "tasse", "tasse.", "tasse.x", "tasse.1.2"])
def test_what_is_no_profile_is_not_read(text: str) -> None:
    with pytest.raises(ValueError):
        Whose.read(text)


# -- badges ------------------------------------------------------------------------------------------------


NOON = 1_772_539_200_000


def given(number: int) -> Mapping[str, Sequence[Given]]:
    """All badges, of which so many are had."""
    left = [number]

    def since() -> int | None:
        left[0] -= 1
        return NOON if left[0] >= 0 else None

    return {game: [Given(badge, since()) for badge in badges] for game, badges in shelves_of(SPECS).items()}


def badges(number: int, name: str | None = None, locale: str = "fr") -> Page:
    return check(badges_page(Shown(given(number), SPECS, name), texts_for(locale)))


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("number", [0, 1, 20])
@pytest.mark.parametrize("name", [None, "W" * NAME_LENGTH])
def test_discord_takes_it(locale: str, number: int, name: str | None) -> None:
    assert plain(badges(number, name, locale))


def test_my_own_page_says_what_i_have_and_what_is_to_be_won() -> None:
    words = plain(badges(2)).replace("\u00a0", " ")
    assert "**2 badges** sur 20" in words
    deed = "faire croire cinq mensonges, sans qu’un seul soit pris"
    assert f"Visage de marbre** 🗿 : {deed}. Depuis le <t:{NOON // 1000}:D>" in words
    assert "Fin nez 👃 : douter quatre fois ou plus, chaque fois à raison. *À gagner*" in words
    assert words.count("À gagner") == 18
    assert "n’est que pour vous" in words
    assert verbs(badges(2)) == ["badges.post"]


def test_who_has_none_can_show_none() -> None:
    assert "**0 badge** sur 20" in plain(badges(0))
    assert verbs(badges(0)) == []


def test_others_are_shown_those_alone_that_there_are() -> None:
    words = plain(badges(2, "Anne_")).replace("\u00a0", " ")
    assert "Les badges d’Anne\\_" in words
    assert "Parole d’or" in words
    for hidden in ("Fin nez", "Diavolo", "À gagner", "que pour vous"):
        assert hidden not in words
    assert verbs(badges(2, "Anne")) == ["badges.show"]


def test_a_profile_has_those_of_its_game_in_a_line() -> None:
    french = texts_for("fr")
    assert badges_line(given(2)["tasse"], french) == (
        "**Badges** : Parole d’or 🤝, Visage de marbre 🗿 (2 sur 4)."
    )
    assert badges_line(given(0)["tasse"], french) == "**Badges** : aucun pour l’instant, sur 4."
    assert badges_line((), french) == ""


# -- a year ------------------------------------------------------------------------------------------------


OWN = ("tasse", "diavolo", "debacle", "desfausse", "defizz")
BY_NAME = {face.spec.name: face.spec for face in GAMES if face.spec.name in OWN}
BADGES = tuple(Given(badge, 5) for some in shelves_of(tuple(BY_NAME.values())).values() for badge in some)
FULL = Year(
    2026,
    tuple(Kind(name, 30 - n, 12 - n) for n, name in enumerate(BY_NAME)),
    4,
    21,
    Run(5, date(2026, 3, 3)),
    Best(9, "desfausse", 1, 6, date(2026, 9, 23)),
    Rivalry(2, 12, 4, 5),
    BADGES,
    Climb("desfausse", 0, 30),
)
LEAST = Year(2026, (Kind("tasse", 1, 0),), best=Best(9, "tasse", 3, 3, date(2026, 3, 3)))


def year_shown(
    year: Year = FULL, *, mine: bool = True, locale: str = "fr", name: str = "Anne", other: str = "Bob_"
) -> Page:
    rating = None if year.climb is None else (1500, 1612)
    return check(year_page(YearShown(year, BY_NAME, rating, name, other, mine), texts_for(locale)))


def card(shown: Page) -> tuple[str, YearDrawing]:
    (sketch,) = (block for block in shown.blocks if isinstance(block, Sketch))
    assert isinstance(sketch.drawing, YearDrawing)
    return sketch.alt.replace("\u00a0", " "), sketch.drawing


def words(shown: Page) -> str:
    return plain(shown).replace("\u00a0", " ")


def test_my_own_page_tells_all_of_it() -> None:
    told = words(year_shown())
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
    assert verbs(year_shown()) == ["year.post", "past.open"]
    assert year_shown().table_id == 9, "the table that is to be looked at again"


def test_others_see_neither_company_nor_badges() -> None:
    shown = year_shown(mine=False)
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
    alt, drawing = card(year_shown())
    assert alt.startswith("L’année 2026 d’Anne. Parties : 140. Victoires : 50. La Tasse : 30. ")
    for what, value in (*drawing.facts, *((game, str(number)) for game, number in drawing.bars)):
        assert f"{what} : {value}." in alt
    assert (drawing.year, drawing.name) == ("2026", "Anne")


def test_what_there_is_not_is_not_told() -> None:
    told = words(year_shown(LEAST))
    assert "**1 partie** finie\n" in told
    assert "**Meilleure place, La Tasse** : 3 sur 3, 3 mars" in told
    for lacking in ("gagnée", "Jour", "série", "Cote", "souvent avec", "Badges gagnés"):
        assert lacking not in told
    assert "Victoires" not in card(year_shown(LEAST))[0]


def test_a_year_without_games_has_no_card_and_nothing_to_show() -> None:
    shown = year_shown(Year(2024))
    assert "Aucune partie finie ici en 2024" in words(shown)
    assert verbs(shown) == []
    assert not any(isinstance(block, Sketch) for block in shown.blocks)


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("year", [FULL, LEAST])
@pytest.mark.parametrize("name", ["W" * NAME_LENGTH, "金"])
def test_the_card_is_light_and_fits(locale: str, year: Year, name: str) -> None:
    _, drawing = card(year_shown(year, locale=locale, name=name, other=name))
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
    _, drawing = card(year_shown(many))
    picture = Image.open(BytesIO(drawing.paint())).convert("RGB")
    assert picture.getpixel((WIDTH - 8, 149))[0] > 230


def test_a_long_name_leaves_room_for_the_number_beside_it() -> None:
    _, drawing = card(year_shown(other="M" * NAME_LENGTH))
    (company,) = [value for what, value in drawing.facts if what == "Le plus souvent avec"]
    assert company.endswith("…, 12 parties")
    assert shorten(company, LARGE, ROOM) == company


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("month", range(1, 13))
def test_every_fact_has_room_on_the_card(locale: str, month: int) -> None:
    day, weekday = date(2026, month, 28), month % 7
    best = Best(9, "desfausse", 25, 25, day)
    year = replace(FULL, run=Run(365, day), best=best, weekday=weekday, on_weekday=999)
    _, drawing = card(year_shown(year, locale=locale))
    assert len(drawing.facts) == 6
    for _, value in drawing.facts:
        assert shorten(value, LARGE, ROOM) == value


def test_english() -> None:
    told = words(year_shown(locale="en-US"))
    assert "**Favourite day**: Friday, 21 games" in told
    assert "**Best place, DESfausse**: 1 of 6, 23 September" in told
