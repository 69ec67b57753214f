"""What discord.py keeps of our messages: nothing at all."""

import asyncio
import re
from typing import Any

from bot.ui.pages.ids import parse
from tests.support.sim import World
from tests.support.sim_tasse import one_sided, playing
from tests.support.wire_reading import walk


def _kept(world: World) -> Any:
    return world.bot._connection._view_store


async def _play_a_lot(company: Any) -> None:
    """Everything that sends a view: boards, letters, panels, options, rules, forms, an end and a rematch."""
    for person in company.people:
        for verb in ("hand", "rules"):
            await person.presses(company.board, verb)
    roller, paper = await company.rolls()
    await roller.presses(paper, "speak")
    await company.plays_on(one_sided("Bob"))
    await company.host.presses(company.board, "rematch")
    panel = (await company.host.presses(company.board, "options")).paper
    await company.host.presses(panel, "options", "1")


async def test_nothing_is_kept() -> None:
    async with playing("Anne", "Bob", seuil=2) as company:
        await _play_a_lot(company)
        store = _kept(company.world)
        assert store._dynamic_items == {}
        assert store._views == {}
        assert store._synced_message_views == {}
        assert store._modals == {}


async def test_no_task_is_left_by_panels() -> None:
    async with playing("Anne", "Bob") as company:
        before = len(asyncio.all_tasks())
        for _ in range(10):
            await company.host.presses(company.board, "hand")
        assert len(asyncio.all_tasks()) == before


async def test_every_custom_id_is_read_as_it_was_written() -> None:
    async with playing("Anne", "Bob", seuil=2) as company:
        await _play_a_lot(company)
        targets = {custom_id: parse(custom_id) for custom_id in _custom_ids(company.world)}
        assert all(str(target) == custom_id for custom_id, target in targets.items())
        read = {target.verb for target in targets.values() if target is not None}
        assert read >= {"roll", "say", "speak", "table.option", "game.rules"}


async def test_custom_ids_tell_no_secret() -> None:
    async with playing("Anne", "Bob", seuil=2) as company:
        await _play_a_lot(company)
        tables = [company.world.bot.house.tables.table(1), company.world.bot.house.tables.table(2)]
        for table in [await each for each in tables]:
            for custom_id in _custom_ids(company.world):
                assert table.commitment not in custom_id
        assert not [each for each in _custom_ids(company.world) if re.search(r"[0-9a-f]{32}", each)]


def _custom_ids(world: World) -> set[str]:
    """Every custom id that was ever sent."""
    found = set()
    for request in world.env.http_requests:
        body = request.json if isinstance(request.json, dict) else {}
        data = body.get("data") if isinstance(body.get("data"), dict) else body
        found |= {each["custom_id"] for each in walk(data.get("components") or []) if each.get("custom_id")}
        if data.get("custom_id"):
            found.add(data["custom_id"])
    return found
