"""Whom a table calls: what docs/calls.md promises."""

from dataclasses import replace

import pytest

from bot.tables.calls import CALLED_AT_MOST, KEPT, QUIET, Call, choose_called
from tests.support.stored import NOON


def wish(user_id: int, least: int = 4, **facts: object) -> Call:
    made = Call(10, "tasse", user_id, least, None, 20, NOON)
    return replace(made, **facts)


def chosen(seated: int, *least: int) -> list[int]:
    """Which of these wishes are called, by their numbers from 1."""
    return sorted(
        call.user_id for call in choose_called(seated, [wish(n, many) for n, many in enumerate(least, 1)])
    )


@pytest.mark.parametrize(
    ("seated", "least", "expected"),
    [
        (1, (4, 4), []),
        (2, (4, 4), [1, 2]),
        (1, (4, 4, 4), [1, 2, 3]),
        (3, (4,), [1]),
        (3, (4, 6), [1]),
        (3, (4, 5), [1, 2]),
        (1, (2, 6), [1]),
        (1, (3, 3, 6, 6), [1, 2]),
        (1, (3, 3, 5, 5), [1, 2, 3, 4]),
        (5, (), []),
    ],
)
def test_those_are_called_who_come_together_as_many_as_each_wishes(
    seated: int, least: tuple[int, ...], expected: list[int]
) -> None:
    assert chosen(seated, *least) == expected


def test_everybody_who_is_called_would_find_as_many_as_they_wish() -> None:
    for seated in range(1, 6):
        for one in range(2, 8):
            for other in range(2, 8):
                for third in range(2, 8):
                    many = (one, other, third)
                    called = chosen(seated, *many)
                    assert all(many[n - 1] <= seated + len(called) for n in called)
                    bigger = [n for n in (1, 2, 3) if sum(each <= seated + n for each in many) >= n]
                    assert len(called) == max(bigger, default=0)


def test_of_too_many_those_are_called_who_were_called_longest_ago() -> None:
    many = [wish(n, 2, called_at=NOON - n) for n in range(1, CALLED_AT_MOST + 11)]
    called = choose_called(1, many)
    assert len(called) == CALLED_AT_MOST
    assert {call.user_id for call in called} == set(range(11, CALLED_AT_MOST + 11))
    fresh = wish(99, 2)
    assert fresh in choose_called(1, [*many, fresh])


def test_nobody_is_called_twice_in_twelve_hours() -> None:
    called = wish(1, called_at=NOON)
    assert not called.may_be_called(NOON + QUIET - 1, 12)
    assert called.may_be_called(NOON + QUIET, 12)


@pytest.mark.parametrize(
    ("hours", "within", "outside"),
    [((18, 23), (18, 22), (17, 23, 0)), ((22, 2), (22, 23, 0, 1), (2, 12, 21)), (None, (0, 12, 23), ())],
)
def test_people_are_called_in_the_hours_that_they_have_chosen(
    hours: tuple[int, int] | None, within: tuple[int, ...], outside: tuple[int, ...]
) -> None:
    call = wish(1, hours=hours)
    assert all(call.may_be_called(NOON, hour) for hour in within)
    assert not any(call.may_be_called(NOON, hour) for hour in outside)


def test_a_wish_ends_after_sixty_days() -> None:
    call = wish(1)
    assert call.may_be_called(NOON + KEPT - 1, 12)
    assert not call.may_be_called(NOON + KEPT, 12)
    assert call.is_over(NOON + KEPT)
