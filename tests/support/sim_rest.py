"""When the bot on SimCord has come to rest, found out quickly.

SimCord asks of each task, again and again, why it waits, and meanwhile lets real time pass. Here no timer
fires by the real clock: while nothing stands in the loop's queue, nobody can go on but what comes from
outside (a thread, a process), and only then is there anything to wait for.
"""

import asyncio
from typing import Any

import simcord
from simcord import _settlement

_LOOKING = 0.002
"""Real seconds between two looks at whether what comes from outside has come."""
PATIENCE = 60.0
"""Real seconds the bot has to come to rest: its jobs in processes of their own wait for a busy machine."""


def rest_quickly(env: simcord.Env) -> None:
    """Let all that SimCord does wait in this way for the bot to come to rest."""

    async def settle(*, dispatch: str | None = None, **_limits: Any) -> None:
        loop, work = asyncio.get_running_loop(), env._work
        env._last_dispatch = dispatch
        end = loop.time() + PATIENCE
        while loop.time() < end:
            _run_due(env, end)
            await asyncio.sleep(0)
            if loop._ready:  # type: ignore[attr-defined]
                continue
            waiting = _waiting(env, end)
            if waiting is None:
                return
            if waiting or work.executors:
                await asyncio.wait(
                    (*waiting, *work.executors), timeout=_LOOKING, return_when=asyncio.FIRST_COMPLETED
                )
        state, tasks = env._settlement_state(), _settlement._owned_tasks(env._settlement_state())
        stuck = [task for task in tasks if not _settlement._is_parked(state, task, end)]
        raise TimeoutError(
            _settlement._settle_timeout_message(state, stuck, tasks, PATIENCE, list(work.callbacks))
        )

    env._settle_internal = settle


def _run_due(env: simcord.Env, end: float) -> None:
    now = env._virtual_time
    if any(record.when is not None and record.when <= now for record in env._work.callbacks):
        _settlement._run_due_virtual_callbacks(env._settlement_state(), end)


def _waiting(env: simcord.Env, end: float) -> list[asyncio.Task[Any]] | None:
    """The tasks that wait for something else than time; None if the bot has come to rest."""
    state, now = env._settlement_state(), env._virtual_time
    sleeping, due = set(), bool(env._work.executors)
    for record in _settlement._active_callbacks(state):
        if record.when is None or record.when <= now:
            due = True
        elif record.handle is not None:
            sleeping.update(map(id, record.handle._args or ()))
    awake = (task for task in env._work.tasks if not task.done() and id(task._fut_waiter) not in sleeping)
    waiting = [task for task in awake if not _settlement._is_parked(state, task, end)]
    return waiting if due or waiting else None
