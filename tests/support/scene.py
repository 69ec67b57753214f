"""A test in a simulated world of its own (docs/simulation.md): the whole bot, and no time that really passes.

The world lives in a process of its own, forked from one that knows the bot already, and ends with it: nothing
that ran before changes anything in it, and the same test is the same world.
"""

import asyncio
import importlib
import inspect
import multiprocessing
import os
import tempfile
import traceback
from collections.abc import Callable, Coroutine
from datetime import datetime
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest

from tests.support.wire import Play

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["tests.world.warm"])
_HANGS = 240
"""Seconds after which a world counts as one that hangs."""


def scene(act: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """Have a test play in a world: it is given its `Play` first, then what pytest gives."""
    first, *rest = inspect.signature(act).parameters.values()
    assert first.name == "play"

    def test(**given: Any) -> None:
        here, there = _FORKS.Pipe(duplex=False)
        child = _FORKS.Process(target=_live, args=(act.__module__, act.__name__, given, there), daemon=True)
        child.start()
        there.close()
        try:
            failure = here.recv() if here.poll(_HANGS) else "it hangs"
        except EOFError:
            failure = "its process died"
        child.kill()
        child.join()
        if failure:
            pytest.fail(failure, pytrace=False)

    test.__name__, test.__doc__, test.__module__ = act.__name__, act.__doc__, act.__module__
    test.__signature__ = inspect.Signature(rest)  # type: ignore[attr-defined]
    test.act = act  # type: ignore[attr-defined]
    return test


async def until_moment(play: Play, moment: datetime) -> None:
    """Let the world's time pass."""
    await asyncio.sleep(max(0.0, (moment - play.world.clock()).total_seconds()))


def _live(module: str, name: str, given: dict[str, Any], out: Connection) -> None:
    from tests.support.wire_judges import judge
    from tests.world.ground import Ground, on_ground
    from tests.world.world import SimWorld

    async def act(folder: Path) -> None:
        play = SimWorld(ground, folder)
        await play.open()
        await getattr(importlib.import_module(module), name).act(play, **given)
        judge(play)

    ground, failure = Ground(1), ""
    memory = "/dev/shm" if Path("/dev/shm").is_dir() else None
    with tempfile.TemporaryDirectory(dir=memory, ignore_cleanup_errors=True) as folder, on_ground(ground):
        asyncio.set_event_loop(ground.loop)
        try:
            ground.loop.run_until_complete(act(Path(folder)))
        except BaseException as error:
            failure = _told(error) + ground.printed.getvalue()[-3000:]
        asyncio.set_event_loop(None)
    out.send(failure)
    os._exit(0)  # nothing of the world is let go


def _told(error: BaseException) -> str:
    """The way to an error, with what its last places knew: nobody can look into that process any more."""
    told = traceback.TracebackException.from_exception(error, capture_locals=True)
    for place in told.stack:
        ours = "/tests/" in place.filename and not place.filename.endswith("/scene.py")
        place.locals = {name: said[:200] for name, said in (place.locals or {}).items()} if ours else None
    return "".join(told.format())
