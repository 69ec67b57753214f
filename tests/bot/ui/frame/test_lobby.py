"""The lobby as everybody sees it, alone or in teams, and the options as the host does."""

from dataclasses import replace

import pytest

from bot.tables.model import Alarm, Denied, End, Manners, Pace, Person, Reach, Seat, Status, Table
from bot.tables.playing.seating import SEATS_AT_MOST
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.lobby import lobby_page, option_words, options_page, read_choice
from bot.ui.frame.names import member_names, plain_name, seat_name, spoken_name, spoken_names
from bot.ui.frame.notices import sentence
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.frame.teams import NEW, choice_page, naming_form, own_team_page
from bot.ui.frame.verdicts import promise_in_full
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page
from cogs.defizz.face import DefizzFace
from cogs.tasse.face import TasseFace
from tests.support.plain_page import buttons, plain, selects, verbs
from tests.support.tasse_table import NOON, lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE: Face = TasseFace()
NONE: frozenset[str] = frozenset()


def with_person(table: Table, seat: str, **facts: object) -> Table:
    old = table.seat(seat)
    return table.with_seat(replace(old, people=(replace(old.people[0], **facts),)))


def panel(table: Table, arg: str = "", may: bool = True, allowed: frozenset[str] = NONE) -> Page:
    return options_page(table, FACE, FACE.spec.offer_options(table, FRENCH, allowed), may, arg, FRENCH)


def test_it_says_who_sits_there_and_how_they_get_their_dice() -> None:
    table = with_person(lobby_table(["Anne", "Bob", "Chloé"]), "2", reach=Reach.BUTTON)
    table = with_person(table, "3", reach=Reach.UNKNOWN)
    text = plain(check(lobby_page(table, FACE, FRENCH)))
    assert "Hôte : **Anne**" in text
    assert "**Anne** 🔔\n- **Bob** 🖱️\n- **Chloé** …" in text
    assert "3 places prises · de 2 à 25 personnes" in text
    assert "de 3 à 25 personnes" in plain(lobby_page(table, FACE, FRENCH, least=3))


def test_in_private_messages_nobody_else_can_come() -> None:
    table = replace(lobby_table(["Anne"]), guild_id=-70)
    page = check(lobby_page(table, FACE, FRENCH))
    assert "join" not in verbs(page)
    assert "Hôte" not in plain(page), "there is nobody else"
    assert "🔔" not in plain(page)
    panels = [panel(table, str(number)) for number in range(3)]
    assert "Fil de discussion" not in " ".join(plain(each) for each in panels)
    beside = [panel(lobby_table(["Anne"]), str(number)) for number in range(3)]
    assert "Fil de discussion" in " ".join(plain(each) for each in beside)


def test_reserved_seats_wait_for_a_click() -> None:
    table = with_person(lobby_table(["Anne", "Bob"]), "2", join_id=None)
    text = plain(lobby_page(table, FACE, FRENCH))
    assert "*Bob* · place réservée" in text
    assert "1 place prise" in text


def test_options_pace_promise_and_closing_time_are_told() -> None:
    table = lobby_table(
        options={"threshold": 5, "rounds": 2},
        manners=Manners(Pace.RELAXED, thread=True),
        alarm=Alarm("lobby 1", "lobby", 1800, NOON + 1_800_000),
    )
    text = plain(lobby_page(table, FACE, ENGLISH))
    for words in (
        "at 5 points",
        "Rounds: 2",
        "relaxed (no time limit)",
        "thread",
        "ab" * 8,
        "<t:1800001800:R>",
    ):
        assert words in text


def test_only_what_differs_from_the_usual_settings_or_can_be_set_here_is_told() -> None:
    usual = plain(lobby_page(lobby_table(), FACE, FRENCH))
    assert "Réglages habituels" in usual
    assert "Gorgées" not in usual
    assert "Gorgées" in plain(lobby_page(lobby_table(options={"sips": True}), FACE, FRENCH))
    table = lobby_table(options={"threshold": 4}, manners=Manners(accessible=True))
    told = "**Réglages** · Élimination : à 4 points · Temps doublé\n"
    assert told in plain(lobby_page(table, FACE, FRENCH))
    chosen = lobby_table(options={"threshold": 10})
    assert "Réglages habituels" in plain(lobby_page(chosen, FACE, FRENCH)), "chosen, but as usual"


