"""The bot on SimCord: someone else's model of Discord, in process, with a clock that only tests move.

The one module that knows SimCord. Everything here is what a person does or sees: typing a command, pressing
a button, choosing from a list, filling a form, reading the channel, their private messages and what only
they are shown. After each of these some virtual time passes, in which the bot's messages catch up.
"""

import json
import re
import sys
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from random import Random
from typing import Any

import discord
import simcord
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType
from structlog.testing import capture_logs

from bot.app import Gobelet
from bot.cluster import Sharing
from bot.furnishing import Wishes
from bot.tables.decks import Room
from bot.tables.limits import Limits
from bot.tables.proof.dice import Seed
from bot.ui.clicks.house import Plug
from bot.ui.frame.face import Face
from cogs import FEATURES, GAMES
from db.store import Store
from tests.support import discord_rules
from tests.support.sim_papers import Answer, Paper, answer_of, paper_of
from tests.support.sim_rest import PATIENCE, rest_quickly
from tests.support.sim_start import DROWSY, SimGobelet, Told, copy_quickly, drowsy
from tests.support.store import FreshStore
from tests.support.wire_reading import Piece

__all__ = ["Answer", "Channel", "Paper", "Person", "World", "fixed_seeds", "opened"]

_AT_ONCE = 3 * 3600.0
_TOLD: dict[tuple[type[Face], ...], Told] = {}
_LONG = 2 * DROWSY
THINKING = 1.5
"""Virtual seconds that pass after each thing that somebody does: the pace of edits never holds one back."""
_OTHERS = 1 << 21
"""The ids of a millisecond from which on they are not interactions'."""
EVERYBODY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    read_message_history=True,
    use_application_commands=True,
)

_SHARED_VERB = re.compile(r'"(?:custom_id": "[gsm]:\d+:\d+:|value": ")(?!page\.menu:)([a-z]+\.[a-z_]+):')

Channel = simcord.ChannelHandle


@dataclass
class Person:
    """Somebody on the server."""

    world: "World"
    name: str
    member: simcord.MemberActor

    @property
    def id(self) -> int:
        return self.member.id

    async def types(self, command: str, channel: Channel | None = None, **options: Any) -> Answer:
        """Type a slash command; a file is given as its name and its bytes."""
        where = channel or self.world.channel
        return await self.world.done(lambda: self.member.slash(where, command, **options))

    async def presses(self, paper: Paper, verb: str, arg: str | None = None) -> Answer:
        """Press a button."""
        piece, hand = paper.piece(verb, arg, is_list=False), self._hand(paper)
        return await self.world.done(lambda: _press(hand, paper, piece))

    async def chooses(
        self, paper: Paper, verb: str, value: str, arg: str | None = None, also: Sequence[str] = ()
    ) -> Answer:
        """Choose an entry of a list, or several."""
        piece, values = paper.piece(verb, arg, is_list=True), [value, *also]
        hand = self._hand(paper)
        return await self.world.done(lambda: hand.select(paper.page, values, custom_id=piece.custom_id))

    async def presses_late(self, paper: Paper, verb: str, arg: str | None = None) -> Answer:
        """Press a button that this person still sees, though the message has changed, or never had it."""
        stored = self.world.env.backend.get_message(paper.channel_id, paper.id)
        piece, hand, now = paper.piece(verb, arg, is_list=False), self._hand(paper), stored.components

        async def press() -> Any:
            stored.components = paper.components
            try:
                return await _press(hand, paper, piece)
            finally:
                if stored.components == paper.components:  # nobody has redrawn it
                    stored.components = now

        return await self.world.done(press)

    async def fills(self, answer: Answer, where: Paper, **texts: Any) -> Answer:
        """Send the form that an answer opened, from the message `where` its button was.

        What is picked from a list is given as a list, a file as its name and its bytes.
        """
        hand = self._hand(where)
        return await self.world.done(lambda: hand.submit_modal(answer.shown, texts))

    async def leafs(self, paper: Paper, verb: str, arg: str | None = None) -> Paper:
        """Press a button that draws its own message anew; the message as it is then."""
        await self.presses(paper, verb, arg)
        return self.world.reread(paper)

    async def sets(self, lobby: Paper, value: str, option: str, page: str = "") -> None:
        """Choose the value of an option in the panel that a lobby opens, on this page of it."""
        panel = (await self.presses(lobby, "options")).paper
        if page:
            panel = await self.leafs(panel, "options", page)
        await self.chooses(panel, "option", value, option)

    async def erases(self) -> None:
        """Have all that is known of oneself erased, and confirm it."""
        asked = (await self.types("mes-donnees effacer")).paper
        await self.presses(asked, "erase")

    async def resigns(self, paper: Paper) -> None:
        """Give up by the button of a board or of one's own message, and confirm it."""
        asked = (await self.presses(paper, "resign")).papers[-1]
        await self.presses(asked, "resign", "yes")

    async def says(self, words: str, channel: Channel | None = None) -> None:
        """Talk in a channel."""
        await self.world.run(lambda: self.member.send(channel or self.world.channel, words))

    async def deletes(self, paper: Paper) -> None:
        await self.world.run(lambda: self.member.delete(paper.page))

    @property
    def letters(self) -> list[Paper]:
        """The private messages from the bot, oldest first."""
        return list(self.world.kept(self.member.user.dm_channel.id))

    @property
    def letter(self) -> Paper:
        """The newest private message."""
        *_, last = self.world.kept(self.member.user.dm_channel.id, 1)
        return last

    def closes_private_messages(self) -> None:
        """From now on Discord refuses what the bot writes to this person alone."""
        self.world.env.inject_error(
            "POST",
            f"/channels/{self.member.user.dm_channel.id}/messages",
            status=403,
            code=50007,
            message="Cannot send messages to this user",
            times=None,
        )

    def opens_private_messages(self) -> None:
        """What this person closed is open again."""
        path = f"/channels/{self.member.user.dm_channel.id}/messages"
        faults = self.world.env.backend.faults
        faults[:] = [fault for fault in faults if fault["path"] != path]

    def _hand(self, paper: Paper) -> Any:
        own = self.member.user
        return own if paper.channel_id == own.dm_channel.id else self.member


