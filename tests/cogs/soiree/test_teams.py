"""Who is in which team stands on an evening's board until its first round begins."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import Person, Seat, Status
from bot.tables.sight import Sight
from bot.texts import Texts, texts_for
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check, fit
from cogs.soiree.face import SoireeFace
from cogs.soiree.render import teams
from cogs.soiree.words import Voice
from engines.defizz.shelf import MIXED, house_deck
from tests.engines.soiree.table import CHRONO, Evening
from tests.support.plain_page import plain
from tests.support.tasse_table import lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = SoireeFace(EmojiBook())
TWELVE = "ABCDEFGHIJKL"


def seated(evening: Evening, *seats: Seat) -> Sight:
    """The evening as the channel sees it, with these people."""
    table = replace(lobby_table(("Anne",)), seats=seats, status=Status.PLAYING)
    return Sight(table, None, evening.public, None, (), evening.public.to_act, 1)


def team(letter: str, *names: str, title: str = "") -> Seat:
    return Seat(letter, tuple(Person(n, name, n) for n, name in enumerate(names, 1)), title=title)


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_s1_twelve_teams_of_six_fit_with_their_people(t: Texts) -> None:
    rounds = [{**CHRONO, "length": 1, "title": "Q" * 60}] * 12
    evening = Evening(*rounds, seats=TWELVE, people=6, deck=house_deck(MIXED))
    people = [[f"{letter}{n} {'n' * 29}" for n in range(6)] for letter in TWELVE]
    sight = seated(
        evening, *(team(letter, *six, title=letter * 32) for letter, six in zip(TWELVE, people, strict=True))
    )
    page = check(fit(FACE.board(sight, t)))
    told = plain(page).replace("\u00a0", " ")
    for letter in TWELVE:
        (line,) = [line for line in told.splitlines() if f"**{letter * 32}**" in line]
        assert line.startswith("- ")
        assert all(f"{letter}{n} nnn" in line for n in range(6))


def test_s1_a_team_is_called_as_everywhere_and_who_has_left_it_is_not_named() -> None:
    evening = Evening(CHRONO, seats="ABC", people=2)
    left = replace(team("B", "Bob", "Zoé"), people=(Person(2, "Bob", 2), Person(3, "Zoé", 3, left=True)))
    sight = seated(evening, team("A", "Anne", "*Eve*"), left, team("C", "Chloé", title="Les Oies"))
    voice = Voice(sight.table, FRENCH)
    told = teams(evening.public, voice).replace("\u00a0", " ")
    assert told.splitlines() == [
        "**Équipes**",
        "- **Équipe Anne** : Anne · \\*Eve\\*",
        "- **Équipe Bob** : Bob",
        "- **Les Oies** : Chloé",
    ]
    evening.ready().say(A="x", B="x", C="x")
    assert teams(evening.public, voice) == "", "the standings have them now"


def test_s1_where_everybody_plays_alone_there_are_no_teams_to_tell() -> None:
    sight = seated(Evening(CHRONO), team("A", "Anne"), team("B", "Bob"), team("C", "Zoé"))
    assert teams(Evening(CHRONO).public, Voice(sight.table, FRENCH)) == ""


def test_s23_a_team_that_has_left_is_not_told() -> None:
    evening = Evening(CHRONO, seats="ABC", people=2).leave("B")
    sight = seated(evening, team("A", "Anne"), team("B", "Bob"), team("C", "Zoé"))
    assert "Bob" not in teams(evening.public, Voice(sight.table, FRENCH))
