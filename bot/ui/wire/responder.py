"""Answers an interaction in time, whatever happens: each interaction has a responder of its own.

Discord wants exactly one first answer, within 3 seconds. If there is none after `PATIENCE`, a watchdog
acknowledges the interaction; later answers are edits or follow-ups. One lock guards all of this, because
Discord takes one first answer alone, and says only after a while whether it took it.

Discord may deliver an interaction twice, and two processes may hear it: each has a responder then. Whoever
gives the first answer answers alone. To the other nothing belongs that the token stands for: @original is a
message that it has never seen, which may be the board.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass, field
from functools import partial
from types import TracebackType
from typing import Any, Final, Literal, Self, TypeAlias

import discord
import structlog
from aiohttp import ClientError
from discord import InteractionResponseType as Kind

from bot.meters import count, observe, smooth
from bot.tables.timing import Precedence
from bot.texts import Texts, texts_for
from bot.ui.pages.ids import MENU, parse
from bot.ui.pages.layout import Body, form_body
from bot.ui.pages.page import Attachment, Block, Button, Form, Page, Row, Text
from bot.ui.wire.clock import LoopClock
from bot.ui.wire.rest import AnsweredElsewhere, call_back, delete_by_token, edit_by_token, follow_up
from bot.ui.wire.studio import Send, Studio
from engines.core.clicks import moment_of

_Interaction = discord.Interaction[Any]
_log = structlog.get_logger(__name__)
PATIENCE = 1.2
"""Seconds after which an interaction that has no answer yet is acknowledged."""
PASSING = 10.0
"""Seconds after which a sentence that matters only for a moment is deleted."""
_EPHEMERAL = discord.MessageFlags(ephemeral=True).value
_ON_THE_CLICKED = (Kind.message_update, Kind.deferred_message_update)
"""The first answers after which the interaction's token stands for the clicked message."""
_ANSWERED, _GONE = 40060, 10008
_LOST = frozenset({10062, _ANSWERED, 10015, _GONE, 50027})
"""Discord's errors that lose nothing but the answer: too late, answered already, or the message is gone."""


