"""Draws what a table shows to each audience: once for each look at the table, however many ask for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

from bot.tables.aside import Aside
from bot.tables.digests.ports import VerdictStore
from bot.tables.errors import Denied
from bot.tables.look import Look
from bot.tables.model import Seat, Status, Table
from bot.tables.service import Tables
from bot.tables.sight import Sight
from bot.texts import Texts, texts_for
from bot.ui.frame import letters, lobby
from bot.ui.frame.absence import absences
from bot.ui.frame.badge import jump
from bot.ui.frame.drawn import Aftermath
from bot.ui.frame.face import Face
from bot.ui.pages.digest import digest
from bot.ui.pages.page import Page, strip_buttons
from bot.ui.showing.contacts import Manner
from bot.ui.showing.posts import Posts
from bot.ui.showing.rated import RatingChanges
from bot.ui.showing.stages import DONE, HELD

__all__ = ["PageWithDigest", "Pages"]

_AFTERMATHS = 128
"""What so many records tell is remembered: those of the tables that were drawn last."""


@dataclass(frozen=True)
class PageWithDigest:
    """A page and its digest, which is computed when first needed. `cached_property` allows no slots here."""

    page: Page

    @cached_property
    def digest(self) -> str:
        """A short text that is equal for pages that show the same (see bot.ui.pages.digest)."""
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
        verdicts: VerdictStore,
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
        """What a panel shows in this stage (see bot.ui.showing.stages); buttons only where they serve."""
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
