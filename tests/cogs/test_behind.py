"""The operator is told how long people have been seeing an older state."""

import pytest

from bot.meters import METERS
from tests.support.sim import World
from tests.support.sim_tasse import playing


async def behind(world: World) -> float:
    """What stands in the figures after the bot's next look around (every half minute)."""
    await world.passes(30)
    return METERS["behind_seconds"].values[()]


async def test_what_does_not_get_through_is_behind_until_it_does() -> None:
    async with playing("Anne", "Bob") as company:
        world = company.world
        assert await behind(world) == 0
        world.env.inject_error("PATCH", "*", status=500, times=None)
        await company.rolls()
        first = await behind(world)
        assert 0 < first <= 30
        assert await behind(world) == pytest.approx(first + 30, abs=1)
        world.env.backend.faults.clear()
        await world.passes(60)
        assert await behind(world) == 0
