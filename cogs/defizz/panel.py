"""A seat's panel: the card if it may see it, its chips, and what it may do now."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.page import Block, Button, Row, Select, time_left
from cogs.defizz.answers import list_answers, result
from cogs.defizz.controls import leading_tools
from cogs.defizz.justice import contest_control
from cogs.defizz.render import challenge
from cogs.defizz.situation import headline as now
from cogs.defizz.situation import is_between, is_race
from cogs.defizz.words import LONGEST_QUESTION, Voice, mode_name, observation_of, quote, quote_answer
from engines.defizz.model import BOT
from engines.defizz.observe import CardQuestion, Observation, Spoken

_LINES = 5
"""How many of the last answers are shown beside the card."""


def answer_note(sight: Sight, t: Texts) -> str | None:
    """What a player is told of their answer to a Chrono: that it counts, and how fast it was; else None."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    if is_race(seen):
        opened_at = sight.table.alarm.opened_at if sight.table.alarm else 0
    else:  # it was the last answer, which has ended the question
        opened_at = sight.scenes[-1].opened_at if sight.scenes else 0
    own = next((one for one in _proposals(seen) if one.seat == sight.seat), None)
    if own is None or own.at is None:
        return None
    if not opened_at:
        return t("Réponse notée.")
    return t("Réponse notée, {time}.", time=voice.delay(own.at, opened_at))


def _proposals(seen: Observation) -> tuple[Spoken, ...]:
    """The answers to the Chrono that runs or has just ended; empty for another mode."""
    where = seen if seen.question is not None else seen.last
    if where is None or where.question is None or where.question.mode != "chrono":
        return ()
    return where.said


def is_early(sight: Sight, seen: Observation) -> bool:
    """Whether this seat takes part in a race that does not show on the board yet, where it begins (Z9)."""
    alarm = sight.table.alarm
    return is_race(seen) and alarm is not None and alarm.unseen and sight.seat in seen.participants


def challenge_texts(seen: Observation, voice: Voice) -> tuple[str, ...]:
    """The texts about the challenge: its state, answers and card; before the roll, the last one's result."""
    if is_between(seen):
        return (result(seen, voice),)
    return challenge(seen, voice), list_answers(seen, voice, _LINES), card(seen, voice)


def leads(sight: Sight, seen: Observation) -> bool:
    """Whether this panel is a quizmaster's (Z27)."""
    return sight.seat == seen.master and seen.phase != "over" and sight.seat not in seen.gone


def reader_tools(sight: Sight, seen: Observation, voice: Voice) -> tuple[Block, ...]:
    """What a reader has beside the card: how to turn a verdict (Z21); a quizmaster all to lead with (Z27)."""
    contest = contest_control(seen, voice)
    turns = seen.turning is not None and sight.seat == seen.turning.reader
    listed: tuple[Block, ...] = (contest,) if turns and isinstance(contest, Select) else ()
    buttons = [contest] if turns and isinstance(contest, Button) else []
    tools = (*listed, Row(tuple(buttons))) if buttons else listed
    if leads(sight, seen):
        return (*tools, *leading_tools(sight, voice))
    return tools


def situation(sight: Sight, seen: Observation, voice: Voice) -> list[str]:
    """The seat's chips, and who is awaited, a line each."""
    t = voice.t
    if seen.phase == "roll" or is_early(sight, seen):
        # A private message is not updated once its challenge is settled: this may only say what remains true.
        return [_own_chips(seen, voice)]
    lines = [_own_chips(seen, voice)]
    if seen.answer is None:  # nor is the panel of whoever has answered: the others go on without it
        lines.append(now(seen, voice))
    else:
        lines.append(t("Votre réponse : « {text} ».", text=quote_answer(seen.answer)))
    if sight.seat in sight.to_act:
        lines.append(time_left(sight.table, t))
    return lines


def _own_chips(seen: Observation, voice: Voice) -> str:
    t, own = voice.t, seen.seat or ""
    if own in seen.gone:
        return t("Vous avez quitté la table.")
    if own == seen.master:
        return t("🎓 Vous menez le jeu : vous lisez et jugez toute la partie, sans jetons.")
    if own in seen.out and own == seen.reader != BOT:
        return t("Vous n’avez plus de jetons, et vous lisez pour les autres.")
    if own in seen.out:
        return t("Vous n’avez plus de jetons : installez-vous et regardez la fin !")
    return t("Vos jetons : {n}", n=voice.chips(seen.chips[own]))


# A card for the seats that may see it: with answers for the reader, without for the helped seat (Z3).

_ANSWERS, _COMPARED, _OTHERS = 1800, 300, 120
"""Characters of a question's answers: the chosen one's, each one's before the choice (Z16), the others'."""


def card(seen: Observation, voice: Voice) -> str:
    """The questions of the card that this seat may see; "" if it may see none."""
    if seen.card is None:
        return ""
    t = voice.t
    reads = seen.seat == seen.reader
    title = (
        t("📖 **La carte, rien que pour vous : vous lisez et jugez**")
        if reads
        else t("🛟 **La carte, rien que pour vous : choisissez bien**")
    )
    asked = seen.question is not None
    parts = (
        _question(place, one, seen, voice)
        for place, one in enumerate(seen.card)
        if place == seen.chosen or not asked
    )
    return "\n".join((title, *parts))


def _question(place: int, one: CardQuestion, seen: Observation, voice: Voice) -> str:
    t, settled = voice.t, seen.asked if seen.chosen is None else seen.chosen
    chosen = place == settled
    whole = chosen or settled is None  # before the choice, the reader reads all three
    most = _ANSWERS if chosen else _COMPARED if whole else _OTHERS
    lines: list[str] = []
    if seen.question is None or seen.question.text != one.text:  # else the text above has it already
        mark = "➡️" if chosen else "▫️"
        lines.append(f"{mark} **{place + 1}. {quote(one.clue)}** · {mode_name(one.mode, t)}")
        lines.append(quote(one.text, LONGEST_QUESTION if whole else _OTHERS))
    right = _answers(one, voice, most)
    if right:
        lines.append(right)
    if one.reject and chosen:
        lines.append(t("Faux, malgré la ressemblance : {texts}", texts=quote(", ".join(one.reject), most)))
    return "\n".join(lines)


def _answers(one: CardQuestion, voice: Voice, most: int) -> str:
    t = voice.t
    if one.number is not None:
        return t("Réponse : **{answer}**", answer=voice.number(one.number, one.unit))
    if one.answers:
        groups = " · ".join(" / ".join(wordings) for wordings in one.answers)
        return t("Réponses : {answers}", answers=quote(groups, most))
    return _luck(one, t)


def _luck(one: CardQuestion, t: Texts) -> str:
    return t("C’est vous qui désignerez qui gagne.") if one.resolver == "reader" else ""
