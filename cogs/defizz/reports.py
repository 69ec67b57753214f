"""Bad questions: players say so where the answer is shown; who manages the server goes through the queue."""

from __future__ import annotations

from bot.tables.errors import Denied
from bot.tables.ports import Full, Report
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.click import Click
from bot.ui.escape import escaped, tidy
from bot.ui.house import House
from bot.ui.page import Block, Button, Field, Form, Page, Row, Text
from engines.defizz.events import AnswerRevealed
from engines.defizz.model import Revealed

__all__ = ["answer_reports", "report_button", "reports_page", "settle"]

_SHOWN = 8
_REASON = 200


def report_button(sight: Sight, last: Revealed | None, t: Texts) -> Button | None:
    """The button beside the last right answer, while what happened is still told; None without one."""
    card = None if last is None else last.card
    for scene in reversed(sight.scenes):
        for event in reversed(scene.events):
            if isinstance(event, AnswerRevealed) and event.card == card:
                return Button("report", t("Signaler la question"), f"{event.card}.{event.question}")
    return None


def answer_reports(house: House) -> None:
    """Let the house answer the buttons and the form of this file."""

    async def report(click: Click) -> None:
        await _report(house, click)

    async def reported(click: Click) -> None:
        await _reported(house, click)

    async def settled(click: Click) -> None:
        await settle(house, click)

    house.router.handle("report", report)
    house.router.handle("reported", reported)
    house.router.handle("settle_report", settled)


async def reports_page(house: House, guild_id: int, t: Texts) -> Page:
    """The oldest reports, each with a button that takes it out of the queue."""
    waiting = await house.decks.reports(guild_id)
    if not waiting:
        return Page(0, 0, (Text(t("Aucune question n’est signalée.")),))
    title = t.plural("**{n} signalement attend**", "**{n} signalements attendent**", len(waiting))
    blocks: list[Block] = [Text(title)]
    for one in waiting[:_SHOWN]:
        blocks += [Text(_line(one, t)), Row((Button("settle_report", t("Réglé"), str(one.id), "success"),))]
    return Page(0, 0, tuple(blocks))


def _line(report: Report, t: Texts) -> str:
    place = t(
        "{deck}, carte {card}, question {n}",
        deck=escaped(report.deck) if report.deck else t("paquet d’origine"),
        card=escaped(report.card),
        n=report.question + 1,
    )
    return f"🚩 {place} · <t:{report.at // 1000}:d>\n> {escaped(report.reason, _REASON)}"


async def _report(house: House, click: Click) -> None:
    """Open the form; whether the clicker may report is asked once more when it comes back."""
    t, table = click.responder.texts, await house.tables.table(click.target.table_id)
    if table.seat_of(click.user.id) is None:
        raise Denied("not_at_table")
    reason = Field("reason", t("Qu’est-ce qui ne va pas ?"), most=_REASON, long=True)
    title = t("Signaler la question")
    await click.responder.ask(Form(table.id, 0, "reported", title, (reason,), click.target.arg))


async def _reported(house: House, click: Click) -> None:
    card, _, question = click.target.arg.rpartition(".")
    reason = tidy(click.values[0] if click.values else "", _REASON)
    place = int(question) if question.isdecimal() else -1
    t = click.responder.texts
    try:
        new = await house.tables.report(click.user.id, click.target.table_id, card, place, reason)
    except Full:
        raise Denied("reports_full") from None
    told = t("Merci : la modération du serveur verra ce signalement.")
    await click.responder.say(told if new else t("C’est déjà signalé ainsi : merci."))


async def settle(house: House, click: Click) -> None:
    """Take a report out of the queue and show the rest; Denied "not_manager"."""
    interaction = click.responder.interaction
    if interaction.guild_id is None or not interaction.permissions.manage_guild:
        raise Denied("not_manager")
    if click.target.arg.isdecimal():
        await house.decks.settle_report(interaction.guild_id, int(click.target.arg))
    await click.responder.update(await reports_page(house, interaction.guild_id, click.responder.texts))