@dataclass
class World:
    """A server with the bot, a channel and its people."""

    env: simcord.Env
    guild: simcord.GuildHandle
    channel: Channel
    store: Store
    new_bot: Callable[[], Gobelet]
    log: list[Any]
    people: dict[str, Person] = field(default_factory=dict)
    locales: dict[int, str] = field(default_factory=dict)
    thinking: float = THINKING

    @property
    def bot(self) -> Gobelet:
        bot = self.env.bot
        assert isinstance(bot, Gobelet)
        return bot

    def person(
        self, name: str, locale: str = "fr", roles: Sequence[simcord.RoleHandle] = (), nick: str | None = None
    ) -> Person:
        """Let somebody come to the server."""
        user = self.env.create_user(name.lower(), global_name=name)
        person = Person(self, name, self.guild.add_member(user, roles=roles, nick=nick))
        self.locales[person.id] = locale
        self.people[name] = person
        return person

    def moderator(self, name: str) -> Person:
        """Let somebody come who may manage messages."""
        role = self.guild.create_role("modération", permissions=discord.Permissions(manage_messages=True))
        return self.person(name, roles=[role])

    def manager(self, name: str) -> Person:
        """Let somebody come who may manage the server."""
        role = self.guild.create_role("intendance", permissions=discord.Permissions(manage_guild=True))
        return self.person(name, roles=[role])

    def allows(self, person: Person, channel: Channel, **rights: bool) -> None:
        """Give somebody rights in one channel alone (True), or take them away there (False)."""
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        overwrite = Overwrite(person.id, OverwriteType.MEMBER, allow.value, deny.value)
        self.env.backend.set_overwrite(channel.id, overwrite)

    def allows_all(self, channel: Channel, **rights: bool) -> None:
        """Give everybody rights in one channel (True), or take them away there (False)."""
        allow, deny = discord.PermissionOverwrite(**rights).pair()
        overwrite = Overwrite(self.guild.id, OverwriteType.ROLE, allow.value, deny.value)
        self.env.backend.set_overwrite(channel.id, overwrite)

    def elsewhere(self, name: str) -> "World":
        """Another server with the same bot, and a channel there; nobody has come yet."""
        guild, channel = founded(self.env, name)
        return replace(self, guild=guild, channel=channel, people={})

    def papers(self, channel: Channel | None = None) -> list[Paper]:
        """The messages that everybody sees in a channel, oldest first."""
        return list(self.kept((channel or self.channel).id))

    def kept(self, channel_id: int, newest: int = 0) -> Iterator[Paper]:
        """Yield what everybody there sees, oldest first; only so many of the `newest`, if that is told."""
        stored = sorted(self.env.backend.messages.get(channel_id, {}).items())
        shown = [message for _, message in stored if message.visible_to(None)]
        for message in shown[-newest:]:
            yield paper_of(simcord.ResponseMessage(self.env, message))

    @property
    def board(self) -> Paper:
        """The newest message of the bot in the channel."""
        return self.board_in(self.channel)

    def board_in(self, channel: Channel) -> Paper:
        """The newest message of the bot in a channel."""
        stored = sorted(self.env.backend.messages[channel.id].items(), reverse=True)
        mine = (message for _, message in stored if message.author_id == self.bot.user.id)
        shown = next(message for message in mine if message.visible_to(None))
        return paper_of(simcord.ResponseMessage(self.env, shown))

    def reread(self, paper: Paper) -> Paper:
        """The same message as it is now, ephemeral ones included."""
        return paper_of(
            simcord.ResponseMessage(self.env, self.env.backend.get_message(paper.channel_id, paper.id))
        )

    def has_gone(self, paper: Paper) -> bool:
        """Whether nobody can read this message any more."""
        try:
            self.reread(paper)
        except simcord.BackendError:
            return True
        return False

    async def done(self, work: Callable[[], Any]) -> Answer:
        """Do something that the bot answers, and let the messages follow."""
        return answer_of(await self.run(work))

    async def run(self, work: Callable[[], Any]) -> Any:
        """Do something, and let the messages follow."""
        self._stand_still()
        result = await work()
        await self.passes(self.thinking)
        return result

    async def does(self, work: Callable[[], Awaitable[Any]]) -> None:
        """The bot does something by itself: what follows waits for virtual time, and dies with it."""

        async def do() -> None:
            with self.env._bot_scope():
                await work()

        await self.run(do)

    async def connection(self, event: str) -> None:
        """Let discord.py report something of its only shard ("disconnect", "resumed", "ready")."""

        async def report() -> None:
            with self.env._bot_scope():
                self.bot.dispatch(f"shard_{event}", 0)

        await self.run(report)

    async def deletes(self, channel: Channel) -> None:
        """Somebody who may deletes a whole channel."""

        async def delete() -> None:
            self.env.backend.delete_channel(channel.id)

        await self.run(delete)

    async def passes(self, seconds: float) -> None:
        """Let virtual time pass; in parts, for SimCord gives each only some seconds of real time."""
        if seconds > _LONG:
            with drowsy(self.bot):
                await self._advance(seconds - _LONG)
            seconds = _LONG
        await self._advance(seconds)

    async def _advance(self, seconds: float) -> None:
        while seconds > 0:
            await self.env.advance_time(min(seconds, _AT_ONCE))
            seconds -= _AT_ONCE
        self._stand_still()

    async def restarts(self, away: float = 0.0) -> None:
        """The process dies between two operations, and another one starts `away` seconds later."""
        bot = self.new_bot()
        wake_up = bot.setup_hook

        async def late() -> None:
            self.env.backend.advance_clock(away)
            await wake_up()

        bot.setup_hook = late  # time can only pass while nobody is there
        await self.env.restart_bot(bot)
        await self.passes(THINKING)

    def requests(self, method: str, path: str = "") -> list[simcord.HttpLogEntry]:
        """What the bot asked of Discord, by method and a pattern in the path."""
        found = self.env.http_requests
        return [request for request in found if request.method == method and re.search(path, request.path)]

    def place(self, request: simcord.HttpLogEntry) -> int | None:
        """The channel of a message that all there see, sent or edited, also by the token of a click."""
        if found := re.search(r"/channels/(\d+)/messages", request.path):
            return int(found[1])
        if (found := re.search(r"/([^/]+)/messages/@original$", request.path)) is None:
            return None
        backend = self.env.backend
        asked = backend.interactions[backend.interaction_tokens[found[1]]]
        return None if asked.ephemeral else asked.channel_id

    def _stand_still(self) -> None:
        """No timer fires by the real clock while something is done: only `passes` moves time.

        SimCord knows this state, but only during its own `advance_time`.
        """
        self.env._advancing = True

    def speak_in_tongues(self) -> None:
        """SimCord's people all speak English: let each interaction name its person's own language."""
        emit = self.env.backend.emit

        def emit_in_language(event: str, payload: Mapping[str, Any]) -> None:
            if event == "INTERACTION_CREATE":
                user = payload.get("user") or payload["member"]["user"]
                payload = {**payload, "locale": self.locales.get(int(user["id"]), "en-US")}
            emit(event, payload)

        self.env.backend.emit = emit_in_language

    def works_apart(self) -> None:
        """From now on long jobs, and the thoughts of computers, have processes of their own, as outside."""
        room, mind = vars(self.bot.house.backroom), vars(self.bot.care.thinking)
        del room["_do"], mind["think"]

    def mislay_files(self, filename: str, size: int) -> None:
        """From now on a file of this name has this size, as Discord says, and cannot be fetched."""
        cdn = self.env.backend.cdn
        store = cdn.store_attachment

        def mislaid(attachment_id: int, channel_id: int, name: str, *more: Any) -> dict[str, Any]:
            kept = store(attachment_id, channel_id, name, *more)
            if name == filename:
                kept["size"] = size
                del cdn._blobs[kept["url"]]
            return kept

        cdn.store_attachment = mislaid

    def accidents(self) -> list[str]:
        """What went wrong behind the scenes, by the log, with its traceback."""
        bad = [entry for entry in self.log if entry["log_level"] in ("error", "critical")]
        return [_trace(entry) for entry in bad]

    def file(self, attachment: discord.Attachment) -> bytes:
        """What is in a file that the bot has sent."""
        data = self.env.backend.cdn.get(attachment.url)
        assert data is not None
        return data

    def unanswered(self) -> set[str]:
        """The shared verbs of all buttons sent so far that no part of the bot answers."""
        sent = " ".join(json.dumps(request.json, default=str) for request in self.env.http_requests)
        return set(_SHARED_VERB.findall(sent)) - self.bot.router.verbs

    def problems(self) -> list[str]:
        """Everything that Discord would refuse of what the bot has sent so far, in sentences."""
        return [
            f"{request.method} {request.path}: {problem}"
            for request in self.env.http_requests
            for problem in discord_rules.problems(
                request.method, request.path, request.json, _file_names(request.json)
            )
        ]