@pytest.mark.parametrize(
    ("reach", "bell", "mouse"),
    [(Reach.DM, True, False), (Reach.BUTTON, True, True), (Reach.UNKNOWN, True, False)],
)
def test_the_signs_have_a_legend_as_far_as_they_are_there(reach: Reach, bell: bool, mouse: bool) -> None:
    text = plain(lobby_page(with_person(lobby_table(["Anne", "Bob"]), "2", reach=reach), FACE, FRENCH))
    assert ("🔔 : joue aussi en message privé" in text) is bell
    assert ("🖱️ : joue avec les boutons du salon" in text) is mouse
    alone = with_person(lobby_table(["Anne"]), "1", reach=Reach.UNKNOWN)
    assert " : joue" not in plain(lobby_page(alone, FACE, FRENCH))


def test_the_commitment_stands_in_short_and_in_full_behind_its_button() -> None:
    table = replace(lobby_table(), commitment="0123456789abcdef" * 4)
    text = plain(lobby_page(table, FACE, FRENCH))
    assert "`0123456789abcdef`…" in text
    assert table.commitment not in text
    folded = plain(check(promise_in_full(table, FRENCH)))
    assert f"`{table.commitment}`" in folded
    assert f"n° {table.id}" in folded
    closed = replace(table, status=Status.CLOSED, end=End("stopped", seed="5eed"))
    proved = plain(check(promise_in_full(closed, FRENCH)))
    assert "`5eed`" in proved
    assert table.commitment in proved


def test_its_buttons_are_the_same_for_everybody_and_it_says_what_the_game_is() -> None:
    page = lobby_page(lobby_table(), FACE, FRENCH)
    shown = ["join", "quit", "begin", "invite", "dice", "options", "ask", "rules"]
    assert verbs(page) == shown
    assert verbs(lobby()) == [*shown, "title"], "where there are teams"
    assert FACE.spec.about in plain(page)
    assert "15\u00a0à\u00a030\u00a0min" in plain(page)


def test_names_do_nothing() -> None:
    text = plain(lobby_page(lobby_table(["# @everyone", "<@1>"]), FACE, FRENCH))
    assert "@everyone" not in text
    assert "<@1>" not in text


@pytest.mark.parametrize("name", ["N" * 32, "*" * 32, "@" * 32])
def test_a_full_lobby_fits(name: str) -> None:
    check(lobby_page(lobby_table([name] * SEATS_AT_MOST), FACE, FRENCH))


@pytest.mark.parametrize(
    ("ending", "words"),
    [("idle", "30 minutes"), ("empty", "parti"), ("stopped", "avant le début"), ("other", "fermée")],
)
def test_a_closed_lobby_says_why_and_has_no_buttons(ending: str, words: str) -> None:
    page = check(lobby_page(lobby_table(status=Status.CLOSED, end=End(ending)), FACE, FRENCH))
    assert words in plain(page)
    assert verbs(page) == []


def test_an_erased_person_keeps_a_place_without_a_name() -> None:
    table = lobby_table(["Anne", "Bob"])
    erased = replace(table, seats=(table.seats[0], Seat("2", (Person(None, "", 7),))))
    assert "**Anonyme 2**" in plain(lobby_page(erased, FACE, FRENCH))


# -- the options -------------------------------------------------------------------------------------------


def test_every_option_is_on_some_page_and_no_page_has_more_than_six_lists() -> None:
    table = lobby_table()
    pages = [panel(table, str(number), allowed=frozenset({"sips"})) for number in (0, 1, 2)]
    lists = [select.arg for page in pages for select in selects(check(page))]
    options = ["threshold", "rounds", "announce", "first", "sips"]
    of_tables = ["pace", "tempo", "stand_in", "accessible", "thread", "friendly", "hints"]
    assert lists == [*options, *of_tables, "remove"]
    assert all(len(selects(page)) <= 6 for page in pages)
    assert [button.arg for button in buttons(pages[0])] == ["0", "1", "2"]


def test_after_a_choice_the_page_of_that_option_stays() -> None:
    assert panel(lobby_table(), "thread") == panel(lobby_table(), "1")
    assert panel(lobby_table(), "rounds") == panel(lobby_table(), "0")
    assert panel(lobby_table(), "99") == panel(lobby_table(), "2")