class Responder:
    """Answers one interaction. Use it as an async context: at its end the interaction is acknowledged.

    Until the first answer is sent, other work gives way (`precedence`). What Discord refuses is logged, never
    raised. Pictures are painted before the lock is taken, so that the watchdog never waits for one.
    """

    def __init__(
        self, interaction: _Interaction, studio: Studio, passes: Passes, precedence: Precedence | None = None
    ) -> None:
        self.interaction = interaction
        self._studio = studio
        self._passes = passes
        self.texts: Texts = texts_for(str(interaction.locale))
        self._end_wait = (precedence or Precedence()).begin()
        self._lock = asyncio.Lock()
        self._unheard = True
        """Whether Discord has neither an answer nor an acknowledgement yet."""
        self._answered = False
        self._elsewhere = False
        """Whether another responder has given the first answer to this interaction."""
        self._watchdog: asyncio.TimerHandle | None = None
        self._late: asyncio.Task[None] | None = None
        self._gone: asyncio.Task[bool] | None = None
        self._owns_original = False
        self.stopwatch = Stopwatch(interaction.id)

    @property
    def _is_command(self) -> bool:
        return self.interaction.type is discord.InteractionType.application_command

    @property
    def _is_from_menu(self) -> bool:
        """Whether somebody has chosen a button from a menu (see `bot.ui.pages.ids`)."""
        data: Mapping[str, Any] = self.interaction.data or {}
        chosen = parse(str(data.get("custom_id", "")))
        return chosen is not None and chosen.verb == MENU

    @property
    def answered(self) -> bool:
        """Whether the person has been shown an answer (an acknowledgement is none)."""
        return self._answered

    async def __aenter__(self) -> Self:
        self._watchdog = asyncio.get_running_loop().call_later(PATIENCE, self._acknowledge_late)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end_wait()
        if self._watchdog is not None:
            self._watchdog.cancel()
        await self.acknowledge()
        self.stopwatch.stop()

    async def acknowledge(self) -> None:
        """Tell Discord that the interaction arrived, without showing anything. Does nothing once answered."""
        async with self._lock:
            if self._unheard and not self._answered:
                await self._try(self._defer())
                self._unheard = False  # even if that failed: a second try would come too late

    async def say(self, sentence: str, file: Attachment | None = None) -> None:
        """Show a sentence, and perhaps a file, to this person alone."""
        blocks: tuple[Block, ...] = (Text(sentence),)
        await self.show(Page(0, 0, blocks if file is None else (*blocks, file)))

    async def refuse(
        self, sentence: str, table_id: int = 0, drawn: int = 0, remedies: tuple[Button, ...] = ()
    ) -> None:
        """Tell this person why something was not done, in the place of what they were refused before.

        `remedies` are buttons below it, of this table and of the turn that the refused click named.
        """
        blocks: tuple[Block, ...] = (Text(sentence), Row(remedies)) if remedies else (Text(sentence),)
        page = Page(table_id, drawn, blocks) if remedies else Page(0, 0, blocks)
        await self.show(page, f"refusal in {self.interaction.channel_id}")

    async def say_briefly(self, sentence: str) -> None:
        """Show this person alone a sentence that matters only for a moment.

        It is deleted after `PASSING` seconds, so that it does not push the board out of sight.
        """
        await self.say(sentence)
        if self._owns_original:  # else the "original" is the clicked message itself
            asked = self.interaction
            asyncio.get_running_loop().call_later(PASSING, self._take_back, asked.application_id, asked.token)

    async def show(self, page: Page, kind: str | None = None) -> None:
        """Show a page to this person alone (ephemeral).

        The last one of the same `kind` that they were shown is taken back, so that there is one at most.
        """
        parcel = await self._studio.pack(page)
        told: list[Body] = []
        async with self._lock:
            first, self._answered = not self._answered, True
            if self._unheard and self._is_from_menu:
                await self._try(self._release_menu())
            replies, follows = self._unheard, not self._unheard and not (first and self._is_command)
            way: Send[Body] = self._replace  # fills the "is thinking…" that the acknowledgement left
            if replies:
                way = partial(self._reply_privately, wants_message=kind is not None)
            elif follows:
                way = self._follow_up

            async def send(body: Body, files: list[discord.File]) -> Body:
                told.append(await way(body, files))
                return told[-1]

            shown = await self._try(parcel.deliver(send))
            self._owns_original = self._owns_original or (replies and shown)
        if shown and kind is not None:
            message_id = int(told[-1]["id"])
            self._note_aside(kind, message_id, message_id if follows else None)

    async def post(self, page: Page) -> int | None:
        """Answer a command with a message for everybody. Returns its id, or None if that did not work."""
        parcel = await self._studio.pack(page)
        posted: list[int] = []

        async def send(body: Body, files: list[discord.File]) -> Body:
            message = await self._call_back(Kind.channel_message, body, files, wants_message=True)
            posted.append(int(message["id"]))
            return message

        async with self._lock:
            if not self._unheard:
                return None
            self._answered = True
            if not await self._try(parcel.deliver(send)):
                return None
            self._passes.note(posted[0], self.interaction)
            return posted[0]

    async def update(self, page: Page, kind: str | None = None) -> bool:
        """Redraw the message that was clicked, files included. Returns whether that worked.

        `kind`: what it is from now on, if only this person sees it (see `show`).
        """
        clicked = self.interaction.message
        parcel = await self._studio.pack(page, None if clicked is None else clicked.id)
        async with self._lock:
            self._answered = True
            shown = await self._try(parcel.deliver(self._redraw if self._unheard else self._replace))
        if shown and kind is not None and clicked is not None:
            self._note_aside(kind, clicked.id)
        return shown

    async def open_form(self, form: Form) -> None:
        """Open a form, or tell the person to press again: Discord opens none after the acknowledgement."""
        async with self._lock:
            late = not self._unheard
            if not late:
                self._answered = True
                await self._try(self._call_back(Kind.modal, form_body(form)))
        if late:
            await self.say(self.texts("Je n’ai pas pu ouvrir la fenêtre à temps : appuyez encore une fois."))

    # -- requests --------------------------------------------------------------------------------------

    async def _call_back(self, kind: Kind, *sent: Any, wants_message: bool = False) -> Body:
        """Give the first answer (a body, and files), and note what the click allows from then on."""
        self._end_wait()  # what is left is up to the network
        self._check_ours()
        try:
            told = await call_back(self.interaction, kind, *sent, wants_message=wants_message)
        except AnsweredElsewhere:
            self._elsewhere = True
            count("already_acknowledged")
            _log.info("answered elsewhere", interaction=self.interaction.id)
            raise
        self._unheard = False
        self.stopwatch.note_answer()
        clicked = self.interaction.message
        if clicked is not None and not clicked.flags.ephemeral and kind in _ON_THE_CLICKED:
            self._passes.note(clicked.id, self.interaction)
        return told

    def _check_ours(self) -> None:
        """Raise AnsweredElsewhere if another responder answers this interaction."""
        if self._elsewhere:
            raise AnsweredElsewhere

    async def _defer(self) -> None:
        if self._is_command:
            await self._call_back(Kind.deferred_channel_message, {"flags": _EPHEMERAL})
        elif self._is_from_menu:
            await self._release_menu()
        else:
            await self._call_back(Kind.deferred_message_update)

    async def _release_menu(self) -> None:
        """Redraw the clicked message as it is.

        Until then Discord shows the chosen entry of a list as chosen, and nobody can choose it once more.
        """
        await self._call_back(Kind.message_update, {})

    def _reply_privately(
        self, body: Body, files: list[discord.File], *, wants_message: bool
    ) -> Awaitable[Body]:
        return self._call_back(
            Kind.channel_message, _make_ephemeral(body), files, wants_message=wants_message
        )

    async def _redraw(self, body: Body, files: list[discord.File]) -> Body:
        try:
            return await self._call_back(Kind.message_update, body, files, wants_message=bool(files))
        except discord.NotFound as error:
            if error.code == _GONE:  # it was taken away meanwhile; what was done counts all the same
                await self._defer()
            raise

    async def _replace(self, body: Body, files: list[discord.File]) -> Body:
        self._check_ours()
        asked = self.interaction
        return await edit_by_token(asked.client, asked.application_id, asked.token, body, files)

    async def _follow_up(self, body: Body, files: list[discord.File]) -> Body:
        self._check_ours()
        return await follow_up(self.interaction, _make_ephemeral(body), files)

    def _note_aside(self, kind: str, message_id: int, follow_up: int | None = None) -> None:
        """Remember what was shown as the aside of its kind; the earlier one is taken back soon."""
        earlier = self._passes.note_aside(self.interaction, kind, message_id, follow_up)
        if earlier is not None:
            allowed = earlier.allowed
            self._take_back(allowed.application_id, allowed.token, earlier.follow_up)

    def _take_back(self, application_id: int, token: str, message_id: int | None = None) -> None:
        taking = self._try(delete_by_token(self.interaction.client, application_id, token, message_id))
        self._gone = asyncio.create_task(taking, name="take back")

    def _acknowledge_late(self) -> None:
        self._late = asyncio.create_task(self.acknowledge(), name="acknowledge late")

    async def _try(self, sending: Any) -> bool:
        try:
            await sending
        except AnsweredElsewhere:
            return False
        except discord.HTTPException as error:
            level = _log.info if error.code in _LOST else _log.warning
            level("answer not shown", code=error.code, status=error.status)
            return False
        except (TimeoutError, discord.RateLimited, OSError, ClientError) as error:
            _log.warning("answer not shown", error=type(error).__name__)
            return False
        return True


