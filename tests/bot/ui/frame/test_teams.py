"""Teams in the lobby as everybody sees them, and what only the chooser does."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import Person, Reach, Seat, Status, Table
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.lobby import lobby_page, options_page
from bot.ui.frame.names import member_names, plain_name, seat_name, spoken_name, spoken_names
from bot.ui.frame.notices import sentence
from bot.ui.frame.teams import NEW, choice_page, naming_form, own_team_page
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page
from cogs.defizz.face import DefizzFace
from cogs.tasse.face import TasseFace
from tests.support.plain_page import plain, selects, verbs
from tests.support.tasse_table import lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE: Face = TasseFace()


def someone(user_id: int, name: str, join_id: int | None = 1) -> Person:
    return Person(user_id, name, join_id, Reach.DM)


def table_of(*seats: Seat) -> Table:
    return lobby_table(options={"teams": True}, seats=seats, host_id=1)


TEAMS = table_of(
    Seat("1", (someone(1, "Anne"), someone(2, "Bob")), title="Les *Zèbres*"),
    Seat("2", (someone(3, "Chloé"),)),
    Seat("3", (someone(4, "Dan"), someone(5, "Élise", None))),
)


def lobby(table: Table = TEAMS) -> Page:
    return check(lobby_page(table, FACE, FRENCH, 2))


def chosen(user_id: int, table: Table = TEAMS, room: bool = True) -> list[str]:
    page = choice_page(table, user_id, 2, room, FRENCH)
    if page is None:
        return []
    (select,) = selects(check(page))
    return [choice.value for choice in select.choices]


def test_the_lobby_shows_teams_their_people_and_free_places() -> None:
    text = plain(lobby())
    assert "- **Les \\*Zèbres\\*** : **Anne** 🔔 · **Bob** 🔔" in text
    assert "- **Chloé** 🔔 · *1 place libre*" in text
    assert "- **Dan** 🔔 · *Élise* (place réservée)" in text
    assert "Hôte : **Anne** · 1 équipe complète" in text
    assert "*1 free seat*" in plain(lobby_page(TEAMS, FACE, ENGLISH, 2))


def test_a_lobby_of_teams_has_one_button_more() -> None:
    assert verbs(lobby()) == ["join", "quit", "begin", "invite", "dice", "options", "ask", "rules", "title"]


@pytest.mark.parametrize("name", ["N" * 32, "*" * 32, "@" * 32])
def test_a_full_lobby_of_teams_fits(name: str) -> None:
    face: Face = DefizzFace()
    seats = tuple(
        Seat(str(n), (someone(2 * n, name), someone(2 * n + 1, name, None)), title=name)
        for n in range(1, face.spec.seats_max + 1)
    )
    check(lobby_page(replace(table_of(*seats), game="defizz"), face, FRENCH, 2))


def test_a_team_is_called_by_its_title_or_by_its_people() -> None:
    assert seat_name(TEAMS, "1", FRENCH) == "Les \\*Zèbres\\*"
    assert plain_name(TEAMS, "1", FRENCH) == "Les *Zèbres*"
    assert seat_name(TEAMS, "3", FRENCH) == plain_name(TEAMS, "3", FRENCH) == "Équipe Dan"
    assert spoken_names(TEAMS, ("1", "3"), FRENCH) == "**Les \\*Zèbres\\*** et **Équipe Dan**"
    assert spoken_name(TEAMS, "3", ENGLISH).people == 1
    assert spoken_name(TEAMS, "3", ENGLISH) == "**Team Dan**"
    assert member_names(TEAMS, "3", FRENCH) == "Dan et Élise"
    nasty = table_of(Seat("1", TEAMS.seats[0].people, title="# <@1> @everyone"))
    for text in (seat_name(nasty, "1", FRENCH), plain(lobby(nasty))):
        assert "@everyone" not in text
        assert "<@1>" not in text


def test_an_erased_person_keeps_a_place_in_a_team() -> None:
    table = table_of(Seat("1", (someone(1, "Anne"), Person(None, "", 7))))
    assert "**Anonyme 1**" in plain(lobby(table))
    assert seat_name(table, "1", FRENCH) == "Équipe Anne"
    nobody = replace(table, seats=(replace(table.seats[0], people=(Person(None, "", 7),) * 2),))
    assert seat_name(nobody, "1", FRENCH) == "Équipe 1"


def test_a_new_team_or_one_with_a_free_place() -> None:
    assert chosen(9) == [NEW, "2"]
    assert chosen(9, room=False) == ["2"]
    assert chosen(1) == [NEW, "2"]
    assert chosen(3) == []


def test_the_choice_is_followed_by_what_came_of_it() -> None:
    assert "Vous jouez avec Bob." in plain(own_team_page(TEAMS, 1, 2, FRENCH))
    assert "il lui manque quelqu’un" in plain(own_team_page(TEAMS, 3, 2, FRENCH))
    assert "peuvent la rejoindre" in plain(own_team_page(TEAMS, 3, 1, FRENCH))


def test_the_form_for_a_name_shows_the_present_one() -> None:
    (field,) = naming_form(TEAMS, TEAMS.seats[0], FRENCH).fields
    assert (field.example, field.least, field.most) == ("Les *Zèbres*", 1, 32)
    (field,) = naming_form(TEAMS, TEAMS.seats[2], FRENCH).fields
    assert field.example == "Équipe Dan"


def removable(table: Table) -> list[str]:
    page = options_page(table, FACE, (), True, "remove", FRENCH, 2)
    return [choice.value for select in selects(page) if select.arg == "remove" for choice in select.choices]


def test_the_host_removes_people_in_the_lobby_and_teams_in_a_game() -> None:
    assert removable(TEAMS) == ["1.2", "2.3", "3.4", "3.5"]
    assert removable(replace(TEAMS, status=Status.PLAYING)) == ["2", "3"]


def test_teams_that_are_not_full_are_named_harmlessly() -> None:
    told = sentence("teams_short", {"teams": ("@everyone", "Les Lynx")}, FRENCH)
    assert "Les Lynx" in told
    assert "@everyone" not in told
    assert "someone is missing here: A and B." in sentence("teams_short", {"teams": ("A", "B")}, ENGLISH)


def test_in_private_messages_teams_are_not_offered_but_can_be_given_up() -> None:
    alone = {"game": "defizz", "seats": (Seat("1", (someone(1, "Anne"),)),), "host_id": 1}

    def offered(guild_id: int, **options: object) -> set[str]:
        table, face = replace(lobby_table(options=options, **alone), guild_id=guild_id), DefizzFace()
        specs = face.spec.offer_options(table, FRENCH, frozenset())
        pages = [options_page(table, face, specs, True, str(number), FRENCH) for number in range(3)]
        return {select.arg for page in pages for select in selects(page)}

    assert offered(10) - offered(-70) == {"teams", "thread", "friendly"}
    assert "teams" in offered(-70, teams=True)