def test_the_present_values_are_chosen() -> None:
    table = lobby_table(options={"threshold": 4}, manners=Manners(Pace.RELAXED))
    picked = {
        select.arg: choice.label
        for number in ("0", "1")
        for select in selects(panel(table, number))
        for choice in select.choices
        if choice.chosen
    }
    assert picked["threshold"] == "à 4 points"
    assert picked["rounds"] == "1"
    assert picked["pace"].startswith("Détente")
    assert picked["thread"] == "Jouer dans ce salon"


def test_who_may_not_change_anything_reads_all_settings_and_gets_no_lists() -> None:
    table = lobby_table(options={"threshold": 5})
    settings = option_words(table, FACE.spec.offer_options(table, FRENCH, NONE), FACE.spec, FRENCH)
    page = options_page(table, FACE, (), False, "", FRENCH, settings=settings)
    assert verbs(page) == []
    assert "- Élimination : à 5 points\n" in plain(page)
    assert "- Rythme : vif" in plain(page)


def test_once_the_game_runs_people_can_only_be_removed_and_the_host_not_by_themselves() -> None:
    page = panel(lobby_table(["Anne", "Bob", "Chloé"], status=Status.PLAYING))
    assert verbs(page) == ["remove"]
    (remove,) = selects(page)
    assert [choice.value for choice in remove.choices] == ["2", "3"]


def test_a_locked_option_says_why_instead_of_a_list() -> None:
    page = panel(lobby_table())
    assert "Gorgées : la modération doit d’abord le permettre" in plain(page)
    assert "sips" not in [select.arg for select in selects(page)]


def test_every_offered_choice_comes_back_as_its_value() -> None:
    table = lobby_table()
    specs = FACE.spec.offer_options(table, FRENCH, frozenset({"sips"}))
    for spec in specs:
        (select,) = [
            select
            for number in ("0", "1")
            for select in selects(panel(table, number, allowed=frozenset({"sips"})))
            if select.arg == spec.name
        ]
        for choice, offered in zip(spec.choices, select.choices, strict=True):
            name, value = read_choice(specs, spec.name, [offered.value])
            assert (name, value, type(value)) == (spec.name, choice.value, type(choice.value))


@pytest.mark.parametrize(
    ("name", "values", "reason"),
    [
        ("threshold", ["999"], "bad_option"),
        ("threshold", ["true"], "bad_option"),
        ("threshold", [], "bad_option"),
        ("nothing", ["1"], "bad_option"),
        ("sips", ["true"], "option_locked"),
    ],
)
def test_a_choice_that_was_not_offered_is_refused(name: str, values: list[str], reason: str) -> None:
    with pytest.raises(Denied) as denied:
        read_choice(FACE.spec.offer_options(lobby_table(), FRENCH, NONE), name, values)
    assert denied.value.reason == reason


def test_one_and_true_are_different_values_and_pace_and_thread_belong_to_every_table() -> None:
    specs = (OptionSpec("n", "N", (OptionChoice(1, "un"), OptionChoice(True, "oui"))),)
    assert type(read_choice(specs, "n", ["true"])[1]) is bool
    assert type(read_choice(specs, "n", ["1"])[1]) is int
    assert read_choice((), "pace", ['"vif"']) == ("pace", "vif")
    assert read_choice((), "thread", ["true"]) == ("thread", True)


def test_a_full_table_fits_into_the_lists() -> None:
    full = lobby_table(["N" * 40] * SEATS_AT_MOST, options={"first": "25"})
    for number in ("0", "1"):
        check(panel(full, number))
    (first,) = [select for select in selects(panel(full)) if select.arg == "first"]
    assert [choice.value for choice in first.choices if choice.chosen] == ['"25"']


# -- teams -------------------------------------------------------------------------------------------------


TASSE: Face = TasseFace()


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
    return check(lobby_page(table, TASSE, FRENCH, 2))


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
    assert "*1 free seat*" in plain(lobby_page(TEAMS, TASSE, ENGLISH, 2))


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
    page = options_page(table, TASSE, (), True, "remove", FRENCH, 2)
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