def _make_ephemeral(body: Body) -> Body:
    return body | {"flags": body["flags"] | _EPHEMERAL}


# Passes: what a click allows the bot to do with the clicked message for some minutes.
#
# An interaction's token edits the message that the interaction was answered with. Such edits have limits of
# their own, and do not count in the bot's. By its token alone can a message be changed or taken back that
# only the clicker sees (an aside). Passes stay in memory: they are neither logged nor stored.

LIFE: Final = 14 * 60.0
"""Seconds for which a pass is used: Discord takes a token for 15 minutes from the click on."""
_KEPT: Final = 4096
"""How many messages' passes are kept; those that nobody clicked for longest are dropped first."""


@dataclass(frozen=True, slots=True)
class Pass:
    """Allows edits of one message until `until`, by the event loop's clock."""

    application_id: int
    token: str = field(repr=False)
    until: float


@dataclass(frozen=True, slots=True)
class Aside:
    """A message that one person alone was shown, and what allows to change it.

    `follow_up` is its id where it is not the first answer to the click that is `allowed`, else None.
    """

    allowed: Pass
    message_id: int
    follow_up: int | None


class Passes:
    """The newest pass of each message that was clicked lately, and asides. One per process."""

    def __init__(self, keep: int = _KEPT) -> None:
        self._keep = keep
        self._passes: OrderedDict[int, Pass] = OrderedDict()
        self._asides: OrderedDict[tuple[int, str], Aside] = OrderedDict()
        """The last aside of each kind, by who sees it."""

    def note(self, message_id: int, interaction: discord.Interaction[Any]) -> None:
        """Remember what an interaction allows, once it was answered with this message and not before."""
        self._passes[message_id] = _make_pass(interaction)
        self._passes.move_to_end(message_id)
        if len(self._passes) > self._keep:
            self._passes.popitem(last=False)

    def note_aside(
        self, interaction: discord.Interaction[Any], kind: str, message_id: int, follow_up: int | None = None
    ) -> Aside | None:
        """Remember an aside. Returns the last one of its kind of this person, to be taken back, if any."""
        key = (interaction.user.id, kind)
        earlier = self._asides.pop(key, None)
        self._asides[key] = Aside(_make_pass(interaction), message_id, follow_up)
        if len(self._asides) > self._keep:
            self._asides.popitem(last=False)
        same = earlier is not None and earlier.message_id == message_id
        return None if earlier is None or same or _is_over(earlier.allowed) else earlier

    def find_aside(self, user_id: int, kind: str) -> Aside | None:
        """The last aside of a kind that a person was shown; None if nothing can be done with it any more."""
        found = self._asides.get((user_id, kind))
        if found is not None and _is_over(found.allowed):
            del self._asides[user_id, kind]
            return None
        return found

    def drop_aside(self, user_id: int, kind: str, used: Aside) -> None:
        """Forget an aside that is gone, or cannot be changed any more; a newer one stays."""
        if self._asides.get((user_id, kind)) is used:
            del self._asides[user_id, kind]

    def find(self, message_id: int) -> Pass | None:
        """The pass for a message; None if nobody clicked it lately."""
        found = self._passes.get(message_id)
        if found is not None and _is_over(found):
            del self._passes[message_id]
            return None
        return found

    def drop(self, message_id: int, used: Pass) -> None:
        """Forget a pass that Discord did not take; a newer one stays."""
        if self._passes.get(message_id) is used:
            del self._passes[message_id]


