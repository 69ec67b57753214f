"""The board of Défizz: the public message, the same whoever looks."""

from __future__ import annotations

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.ending import afterwards
from bot.ui.frame.fairness import proof
from bot.ui.pages.page import Block, Button, Gap, Link, Page, Row, Text
from bot.ui.pages.stamps import paused, time_left
from cogs.defizz.answers import question_line, result, said_so_far, source_link
from cogs.defizz.chips import chips
from cogs.defizz.controls import public_controls
from cogs.defizz.ending import outcome, ranking
from cogs.defizz.reports import report_button
from cogs.defizz.situation import awaited, how_to_win, still_in
from cogs.defizz.story import tell
from cogs.defizz.words import ACCENT, EMOJI, TITLE, Voice, observed, quoted
from engines.defizz.model import Observation
from engines.defizz.readers import LAST_TWO

__all__ = ["board", "challenge"]

CLOSED_ACCENT = 0x6B6B70


def board(sight: Sight, t: Texts) -> Page:
    """The public message of a running, paused or ended game. `sight` must be the channel's."""
    seen, voice = observed(sight), Voice(sight.table, t)
    if sight.table.status is Status.CLOSED:
        return _ended(sight, seen, voice)
    blocks: list[Block] = [Text(f"{_head(seen, voice)}\n{_now(sight, seen, voice)}")]
    blocks += _paragraphs(*_told(sight, seen, voice))
    blocks += [Gap(), Text(chips(seen, voice)), *_controls(sight, seen, voice)]
    return Page(sight.table.id, sight.drawn, tuple(blocks), ACCENT)


def challenge(seen: Observation, voice: Voice) -> str:
    """The challenge of the moment: die, clues, question and stakes; "" before the roll."""
    parts = (_clues(seen, voice), _stakes(seen, voice), _question(seen, voice))
    return "\n".join(part for part in parts if part)


def _told(sight: Sight, seen: Observation, voice: Voice) -> tuple[str, ...]:
    """The last challenge until the next question is asked, then what happened, then this challenge."""
    before = result(seen, voice) if seen.question is None else ""
    now = (challenge(seen, voice), said_so_far(seen, voice))
    return before, tell(sight, voice), "\n".join(part for part in now if part)


def _paragraphs(*said: str) -> list[Block]:
    return [block for text in said if text for block in (Gap(), Text(text))]


def _head(seen: Observation, voice: Voice) -> str:
    t = voice.t
    title = f"## {EMOJI} {TITLE} · " + t("tour {n}", n=seen.round)
    who = t(
        "🎯 Joue : {active} · 📖 Lit : {reader}",
        active=voice.name(seen.active),
        reader=voice.reader(seen.reader),
    )
    return f"{title}\n{who}"


def _now(sight: Sight, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if sight.table.status is Status.PAUSED:
        return paused(sight.table, t)
    said = (awaited(seen, voice), time_left(sight.table, t))
    return "\n".join(line for line in said if line)


def _clues(seen: Observation, voice: Voice) -> str:
    """The die and the clues, once one is chosen that one alone."""
    if seen.die is None or seen.clues is None:
        return ""
    chosen = seen.asked if seen.chosen is None else seen.chosen
    double = len(seen.in_play) == LAST_TWO and not seen.bank
    doubled = " · " + voice.t("minimum doublé : plus que deux en jeu") if double else ""
    lines = [f"🎲 **{voice.die(seen)}**{doubled}"]
    if chosen is not None:
        lines.append(f"➡️ **{chosen + 1}. {quoted(seen.clues[chosen])}**")
    else:
        lines += [f"▫️ {place}. {quoted(clue)}" for place, clue in enumerate(seen.clues, 1)]
    return "\n".join(lines)


def _stakes(seen: Observation, voice: Voice) -> str:
    """The stake, the pot, who takes part and who refused."""
    if seen.chosen is None:
        return ""
    t = voice.t
    notes = [t("Enjeu : **{n}**", n=voice.chips(seen.stake))] if seen.stake is not None else []
    if seen.pot:
        notes.append(t("Pot : **{n}**", n=voice.chips(seen.pot)))
    still = still_in(seen)
    if still == seen.participants:
        notes.append(t("Participent : {names}", names=voice.names(seen.participants)))
    else:
        notes.append(t("Encore en lice : {names}", names=voice.names(still)))
    if seen.refused:
        notes.append(t("Ont refusé : {names}", names=voice.names(seen.refused)))
    return "🪙 " + " · ".join(notes)


def _question(seen: Observation, voice: Voice) -> str:
    if seen.question is None:
        return ""
    lines = [question_line(seen.question.mode, seen.question.text, voice.t)]
    if seen.unit:
        lines.append(voice.t("Unité : {unit}", unit=quoted(seen.unit)))
    return "\n".join((*lines, f"-# {how_to_win(seen, voice.t)}"))


def _controls(sight: Sight, seen: Observation, voice: Voice) -> tuple[Block, ...]:
    """The buttons; until the next question is asked, what can be done about the last one below them."""
    about = _about_last(sight, seen, voice.t) if seen.question is None else ()
    return (*public_controls(sight, voice), *((Row(about),) if about else ()))


def _about_last(sight: Sight, seen: Observation, t: Texts) -> tuple[Button | Link, ...]:
    """The source of the last answer, and the way to say that its question is bad."""
    link = source_link(seen.last, t) if seen.last is not None else None
    flag = report_button(sight, seen.last, t)
    return tuple(each for each in (link, flag) if each is not None)


def _ended(sight: Sight, seen: Observation, voice: Voice) -> Page:
    table, t = sight.table, voice.t
    blocks: list[Block] = [Text(f"## {EMOJI} {TITLE}\n{outcome(table, voice)}")]
    blocks.append(Text(ranking(sight.places, seen, voice)))
    if seen.phase == "over":
        blocks += _paragraphs(result(seen, voice), tell(sight, voice))
    blocks.append(Text(proof(table, t)))
    blocks += _last_row(sight, seen, t)
    return Page(table.id, sight.drawn, tuple(blocks), CLOSED_ACCENT)


def _last_row(sight: Sight, seen: Observation, t: Texts) -> tuple[Block, ...]:
    about = _about_last(sight, seen, t) if seen.phase == "over" else ()
    return afterwards(sight.table, t, *about)
