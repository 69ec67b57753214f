"""The verbs of computers in the lobby: seat them, make them get up, begin with as many as are missing."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.computer import Computer
from bot.tables.computers.mind import Programs
from bot.tables.errors import Denied
from bot.tables.model import Table
from bot.tables.playing.computers import choose_computers, list_free_personas
from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.revealing import Revealing
from bot.ui.frame.computers import computers_page, read_computer
from bot.ui.frame.face import Face
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher

__all__ = ["ComputerVerbs"]


class ComputerVerbs(Revealing):
    """Lets the host of a lobby seat computers, whatever is played there."""

    namespace = "computer"

    def __init__(
        self,
        tables: Tables,
        publisher: Publisher,
        private: Private,
        faces: Mapping[str, Face],
        programs: Programs,
    ) -> None:
        super().__init__(tables, publisher, private, faces)
        self._programs = programs

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"invite": self._invite, "add": self._add, "remove": self._remove, "fill": self._fill}

    async def _invite(self, click: Click) -> None:
        """Open the page on which computers are seated."""
        await self._show(click, click.table, redraw=False)

    async def _add(self, click: Click) -> None:
        """Seat the computer that was chosen by its level, or by name; the board follows by itself."""
        computer = _read(click)
        if computer.program is not None and computer.program not in self._programs.offered(click.table.game):
            raise Denied("stale")
        table = await self._tables.seat_computer(click.ask, click.target.table_id, computer)
        await self._show(click, table, redraw=True)

    async def _remove(self, click: Click) -> None:
        """Make the computer get up that was chosen."""
        seat = click.values[0] if click.values else click.target.arg
        table = await self._tables.remove(click.ask, click.target.table_id, seat)
        await self._show(click, table, redraw=True)

    async def _fill(self, click: Click) -> None:
        """Seat as many computers as are missing, begin, and show the clicker what that gave to them alone."""
        level = _read(click).level
        table = await self._tables.begin(click.ask, click.target.table_id, fill=level)
        await self._publisher.answer(click.responder, table.id)
        sight = await self._tables.sight(table.id, click.user.id)
        await self._reveal(click, sight)

    async def _show(self, click: Click, table: Table, *, redraw: bool) -> None:
        may = click.user.id == table.host_id or click.ask.moderator
        programs = self._programs.offered(table.game)
        page = computers_page(table, self._faces[table.game], may, click.responder.texts, programs)
        if redraw:
            await click.responder.update(page)
        else:
            await click.responder.show(page)


def _read(click: Click) -> Computer:
    """The computer that a click asks for. Raises Denied "stale" for what we never wrote."""
    wanted = read_computer(click.target.arg, click.values)
    if wanted is None:
        raise Denied("stale")
    level, persona = wanted
    chosen = choose_computers(list_free_personas(click.table), level, 1)[0]
    return chosen if persona is None else Computer(level, persona)
