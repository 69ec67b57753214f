"""Draws what a table shows to each audience: once for each look at the table, however many ask for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any, Final

from bot.insight.ladders import Asked, Ladders
from bot.insight.rating import Change
from bot.tables.digests.model import DigestStore
from bot.tables.evenings.dates import zone_of
from bot.tables.model import Denied, Seat, Status, Table
from bot.tables.ports import Posted, ServerStore
from bot.tables.service import Tables
from bot.tables.sight import Look, Sight
from bot.tables.tasks import Aside
from bot.texts import Texts, texts_for
from bot.ui.frame import letters, lobby
from bot.ui.frame.drawn import Aftermath, absences
from bot.ui.frame.face import Face
from bot.ui.frame.header import jump
from bot.ui.frame.names import raw_name
from bot.ui.pages.page import Page, digest, strip_buttons
from bot.ui.showing.contacts import Manner
from bot.ui.showing.posts import Posts

_AFTERMATHS = 128
"""What so many records tell is remembered: those of the tables that were drawn last."""


@dataclass(frozen=True)
class PageWithDigest:
    """A page and its digest, which is computed when first needed. `cached_property` allows no slots here."""

    page: Page

    @cached_property
    def digest(self) -> str:
        """A short text that is equal for pages that show the same (see bot.ui.pages.page)."""
        return digest(self.page)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A page, the sight that it was last wanted for, and what it was made of (None: of all that was seen)."""

    page: PageWithDigest
    sight: Sight
    needs: object | None


class Pages:
    """Draws boards and panels; the last ones of a table are kept, to be drawn again only if they change."""

    def __init__(
        self,
        tables: Tables,
        faces: Mapping[str, Face],
        posts: Posts,
        verdicts: DigestStore,
        changes: RatingChanges,
    ) -> None:
        self._tables = tables
        self._verdicts = verdicts
        self._changes = changes
        self._faces = faces
        self._posts = posts
        self._aside = Aside("keepsakes")
        self._aftermaths: OrderedDict[int, tuple[tuple[Seat, ...], Aftermath]] = OrderedDict()
        self.stopped: Mapping[int, int] = {}
        """The tables whose boards say that the bot is away, and since when (ms UTC)."""

    def board(self, look: Look, t: Texts) -> PageWithDigest:
        """The public message of a table in any language."""
        sight = look.sight()
        return self._draw_once(look, ("board", t.locale), sight, lambda: self._board(sight, t))

    async def board_in_channel(self, look: Look) -> PageWithDigest:
        """The public message as posted in the channel, in its language and with what its record tells.

        It also says whether the bot is about to be away for a while.
        """
        table, t = look.table, texts_for(look.table.manners.locale)
        if table.status is Status.CLOSED and table.incident is None and look.sight().observation is not None:
            after = await self._look_back(look.sight(), t)
            verdict = await self._verdicts.verdict(table.id)
            changes = await self._changes.of(table) if verdict is not None and verdict.unrated is None else {}
            rematch = await self._find_rematch(table)
            after = replace(after, rematch=rematch, verdict=verdict, changes=changes)
            return PageWithDigest(self._faces[table.game].board(look.sight(), t, after))
        board = self.board(look, t)
        if (since := self.stopped.get(table.id)) is not None and table.status is Status.PLAYING:
            line = letters.stop_line(since, t)
            return PageWithDigest(replace(board.page, blocks=(line, *board.page.blocks)))
        return board

    async def _look_back(self, sight: Sight, t: Texts) -> Aftermath:
        """What is made of the record of a closed table: worked out once, and anew if a name was erased."""
        table = sight.table
        known = self._aftermaths.get(table.id)
        if known is None or known[0] != table.seats:
            record, face = await self._tables.record(table.id), self._faces[table.game]
            # A long game is played again.
            after = await self._aside.run(partial(face.look_back, record, sight, t))
            self._aftermaths[table.id] = known = (table.seats, after)
        self._aftermaths.move_to_end(table.id)
        if len(self._aftermaths) > _AFTERMATHS:
            self._aftermaths.popitem(last=False)
        return known[1]

    async def _find_rematch(self, table: Table) -> str:
        """The address of the rematch's board, or of its channel until it is posted; "" for none."""
        if table.end.rematch_id is None:
            return ""
        try:
            rematch = await self._tables.table(table.end.rematch_id)
        except Denied:
            return ""
        board = await self._posts.board(rematch)
        return jump(rematch, None if board is None else board.message_id)

    def panel(self, look: Look, sight: Sight, manner: Manner) -> PageWithDigest:
        """The private panel of the seat whose sight is given, as one of its people reads it."""
        t, server, hosts = manner
        face, key = self._faces[look.table.game], ("panel", sight.seat, t.locale, server, hosts)
        return self._draw_once(
            look, key, sight, lambda: face.panel(sight, t, server, hosts=hosts), face.panel_needs
        )

    def aside(self, look: Look, sight: Sight, manner: Manner) -> PageWithDigest:
        """What somebody sees who opens their panel in the channel: who has left the game, that they have."""
        seat = None if sight.seat is None else look.table.seat(sight.seat)
        gone = seat is not None and seat.left and look.table.status is Status.PLAYING
        return (self.last_words if gone else self.panel)(look, sight, manner)

    def last_words(self, look: Look, sight: Sight, manner: Manner) -> PageWithDigest:
        """What a private message shows once it has served: its farewell or its panel, without buttons."""
        farewell = self._faces[sight.table.game].farewell(sight, manner.texts, manner.server)
        if farewell is not None:
            return PageWithDigest(farewell)
        return PageWithDigest(strip_buttons(self.panel(look, sight, manner).page))

    def at_stage(self, stage: str, look: Look, sight: Sight, manner: Manner) -> PageWithDigest:
        """What a panel shows in this stage (see bot.ui.showing.pages); buttons only where they serve."""
        if stage == DONE:
            return self.last_words(look, sight, manner)
        panel = self.panel(look, sight, manner)
        return PageWithDigest(strip_buttons(panel.page)) if stage == HELD else panel

    def game_board(self, sight: Sight, t: Texts) -> Page:
        """The board as the game draws it, without what is added to all boards; drawn anew at each call."""
        return self._faces[sight.table.game].board(sight, t)

    def _board(self, sight: Sight, t: Texts) -> Page:
        page = self._middle(sight, t)
        page = replace(page, blocks=(*page.blocks, *absences(sight, t)))
        if sight.table.closes_at is not None:
            page = replace(page, blocks=(letters.rest_line(sight.table, t), *page.blocks))
        return page

    def _middle(self, sight: Sight, t: Texts) -> Page:
        """The board without what is added to all boards above and below."""
        if (incident := sight.unread or sight.table.incident) is not None:
            return letters.unreadable_notice(sight.table, incident, t)
        if sight.observation is None:
            face = self._faces[sight.table.game]
            fewest = face.spec.rules.fewest_people(sight.table.options)
            return lobby.lobby_page(sight.table, face, t, sight.team, sight.least, sight.lacking, fewest)
        return self.game_board(sight, t)

    def _draw_once(
        self,
        look: Look,
        key: Hashable,
        sight: Sight,
        draw: Callable[[], Page],
        needs: Callable[[Sight], object | None] | None = None,
    ) -> PageWithDigest:
        """Draw a page of this look, unless it is drawn, or made of the same as the last one."""
        last: Drawn | None = look.handed_on.get(key)
        if last is not None and last.sight is sight:
            return last.page
        made_of = None if needs is None else needs(sight)
        same = last is not None and made_of is not None and made_of == last.needs
        page = last.page if last is not None and same else PageWithDigest(draw())
        look.handed_on[key] = Drawn(page, sight, made_of)
        return page


