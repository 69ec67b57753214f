"""The real bot process on the loopback Discord, and people at its tables.

People do here what they could do at a screen: type commands, press what they see, read what is shown to
them. Waiting is for conditions, with limits so generous that only a hang meets them.
"""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from playground.server import Server
from playground.snowflakes import moment_of
from playground.visible import sees
from playground.world import World
from tests.support.wire_process import BotProcess
from tests.support.wire_reading import Piece, pieces_of, text_of

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.Gwire0.only-for-the-loopback-and-never-shown"
ACKNOWLEDGED = 10.0
"""Seconds in which the bot must answer: Discord's own three need a quiet machine, as `test_crowd.py` does."""
PATIENCE = 120.0
"""Seconds after which a condition counts as never met."""
Met = TypeVar("Met")


class Play:
    """A server, its people, and the bot's process (see `BotProcess`); `folder` keeps database and log."""

    def __init__(self, folder: Path, *, cold: bool = False, module: str = "bot", **settings: str) -> None:
        self.world = World(ack_seconds=ACKNOWLEDGED)
        self.server = Server(self.world, token=TOKEN)
        self.database = folder / "gobelet.db"
        self.process = BotProcess(
            folder,
            {"DATABASE_PATH": str(self.database), "LOG_LEVEL": "info", **settings},
            cold=cold,
            module=module,
        )
        self.guilds = [self.world.guild_id]
        self.asked: list[Interaction] = []
        self.secrets = [TOKEN]  # what no log may show
        self.provoked: tuple[int, ...] = ()  # error codes that a test brings about, and the judge lets pass
        self.mourned: tuple[str, ...] = ()  # what the log says of accidents that a test brings about
        self._news = asyncio.Event()
        self.world.changes.subscribe(lambda _change: self._news.set())

    # -- the bot -------------------------------------------------------------------------------------------

    async def open(self) -> None:
        """Start the server and the bot."""
        await self.server.start()
        self.process.settings |= {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_URL": self.server.api_url,
            "DISCORD_GATEWAY_URL": self.server.gateway_url,
        }
        await self.start()

    async def start(self) -> None:
        """Start the bot's process; it hears people when this returns."""
        before = self.process.starts
        await self.process.start()
        await self.until(lambda: self.connected or not self.process.running, "the gateway")
        assert self.process.starts == before + 1
        assert self.process.running, self.process.printed()[-3000:]
        await self.until(lambda: len(self.world.commands()) > 0, "the commands")

    @property
    def connected(self) -> bool:
        return self.server.connected > 0

    @property
    def stored(self) -> bool:
        """Whether there is a database yet."""
        return self.database.exists()

    def death(self) -> Callable[[], bool]:
        """A condition: whoever could answer now has ended, and no answer will come."""
        starts = self.process.starts
        return lambda: self.process.starts != starts or not self.process.running

    def printed(self) -> str:
        """All that the bot ever printed."""
        return self.process.printed()

    async def kill(self) -> None:
        """SIGKILL; returns when the server has noticed the loss."""
        await self.process.kill()
        await self.until(lambda: not self.connected, "the socket to break")

    async def restart(self) -> None:
        """A crash, and the next start."""
        await self.kill()
        await self.start()

    async def close(self) -> None:
        """End everything, whatever happened."""
        try:
            await self.process.kill()
        finally:
            await self.server.stop()

    # -- people and what they see --------------------------------------------------------------------------

    def people(self, *names: str, locale: str = "fr") -> list[Person]:
        """Let people join the server."""
        return [self.world.add_person(name, locale=locale) for name in names]

    def seen(self, person: Person, channel: Channel | None) -> list[Message]:
        """A channel's messages of the bot as this person sees them, oldest first."""
        if channel is None:
            return []
        shown = channel.messages.values()
        return [m for m in shown if m.author.is_bot and sees(person, channel, m)]

    def board(self, channel: Channel) -> Message:
        """The newest message that everybody sees."""
        return [m for m in channel.messages.values() if m.author.is_bot and m.audience is None][-1]

    def letters(self, person: Person) -> list[Message]:
        """The private messages of a person."""
        mine = (each for each in self.world.channels.values() if each.person_id == person.id)
        return self.seen(person, next(mine, None))

    def panel(self, person: Person) -> Message | None:
        """The newest private message that has something to press."""
        return next((m for m in reversed(self.letters(person)) if pieces_of(m)), None)

    def thread(self, channel: Channel) -> Channel | None:
        """The newest thread of a channel."""
        return next((c for c in reversed(self.world.channels.values()) if c.parent_id == channel.id), None)

    # -- what they do --------------------------------------------------------------------------------------

    async def type(self, person: Person, channel: Channel, words: str, **options: object) -> Interaction:
        """Send a slash command, without waiting."""
        return self._noted(await self.server.slash(person.id, channel.id, words, options))

    async def command(
        self, person: Person, channel: Channel, words: str, **options: object
    ) -> Message | None:
        """Type a slash command; the message that answers it, once it says something."""
        asked = await self.type(person, channel, words, **options)
        await self.answer(asked)
        return await self.shown(asked)

    async def shown(self, asked: Interaction) -> Message | None:
        """The message that answers, filled in."""

        def answering() -> Message | None:
            return asked.told or asked.original

        def filled_in() -> bool:
            message = answering()
            return message is None or not message.loading

        await self.until(filled_in, f"an answer to {asked.label}")
        return answering()

    async def touch(
        self, person: Person, message: Message, piece: Piece, value: str | None = None
    ) -> Interaction:
        """Press a button or choose in a list (its first value unless told), without waiting."""
        if piece.is_list or piece.entry:
            chosen = [piece.entry or value or piece.values[0]]
            return self._noted(await self.server.select(person.id, message.id, piece.custom_id, chosen))
        return self._noted(await self.server.click(person.id, message.id, piece.custom_id))

    async def press(
        self,
        person: Person,
        message: Message | None,
        verb: str,
        arg: str | None = None,
        value: str | None = None,
    ) -> Answer:
        """Use what a message offers under this verb, and wait for the answer."""
        found = piece(message, verb, arg)
        assert message is not None
        return await self.answer(await self.touch(person, message, found, value))

    async def send_form(self, person: Person, opened: Interaction, text: str) -> Interaction:
        """Fill in the one line of a form and send it."""
        assert opened.answer is not None
        assert opened.answer.modal is not None
        parts = opened.answer.modal["components"]
        (name,) = (each["component"]["custom_id"] for each in parts if "component" in each)
        return self._noted(await self.server.submit_modal(person.id, opened.id, {name: text}))

    def plant(self, channel: Channel, *custom_ids: str) -> Message:
        """A message of the bot with buttons of any custom ids, as if an older version had posted it."""
        buttons = [{"type": 2, "style": 2, "label": f"{n}", "custom_id": i} for n, i in enumerate(custom_ids)]
        body = {"flags": 1 << 15, "components": [{"type": 1, "components": buttons}]}
        return self.world.messages.post(channel, self.world.bot, body)

    async def click(self, person: Person, message: Message, custom_id: str) -> Interaction:
        """Press a button by its custom id, without waiting."""
        return self._noted(await self.server.click(person.id, message.id, custom_id))

    async def answer(self, asked: Interaction) -> Answer:
        """Wait for the answer; a failure to answer is a failure of the test.

        On a busy machine the bot acknowledges first: then for what follows, as a person would.
        """
        answer = await asked.wait(PATIENCE)
        assert answer.error is None, f"{asked.label}: {answer.error}\n{self.printed()[-3000:]}"
        if answer.kind != "deferred_update":
            return answer
        with suppress(AssertionError):  # nothing follows where somebody else's click has shown all before
            await self.until(lambda: asked.told is not None or self._redrawn(asked), "a late answer", 10.0)
        return answer if asked.told is None else Answer("message", asked.told)

    def _redrawn(self, asked: Interaction) -> bool:
        """Whether the clicked message has changed since the click, or gone."""
        clicked = asked.message
        if clicked is None or self.world.messages.find(clicked.id) is None:
            return True
        return clicked.edited_at is not None and clicked.edited_at >= moment_of(asked.id)

    def _noted(self, asked: Interaction) -> Interaction:
        self.asked.append(asked)
        return asked

    # -- waiting and looking -------------------------------------------------------------------------------

    async def until(self, condition: Callable[[], Met], what: str, seconds: float = PATIENCE) -> Met:
        """Wait until a condition holds; what it gave. Looked at after every change, and now and then."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while not (met := condition()):
            if loop.time() > end:
                raise AssertionError(f"waited in vain for {what}\n{self.printed()[-3000:]}")
            self._news.clear()
            try:
                await asyncio.wait_for(self._news.wait(), 0.05)
            except TimeoutError:
                continue
        return met

    async def until_reads(self, read: Callable[[], Message | None], *words: str) -> Message:
        """Wait until a message says all these words; the message."""

        def good() -> Message | None:
            message = read()
            return message if message is not None and all(w in text_of(message) for w in words) else None

        found = await self.until(good, f"{words} in a message that says: {text_of(read())}")
        assert found is not None
        return found

    def rows(self, question: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        """Ask the bot's database, without writing."""
        with closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True, timeout=20)) as connection:
            return connection.execute(question, values).fetchall()

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Change the database by hand, while the bot is down."""
        assert not self.process.running
        with closing(sqlite3.connect(self.database)) as connection, connection:
            yield connection

    def behind(self) -> list[tuple[Any, ...]]:
        """The tables whose messages do not show the last version yet (a pause has nothing to show)."""
        return self.rows("SELECT id, version, published FROM tables WHERE published < version")

    async def up_to_date(self) -> None:
        """Wait until every message shows the newest state."""
        await self.until(lambda: not self.behind(), "the messages to follow")


def piece(message: Message | None, verb: str, arg: str | None = None) -> Piece:
    """What a message offers under this verb."""
    for each in pieces_of(message):
        if each.verb == verb and (arg is None or each.arg == arg):
            return each
    raise AssertionError(f"no {verb} in: {text_of(message)}")
