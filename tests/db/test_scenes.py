"""Scenes are added a row at a time; a step does not write again what earlier steps did."""

import pytest

from bot.tables.model import SceneText
from db.jobs.scenes import DROPPED_EVERY
from db.store import SqliteStore
from tests.support.stored import act, begin, close, opening

TOLD = 3
"""So many scenes these tables tell."""


async def test_a_step_writes_its_own_scene_alone_and_old_ones_go(sqlite: SqliteStore) -> None:
    stored = await sqlite.commit(begin(await sqlite.commit(opening())))
    scenes: tuple[SceneText, ...] = ()
    for _ in range(5 * DROPPED_EVERY):
        version = stored.table.version + 1
        scenes = (*scenes, SceneText(version, f'["{version}"]', version, 1))[-TOLD:]
        statements: list[str] = []
        await sqlite._writer.run(lambda it, seen=statements: it.set_trace_callback(seen.append))
        stored = await sqlite.commit(act(stored, scenes=scenes))
        await sqlite._writer.run(lambda it: it.set_trace_callback(None))
        assert len([line for line in statements if line.startswith("INSERT INTO scenes")]) == 1
        loaded = await sqlite.load(stored.table.id)
        assert loaded is not None
        assert loaded.scenes[-TOLD:] == scenes
        assert len(loaded.scenes) < TOLD + DROPPED_EVERY
    await sqlite.commit(close(stored, scenes=(*scenes, SceneText(stored.table.version + 1, "[]"))[-TOLD:]))
    ended = await sqlite.load(stored.table.id)
    assert ended is not None
    assert len(ended.scenes) == TOLD


@pytest.mark.parametrize("part", ["setup", "seats", "scenes"])
async def test_a_change_that_is_no_step_writes_none_of_them(sqlite: SqliteStore, part: str) -> None:
    scenes = (SceneText(3, "[]"),)
    stored = await sqlite.commit(begin(await sqlite.commit(opening())))
    stored = await sqlite.commit(act(stored, scenes=scenes))
    statements: list[str] = []
    await sqlite._writer.run(lambda it: it.set_trace_callback(statements.append))
    await sqlite.commit(act(stored, "pause", scenes=scenes))
    await sqlite._writer.run(lambda it: it.set_trace_callback(None))
    assert not any(f"INTO {part}" in line or f"FROM {part}" in line for line in statements)
