"""Buttons and lists stand for actions, say truly what they do, and are together exactly the legal ones."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.pages.ids import Target
from bot.ui.pages.page import Page
from cogs.debacle.controls import action_of, encode, outcome
from engines.core.records import Refusal
from engines.debacle.actions import CAPTURED_TO_END
from engines.debacle.board import CELL, VALUE
from engines.debacle.model import Action, Capture, Doubles, Flip, Pass, Recover, Return, Roll
from tests.cogs.debacle.table import FACE, DebacleTable, offered, opened, random_tables
from tests.engines.debacle.match import GAME, NO_DRAWS
from tests.support.plain_page import buttons, plain, selects, verbs

T = texts_for("fr")
SEEDS = st.integers(0, 2**32)
THREE_PAIRS = """
6  B4 B4 .  .  .  .
5  .  .  B2 B2 .  .
4  .  .  .  .  B3 B3
3  .  .  .  .  .  .
2  .  .  .  .  .  .
1  R1 R2 R3 R4 R5 R6
   a  b  c  d  e  f
"""
"""Each row may be left alone or cleared in two ways: 26 takes, one more than a list holds."""
BOUNCING_FROM_CAMP = """
6  B6 R5 .  .  .  B1
5  .  .  .  .  .  .
4  .  .  .  .  B2 B3
3  .  .  .  .  .  .
2  .  .  .  .  .  .
1  R1 .  R3 R4 .  R6
   a  b  c  d  e  f
"""


def whole(page: Page, table: DebacleTable, seat: str) -> set[Action]:
    """All that can be done from a page and from those that it opens."""
    return set().union(*(offered(each) for each in opened(page, table.seen(seat), T)))


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Roll("c2", "c3"), "c2-c3"),
        (Flip("c2"), "c2_"),
        (Capture("c2", "c3"), "c2xc3"),
        (Return("b1"), "=b1"),
        (Recover("b1"), "+b1"),
        (Doubles(("a6", "c6")), ".a6,c6"),
        (Doubles(("a6", "b6", "c6", "d6", "e6")), ".a6,b6,c6,d6,e6"),
        (Pass(), ","),
    ],
)
def test_an_action_goes_through_a_custom_id(action, code) -> None:
    assert encode(action) == code
    target = Target("g", 10**17, 10**17, "do", code)
    assert action_of("do", target.arg, ()) == action
    assert action_of("doubles", "", (code,)) == action
    assert len(str(target)) <= 100


@pytest.mark.parametrize(
    ("verb", "arg", "values"),
    [
        ("do", "", ()),
        ("do", "timeout", ()),
        ("do", "red-leaves", ()),
        ("do", "c2", ()),
        ("do", "z9-z8", ()),
        ("die", "", ("c2",)),
        ("row", "", ("a6",)),
        ("nonsense", "c2_", ()),
    ],
)
def test_what_names_no_action_is_none(verb: str, arg: str, values: tuple[str, ...]) -> None:
    assert action_of(verb, arg, values) is None


@settings(max_examples=6, deadline=None)
@given(SEEDS)
def test_the_controls_offer_exactly_what_is_legal_by_what_is_public(seed) -> None:
    """The board's controls come from the public choices alone, and so does what the dice that wait see."""
    for table in random_tables(seed):
        legal = set() if table.over else table.legal
        sights = {seat: table.seen(seat) for seat in (None, "1", "2")}
        assert all(set(sight.choices) == legal for sight in sights.values())
        if table.over:
            return
        mover, board = sights[table.seat], FACE.board(sights[None], T)
        for page in (FACE.panel(mover, T), board):
            assert set().union(*map(offered, opened(page, mover, T))) == legal
        assert offered(FACE.panel(sights[table.other], T)) == set()
        able = {action.origin for action in legal if isinstance(action, Roll | Capture)}
        able |= {action.at for action in legal if isinstance(action, Flip)}
        listed = [select for select in selects(board) if select.verb == "die"]
        assert {choice.value for select in listed for choice in select.choices} == able


def test_a_die_is_chosen_then_what_it_does() -> None:
    table = DebacleTable()
    page = FACE.form_or_page("die", "b1", table.seen("1"), T)
    assert [(button.verb, button.arg) for button in buttons(page)] == [
        ("do", "b1_"),
        ("do", "b1-b2"),
        ("die", ""),
    ]
    assert FACE.form_or_page("die", "", table.seen("1"), T) == FACE.panel(table.seen("1"), T)


def test_a_bouncing_die_shows_its_moves_at_once() -> None:
    table = DebacleTable(BOUNCING_FROM_CAMP, bounce=31, returning=31, acted=True, took=True, actions_left=1)
    page = FACE.panel(table.seen("1"), T)
    assert not [select for select in selects(page) if select.verb == "die"]
    assert {select.verb for select in selects(page)} == {"back"}
    assert {"do", "pass"} <= set(verbs(page))
    assert offered(page) == table.legal


def test_a_return_that_is_due_at_once_comes_alone() -> None:
    table = DebacleTable(BOUNCING_FROM_CAMP, returning=31, acted=True, actions_left=1)
    page = FACE.panel(table.seen("1"), T)
    assert offered(page) == {Return("b1"), Return("e1")} == table.legal
    assert "pass" not in verbs(page)
    assert "revient d’abord" in plain(page)


