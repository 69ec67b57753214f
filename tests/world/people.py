"""The people of a simulated world: sensible, and now and then rude; they go by their own screens alone."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, Final

from playground.errors import ActorError
from playground.interactions import Interaction
from playground.messages import Message
from playground.people import Person
from playground.visible import sees
from tests.support.wire_players import Gathering
from tests.support.wire_reading import Piece, pieces_of, text_of
from tests.support.wire_storm import Asked
from tests.world.loop import Life
from tests.world.world import SimWorld

_RUDE: Final = 0.08
"""How often somebody does what nobody asked of them."""
_PACE: Final = 0.8
"""Seconds between two things that the people of a table do, on average."""

_GRAVE: Final = ("data.erase", "past.share", "past.film", "games.open", "games.trial", "resign", "table.quit")
"""What nobody presses who only looks around: it would be seen by all, or open another table."""
_MOST_LOST: Final = 5
"""So many tables at most are stopped at the end."""
_LONG: Final = 240.0
"""Seconds without anything to do after which people think that their game is over, or lost."""


@dataclass(frozen=True)
class Opened:
    """A panel that somebody holds open in the channel: of which table, since when, by which process."""

    person: Person
    message: Message
    table: int
    at: float
    life: Life


@dataclass
class Party:
    """The people of one table, game after game. `skipped`: the numbers of what they leave out."""

    world: SimWorld
    company: Gathering
    chance: random.Random
    options: dict[str, object]
    opening: str = "start"
    """How they open a table: for others to join, or ("essai") at once, with computers."""
    skipped: frozenset[int] = frozenset()
    asked: list[Asked] = field(default_factory=list)
    ending: bool = False
    acts: int = 0
    errand: Callable[["Party"], Awaitable[None]] | None = None
    """What they do now and then beside their game."""
    curious: float = 0.04
    """How often somebody looks at something else between two moves."""
    leaving: bool = False
    """Whether they end whatever they still have open, once their game is over."""
    resting: bool = False
    """Whether all of them only look on."""
    moved: bool = False
    """Whether their channel went away, and their table has to be called to another one."""
    panels: dict[int, Opened] = field(default_factory=dict)
    """What each person holds open in the channel."""
    idle: float = 0.0
    """For how many seconds there was nothing to do."""
    seen: list[tuple[Person, Message, Piece, list[dict[str, Any]]]] = field(default_factory=list)
    """Buttons that somebody saw some time ago, and the message as it was then."""

    async def live(self) -> None:
        """Play one game after the other, whatever happens; once the world is `ending`, to its end."""
        company = self.company
        while not (self.ending and ((company.has_board and company.over) or self.idle > _LONG)):
            try:
                await self._step()
            except (ActorError, LookupError, StopIteration):
                await self._wait(1.0)  # the screen has changed before it was touched
                self.idle += 1.0
        if self.leaving or self.idle > _LONG:
            await self._call_off()

    async def _step(self) -> None:
        company = self.company
        self._find_channel()
        if self.resting:
            await self._wait(0.5)
        elif self.moved:
            self.moved = False
            await self.command("statut")
            await self._wait(4.0)
        elif not company.has_board and not self.ending:
            await self._open()
        elif not self.ending and self.chance.random() < _RUDE:
            await self._be_rude()
        elif self.errand is not None and not self.ending and self.chance.random() < self.curious:
            await self.errand(self)
        elif company.gathering or company.over:
            await self._gather()
        elif offers := company.offers():
            person, message, moves = self.chance.choice(offers)
            piece, value = company.decide(moves)
            await self._press(person, message, piece, value)
            await self._wait(self.chance.expovariate(1 / _PACE))
        else:
            await self._wait(2.0)
            self.idle += 2.0
            if (
                self.idle > _LONG and not self.ending
            ):  # the board was deleted, say: people look for their table
                self.idle = 0.0
                await self._command(f"{company.game} {self.chance.choice(('statut', 'start'))}")
            return
        self.idle = 0.0

    async def _open(self) -> None:
        """The host opens a table."""
        await self._command(f"{self.company.game} {self.opening}", **self.options)
        await self._wait(4.0)

    def _find_channel(self) -> None:
        """Who finds their channel gone meets in another one."""
        if self.company.channel.id not in self.world.world.channels:
            before = self.company.channel
            self.company.channel = self.world.world.add_channel(f"{before.name}-bis", before.guild_id)
            self.moved = True

    async def _gather(self) -> None:
        """A rematch, by the buttons of the board."""
        for verb in ("rematch", "join", "begin"):
            for person in self.company.people if verb != "begin" else self.company.people[:1]:
                board = self.company.board()
                offered = [each for each in pieces_of(board) if each.verb == verb]
                if offered and not (verb == "rematch" and self.ending):
                    await self._choose_team(person, await self._press(person, board, offered[0], None))
                    await self._wait(0.3)
        await self._wait(1.0)

    async def _choose_team(self, person: Person, asked: Asked | None) -> None:
        """Where people play in teams, who joins is asked which one."""
        page = None if asked is None else asked.interaction.told
        if teams := [each for each in pieces_of(page) if each.verb == "join" and each.is_list]:
            assert page is not None
            await self._press(person, page, teams[0], self.chance.choice(teams[0].values))

    # -- what they do ---------------------------------------------------------------------------------------

    async def _press(self, person: Person, message: Message, piece: Piece, value: str | None) -> Asked | None:
        if self._skips():
            return None
        self._remember(person, message, piece)
        asked = await self._follow(
            Asked(self.company, await self.world.touch(person, message, piece, value), piece)
        )
        if asked.answer is not None and asked.answer.kind == "modal":
            sent = await self.company.fill_in(asked.interaction)
            asked = await self._follow(Asked(self.company, sent, piece))
        if asked.answer is not None and asked.answer.error is None and not asked.excused:
            self.company.note(asked.interaction, asked.answer)
        return asked

    async def _follow(self, asked: Asked) -> Asked:
        """Wait for the answer, or for Discord's word that there is none."""
        self.asked.append(asked)
        asked.answer = await asked.interaction.wait(30.0)
        return asked

    async def command(self, verb: str, person: Person | None = None, **options: object) -> Interaction | None:
        """The host, or somebody else, types a command of the game."""
        return await self._command(f"{self.company.game} {verb}", person, **options)

    async def _command(
        self, words: str, person: Person | None = None, **options: object
    ) -> Interaction | None:
        if self._skips():
            return None
        asked = await self.world.type(person or self.company.host, self.company.channel, words, **options)
        await asked.wait(30.0)
        return asked

    def _skips(self) -> bool:
        self.acts += 1
        return self.acts in self.skipped

    async def _wait(self, seconds: float) -> None:
        await asyncio.sleep(seconds)

    async def look_at(self, person: Person) -> Opened | None:
        """Somebody opens their own panel in the channel, if the board offers it; it stays open."""
        board = self.company.board()
        offered = [each for each in pieces_of(board) if each.verb == "hand"]
        asked = await self.touch(person, board, offered[0]) if offered else None
        shown = None if asked is None else asked.interaction.told
        if asked is None or shown is None or not shown.ephemeral:
            return None
        if (life := self.world.home_of(self.company.channel.guild_id or 0).life).dead:
            return None
        now = asyncio.get_running_loop().time()
        self.panels[person.id] = Opened(person, shown, asked.piece.table, now, life)
        if not person.dms_open and hasattr(self.company, "_panels"):
            self.company._panels[person.id] = shown  # where they play then
        return self.panels[person.id]

    async def browse(self, person: Person, page: Message | None, steps: int) -> None:
        """Press so many things of a page that somebody alone sees, and of whatever comes of it."""
        for _ in range(steps):
            offered = [each for each in pieces_of(page) if not _verb_of(each).startswith(_GRAVE)]
            if page is None or not page.ephemeral or not offered:
                return
            asked = await self.touch(person, page, self.chance.choice(offered))
            page = page if asked is None else asked.interaction.told or page
            await self._wait(self.chance.random())

    # -- what nobody asked of them ---------------------------------------------------------------------------

    def _remember(self, person: Person, message: Message, piece: Piece) -> None:
        self.seen.append((person, message, piece, message.components))
        del self.seen[:-30]

    async def _be_rude(self) -> None:
        """Press an old button, the same one twice at once, others' buttons, anything at all."""
        people = self.company.people
        match self.chance.randrange(4):
            case 0 if self.seen:
                person, message, piece, before = self.chance.choice(self.seen)
                await self._touch_late(person, message, piece, before)
            case 1 if offers := self.company.offers():
                person, message, moves = self.chance.choice(offers)
                piece, value = self.company.decide(moves)
                await asyncio.gather(*(self.touch(person, message, piece, value) for _ in range(2)))
            case 2:
                board = self.company.board()
                if pieces := pieces_of(board):
                    await self.touch(self.chance.choice(people), board, self.chance.choice(pieces))
            case _:
                person = self.chance.choice(people)
                shown = [
                    m for c in self.world.world.channels.values() for m in self.world.seen(person, c)[-3:]
                ]
                if shown and (pieces := pieces_of(message := self.chance.choice(shown))):
                    await self.touch(person, message, self.chance.choice(pieces))

    async def _touch_late(
        self, person: Person, message: Message, piece: Piece, before: list[dict[str, Any]]
    ) -> None:
        """Press what a screen still shows that has not heard of the latest change."""
        if self.world.world.messages.find(message.id) is None:
            return
        now, message.components = message.components, before
        try:
            touching = asyncio.ensure_future(self.touch(person, message, piece, None))
            await asyncio.sleep(0)
        finally:
            message.components = now
        await touching

    async def touch(
        self, person: Person, message: Message, piece: Piece, value: str | None = None
    ) -> Asked | None:
        """Press something that they see, whatever it is."""
        if self._skips():
            return None
        channel = self.world.world.channels.get(message.channel_id)
        if channel is None or not sees(person, channel, message):
            return None
        return await self._follow(
            Asked(self.company, await self.world.touch(person, message, piece, value), piece)
        )

    async def finish(self) -> None:
        """Some play to the end of their game; elsewhere all but one give up, or the host ends it."""
        company = self.company
        self._find_channel()
        self.leaving = True
        playing = company.has_board and not company.over and not company.gathering
        match self.chance.randrange(6) if playing else 3:
            case 0:
                return
            case 1 | 2:
                for person in company.people[1:]:
                    await self.command("quitter", person)
                    await self._wait(2.0)
        await self._call_off()

    async def _call_off(self) -> None:
        """Whoever is the host by now ends their table, and any other that was lost with its channel."""
        for person in self.company.people:
            for _ in range(_MOST_LOST):
                asked = await self.command("stop", person)
                if asked is None or "est arrêtée" not in text_of(asked.told):
                    break


def _verb_of(piece: Piece) -> str:
    """What is pressed, with its namespace."""
    return piece.entry or piece.custom_id.split(":")[3]
