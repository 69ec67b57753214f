"""Computers that play at the tables at home here.

After each commit it is looked what is awaited of them. Whatever thinks for them answers while the time passes
that a person would take; then what was decided is committed like a person's action. What they are about to do
is in memory only: whoever comes next looks again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import structlog

from bot.meters import count
from bot.tables.asks import Ask, ByComputer, Plan
from bot.tables.computers.thought import Awaited, Mind, Programs, Thought, do, find_awaited, find_computers
from bot.tables.homes import Slots
from bot.tables.model import (
    PROGRAM,
    WINDOW,
    Alarm,
    Broken,
    Denied,
    Held,
    Scene,
    Status,
    Table,
    is_passing,
    joins_of,
)
from bot.tables.ports import Cancel, Clock
from bot.tables.proof.replay import Failure, retell
from bot.tables.service import Tables
from bot.tables.tasks import Committed, Tasks
from bot.tables.viewpoint import Chair, decide_anything, draw_anew, key_of
from engines.core.clicks import order_of
from engines.core.game import AnyGame
from engines.core.records import Refusal, events_for
from players.core.player import AnyPlayer, Budget, Player, Told
from players.core.speech import plain_question, read_decision

_log = structlog.get_logger(__name__)
_AGAIN = 5_000
"""Where the store did not say at which tables computers play, it is asked again after so long (ms)."""
_TRIES = 2
"""So often a player is asked for what the rules then refuse; after that anything legal is done."""
_USUAL, _SPARE = 3_000, 1.0
"""A person takes so long (ms); so many seconds later anything legal is done in the place of a slow player."""
_PATIENCE = 20.0
"""Seconds for which an answer is waited for at most, and the first one: what thinks has to start for it."""


@dataclass(slots=True, eq=False)
class _Job:
    """One decision on its way. `refused` counts what the rules did not allow."""

    table_id: int
    guild_id: int
    awaited: Awaited
    refused: int = 0
    due: int = 0
    cancel: Cancel | None = None
    tasks: list[asyncio.Task[None]] = field(default_factory=list)

    def drop(self) -> None:
        """It is awaited no more."""
        if self.cancel is not None:
            self.cancel()
        for task in self.tasks:
            task.cancel()


class Computers:
    """Plays for computers. `find_player` knows each game's player, `mind` thinks for it.

    `programs` of others think for themselves.
    """

    def __init__(
        self,
        tables: Tables,
        find_player: Callable[[str], AnyPlayer],
        mind: Mind,
        clock: Clock,
        tasks: Tasks,
        programs: Programs | None = None,
    ) -> None:
        self._tables = tables
        self._find_player = find_player
        self._mind = mind
        self._clock = clock
        self._tasks = tasks
        self._programs = programs
        self._notebook = Notebook(self._tell_again)
        self._looks = Looks(self._look, clock, tasks)
        self._patience = Patience()
        self._jobs: dict[tuple[int, str], _Job] = {}
        self._thinks = False
        """Whether any answer has come yet."""

    def attend(self) -> None:
        """Hear of the tables at home here from now on."""
        self._tables.after_commit.add(self.follow)
        self._tables.on_home.add(self.come_home)
        self._tables.on_sweep.add(self.come_home)
        self._tables.on_leaving.add(self.leave)

    def follow(self, done: Committed) -> None:
        """A table at home has changed: see what is awaited of its computers, if any play there."""
        table = done.table
        plays = any(seat.player is not None for seat in table.seats)
        if table.status is not Status.PLAYING or not plays:
            self._drop(table.id, ())
            self._looks.forget(table.id)
            self._patience.forget(table.id)
            return
        self._patience.note_change(table.id, done.kinds)
        self._notebook.note_moment(table.id, table.version, table.changed_at)
        self._looks.soon(table.id)

    def come_home(self, slots: Slots) -> None:
        """Play goes on in these slots, or news may have been lost: see what is awaited of computers there."""
        self._tasks.spawn(self._find(slots), "find computers")

    def leave(self, slots: Slots) -> None:
        """These slots are home here no more."""
        self._patience = Patience()  # what happens there from now on is not told us: count anew
        for job in [job for job in self._jobs.values() if slots.have(job.guild_id)]:
            self._end(job)

    async def _find(self, slots: Slots) -> None:
        try:
            played = await self._tables.played_by_computers(slots)
        except Exception:
            self._clock.call_at(self._clock.now() + _AGAIN, lambda: self.come_home(slots))
            raise
        for table_id in played:
            await self._looks.look(table_id)

    async def _look(self, table_id: int) -> None:
        """Have every computer of a table decide of which a decision is awaited, and no other."""
        try:
            held = await self._tables.held(table_id)
        except Denied:  # purged meanwhile
            return
        if held.vault.unread is not None or not self._tables.is_home(held.table):
            return
        game = self._tables.game(held.table.game)
        awaited = find_awaited(held, game)
        self._drop(table_id, awaited.keys())
        for seat, each in awaited.items():
            job = self._jobs.get((table_id, seat))
            if job is not None and _is_same(job.awaited, each, game):
                continue
            if job is not None:
                self._end(job)
            job = self._jobs[table_id, seat] = _Job(table_id, held.table.guild_id, each)
            self._begin(job, held, game)

    def _drop(self, table_id: int, but: Iterable[str]) -> None:
        kept = frozenset(but)
        for place, job in list(self._jobs.items()):
            if place[0] == table_id and place[1] not in kept:
                self._end(job)

    def _end(self, job: _Job) -> None:
        if self._jobs.get((job.table_id, job.awaited.seat)) is job:
            del self._jobs[job.table_id, job.awaited.seat]
        job.drop()

    # -- thinking --------------------------------------------------------------------------------------

    def _begin(self, job: _Job, held: Held, game: AnyGame) -> None:
        job.tasks.append(self._tasks.spawn(self._think(job, held, game), f"think {job.table_id}"))

    async def _think(self, job: _Job, held: Held, game: AnyGame) -> None:
        """Decide, and wait as long as a person would have taken."""
        await self._tasks.precedence.let_pass()
        try:
            thought = await self._decide(job, held, game)
        except Exception as error:  # not even anything legal can be found
            job.refused = _TRIES
            await self._try_again(job, error)
            return
        waits = any(seat not in find_computers(held) for seat in game.to_act(job.awaited.state))
        due = due_at(held.table, thought.decision.delay_ms, waits=waits)
        if due is None:
            return
        job.due = due
        job.cancel = self._clock.call_at(due, lambda: self._act_soon(job, thought))

    async def _decide(self, job: _Job, held: Held, game: AnyGame) -> Thought:
        """What the player decides or, where it fails or was refused before, anything legal."""
        if job.refused < _TRIES:
            try:
                async with asyncio.timeout(self._seconds_for(held.table)):
                    return await self._ask(job, held, game)
            except Exception as error:
                about = {"table": job.table_id, "game": game.name, "error": type(error).__name__}
                _log.warning("a computer's player failed", **about)
                if isinstance(error, Refusal):
                    self._blame(job)
        question = _chair_of(held, job.awaited).ask(
            game, job.awaited.state, (), "", Budget(0), job.awaited.offer
        )
        return Thought(job.awaited, decide_anything(question, job.awaited.seen), None, 0)

    def _seconds_for(self, table: Table) -> float:
        """How many seconds an answer is waited for, however many others ask."""
        if not self._thinks:
            return _PATIENCE
        now = self._clock.now()
        due = due_at(table, _USUAL, waits=True) or now
        return min(max(0, due - now) / 1000 + _SPARE, _PATIENCE)

    async def _ask(self, job: _Job, held: Held, game: AnyGame) -> Thought:
        """What the player decides; whatever it fails with is raised."""
        awaited, player = job.awaited, self._find_player(game.name)
        notes = await self._notebook.read(held, game, awaited.seat, player)
        told = self._notebook.told(held, awaited.seat)
        question = _chair_of(held, awaited).ask(
            game, awaited.state, told, notes, player.budget, awaited.offer
        )
        program = self._find_program(job)
        asked = question.skimmed_by(player) if program is None else draw_anew(question, awaited.seen)
        answer = await (program or self._mind).think(plain_question(game, asked))
        self._thinks = self._thinks or program is None
        decision = read_decision(game, question.view, answer)
        version = player.version if program is None else PROGRAM
        return Thought(awaited, decision, version, int(answer.get("budget", player.budget.nodes)))

    def _find_program(self, job: _Job) -> Mind | None:
        """The program of others that plays here; None for a player of ours, also where it is in for one."""
        name = job.awaited.computer.program
        if name is None or self._programs is None or self._patience.is_spent(job.table_id, job.awaited):
            return None
        return self._programs.find(name)

    def _blame(self, job: _Job) -> None:
        """Count what the rules did not allow, where it comes from somebody else's program."""
        if self._find_program(job) is not None:
            count("program_failures", str(job.awaited.computer.program), "not_allowed")

    async def _tell_again(self, held: Held, seat: str) -> list[Told[Any]]:
        record = await self._tables.whole_record(held.table.id)
        game = self._tables.game(held.table.game)
        return [step.told(seat) for step in retell(record, game, until=held.last_seq)]

    # -- acting ----------------------------------------------------------------------------------------

    def _act_soon(self, job: _Job, thought: Thought) -> None:
        job.cancel = None
        job.tasks.append(self._tasks.spawn(self._act(job, thought), f"act {job.table_id}"))

    async def _act(self, job: _Job, thought: Thought) -> None:
        """Commit what was decided, if it is still awaited."""
        await self._tasks.precedence.let_pass()
        tables = self._tables
        self._forget(job)
        if not tables.homes.is_home(job.guild_id) or tables.deadlines.holds(job.guild_id):
            return  # whoever is home then, or when people can act again, looks anew

        def transition(held: Held, game: AnyGame) -> Plan | None:
            ask = ask_of_computer(held.table, thought.awaited.seat, job.due, self._clock.now())
            return do(held, game, thought, ask, tables.back_at(job.guild_id))

        try:
            await tables.change(job.table_id, transition)
        except Denied as denied:
            _log.info("a computer's decision was not taken", table=job.table_id, why=denied.reason)
            self._looks.later(job.table_id)
        except (Refusal, Broken) as error:
            if thought.version == PROGRAM:
                self._blame(job)
            await self._try_again(job, error)
        except Exception as error:
            self._looks.failed(job.table_id, error)
        else:
            if thought.version == PROGRAM:
                self._patience.note_decision(job.table_id, thought.awaited)
            self._looks.soon(job.table_id)

    def _forget(self, job: _Job) -> None:
        if self._jobs.get((job.table_id, job.awaited.seat)) is job:
            del self._jobs[job.table_id, job.awaited.seat]

    async def _try_again(self, job: _Job, error: Exception) -> None:
        """What was decided was not allowed: in a race others were quicker, or the player is wrong."""
        about = {"table": job.table_id, "error": type(error).__name__, "times": job.refused + 1}
        _log.warning("a computer's decision was refused", **about)
        try:
            await self._think_again(job, error)
        except Exception as failed:
            self._looks.failed(job.table_id, failed)

    async def _think_again(self, job: _Job, error: Exception) -> None:
        """Have the same decision made anew, if it is still awaited."""
        try:
            held = await self._tables.held(job.table_id)
        except Denied:  # purged meanwhile
            return
        game = self._tables.game(held.table.game)
        awaited = find_awaited(held, game).get(job.awaited.seat)
        if awaited is None or (job.table_id, awaited.seat) in self._jobs:
            self._looks.soon(job.table_id)
            return
        same = awaited == job.awaited
        if same and job.refused >= _TRIES:
            await self._give_up(held, error)
            return
        again = _Job(job.table_id, job.guild_id, awaited, job.refused + same)
        self._jobs[job.table_id, awaited.seat] = again
        self._begin(again, held, game)

    async def _give_up(self, held: Held, error: Exception) -> None:
        """Nothing that a computer does is allowed: the deadline passes, as for a person who does nothing.

        Where there is none, the rules cannot go on.
        """
        if held.table.alarm is None:
            await self._tables.set_aside(held.table.id, error)


