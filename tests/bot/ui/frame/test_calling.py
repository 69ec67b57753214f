"""Whom a new board calls: those who played to the end, and those for whom a rematch keeps a seat."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.tables.model import End, Person, Seat, Status, Table
from bot.texts import texts_for
from bot.ui.frame.calling import people_to_call, with_call
from bot.ui.pages.page import Page, Text
from tests.support.tasse_table import lobby_table

T = texts_for("fr")
OVER = End("over", ("1",), None)
PAGE = Page(12, 0, (Text("## La Tasse"), Text("la suite")))


def closed(end: End = OVER, **facts: object) -> Table:
    return lobby_table(status=Status.CLOSED, end=end, **facts)


def with_seat(table: Table, place: int, *people: Person, left: bool = False) -> Table:
    seats = list(table.seats)
    seats[place] = Seat(seats[place].name, people, left=left)
    return replace(table, seats=tuple(seats))


def test_the_end_calls_everybody_who_is_still_there_once() -> None:
    assert people_to_call(closed()) == (101, 102, 103)
    gone = replace(Person(104, "Dan", 9004), left=True)
    team = with_seat(closed(), 1, Person(102, "Bob", 9002), gone, Person(None, "", 9005))
    assert people_to_call(team) == (101, 102, 103)
    assert people_to_call(with_seat(closed(), 1, Person(102, "Bob", 9002), left=True)) == (101, 103)
    twice = with_seat(closed(), 1, Person(101, "Anne", 9002))
    assert people_to_call(twice) == (101, 103)


@pytest.mark.parametrize("why", ["stopped", "abandoned", "operator", "restored", "idle", "empty", None])
def test_a_table_that_was_broken_off_calls_nobody(why: str | None) -> None:
    assert people_to_call(closed(End(why, (), None))) == ()


@pytest.mark.parametrize("status", [Status.PLAYING, Status.PAUSED])
def test_nobody_is_called_while_a_game_is_played(status: Status) -> None:
    assert people_to_call(lobby_table(status=status, rematch_of=7)) == ()


def test_in_private_messages_nobody_need_be_called() -> None:
    assert people_to_call(closed(guild_id=-70)) == ()


def test_a_rematch_calls_those_who_have_not_sat_down_again() -> None:
    kept = with_seat(lobby_table(rematch_of=7), 2, Person(103, "Chloé", None))
    assert people_to_call(kept) == (103,)
    assert people_to_call(replace(kept, rematch_of=None)) == ()


def test_the_call_stands_below_the_title_and_only_if_somebody_is_called() -> None:
    title, line, rest = with_call(PAGE, closed(), T).blocks
    assert (title, rest) == PAGE.blocks
    assert line == Text("Merci d’avoir joué, <@101>, <@102> et <@103> !")
    assert with_call(PAGE, lobby_table(), T) is PAGE