# What a table has changed in the ratings, for its board.


class RatingChanges:
    """Asks the ladders that `/classement` shows: both say the same, and count each table once."""

    def __init__(self, ladders: Ladders, servers: ServerStore, faces: Mapping[str, Face]) -> None:
        self._ladders = ladders
        self._servers = servers
        self._faces = faces

    async def of(self, table: Table) -> Mapping[int, Change]:
        """What a table that counts has changed, by user id, without those who wish to stand in no list.

        The first time after a start all the tables of the server are counted.
        """
        settings = await self._servers.server(table.guild_id)
        asked = Asked(table.guild_id, table.game, self._faces[table.game].spec.chance)
        return await self._ladders.changes(asked, zone_of(settings.get("zone")), table.id)


# The facts about a table that sentences to a clicker may mention.


async def describe_table(tables: Tables, posts: Posts, table_id: int, t: Texts) -> dict[str, Any]:
    """Describe a table by name: "game", "link" to its board, "host", "who" is awaited; what is unknown lacks.

    Empty if there is no such table.
    """
    try:
        sight = await tables.sight(table_id)
    except Denied:
        return {}
    table, board = sight.table, await posts.board(sight.table)
    about: dict[str, Any] = {"game": table.game}
    if board is not None:
        about["link"] = jump(table, board.message_id)
    for person in table.people():
        if person.user_id is not None and person.user_id == table.host_id:
            about["host"] = person.name
    if sight.to_act:
        about["who"] = raw_name(table.seat(sight.to_act[0]), t)
    return about


# What a private message is for: the decision that its reader has to make, or what became of it.
#
# There is one private message a seat that lives. Its stage is stored with it, as `Posted.key`: for a
# decision that is awaited it is the key that the game gave it, else one of the words below.

DONE: Final = "done"
"""Nothing is awaited, and what the message says stays true."""
HELD: Final = "held"
"""Nothing is awaited, but the message shows something that will not stay true (see `Face.keeps_panel`)."""
GREETED: Final = "greeted"
"""Nothing was awaited yet: the message has welcomed its reader, which stays true."""
GONE: Final = "gone"
"""The message was deleted: it had served."""
OVER: Final = "over"
"""The table is closed, and the message says how it ended."""
_WORDS: Final = frozenset({DONE, HELD, GREETED, GONE, OVER})


def find_stage(look: Look, seat: Seat, faces: Mapping[str, Face], mine: Posted | None) -> str:
    """The stage that the private message of a seat should be in; `mine` is the one that there is."""
    table = look.table
    if table.status is Status.CLOSED:
        return OVER
    if seat.left:
        return DONE
    before = DONE if mine is None else mine.key
    if table.status is not Status.PLAYING:
        return before if before in (HELD, GREETED) else DONE
    face, sight = faces[table.game], look.sight(seat.name)
    decision = face.wants_panel(sight)
    if decision and seat.autopilot is None:  # else nobody is called: a computer decides
        return decision
    if before == GREETED:
        return GREETED
    return HELD if face.keeps_panel(sight) else DONE


def is_decision(stage: str) -> bool:
    """Whether a decision is awaited in this stage."""
    return stage not in _WORDS


def is_there(mine: Posted | None) -> bool:
    """Whether there is a private message that was not deleted."""
    return mine is not None and mine.key != GONE


def is_due(stage: str, mine: Posted | None, *, reachable: bool) -> bool:
    """Whether anything may have to be done so that the message `mine` gets to this stage.

    `reachable`: whether a new private message would arrive.
    """
    if is_decision(stage):
        return reachable or (mine is not None and mine.key not in (DONE, GREETED, GONE, OVER))
    if mine is None or mine.key in (GONE, stage):
        return False
    return mine.key != DONE or stage == OVER
