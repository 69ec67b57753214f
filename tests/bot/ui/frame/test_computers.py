"""What computers are called, and the page on which they are seated; for whom the time is doubled."""

from dataclasses import replace

import pytest

from bot.tables.model import (
    NOBODY_LEARNS,
    Alarm,
    Computer,
    Learning,
    Person,
    Seat,
    Status,
    Table,
    name_of,
    program_called,
)
from bot.texts import texts_for
from bot.ui.frame.computers import begin_button, computers_page, read_computer
from bot.ui.frame.drawn import learning_line
from bot.ui.frame.face import Face
from bot.ui.frame.lobby import lobby_page
from bot.ui.frame.names import plain_name, rated_name, raw_name, seat_name, spoken_name, with_written_names
from bot.ui.frame.teams import Size, choice_page, title
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import check
from cogs.tasse.face import TasseFace
from players.core.player import PERSONAS, Level
from tests.support.plain_page import buttons, plain, selects, verbs
from tests.support.tasse_table import NOON, TasseTable, lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = TasseFace()


def beside(count: int = 1, level: Level = Level.MEDIUM, **facts: object) -> Table:
    """A lobby of Anne and so many computers."""
    table = lobby_table(["Anne"], **facts)
    keys = [*PERSONAS] * 5
    seats = tuple(
        Seat(str(n + 2), (Person(None, PERSONAS[keys[n]].name, 77, computer=Computer(level, keys[n])),))
        for n in range(count)
    )
    return replace(table, seats=(*table.seats, *seats), seats_made=count + 1)


def test_a_computer_is_marked_wherever_its_name_is_read_and_lists_say_how_well_it_plays() -> None:
    table = beside()
    assert seat_name(table, "2", FRENCH) == plain_name(table, "2", FRENCH) == "🤖 Basile"
    assert spoken_name(table, "2", ENGLISH) == "**🤖 Basile**"
    assert raw_name(table.seat("2"), FRENCH) == "🤖 Basile"
    assert rated_name(table, "2", FRENCH) == "🤖 Basile, moyen"
    assert rated_name(table, "2", ENGLISH) == "🤖 Basile, medium"
    assert rated_name(table, "1", FRENCH) == "Anne", "nobody says how well people play"
    listed = rated_name(with_written_names(table, 20), "2", FRENCH)
    assert writable(listed, "#2") == "Basile, moyen", "the font of posters has no robot, so the level tells"


def test_its_line_in_the_lobby_has_no_mark_of_private_messages() -> None:
    alarm = Alarm("lobby 1", "lobby", 1800, NOON + 1_800_000)
    text = plain(lobby_page(beside(alarm=alarm), FACE, FRENCH))
    assert "la table se ferme" in text
    assert "- **Anne** 🔔\n- **🤖 Basile, moyen**\n" in text
    assert "Si l’hôte tarde" not in text, "there is nobody who could stand in for the host"


@pytest.mark.parametrize(("missing", "label"), [(1, "Start with 1 computer"), (2, "Start with 2 computers")])
def test_the_button_says_how_many_computers_sit_down(missing: int, label: str) -> None:
    button = begin_button(lobby_table(["Anne"]), missing, ENGLISH)
    assert (button.verb, button.label, button.arg) == ("computer.fill", label, "moyen")
    assert begin_button(beside(level=Level.EASY), missing, ENGLISH).arg == "facile", (
        "like those who are there"
    )
    assert begin_button(beside(), 0, ENGLISH).verb == "table.begin"


@pytest.mark.parametrize("count", [0, 1, 6, 23, 24])
def test_the_page_fits_whoever_sits_there(count: int) -> None:
    page = check(computers_page(beside(count), FACE, True, FRENCH))
    adds = [button.arg for button in buttons(page) if button.verb == "computer.add"]
    assert adds == ([] if count == 24 else ["facile", "moyen", "fort"])
    lists = [select.verb for select in selects(page)]
    assert ("computer.remove" in lists) == (count > 0)
    offered = [choice.value for select in selects(page) if select.arg == "who" for choice in select.choices]
    assert len(offered) == 3 * max(0, len(PERSONAS) - count)
    for value in offered:
        assert read_computer("who", (value,)) is not None
    assert "moyen.basile" not in offered or count == 0


def test_what_we_never_wrote_is_no_computer() -> None:
    assert read_computer("fort", ()) == (Level.STRONG, None)
    assert read_computer("who", ("facile.zelie",)) == (Level.EASY, "zelie")
    for arg, values in (("", ()), ("best", ()), ("who", ("best.zelie",))):
        assert read_computer(arg, values) is None


def test_programs_of_others_are_offered_and_marked() -> None:
    page = check(computers_page(beside(), FACE, True, FRENCH, ("alpha", "beta")))
    (offered,) = [select.choices for select in selects(page) if select.arg == "program"]
    assert [choice.label for choice in offered] == ["alpha, programme", "beta, programme"]
    assert read_computer("program", (offered[0].value,)) == (Level.MEDIUM, "@alpha")
    alpha = program_called("alpha")
    seat = Seat("2", (Person(None, name_of(alpha), 77, computer=alpha),))
    table = lobby_table(["Anne"])
    table = replace(table, seats=(*table.seats, seat), seats_made=2)
    assert rated_name(table, "2", FRENCH) == "🤖 alpha, programme"
    assert rated_name(table, "2", ENGLISH) == "🤖 alpha, program"


def test_once_the_game_runs_nobody_sits_down() -> None:
    page = computers_page(beside(status=Status.PLAYING), FACE, True, FRENCH)
    assert verbs(page) == []
    assert "plus personne ne s’assoit" in plain(page)
    assert verbs(computers_page(beside(), FACE, False, FRENCH)) == []


def test_among_teams_a_computer_is_a_team_of_its_own() -> None:
    table = beside()
    text = plain(lobby_page(table, FACE, FRENCH, 2))
    assert "- **🤖 Basile, moyen**\n" in text
    assert "1 équipe complète" in title(table, "", Size(2, 2), (2, 12), FRENCH)
    choice = choice_page(table, 999, 2, room=True, t=FRENCH)
    assert choice is not None
    assert [each.value for select in selects(choice) for each in select.choices] == ["new", "1"]


# -- newcomers ---------------------------------------------------------------------------------------------


TASSE: Face = TasseFace()
NEW = Learning({"1": 2, "2": 2}, ("1",))


def table(learning: Learning) -> TasseTable:
    made = TasseTable()
    made.held = replace(made.held, table=replace(made.held.table, learning=learning))
    return made


def test_the_board_names_who_is_new_and_the_panel_says_you() -> None:
    made = table(NEW)
    assert made.seen().to_act == ("1",)
    assert "🌱 Premières décisions, deux fois plus de temps : **Anne**." in plain(
        check(TASSE.board(made.seen(), FRENCH))
    )
    own = plain(check(TASSE.panel(made.seen("1"), FRENCH)))
    assert "🌱 Premières décisions : vous avez deux fois plus de temps." in own
    assert "🌱" not in plain(TASSE.panel(made.seen("2"), FRENCH))


def test_nothing_is_said_where_nobody_awaited_is_new_or_no_clock_runs() -> None:
    for learning in (NOBODY_LEARNS, Learning({"1": 2}), Learning({}, ("2",))):
        assert learning_line(table(learning).seen(), FRENCH) == ""
    sight = table(NEW).seen()
    for facts in ({"alarm": None}, {"status": Status.PAUSED}):
        assert learning_line(replace(sight, table=replace(sight.table, **facts)), FRENCH) == ""