def _make_pass(interaction: discord.Interaction[Any]) -> Pass:
    until = asyncio.get_running_loop().time() + LIFE
    return Pass(interaction.application_id, interaction.token, until)


def _is_over(allowed: Pass) -> bool:
    return allowed.until <= asyncio.get_running_loop().time()


# Measures one interaction: from the moment of the click to its first answer, and what became of it.

Outcome: TypeAlias = Literal["done", "refused", "failed", "late"]
OUTCOMES: Final[tuple[Outcome, ...]] = ("done", "refused", "failed", "late")
NO_GAME: Final = "none"
"""The game of interactions that are about no table of a game."""
_CLOCK: Final = LoopClock()


class Stopwatch:
    """Started by an interaction, which names its moment by its id.

    `game` and `outcome` are for others to set; without a first answer that Discord took, the outcome is
    "late". How late clicks arrive says how far our clock is from Discord's.
    """

    def __init__(self, interaction_id: int) -> None:
        self.game = NO_GAME
        self.outcome: Outcome = "done"
        self._asked_at = moment_of(interaction_id)
        self._seconds: float | None = None
        smooth("clock_skew_seconds", self._elapsed())

    def note_answer(self) -> None:
        """Discord has taken an answer; only the first one counts."""
        if self._seconds is None:
            self._seconds = self._elapsed()

    def stop(self) -> None:
        """Nothing more comes: put what was measured among the meters."""
        late = self._seconds is None
        seconds = self._elapsed() if self._seconds is None else self._seconds
        observe("click_seconds", max(0.0, seconds), self.game, "late" if late else self.outcome)

    def _elapsed(self) -> float:
        return (_CLOCK.now() - self._asked_at) / 1000
