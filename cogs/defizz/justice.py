"""Verdicts: how a reader gives one, how one is contested, and how the table votes (Z14, Z21, Z22)."""

from collections.abc import Mapping

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Choice, Row, Select, time_left
from cogs.defizz.words import Voice, observation_of, quote_answer
from engines.core.records import Refusal
from engines.defizz.model import BOT
from engines.defizz.observe import Observation, Spoken

_VERDICTS: Mapping[str, bool] = {"right": True, "wrong": False}


def verdict_buttons(seen: Observation, voice: Voice) -> tuple[Button, ...]:
    """The two verdicts; the one against the bot's asks again before it counts (see `overrule_page`)."""
    t, bot = voice.t, seen.verdict is not None and bool(seen.verdict.bot)
    verbs = {right: "judge" if right == bot else "overrule" for right in (True, False)}
    return (
        Button(verbs[True], t("Juste"), "right", "success", "✅"),
        Button(verbs[False], t("Faux"), "wrong", "danger", "❌"),
    )


def overrule_page(sight: Sight, arg: str, t: Texts) -> Panel | None:
    """Ask the reader whether the bot is to be overruled: whose answer it is, what it is, and the time left.

    None for an argument that is no verdict; Refusal for another seat, or where no answer is pending.
    """
    seen, voice = observation_of(sight), Voice(sight.table, t)
    if arg not in _VERDICTS:
        return None
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", "not_the_reader")
    said = seen.verdict
    if seen.phase != "verdict" or said is None:
        raise Refusal("illegal_action", "not_now")
    asked = t(
        "⚖️ {name} : « {text} ». Le bot dit **{thought}** : juger quand même **{right}** ?",
        name=voice.name(said.seat),
        text=quote_answer(said.text),
        thought=verdict_word(bool(said.bot), t),
        right=verdict_word(_VERDICTS[arg], t),
    )
    sure = Button("judge", t("Oui, contre le bot"), arg, "danger")
    other = "wrong" if _VERDICTS[arg] else "right"
    back = Button("judge", t("Non, comme le bot"), other, "success")
    return Panel([asked, time_left(sight.table, t)], blocks=[Row((sure, back))], placed=False, linked=False)


def contest_control(seen: Observation, voice: Voice) -> Button | Select | None:
    """The button or list by which a verdict is contested, the same for all; None where none can be (Z21)."""
    turning = seen.turning
    if seen.poll is not None or turning is None:
        return None
    t, by_reader = voice.t, turning.reader != BOT
    if len(turning.seats) == 1:
        (seat,) = turning.seats
        words = t("Contester ({name})", name=voice.plain_name(seat))
        if by_reader:
            words = t("Revoir le verdict ({name})", name=voice.plain_name(seat))
        return Button("contest", words, seat, emoji="⚖️")
    choices = tuple(_choice(seat, seen, voice) for seat in turning.seats)
    title = t("⚖️ Lecteur : revoir un verdict…") if by_reader else t("⚖️ Contester un verdict…")
    return Select("contest", title, choices)


def vote_controls(seen: Observation, voice: Voice) -> tuple[Block, ...]:
    """The ballots of the vote that is on."""
    t = voice.t
    abstain = Button("pass", t("Je ne vote pas"))
    if seen.poll is None or seen.poll.seat is None:
        choices = tuple(Choice(seat, voice.plain_name(seat)) for seat in seen.participants)
        return (Select("name", t("Qui doit gagner ?"), choices), Row((abstain,)))
    now = _is_right(verdict_on(seen, seen.poll.seat))
    turn = t("Changer : {verdict}", verdict=verdict_word(not now, t))
    keep = t("Garder : {verdict}", verdict=verdict_word(now, t))
    buttons = (
        Button("vote", turn, "turn", "success" if not now else "danger", "🔁"),
        Button("vote", keep, "keep", "success" if now else "danger", "🆗"),
    )
    return (Row((*buttons, abstain)),)


def vote_line(seen: Observation, voice: Voice) -> str:
    """What is voted on, and who is still to vote; "" without a vote."""
    t, poll = voice.t, seen.poll
    if poll is None:
        return ""
    if poll.by is None or poll.seat is None:
        return t("🗳️ Qui doit gagner ? {names} : votez, c’est secret.", names=voice.names(poll.waiting))
    said = verdict_on(seen, poll.seat)
    return t(
        "🗳️ {by} {by:conteste|contestent} : « {text} », {name:de}, jugé **{verdict}**. {names} : votez, c’est "
        "secret.",
        by=voice.name(poll.by),
        verdict=verdict_word(_is_right(said), t),
        text=quote_answer(said.text if said is not None else None),
        name=voice.name(poll.seat),
        names=voice.names(poll.waiting),
    )


def verdict_on(seen: Observation, seat: str) -> Spoken | None:
    """The last answer of a seat that has been judged, in this challenge or the one just settled."""
    said = seen.said if seen.question is not None else seen.last.said if seen.last is not None else ()
    return next((one for one in reversed(said) if one.seat == seat and one.right is not None), None)


def verdict_word(right: bool, t: Texts) -> str:
    """A verdict in a word."""
    return t("juste") if right else t("faux")


def _choice(seat: str, seen: Observation, voice: Voice) -> Choice:
    right = _is_right(verdict_on(seen, seat))
    words = voice.t("jugé juste") if right else voice.t("jugé faux")
    return Choice(seat, voice.plain_name(seat), words)


def _is_right(said: Spoken | None) -> bool:
    return said is not None and bool(said.right)