def test_b7_doubles_too_many_for_a_list_are_chosen_row_by_row() -> None:
    table = DebacleTable(THREE_PAIRS)
    takes = {action for action in table.legal if isinstance(action, Doubles)}
    assert len(takes) == 26
    page = FACE.panel(table.seen("1"), T)
    (rows,) = [select for select in selects(page) if select.verb == "row"]
    assert {choice.label for choice in rows.choices} == {
        "rangée 6 : ne rien prendre",
        "rangée 6 : prendre a6 (4)",
        "rangée 6 : prendre b6 (4)",
    }
    (takes_list,) = selects(FACE.form_or_page("row", "a6", table.seen("1"), T))
    assert {choice.value for choice in takes_list.choices} == {
        encode(take) for take in takes if "a6" in take.take and "b6" not in take.take
    }
    assert whole(page, table, "1") == table.legal
    for each in opened(page, table.seen("1"), T):
        ids = [(select.verb, select.arg) for select in selects(each)]
        assert len(set(ids)) == len(ids), "no two lists of a message have one custom id"
    for decided in ("a1", "a6.zz", "a6,b6", "-.-.-", "...."):
        assert FACE.form_or_page("row", decided, table.seen("1"), T) is None, "it was never offered"


def test_undo_time_and_offers_stand_where_there_is_a_draft_a_clock_an_offer() -> None:
    def both(table: DebacleTable) -> list[set[str]]:
        """What stands on the board, in Red's message and in Black's."""
        pages = (FACE.board(table.seen(), T), *(FACE.panel(table.seen(seat), T) for seat in ("1", "2")))
        return [set(verbs(page)) for page in pages]

    table = DebacleTable()
    assert ["undo" in each for each in both(table)] == [False, False, False]
    assert ["grant" in each for each in both(table)] == [True, False, False]
    table.play("a1-a2")
    assert ["undo" in each for each in both(table)] == [True, True, False]
    assert ["undo" in each for each in both(table.undo())] == [False, False, False]
    assert "grant" not in both(table.table(alarm=None))[0]
    offered = both(DebacleTable().offer("1"))
    assert [each & {"offer", "accept", "decline"} for each in offered] == [
        {"accept", "decline"},
        {"decline"},
        {"accept", "decline"},
    ]


# -- what buttons say -----------------------------------------------------------------------------------


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_every_label_tells_the_truth(seed: int) -> None:
    for table in random_tables(seed, 40):
        if table.over:
            return
        before, seen = table.state, table.seen(table.seat)
        for action in table.legal:
            said = outcome(action, seen, T)
            step = GAME.act(before, table.seat, action, NO_DRAWS)
            ended = any(event.type == "round_ended" for event in step.events)
            assert ("fin de manche" in said) == ended
            if ended:
                continue
            after = step.state.position
            assert (", rebond" in said) == (after.bounce is not None and isinstance(action, Capture))
            if isinstance(action, Roll | Flip | Capture):
                assert ("retour au camp" in said) == (after.returning is not None)
            _check_values(action, said, step)


def _check_values(action: object, said: str, step: object) -> None:
    """The numbers of a label against the events and the board."""
    event = step.events[0]
    board = step.state.position.board
    numbers = [int(found) for found in re.findall(r"(?<![a-f])[1-6]", said)]
    match action:
        case Roll(_, to) | Flip(to):
            assert numbers == [event.before, event.value]
            assert event.value == board[CELL[to]] & VALUE
        case Capture():
            assert numbers == [event.value]
        case Doubles():
            rows = {square[1] for square in event.take}
            assert sorted(numbers) == sorted([*event.values, *map(int, rows)])
            assert all(square in said for square in event.take)
        case Recover(to):
            assert said == f"Récupérer le {event.value} en {to}"
        case Return(to):
            assert said == f"Revenir en {to}"
        case Pass():
            assert said == ("Terminer le tour" if event.type == "passed" else "Renoncer au rebond")


def test_b9_taking_the_fifth_die_is_said_to_end_the_round() -> None:
    drawing = """
    6  B4 B4 .  .  .  .
    5  .  .  .  .  .  .
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  R6 .  .  .  .  .
    1  .  R2 R3 R4 R5 R6
       a  b  c  d  e  f
    """
    table = DebacleTable(drawing, red_holds=(1, 1, 1, 2))
    seen = table.seen("1")
    assert len(seen.observation.captured["red"]) == CAPTURED_TO_END - 1
    assert outcome(Doubles(("b6",)), seen, T) == "rangée 6 : prendre b6 (4), fin de manche"


def test_in_english() -> None:
    seen = DebacleTable().seen("1")
    assert outcome(Roll("a1", "a2"), seen, texts_for("en-US")) == "Roll a1→a2 (1→2)"


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("a1-b2", "La case b2 n’est pas voisine : un dé bouge d’une seule case à la fois, sans diagonale."),
        ("f6!", "Le dé en f6 est à l’adversaire. Choisissez l’un des vôtres."),
        (",", "Il vous reste des actions à jouer : jouez-les avant de terminer le tour."),
    ],
)
def test_an_illegal_move_is_answered_in_plain_words(word: str, said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        DebacleTable().play(word)
    assert FACE.spec.refusal(refusal.value, T) == said


def test_the_host_chooses_who_begins() -> None:
    table = DebacleTable(options={}).table(status=Status.LOBBY).held.table
    (first,) = FACE.spec.offer_options(table, T, frozenset())
    assert first.name == "first"
    assert [(choice.value, choice.label, choice.hint) for choice in first.choices] == [
        ("drawn", "au hasard", None),
        ("1", "Anne", "les dés de Rouge"),
        ("2", "Bob", "les dés de Noir"),
    ]
    for choice in first.choices:
        GAME.setup(["1", "2"], {"first": choice.value})
