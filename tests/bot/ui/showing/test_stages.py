"""The stages of a private message: when anything has to be done about it, and when it is left alone."""

import pytest

from bot.tables.ports import Posted
from bot.ui.showing.stages import DONE, GONE, GREETED, HELD, OVER, is_decision, is_due, is_there

TURN, NEXT = "cup 1 3", "cup 1 7"


def noted(stage: str | None) -> Posted | None:
    return None if stage is None else Posted(1, 7, 2, 3, stage, "", 0)


@pytest.mark.parametrize(
    ("before", "stage", "due"),
    [
        (None, TURN, True),
        (TURN, TURN, True),  # to be redrawn, if it shows something else
        (TURN, NEXT, True),
        (GONE, TURN, True),
        (None, DONE, False),
        (TURN, DONE, True),
        (TURN, HELD, True),
        (HELD, HELD, False),
        (HELD, DONE, True),
        (DONE, HELD, False),  # what has served says nothing secret
        (DONE, DONE, False),
        (GREETED, GREETED, False),
        (GREETED, TURN, True),
        (GREETED, DONE, True),  # who has left is no more at the table
        (GONE, DONE, False),
        (None, OVER, False),
        (GONE, OVER, False),
        (OVER, OVER, False),
        *((stage, OVER, True) for stage in (TURN, HELD, GREETED, DONE)),
    ],
)
def test_what_is_due(before: str | None, stage: str, due: bool) -> None:
    assert is_due(stage, noted(before), reachable=True) is due


@pytest.mark.parametrize(
    ("before", "due"), [(None, False), (GONE, False), (DONE, False), (GREETED, False), (TURN, True)]
)
def test_who_cannot_be_written_to_keeps_no_old_decision(before: str | None, due: bool) -> None:
    assert is_due(NEXT, noted(before), reachable=False) is due


def test_what_the_game_names_is_a_decision() -> None:
    assert is_decision(TURN)
    assert not any(is_decision(word) for word in (DONE, HELD, GREETED, GONE, OVER))
    assert [is_there(noted(stage)) for stage in (None, GONE, DONE, TURN)] == [False, False, True, True]
