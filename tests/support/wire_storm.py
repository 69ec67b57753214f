"""Several tables at once, whose people play on whatever happens to the bot; and what must hold then."""

import asyncio
import json
import random
import time
from dataclasses import dataclass, field

from bot.tables.model import PROGRAM
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines import GAMES
from engines.core.clicks import moment_of
from players.registry import find_player
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_players import Gathering, Mixed
from tests.support.wire_reading import Piece, pieces_of, text_of

_AWAY = "Ma mémoire ne répond pas"
_SETTLED = 61
"""Seconds after which a private message that was sent is noted, or never will be."""
_A_WHILE = 5.0
"""Seconds within which a message that is known follows its table."""


@dataclass
class Asked:
    """A move that somebody made, and what they were told."""

    company: Gathering
    interaction: Interaction
    piece: Piece
    answer: Answer | None = None

    @property
    def told(self) -> str:
        """What was pressed or sent, and the words of its answer."""
        said = "" if self.answer is None else text_of(self.answer.message)
        return f"{self.interaction.label}: {said!r}"

    @property
    def excused(self) -> bool:
        """Whether they were told to try the same again, since the store was away."""
        return self.answer is not None and text_of(self.answer.message).startswith(_AWAY)

    @property
    def _is_move(self) -> bool:
        """Whether it is a verb of the game's own, without a namespace, that its log remembers."""
        pressed = self.piece.entry or self.piece.custom_id.split(":")[3]
        return self.piece.verb in self.company.moves and "." not in pressed.partition(":")[0]

    @property
    def counted(self) -> bool | None:
        """Whether they were told that it counts; None if they were told neither, or it is no move."""
        if self.answer is None or not self._is_move or self.excused:
            return None
        return self.company.counted(self.answer)