def _is_same(known: Awaited, now: Awaited, game: AnyGame) -> bool:
    """Whether this is the decision that is being made already: it need not be made anew."""
    if (known.name, known.computer) != (now.name, now.computer):
        return False
    return known.state == now.state or not (game.sequential or now.offer is not None)


def _chair_of(held: Held, awaited: Awaited) -> Chair:
    """The chair of a computer at a table."""
    key = key_of(held.vault.seed, held.table.id, joins_of(*held.table.seats), awaited.seat)
    return Chair(awaited.seat, awaited.computer, key, tuple(find_computers(held)))


# Looks at tables: one at a time at each, and once more, later, where one failed.

_LATER = 5_000
"""A look that failed, or what it led to, is taken again after so long (ms)."""


class Looks:
    """Has tables looked at, each by `look` (its number), until that goes well.

    What is asked for during a look is done after it, once.
    """

    def __init__(self, look: Callable[[int], Awaitable[None]], clock: Clock, tasks: Tasks) -> None:
        self._look = look
        self._clock = clock
        self._tasks = tasks
        self._news: dict[int, bool] = {}
        """By table that is being looked at: whether something has happened there since."""
        self._later: dict[int, Cancel] = {}

    def soon(self, table_id: int) -> None:
        """Something has happened at a table: have it looked at."""
        if table_id in self._news:
            self._news[table_id] = True
        else:
            self._tasks.spawn(self.look(table_id), f"computers {table_id}")

    def later(self, table_id: int) -> None:
        """Something went wrong at a table: have it looked at when that may be over."""
        if table_id not in self._later:
            at = self._clock.now() + _LATER
            self._later[table_id] = self._clock.call_at(at, partial(self._ring, table_id))

    def failed(self, table_id: int, error: Exception) -> None:
        """What a look led to has failed: nothing else may ever lead there again."""
        about = {"table": table_id, "error": type(error).__name__}
        _log.warning("computers not seen to", exc_info=None if is_passing(error) else error, **about)
        self.later(table_id)

    def forget(self, table_id: int) -> None:
        """Nothing is to be seen at a table any more."""
        if (cancel := self._later.pop(table_id, None)) is not None:
            cancel()

    async def look(self, table_id: int) -> None:
        """Look at a table, unless that is under way; raises nothing."""
        if table_id in self._news:
            self._news[table_id] = True
            return
        news = True
        try:
            while news:
                self._news[table_id] = False
                await self._look(table_id)
                news = self._news[table_id]
        except Exception as error:
            self.failed(table_id, error)
        finally:
            del self._news[table_id]

    def _ring(self, table_id: int) -> None:
        del self._later[table_id]
        self.soon(table_id)