@asynccontextmanager
async def opened(
    *names: str,
    store: Store | None = None,
    new_seed: Callable[[], Seed] | None = None,
    limits: Limits | None = None,
    room: Room | None = None,
    games: Sequence[type[Face]] = GAMES,
    features: Mapping[str, Plug] = FEATURES,
    programs: Mapping[str, Sequence[str]] | None = None,
    anew: bool = False,
) -> AsyncIterator[World]:
    """A server where the bot is ready and these people have come; at the end all that it sent is judged.

    Discord has been told of the bot's commands and emojis before, unless all is to begin `anew`.
    """
    kept: Store = store if store is not None else FreshStore()
    seeds = new_seed or fixed_seeds()

    def new_bot() -> Gobelet:
        wishes = Wishes(
            new_seed=seeds,
            chance=Random(1),
            limits=limits or Limits(),
            room=room or Room(),
            games=games,
            features=features,
            programs=programs or {},
        )
        bot = SimGobelet(kept, wishes, Sharing.alone(1))
        bot.knows = told is not None
        return bot

    told = None if anew or features is not FEATURES else await _told_of(tuple(games))
    with capture_logs([_hold_error]) as log:
        async with started(new_bot(), told) as env:
            world = World(env, *founded(env, "La Taverne"), kept, new_bot, log)
            world.speak_in_tongues()
            for name in names:
                world.person(name)
            await world.passes(THINKING)
            with explained(world):
                yield world
            await world.passes(THINKING)
            env._advancing = False
            assert not (problems := world.problems()), "\n".join(problems)
            assert not (unanswered := world.unanswered()), unanswered
            assert not (accidents := world.accidents()), "\n".join(accidents)


