"""The page of a profile: what whom is told, and that Discord takes it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.insight.profile import FORM, Profile, Result, Rivalry
from bot.insight.trails import POINTS, Standing
from bot.texts import texts_for
from bot.ui.frame.profile import MET, Portrayed, Reach, Whose, profile_page, shown_people
from bot.ui.pages.escape import NAME_LENGTH
from bot.ui.pages.ids import parse
from bot.ui.pages.limits import check
from bot.ui.pages.page import Button, Page, Row, Select, Sketch
from cogs import GAMES
from tests.cogs.tasse.test_portrait import FACTS
from tests.engines.recording import live
from tests.support.plain_page import plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SPECS = tuple(face.spec for face in GAMES if face.spec.planned is None)
ME = 1
FORM_ = tuple(Result(1 + n % 3, 4, n % 3 == 0) for n in range(FORM))
MANY = Profile(
    played=52,
    rated=40,
    won=18,
    places=109,
    seats=218,
    form=FORM_,
    facts=FACTS,
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
