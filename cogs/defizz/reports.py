"""Reports of bad questions: players make them where the answer shows, the server's managers settle them."""

from collections.abc import Sequence

from bot.tables.decks import REPORTS_OF_ONE, Enough, Full, Report
from bot.tables.model import Denied
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.clicks.click import Click
from bot.ui.clicks.house import House
from bot.ui.clicks.rights import may_manage_server
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Block, Button, Field, Form, Page, Row, Text
from cogs.defizz.deck_files import issue_page
from cogs.defizz.options import DECKS
from engines.core.decks import handle_of
from engines.defizz.events import AnswerRevealed
from engines.defizz.observe import Revealed

_REASON = 200
_WORDS = 150
_REASONS_SHOWN = 3
_QUESTIONS_SHOWN = 8
_ROOM = 3400
"""Characters of the queue's page: Discord allows 4,000, and escaping makes texts longer."""


def report_button(sight: Sight, last: Revealed | None, t: Texts) -> Button | None:
    """The button that reports the last question; None if there is no question, or it was too long ago.

    Nor in private messages, where nobody would read the report.
    """
    if sight.table.private:
        return None
    card = None if last is None else last.card
    for scene in reversed(sight.scenes):
        for event in reversed(scene.events):
            if isinstance(event, AnswerRevealed) and event.card == card:
                return Button(
                    "deck.report", t("Signaler"), f"{handle_of(event.card)}.{event.question}", rare=True
                )
    return None


def register_reports(house: House) -> None:
    """Register the buttons and the form of this file at the house."""

    async def ask_why(click: Click) -> None:
        await _ask_why(house, click)

    async def take_report(click: Click) -> None:
        await _take_report(house, click)

    async def settle_report(click: Click) -> None:
        await settle(house, click)

    async def prepare_issue(click: Click) -> None:
        await _prepare_issue(house, click)

    handlers = {
        "report": ask_why,
        "reported": take_report,
        "settle": settle_report,
        "issue": prepare_issue,
    }
    house.router.register("deck", handlers)


async def reports_page(house: House, guild_id: int, t: Texts) -> Page:
    """The page with the oldest reported questions, each with its reports and a button that settles it."""
    questions: dict[tuple[str, str, int, str], list[Report]] = {}
    for report in await house.decks.reports(guild_id):
        questions.setdefault(report.subject, []).append(report)
    if not questions:
        return Page(0, 0, (Text(t("Aucune question n’est signalée.")),))
    title = t.plural("**{n} question signalée**", "**{n} questions signalées**", len(questions))
    blocks: list[Block] = [Text(title)]
    added = {info.name: info.added_at for info in await house.decks.decks(guild_id)}
    room = _ROOM
    for reports in list(questions.values())[:_QUESTIONS_SHOWN]:
        told = _report_words(reports, added.get(reports[0].deck, 0), t)
        room -= len(told)
        if room < 0:
            break
        settle_it = Button("deck.settle", t("Traité"), str(reports[0].id), "success")
        sent_on = Button("deck.issue", t("Préparer l’envoi"), str(reports[0].id))
        ours = reports[0].deck in DECKS
        blocks += [Text(told), Row((settle_it, sent_on) if ours else (settle_it,))]
    return Page(0, 0, tuple(blocks))


def _report_words(reports: Sequence[Report], added_at: int, t: Texts) -> str:
    """All reports of one question in words; `added_at` is when its deck was stored (ms UTC)."""
    first = reports[0]
    place = t(
        "{deck}, carte {card}, question {n}",
        deck=t(DECKS[first.deck].label) if first.deck in DECKS else escape(first.deck),
        card=escape(first.card),
        n=first.part + 1,
    )
    people = t.plural("{n} personne", "{n} personnes", len(reports))
    lines = [f"🚩 **{place}** · {people} · <t:{first.at // 1000}:d>"]
    if first.words:
        lines.append(f"-# {escape(first.words, _WORDS)}")
    if added_at > reports[-1].at:
        lines.append("-# " + t("Le paquet a été remplacé depuis."))
    reasons = dict.fromkeys(escape(report.reason, _REASON) for report in reports)
    return "\n".join([*lines, *(f"> {reason}" for reason in list(reasons)[:_REASONS_SHOWN])])


async def _ask_why(house: House, click: Click) -> None:
    """Open the form for a report; Denied `not_at_table` or `reports_enough`."""
    t, table = click.responder.texts, await house.tables.table(click.target.table_id)
    if table.seat_of(click.user.id) is None:
        raise Denied("not_at_table")
    waiting = await house.decks.reports(table.guild_id)
    if sum(report.user_id == click.user.id for report in waiting) >= REPORTS_OF_ONE:
        raise Denied("reports_enough", n=REPORTS_OF_ONE)
    reason = Field("reason", t("Qu’est-ce qui ne va pas ?"), most=_REASON, long=True)
    title = t("Signaler")
    await click.responder.open_form(Form(table.id, 0, "deck.reported", title, (reason,), click.target.arg))


async def _take_report(house: House, click: Click) -> None:
    """Put the typed report into the server's queue; Denied `reports_enough` or `reports_full`."""
    card, _, question = click.target.arg.rpartition(".")
    reason = tidy(click.values[0] if click.values else "", _REASON)
    place = int(question) if question.isdecimal() else -1
    t = click.responder.texts
    try:
        new = await house.tables.decks.report(click.user.id, click.target.table_id, card, place, reason)
    except Enough as enough:
        raise Denied("reports_enough", n=enough.most) from None
    except Full:
        raise Denied("reports_full") from None
    told = t("Merci ! La modération du serveur verra ce signalement.")
    await click.responder.say(told if new else t("Vous avez déjà signalé cette question : merci."))


async def settle(house: House, click: Click) -> None:
    """Take a question out of the queue, and show the rest; Denied `not_manager`."""
    interaction = click.responder.interaction
    if interaction.guild_id is None or not may_manage_server(interaction):
        raise Denied("not_manager")
    if click.target.arg.isdecimal():
        await house.decks.settle_report(interaction.guild_id, int(click.target.arg))
    await click.responder.update(await reports_page(house, interaction.guild_id, click.responder.texts))


async def _prepare_issue(house: House, click: Click) -> None:
    """Give the reports of a question of the house as a text to paste; Denied `not_manager`, `report_gone`."""
    interaction = click.responder.interaction
    if interaction.guild_id is None or not may_manage_server(interaction):
        raise Denied("not_manager")
    reports = await house.decks.reports(interaction.guild_id)
    chosen = next((report for report in reports if str(report.id) == click.target.arg), None)
    if chosen is None or chosen.deck not in DECKS:
        raise Denied("report_gone")
    same = [report for report in reports if report.subject == chosen.subject]
    await click.responder.show(issue_page(same, click.responder.texts))
