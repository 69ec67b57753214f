"""Whom a new board calls by a mention, once: those who played, and those for whom a rematch keeps a seat."""

from __future__ import annotations

from dataclasses import replace

from bot.tables.model import Status, Table
from bot.texts import Texts
from bot.ui.pages.page import Page, Text

__all__ = ["people_to_call", "with_call"]


def people_to_call(table: Table) -> tuple[int, ...]:
    """The users to be called when the board of a table is posted: nobody while it is played.

    Nor in private messages, where a new message calls its reader by itself.
    """
    if table.private:
        return ()
    over = table.status is Status.CLOSED and table.end.why == "over"
    kept = table.status is Status.LOBBY and table.rematch_of is not None
    if not over and not kept:
        return ()
    there = [person for seat in table.seats if not seat.left for person in seat.people if not person.left]
    wanted = (person.user_id for person in there if over or person.join_id is None)
    return tuple(dict.fromkeys(user_id for user_id in wanted if user_id is not None))


def with_call(page: Page, table: Table, t: Texts) -> Page:
    """The page with a line below its title that mentions whoever is called; as it is if nobody is."""
    people = t.list([f"<@{user_id}>" for user_id in people_to_call(table)])
    if not people:
        return page
    if table.status is Status.CLOSED:
        line = t("Merci d’avoir joué, {people} !", people=people)
    else:
        line = t("🔁 Une place vous est gardée : {people}.", people=people)
    return replace(page, blocks=(*page.blocks[:1], Text(line), *page.blocks[1:]))