# What computers were told, and what they have written down of it: in memory, made again from the log.

_KEPT = 2_000
"""Of so many seats the notes are kept; those not asked for the longest time are made again when needed."""

History = Callable[[Held, str], Awaitable[Sequence[Told[Any]]]]
"""Everything that a seat was told of a game until now, from the log; raises Failure where it does not say."""


class Notebook:
    """Notes of all seats that computers play here."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._kept: OrderedDict[tuple[int, str], tuple[int, str]] = OrderedDict()
        """By table and seat: the version of the last step that is in the notes, and the notes."""
        self._ended_at: OrderedDict[int, dict[int, int]] = OrderedDict()
        """By table: when its last steps were committed (ms UTC), by their versions, as far as known."""

    def note_moment(self, table_id: int, version: int, at: int) -> None:
        """A step was committed at this moment (ms UTC)."""
        moments = self._ended_at.setdefault(table_id, {})
        moments[version] = at
        for old in [known for known in moments if known <= version - 50]:
            del moments[old]
        if len(self._ended_at) > _KEPT:
            self._ended_at.popitem(last=False)

    def told(self, held: Held, seat: str) -> tuple[Told[Any], ...]:
        """The last steps as a seat was told them, as many as people are told of."""
        return tuple(self._tell(held, scene, seat) for scene in held.vault.scenes)

    async def read(self, held: Held, game: AnyGame, seat: str, player: AnyPlayer) -> str:
        """What this player has written down of all that its seat was told; "" for one that keeps no notes."""
        if type(player).notice is Player.notice:
            return ""
        place, scenes = (held.table.id, seat), held.vault.scenes
        version, notes = self._kept.get(place, (0, ""))
        known = [scene.version for scene in scenes]
        if version in known or (version == 0 and len(scenes) < game.steps_told):
            for scene in scenes:
                if scene.version > version:
                    notes = player.notice(notes, seat, self._tell(held, scene, seat))
        else:
            notes = ""
            for told in await self._remember(held, seat):
                notes = player.notice(notes, seat, told)
        self._keep(place, known[-1] if known else 0, notes)
        return notes

    async def _remember(self, held: Held, seat: str) -> Sequence[Told[Any]]:
        """Everything that a seat was told or, where older rules had part in it, the last steps."""
        try:
            return await self._history(held, seat)
        except Failure:
            return self.told(held, seat)

    def _keep(self, place: tuple[int, str], version: int, notes: str) -> None:
        self._kept[place] = (version, notes)
        self._kept.move_to_end(place)
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def _tell(self, held: Held, scene: Scene, seat: str) -> Told[Any]:
        ended_at = self._ended_at.get(held.table.id, {}).get(scene.version)
        clocked = ended_at is not None and scene.opened_at
        after = ended_at - scene.opened_at if clocked and ended_at is not None else None
        return Told(tuple(events_for(scene.events, seat)), after)


# When a computer does what it has decided: as a person would, and never too late. Pure.

_QUICKEST = 1_500
_QUICKEST_IN_A_RACE = 900
"""No computer is quicker (ms), in a race or without one: people have to read what has just happened."""
_LEAST = 100
"""After what was done last at least so long (ms), even where the deadline is near: no flood."""
_BY_MAIL = 60
"""At a pace of days, so many times as long."""
_LEAST_BY_MAIL, _MOST_BY_MAIL = 60_000, 600_000
_BEFORE_THE_END = 5_000
"""So long (ms) before a deadline it has acted."""
_LAST = (1 << 22) - 1
"""Of all orders within a millisecond the last ones are computers': people come first."""


