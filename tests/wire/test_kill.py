"""The bot's process killed at random moments of play: what was answered counts, once, and play goes on."""

import asyncio
import os
import random
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.tables.record import Record
from bot.tables.verify import verify
from engines import GAMES
from playground.interactions import Answer, Interaction
from playground.limits import Rate
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_judges import judge
from tests.support.wire_players import MOVES, Company
from tests.support.wire_reading import Piece, pieces_of, text_of

pytestmark = [pytest.mark.kill, pytest.mark.timeout(600)]

KILLS = int(os.environ.get("GOBELET_KILLS", "104"))
SEED = int(os.environ.get("GOBELET_SEED", "0")) or random.SystemRandom().getrandbits(32)
TABLES = 4
QUIET_EVERY = 4
"""After so many kills the people wait until everything is shown, and it is looked at."""


@dataclass
class Asked:
    """A move that somebody made, and what they were told."""

    interaction: Interaction
    piece: Piece
    answer: Answer | None = None

    @property
    def accepted(self) -> bool:
        """Their message was redrawn: the answer to a move that counts."""
        return self.answer is not None and self.answer.kind == "update"

    @property
    def refused(self) -> bool:
        return self.answer is not None and self.answer.kind == "message"


@dataclass
class Storm:
    """Several tables at once, and the kills."""

    play: Play
    chance: random.Random
    companies: list[Company] = field(default_factory=list)
    moves: list[Asked] = field(default_factory=list)
    calm: bool = False
    ending: bool = False
    busy: int = 0

    async def keep_playing(self, company: Company) -> None:
        """Make one move after another; when a game ends, open the next one while there are kills to come."""
        while True:
            await self.play.until(lambda: not self.calm and self.play.connected, "the storm", 120)
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
                await self.follow(Asked(await self.play.touch(person, message, chosen, value), chosen))
            finally:
                self.busy -= 1
            await asyncio.sleep(company.chance.uniform(0, 0.04))

    async def follow(self, asked: Asked) -> None:
        """Wait for the answer; a process that dies first has given none."""
        self.moves.append(asked)
        starts = self.play.process.starts
        done = asked.interaction.answered
        await self.play.until(
            lambda: done.is_set() or self.play.process.starts != starts or not self.play.process.running,
            "an answer",
        )
        asked.answer = asked.interaction.answer

    async def gather(self, company: Company) -> None:
        """A rematch, by the buttons of the board; whoever's click was lost in a crash clicks once more."""
        for verb in ("rematch", "join", "begin"):
            for person in company.people:
                offered = [each for each in pieces_of(company.board()) if each.verb == verb]
                if offered:
                    clicked = await self.play.touch(person, company.board(), offered[0])
                    await self.follow(Asked(clicked, offered[0]))

    # -- what must hold --------------------------------------------------------------------------------

    def check_answers(self) -> None:
        """Whoever was told that a move counts finds it in the log, once; what was refused is not there."""
        logged = self.play.rows(
            "SELECT interaction_id, kind, table_id, user_id FROM log WHERE interaction_id NOT NULL"
        )
        lines = {line[0]: line for line in logged}
        assert len(lines) == len(logged), "an interaction was applied twice"
        sent = {each.id: each for each in self.play.asked}
        assert lines.keys() <= sent.keys()
        for interaction_id, _, _, user_id in logged:
            assert sent[interaction_id].person_id == user_id
        for asked in self.moves:
            if asked.piece.verb not in MOVES:
                continue
            if asked.accepted:
                line = lines.get(asked.interaction.id)
                assert line is not None, f"answered and lost: {asked.interaction.label}"
                assert line[2] == asked.piece.table
            if asked.refused:
                assert asked.interaction.id not in lines, f"refused and applied: {asked.interaction.label}"

    async def check_messages(self) -> None:
        """Every board shows its table's turn, and who is awaited has the buttons for it."""
        await self.play.up_to_date()
        for table_id, channel_id, turn in self.play.rows(
            "SELECT id, channel_id, turn FROM tables WHERE status IN ('lobby', 'playing')"
        ):
            company = next(each for each in self.companies if each.channel.id == channel_id)
            for shown in pieces_of(company.board()):
                assert (shown.table, shown.drawn) == (table_id, turn), text_of(company.board())
            for person, message, moves in company.offers():
                if any(each.drawn != turn for each in moves):
                    await self.check_forgotten(person, message, moves[0])

    async def check_forgotten(self, person: Person, message: Message, old: Piece) -> None:
        """A message whose sending the bot did not live to note: pressed, it changes nothing and goes away."""
        asked = await self.play.touch(person, message, old)
        await self.follow(Asked(asked, old))
        assert asked.answer is not None
        assert asked.answer.kind == "message", text_of(message)
        await self.play.until(lambda: self.play.world.board.find(message.id) is None, "the old message to go")

    async def check_records(self) -> None:
        """Every table that has ended replays to what the database keeps, and its dice were the seed's."""
        for (table_id,) in self.play.rows("SELECT id FROM tables WHERE status = 'closed'"):
            channel = next(c for c in self.companies if c.channel.id == self.home(table_id)).channel
            told = await self.play.command(self.companies[0].host, channel, "des verifier", table=table_id)
            assert told is not None
            verdict = verify(Record.load(self.file_of(told)), GAMES)
            assert verdict.ok, (table_id, verdict)

    def home(self, table_id: int) -> int:
        return int(self.play.rows("SELECT channel_id FROM tables WHERE id = ?", (table_id,))[0][0])

    def file_of(self, message: Message) -> bytes:
        return bytes(message.attachments[0].content)


