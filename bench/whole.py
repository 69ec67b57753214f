"""Whole clicks: the real process on a Discord of the loopback, and people at its tables at their own pace.

They decide every four seconds at fifty tables. A slice ends when the bot has nothing left to send, so that
what follows a click is counted with it. An echo bot, which sends the same and does nothing else, plays beside
it at the same time: it is the floor. So may the bot of another checkout.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

from bench import ROOT, Row
from bench.bots import KINDS, Crowd, Spent, Watched, play_of
from bench.tape import Click, Recorder, Replay
from tests.support.wire import Play

TABLES = 50
PAUSE = 4.0
"""Seconds between two decisions at a table."""
SECONDS = 8.0
"""How long a slice lasts."""
SLICES = 2
LONE_CLICKS = 30
ALONE = 0.2
"""Seconds without a request after which a click counts as done with."""
COUNTED = ("statements", "actions", "hops", "boards", "panels", "pictures")
OURS, THEIRS, ECHO = "ours", "theirs", "echo"


def choices(games: Sequence[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Each game by its name, then all of them as the mix."""
    for game in games:
        yield game, (game,)
    if len(games) > 1:
        yield "mix", games


@asynccontextmanager
async def crowd_of(play: Play) -> AsyncIterator[Crowd]:
    """The people of a bot, which is started, and ended at last."""
    bot = Watched(play)
    try:
        await play.open()
        yield Crowd(bot)
    finally:
        await play.close()


async def cost(spent: Callable[[], Spent], play: Awaitable[None]) -> Spent:
    """What a slice costs a bot."""
    before = spent()
    await play
    return spent() - before


async def stroll_together(
    crowds: Mapping[str, Crowd], echo: Replay, recorder: Recorder, games: Sequence[str]
) -> dict[str, Spent]:
    """What slices cost each bot, all of which play at the same time.

    The echo plays the last slice of ours again while all play the next one: the first only warms up.
    """
    sums = dict.fromkeys((*crowds, ECHO), Spent())
    tables, tape = TABLES // len(games), list[Click]()
    for number in range(SLICES + 1):
        for crowd in crowds.values():
            await crowd.fill(games, tables)
        recorder.take()
        await echo.load(tape)
        plays = [cost(each.bot.spent, each.stroll(games, tables, SECONDS, PAUSE)) for each in crowds.values()]
        spent = await asyncio.gather(*plays, cost(echo.spent, echo.play(tape)))
        tape = recorder.take()
        if number:
            sums = {name: sums[name] + each for name, each in zip(sums, spent, strict=True)}
    return sums


def told(sums: Spent) -> str:
    """What a click sends, in words."""
    said = [f"{sums.a_click(name):.2f} {name}" for name in ("callbacks", "by_token", "counted", "files")]
    said += [f"{sums.a_click('sent') / 1000:.1f} kB", f"{sums.clicks} clicks"]
    said += [f"{getattr(sums, name)} {name}" for name in ("late", "refused") if getattr(sums, name)]
    return ", ".join(said)


def rows_of(name: str, sums: Mapping[str, Spent]) -> Iterator[Row]:
    """The figures of a game."""
    cpu = {who: each.a_click("cpu") * 1000 for who, each in sums.items()}
    yield Row(f"whole click / echo, {name}", cpu[OURS] / cpu[ECHO], told(sums[OURS]))
    if THEIRS in sums:
        yield Row(f"whole click / theirs, {name}", cpu[OURS] / cpu[THEIRS], told(sums[THEIRS]))
    yield Row(f"ms of processor a click, {name}, human pace", cpu[OURS], f"echo {cpu[ECHO]:.2f}")
    yield Row(f"counted requests a click, {name}, human pace", sums[OURS].a_click("counted"))


async def compare_with_echo(games: Sequence[str], checkouts: Mapping[str, Path]) -> AsyncIterator[Row]:
    """Yield the figures of each game and of the mix."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        crowds = {
            name: await stack.enter_async_context(crowd_of(play_of(folder / name, path)))
            for name, path in checkouts.items()
        }
        ours = crowds[OURS].bot.play
        echo, recorder = Replay(folder / ECHO, ours.world), Recorder(ours.server)
        stack.push_async_callback(echo.close)
        await echo.open()
        for name, chosen in choices(games):
            for row in rows_of(name, await stroll_together(crowds, echo, recorder, chosen)):
                yield row


async def count_clicks(games: Sequence[str]) -> AsyncIterator[Row]:
    """Yield what clicks make the bot do, one by one: those that come together share commits and edits."""
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        play = play_of(folder / "counted", module="bench.counted")
        crowd = await stack.enter_async_context(crowd_of(play))
        bot = crowd.bot
        for name, chosen in choices(games):
            await crowd.fill(chosen, max(1, TABLES // 5 // len(chosen)))
            before, clicks = await bot.counts(), bot.sums.clicks
            for _ in range(LONE_CLICKS):
                await crowd.click(chosen)
                await bot.settle(ALONE)
            found, clicks = await bot.counts(), bot.sums.clicks - clicks
            found.subtract(before)
            for what in COUNTED:
                yield Row(f"{what} a click, {name}", found[what] / clicks)
            yield Row(f"kB written a click, {name}", found["written"] / clicks / 1000)


def each(rows: AsyncIterator[Row]) -> Iterator[Row]:
    """Yield each row as soon as it is measured: if a game fails, the figures of those before are there."""

    async def following() -> Row | None:
        return await anext(rows, None)

    with asyncio.Runner() as runner:
        while (row := runner.run(following())) is not None:
            yield row


def whole(games: Sequence[str] = tuple(KINDS), against: Path | None = None) -> Iterator[Row]:
    """Yield what a click costs beside the echo, of each game and their mix."""
    checkouts = {OURS: ROOT} if against is None else {OURS: ROOT, THEIRS: against}
    return each(compare_with_echo(games, checkouts))


def within(games: Sequence[str] = tuple(KINDS)) -> Iterator[Row]:
    """Yield counts, which hardly depend on the machine."""
    return each(count_clicks(games))
