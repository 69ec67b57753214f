"""The texts of Défizz's board, the same for everybody."""

from bot.tables.model import Status
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Link, Row, Select
from cogs.defizz.answers import list_answers, question_line, result, source_link
from cogs.defizz.controls import public_controls
from cogs.defizz.justice import contest_control
from cogs.defizz.reports import report_button
from cogs.defizz.situation import how_to_win, is_between, list_contenders
from cogs.defizz.story import tell
from cogs.defizz.words import Voice, quote, theme_words
from engines.defizz.observe import Observation
from engines.defizz.rounds import LAST_TWO

_ANSWERS = 3
"""How many answers to the last question the board shows; the menu tells them all."""
_THEME = 40


def challenge(seen: Observation, voice: Voice) -> str:
    """The present challenge: die, clues, stakes and question; "" before the roll."""
    parts = (_clues(seen, voice), _stakes(seen, voice), _question(seen, voice))
    return "\n".join(part for part in parts if part)


def story_texts(sight: Sight, seen: Observation, voice: Voice) -> tuple[str, ...]:
    """The last challenge (until the die is rolled), what happened last, and the present challenge."""
    before = result(seen, voice, _ANSWERS) if is_between(seen) else ""
    now = (challenge(seen, voice), list_answers(seen, voice))
    return before, tell(sight, voice), "\n".join(part for part in now if part)


def where(seen: Observation, voice: Voice) -> str:
    """The turn, and below it who plays and who reads."""
    turn = voice.t("tour {n}", n=seen.round)
    who = voice.t(
        "🎯 Joueur actif : {active} · 📖 Lecteur : {reader}",
        active=voice.name(seen.active),
        reader=voice.reader(seen.reader),
    )
    return f"{turn}\n{who}"


def _clues(seen: Observation, voice: Voice) -> str:
    """The die and the clues, or only the chosen clue."""
    if seen.die is None or seen.clues is None:
        return ""
    chosen = seen.asked if seen.chosen is None else seen.chosen
    double = len(seen.in_play) == LAST_TWO and not seen.bank
    doubled = " · " + voice.t("minimum doublé : plus que deux en jeu") if double else ""
    lines = [f"🎲 **{voice.die(seen)}**{doubled}"]
    if chosen is not None:
        lines.append(f"➡️ **{chosen + 1}. {quote(seen.clues[chosen])}**")
    else:
        lines += [f"▫️ {place}. {quote(clue)}" for place, clue in enumerate(seen.clues, 1)]
    return "\n".join(lines)


def _stakes(seen: Observation, voice: Voice) -> str:
    """The stake, the pot, who takes part and who refused."""
    if seen.chosen is None:
        return ""
    t = voice.t
    notes = [t("Mise : **{n}**", n=voice.chips(seen.stake))] if seen.stake is not None else []
    if seen.pot:
        notes.append(t("Pot : **{n}**", n=voice.chips(seen.pot)))
    still = list_contenders(seen)
    if still == seen.participants:
        notes.append(t("Participent : {names}", names=voice.names(seen.participants)))
    else:
        notes.append(t("Encore en lice : {names}", names=voice.names(still)))
    if seen.refused:
        notes.append(t("Refus : {names}", names=voice.names(seen.refused)))
    return "🪙 " + " · ".join(notes)


def _question(seen: Observation, voice: Voice) -> str:
    if seen.question is None:
        return ""
    lines = [question_line(seen.question.mode, seen.question.text, voice.t)]
    if seen.unit:
        lines.append(voice.t("Unité : {unit}", unit=quote(seen.unit)))
    how = how_to_win(seen, voice.t)
    if seen.question.theme is None or seen.question.mode == "chance":
        return "\n".join((*lines, f"-# {how}"))
    return "\n".join((*lines, f"-# 🏷️ {quote(theme_words(seen.question.theme, voice.t), _THEME)} · {how}"))


def controls(sight: Sight, seen: Observation, voice: Voice) -> tuple[Block, ...]:
    """All buttons and lists; below them those about verdicts and the last question."""
    return (*public_controls(sight, voice), *after_controls(sight, seen, voice))


def after_controls(sight: Sight, seen: Observation, voice: Voice) -> tuple[Block, ...]:
    """How a verdict is contested, and what can be done about the last question."""
    about = last_challenge_buttons(sight, seen, voice.t) if seen.question is None else ()
    contest = contest_control(seen, voice) if sight.table.status is Status.PLAYING else None
    if isinstance(contest, Button):
        about = (contest, *about)
    listed = (contest,) if isinstance(contest, Select) else ()
    return (*listed, *((Row(about),) if about else ()))


def last_challenge_buttons(sight: Sight, seen: Observation, t: Texts) -> tuple[Button | Link, ...]:
    """A link to the source of the last answer where it is shown, and the button to report its question."""
    last = seen.last
    link = source_link(last, t) if last is not None and (is_between(seen) or seen.phase == "over") else None
    flag = report_button(sight, last, t)
    return tuple(each for each in (link, flag) if each is not None)
