"""Order numbers tell when, and which came first."""

from datetime import UTC, datetime

import pytest

from engines.core.moments import moment_of, moment_of_tick, order_of, tick_of

NOON = 1_770_000_000_000


def test_order_numbers_begin_with_2015() -> None:
    assert moment_of(0) == datetime(2015, 1, 1, tzinfo=UTC).timestamp() * 1000


def test_a_known_number_of_discord_tells_its_moment() -> None:
    # The example of Discord's own documentation of snowflakes: 2016-04-30 11:18:25.796 UTC.
    assert moment_of(175_928_847_299_117_063) == 1_462_015_105_796


@pytest.mark.parametrize("below", [0, 1, 2**22 - 1])
def test_whatever_stands_below_its_ms_a_number_has_the_same_moment(below: int) -> None:
    assert moment_of(order_of(NOON) + below) == NOON
    assert moment_of_tick(tick_of(order_of(NOON) + below)) == NOON


def test_the_next_ms_comes_after_every_number_of_the_one_before() -> None:
    assert order_of(NOON + 1) == order_of(NOON) + 2**22
