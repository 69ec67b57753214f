"""The pages of badges: what whom is told, and that Discord takes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from bot.insight.badges import Given
from bot.texts import texts_for
from bot.ui.frame.badges import Shown, badges_line, badges_page, shelves_of
from bot.ui.pages.escape import NAME_LENGTH
from bot.ui.pages.limits import check
from bot.ui.pages.page import Button, Page, Row
from cogs import GAMES
from tests.support.plain_page import plain

SPECS = tuple(face.spec for face in GAMES if face.spec.planned is None)
NOON = 1_772_539_200_000


def given(number: int) -> Mapping[str, Sequence[Given]]:
    """All badges, of which so many are had."""
    left = [number]

    def since() -> int | None:
        left[0] -= 1
        return NOON if left[0] >= 0 else None

    return {game: [Given(badge, since()) for badge in badges] for game, badges in shelves_of(SPECS).items()}


def page(number: int, name: str | None = None, locale: str = "fr") -> Page:
    return check(badges_page(Shown(given(number), SPECS, name), texts_for(locale)))


def verbs(shown: Page) -> list[str]:
    return [
        b.verb for row in shown.blocks if isinstance(row, Row) for b in row.buttons if isinstance(b, Button)
    ]


@pytest.mark.parametrize("locale", ["fr", "en-US"])
@pytest.mark.parametrize("number", [0, 1, 20])
@pytest.mark.parametrize("name", [None, "W" * NAME_LENGTH])
def test_discord_takes_it(locale: str, number: int, name: str | None) -> None:
    assert plain(page(number, name, locale))


def test_my_own_page_says_what_i_have_and_what_is_to_be_won() -> None:
    words = plain(page(2)).replace("\u00a0", " ")
    assert "**2 badges** sur 20" in words
    deed = "faire croire cinq mensonges, sans qu’un seul soit pris"
    assert f"Visage de marbre** 🗿 : {deed}. Depuis le <t:{NOON // 1000}:D>" in words
    assert "Fin nez 👃 : douter quatre fois ou plus, chaque fois à raison. *À gagner*" in words
    assert words.count("À gagner") == 18
    assert "n’est que pour vous" in words
    assert verbs(page(2)) == ["badges.post"]


def test_who_has_none_can_show_none() -> None:
    assert "**0 badge** sur 20" in plain(page(0))
    assert verbs(page(0)) == []


def test_others_are_shown_those_alone_that_there_are() -> None:
    words = plain(page(2, "Anne_")).replace("\u00a0", " ")
    assert "Les badges d’Anne\\_" in words
    assert "Parole d’or" in words
    for hidden in ("Fin nez", "Diavolo", "À gagner", "que pour vous"):
        assert hidden not in words
    assert verbs(page(2, "Anne")) == ["badges.show"]


def test_a_profile_has_those_of_its_game_in_a_line() -> None:
    french = texts_for("fr")
    assert badges_line(given(2)["tasse"], french) == (
        "**Badges** : Parole d’or 🤝, Visage de marbre 🗿 (2 sur 4)."
    )
    assert badges_line(given(0)["tasse"], french) == "**Badges** : aucun pour l’instant, sur 4."
    assert badges_line((), french) == ""