async def _told_of(games: tuple[type[Face], ...]) -> Told:
    if games not in _TOLD:
        with capture_logs():
            async with started(SimGobelet(FreshStore(), Wishes(games=games), Sharing.alone(1))) as env:
                _TOLD[games] = Told.by(env.backend)
    return _TOLD[games]


def _trace(entry: Mapping[str, Any]) -> str:
    error = entry.get("exc_info")
    trace = traceback.format_exception(error) if isinstance(error, BaseException) else ()
    return "".join((f"{entry}\n", *trace))


def _hold_error(_logger: object, _method: str, entry: Any) -> Any:
    """Keep the error that is being handled with what is logged of it."""
    if entry.get("exc_info") is True:
        entry["exc_info"] = sys.exc_info()[1]
    return entry


@contextmanager
def explained(world: World) -> Iterator[None]:
    """To what fails in a test, add the bot's own tracebacks: else one only reads that no answer came."""
    try:
        yield
    except Exception as error:
        for accident in world.accidents():
            error.add_note(accident)
        raise


def started(bot: Gobelet, told: Told | None = None) -> simcord.run:
    """SimCord with this bot, which waits for no real time; Discord has been `told` of it before.

    By itself it lets each timer of its first five seconds fire by the real clock before the bot is ready, as
    if nobody would ever advance time.
    """
    running = simcord.run(bot, settle_timeout=PATIENCE)
    env = running._env
    env._advancing = True
    rest_quickly(env)
    copy_quickly()
    if told is not None:
        told.tell(env.backend)
    env._schedule_timer = lambda *_: None  # only `passes` lets a timer fire: none ticks by the real clock
    number_clicks(env.backend)
    return running


