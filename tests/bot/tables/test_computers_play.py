"""Computers play through the real runtime: what is awaited of them is decided and committed, once."""

from __future__ import annotations

import pytest

from bot.tables.proof.verify import verify
from players.registry import find_player
from tests.support.computers import BASILE, OCTAVIE, begun, furnish, go_on
from tests.support.tables import ALL_GAMES, House


@pytest.mark.parametrize("name", sorted(ALL_GAMES))
async def test_a_table_of_one_person_and_a_computer_is_played_to_its_end(house: House, name: str) -> None:
    furnish(house)
    computers = (BASILE, OCTAVIE)[: (ALL_GAMES[name].seats_max or 3) - 1]
    table = await go_on(house, await begun(house, name, *computers))
    assert table.end.why == "over"
    lines = await house.store.log(table.id)
    seat = table.seats[1].name
    acts = [line for line in lines if line.kind == "act" and line.seat == seat]
    assert acts
    assert {(line.user_id, line.interaction_id) for line in acts} == {(None, None)}
    verdict = verify(await house.tables.record(table.id), ALL_GAMES, find_player)
    assert verdict.ok, verdict.problems
    assert verdict.decisions == sum(line.kind == "decide" for line in lines) > 0
    assert verdict.undecided == 0