def due_at(table: Table, delay: int, *, waits: bool) -> int | None:
    """When a computer acts (ms UTC) that would like to take so long (ms); None: not before its race is over.

    It is counted from what is stored, so that a stop of ours takes no time of its own. `waits`: a person is
    awaited, too, so that nobody waits for computers alone.
    """
    alarm = table.alarm
    if alarm is not None and alarm.race:
        due = alarm.opened_at + max(_QUICKEST_IN_A_RACE, delay)
        return due if due <= alarm.at else None
    if table.manners.pace.days is not None:
        delay = min(max(delay * _BY_MAIL, _LEAST_BY_MAIL), _MOST_BY_MAIL)
    elif not waits:
        delay = delay * 2 // 3
    delay = max(_QUICKEST, delay)
    if alarm is None:
        return table.changed_at + delay
    start = max(table.changed_at, alarm.opened_at)
    return max(start + _LEAST, min(start + delay, start + _third(alarm), alarm.at - _BEFORE_THE_END))


def ask_of_computer(table: Table, seat: str, due: int, now: int) -> Ask:
    """What a computer wishes that was to act then (ms UTC); in a race, as if it had clicked at that moment.

    Where that is too long ago for a click on its way, it clicks now.
    """
    race = table.alarm is not None and table.alarm.race
    at = due if race and now - due <= WINDOW else now
    place = next(i for i, other in enumerate(table.seats) if other.name == seat)
    return Ask(ByComputer(seat), at, order_of(at) + _LAST - place)