def number_clicks(backend: Any) -> None:
    """Let the ids of interactions follow the moment and how many there were, and nothing that the bot does.

    Dice follow from the ids of those who sat down. SimCord counts all that is made within a millisecond: one
    more message, emoji or command, at such a moment, would be another game. What answers an interaction has
    the greater id, as at Discord.
    """
    make, count_up, numbers = backend.new_interaction, backend.snowflake, count(1)

    def other() -> int:
        return int(count_up()) + _OTHERS

    def new_interaction(*args: Any) -> Any:
        backend.snowflake = lambda: (count_up() >> 22 << 22) + next(numbers)
        try:
            return make(*args)
        finally:
            backend.snowflake = other

    backend.snowflake = other
    backend.new_interaction = new_interaction


def founded(env: simcord.Env, name: str) -> tuple[simcord.GuildHandle, Channel]:
    """A new server, and a channel where everybody may play."""
    guild = env.create_guild(name)
    guild.default_role._role.permissions = EVERYBODY.value
    return guild, guild.create_text_channel("jeux")


def fixed_seeds(first: int = 1) -> Callable[[], Seed]:
    """Seeds that are the same in every run: SimCord's ids are, too, and so are all dice."""
    numbers: Iterator[int] = iter(range(first, first + 1000))
    return lambda: Seed(next(numbers).to_bytes(32, "big"))


def _press(hand: Any, paper: Paper, piece: Piece) -> Any:
    """Press a button where it stands: in a row, or in a menu."""
    if piece.entry:
        return hand.select(paper.page, [piece.entry], custom_id=piece.custom_id)
    return hand.click(paper.page, custom_id=piece.custom_id)


def _file_names(body: Any) -> list[str]:
    """The files that come with a body, by their descriptions in it (new ones have small numbers)."""
    data = body.get("data") or body if isinstance(body, dict) else {}
    attachments = data.get("attachments", ()) if isinstance(data, dict) else ()
    return [each["filename"] for each in attachments if "filename" in each]