@dataclass
class Storm:
    """Several tables at once, and the kills."""

    play: Play
    chance: random.Random
    companies: list[Gathering] = field(default_factory=list)
    moves: list[Asked] = field(default_factory=list)
    calm: bool = False
    ending: bool = False
    busy: int = 0
    decisions: int = 0
    """How many decisions of computers were derived again."""

    async def keep_playing(self, company: Gathering) -> None:
        """Make one move after another; when a game ends, open the next one while there are kills to come."""
        while True:
            await self.play.until(lambda: not self.calm and self.play.connected, "the storm", 120)
            if self.ending and not company.gathering:
                await company.cut_short()
            if company.over and self.ending:
                return
            offers = company.offers()
            if not offers:
                await self.gather(company)
                await asyncio.sleep(0.02)
                continue
            person, message, moves = company.chance.choice(offers)
            chosen, value = company.decide(moves)
            self.busy += 1
            try:
                asked = await self.follow(
                    Asked(company, await self.play.touch(person, message, chosen, value), chosen)
                )
                if asked.answer is not None and asked.answer.kind == "modal":
                    sent = await company.fill_in(asked.interaction)
                    asked = await self.follow(Asked(company, sent, chosen))
                if asked.answer is not None and not asked.excused:
                    company.note(asked.interaction, asked.answer)
            finally:
                self.busy -= 1
            await asyncio.sleep(company.chance.uniform(0, 0.04))

    async def follow(self, asked: Asked) -> Asked:
        """Wait for the answer; a process that dies first has given none."""
        self.moves.append(asked)
        dead, done = self.play.death(), asked.interaction.answered
        await self.play.until(lambda: done.is_set() or dead(), "an answer")
        asked.answer = asked.interaction.answer
        return asked

    async def gather(self, company: Gathering) -> None:
        """A rematch, by the buttons of the board; whoever's click was lost in a crash clicks once more."""
        for verb in ("rematch", "join", "begin"):
            for person in company.people:
                offered = [each for each in pieces_of(company.board()) if each.verb == verb]
                if offered:
                    clicked = await self.play.touch(person, company.board(), offered[0])
                    await self.follow(Asked(company, clicked, offered[0]))

    # -- what must hold --------------------------------------------------------------------------------

    def check_answers(self) -> None:
        """Whoever was told that a move counts finds it in the log, once; what was refused is not there."""
        logged = self.play.rows(
            "SELECT interaction_id, kind, table_id, user_id FROM log WHERE interaction_id IS NOT NULL"
            " AND user_id IS NOT NULL"
        )  # the house lets a planned night begin by the number of its message
        lines = {line[0]: line for line in logged}
        assert len(lines) == len(logged), "an interaction was applied twice"
        sent = {each.id: each for each in self.play.asked}
        assert lines.keys() <= sent.keys()
        for interaction_id, _, _, user_id in logged:
            assert sent[interaction_id].person_id == user_id
        for asked in self.moves:
            line = lines.get(asked.interaction.id)
            if asked.counted is True:
                assert line is not None, f"answered and lost: {asked.told}"
                assert line[2] == asked.piece.table
            if asked.counted is False:
                assert line is None, f"refused and applied: {asked.told}"

    async def check_messages(self) -> None:
        """Every board shows its table's turn, and who is awaited has the buttons for it."""
        await self.play.up_to_date()
        await self.play.until(lambda: not self.differing(), f"the boards to follow: {self.differing()}")
        for company, message in await self._find_late():
            await self.check_forgotten(company, message)

    async def _find_late(self) -> list[tuple[Gathering, Message]]:
        """What does not follow its table even after a while: computers play on, and may just have acted."""
        late, end = self._outdated_by_id(), time.monotonic() + _A_WHILE
        while late and time.monotonic() < end:
            await asyncio.sleep(0.05)
            late = {number: late[number] for number in late.keys() & self._outdated_by_id()}
        return list(late.values())

    def _outdated_by_id(self) -> dict[int, tuple[Gathering, Message]]:
        return {
            message.id: (company, message)
            for company in self.companies
            for _, message, _ in self.outdated(company)
        }

    async def check_computers(self) -> None:
        """Every table with computers goes on: none of them waits for a decision that is never made."""
        before = self._turns_with_computers()
        boards = [text_of(each.board()) for each in self.companies if isinstance(each, Mixed)]
        await self.play.until(lambda: not before & self._turns_with_computers(), f"play to go on: {boards}")

    async def see_decision(self) -> None:
        """Wait until one more decision of our computers is in the log."""
        before = self._count_decisions()
        boards = [text_of(each.board()) for each in self.companies if isinstance(each, Mixed)]
        await self.play.until(lambda: self._count_decisions() > before, f"a computer to decide: {boards}")

    def _count_decisions(self) -> int:
        told = self.play.rows("SELECT payload FROM log WHERE kind = 'decide'")
        return sum(json.loads(payload)["version"] != PROGRAM for (payload,) in told)

    def _turns_with_computers(self) -> set[tuple[int, int]]:
        """The turns at which such tables stand that are being played."""
        ours = {each.channel.id for each in self.companies if isinstance(each, Mixed)}
        running = self.play.rows("SELECT id, turn, channel_id FROM tables WHERE status = 'playing'")
        return {(table_id, turn) for table_id, turn, channel_id in running if channel_id in ours}

    def outdated(self, company: Gathering) -> list[tuple[Person, Message, list[Piece]]]:
        """What offers moves of a turn that its table has left, now: see `Gathering.offers`."""
        turns = dict(self.play.rows("SELECT id, turn FROM tables"))
        return [
            (person, message, moves)
            for person, message, moves in company.offers()
            if any(company.turn_of(each) != turns[each.table] for each in moves)
        ]

    def differing(self) -> list[str]:
        """The boards that do not show their table's turn, now (where clocks run it may just have changed)."""
        live = "SELECT id, channel_id, turn FROM tables WHERE status IN ('lobby', 'playing')"
        at_home = {company.channel.id: company for company in self.companies}
        return [
            f"{(table_id, turn)}: {text_of(at_home[channel_id].board())}"
            for table_id, channel_id, turn in self.play.rows(live)
            if at_home[channel_id].shown() != {(table_id, turn)}
        ]

    async def check_forgotten(self, company: Gathering, message: Message) -> None:
        """A message whose sending the bot did not live to note: pressed, it changes nothing and goes away.

        Not in its first minute, in which it may just not be noted yet. Clocks ring meanwhile: what
        follows its table after all was noted, and is nobody's mistake.
        """
        await asyncio.sleep(max(0.0, moment_of(message.id) / 1000 + _SETTLED - time.time()))
        await self.play.up_to_date()
        for person, _, moves in [each for each in self.outdated(company) if each[1].id == message.id]:
            asked = await self.follow(
                Asked(company, await self.play.touch(person, message, moves[0]), moves[0])
            )
            assert asked.answer is not None
            assert asked.answer.kind == "message", text_of(message)
        await self.play.until(
            lambda: all(each.id != message.id for _, each, _ in self.outdated(company)),
            "the old message to go",
        )

    async def check_records(self) -> None:
        """Every table that has ended replays to what the database keeps, and its dice were the seed's."""
        for (table_id,) in self.play.rows("SELECT id FROM tables WHERE status = 'closed'"):
            channel = next(c for c in self.companies if c.channel.id == self.home(table_id)).channel
            told = await self.play.command(self.companies[0].host, channel, "des verifier", table=table_id)
            assert told is not None
            verdict = verify(Record.load(self.file_of(told)), GAMES, find_player)
            assert verdict.ok, (table_id, verdict)
            assert verdict.undecided == 0
            assert verdict.by_programs == self.decided_outside(table_id)
            self.decisions += verdict.decisions

    def decided_outside(self, table_id: int) -> int:
        """How many decisions were made by somebody else's program, which nobody can derive."""
        lines = self.play.rows("SELECT payload FROM log WHERE table_id = ? AND kind = 'decide'", (table_id,))
        return sum(json.loads(payload)["version"] == PROGRAM for (payload,) in lines)

    def home(self, table_id: int) -> int:
        return int(self.play.rows("SELECT channel_id FROM tables WHERE id = ?", (table_id,))[0][0])

    def file_of(self, message: Message) -> bytes:
        return bytes(message.attachments[0].content)


def raise_failures(playing: list["asyncio.Task[None]"]) -> None:
    for task in playing:
        if task.done():
            task.result()


async def send_home(playing: list["asyncio.Task[None]"]) -> None:
    """End everybody's play: whoever misses a call (asyncio loses one now and then) is called again."""
    left = set(playing)
    while left:
        for task in left:
            task.cancel()
        _, left = await asyncio.wait(left, timeout=1)
    await asyncio.gather(*playing, return_exceptions=True)