async def test_kills_at_random_moments(tmp_path: Path) -> None:
    play = Play(tmp_path)
    # The rate limits have tests of their own; here they would only make the moments of the kills rarer.
    play.server.limits.rates |= {"send": Rate(500, 1), "edit": Rate(500, 1), "global": Rate(5000, 1)}
    chance = random.Random(SEED)
    storm = Storm(play, chance)
    try:
        await play.open()
        people = play.people(*(f"P{number}" for number in range(3 * TABLES)))
        for number in range(TABLES):
            seated = people[3 * number : 3 * number + 3]
            channel = play.world.add_channel(f"table-{number}")
            storm.companies.append(Company(play, channel, seated, random.Random(chance.random())))
        for company in storm.companies:
            await company.begin(seuil=3)
        playing = [asyncio.create_task(storm.keep_playing(company)) for company in storm.companies]
        try:
            await rage(storm, playing)
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        await storm.check_messages()
        storm.check_answers()
        await storm.check_records()
        assert sum(each.accepted for each in storm.moves) > KILLS
        judge(play)
    except BaseException:
        sys.stderr.write(f"GOBELET_SEED={SEED} after {play.process.starts} starts\n")
        raise
    finally:
        await play.close()


async def rage(storm: Storm, playing: list["asyncio.Task[None]"]) -> None:
    """Kill, look, kill again; then let every table be played to its end."""
    for number in range(1, KILLS + 1):
        await asyncio.sleep(storm.chance.uniform(0, 0.5))
        raise_failures(playing)
        await storm.play.process.kill()
        await storm.play.until(lambda: not storm.play.connected, "the socket to break")
        if storm.chance.random() < 0.1:  # some processes die before they have begun
            await storm.play.process.start()
            await asyncio.sleep(storm.chance.uniform(0, 0.6))
            await storm.play.process.kill()
        storm.calm = number % QUIET_EVERY == 0
        await storm.play.start()
        if storm.calm:
            await storm.play.until(lambda: storm.busy == 0, "the people to rest")
            await storm.check_messages()
            storm.check_answers()
            storm.calm = False
    storm.ending = True
    done, late = await asyncio.wait(playing, timeout=60)
    assert not late, [text_of(company.board()) for company in storm.companies if not company.over]
    for task in done:
        task.result()


def raise_failures(playing: list["asyncio.Task[None]"]) -> None:
    for task in playing:
        if task.done():
            task.result()
