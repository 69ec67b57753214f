"""Where all decide at once, a seat's own last action makes its own older buttons stale, and nobody else's."""

from __future__ import annotations

import pytest

from bot.tables.asks import Ask
from bot.tables.errors import Denied
from bot.tables.sight import Sight
from engines.desfausse.model import Reroll
from tests.support.tables import ANNE, BOB, CHLOE, House


async def seen(house: House, table_id: int, user_id: int) -> Sight:
    return await house.tables.sight(table_id, user_id)


async def rerolls(house: House, table_id: int, asked: Ask, sight: Sight) -> None:
    await house.tables.act(asked, table_id, Reroll(sight.observation.rerollable[:1]))


async def test_f2_a_second_device_does_not_roll_again_by_an_older_hand(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, game="desfausse")
    before = await seen(house, table.id, ANNE)
    await rerolls(house, table.id, house.ask(ANNE, before.drawn), before)
    with pytest.raises(Denied, match="stale"):
        await rerolls(house, table.id, house.ask(ANNE, before.drawn), before)
    after = await seen(house, table.id, ANNE)
    assert after.observation.rolls_left == before.observation.rolls_left - 1
    assert after.drawn != before.drawn


async def test_f2_the_others_buttons_stay_good(house: House) -> None:
    table = await house.playing(ANNE, BOB, CHLOE, game="desfausse")
    anne, bob = await seen(house, table.id, ANNE), await seen(house, table.id, BOB)
    await rerolls(house, table.id, house.ask(ANNE, anne.drawn), anne)
    await rerolls(house, table.id, house.ask(BOB, bob.drawn), bob)
    assert (await seen(house, table.id, BOB)).observation.rolls_left == 1