def _third(alarm: Alarm) -> int:
    """A third of a deadline's length, in ms."""
    return alarm.seconds * 1000 // 3


# How long somebody else's program is asked, until our own player goes on for it: no table lasts for ever.

_ON_ONE = 50
"""So often in a row a program may decide on the same; no turn takes as many."""
_IN_ALL = 2_000
"""So often programs may decide at a table at which no person does anything meanwhile."""
_BY_ITSELF = frozenset({"expire", "system"})
"""Kinds of log lines by which the clock moves a table on."""


class Patience:
    """Counts what programs decide in a row, at the tables at home here, since they came home."""

    def __init__(self) -> None:
        self._on_one: dict[tuple[int, str], tuple[str, int]] = {}
        self._in_all: dict[int, int] = {}

    def note_decision(self, table_id: int, awaited: Awaited) -> None:
        """A program has decided, and that is done."""
        place = (table_id, awaited.seat)
        name, before = self._on_one.get(place, (awaited.name, 0))
        self._on_one[place] = (awaited.name, before + 1 if name == awaited.name else 1)
        self._in_all[table_id] = self._in_all.get(table_id, 0) + 1

    def note_change(self, table_id: int, kinds: tuple[str, ...]) -> None:
        """Lines of these kinds were written; whatever a person did makes up for all."""
        if "decide" not in kinds and not _BY_ITSELF.issuperset(kinds):
            self.forget(table_id)

    def forget(self, table_id: int) -> None:
        """Begin anew with a table."""
        self._in_all.pop(table_id, None)
        for place in [place for place in self._on_one if place[0] == table_id]:
            del self._on_one[place]

    def is_spent(self, table_id: int, awaited: Awaited) -> bool:
        """Whether no program is asked for this any more."""
        name, before = self._on_one.get((table_id, awaited.seat), ("", 0))
        return self._in_all.get(table_id, 0) >= _IN_ALL or (name == awaited.name and before >= _ON_ONE)
