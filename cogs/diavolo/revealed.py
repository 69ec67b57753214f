"""The right colour while all were looking for it, and who clicked what when, for whoever looks again."""

from __future__ import annotations

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.diavolo.words import Voice, order_name
from engines.diavolo.events import Displaced, Grabbed, Rolled, Settled
from engines.diavolo.model import Color, Observation
from engines.diavolo.throw import target

__all__ = ["revealed"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """The right colour, and how a pawn was grabbed at this step; when the round is over, all its clicks.

    "" where no pawns are grabbed.
    """
    frame = past.frames[number]
    for event in frame.events:
        if isinstance(event, Settled):
            return _clicks(past, number, event.target, voice)
    if seen.phase != "grab" or seen.dice is None:
        return ""
    right = target(seen.dice)
    order = order_name(seen.dice.order, voice.t)
    line = voice.t("La bonne couleur ({order}) : {color}.", order=order, color=voice.color(right))
    grabs = [event for event in frame.events if isinstance(event, Grabbed)]
    return join_lines(line, *(_grab_line(event, right, frame.opened_at, voice) for event in grabs))


def _clicks(past: Past, number: int, right: Color, voice: Voice) -> str:
    """All clicks of the round that ends at this step, the earliest first; "" if nobody lost a pawn again."""
    grabs: list[tuple[Grabbed, int]] = []
    lost: dict[tuple[str, Color], str] = {}
    for frame in past.frames[_beginning(past, number) : number + 1]:
        for event in frame.events:
            if isinstance(event, Grabbed):
                grabs.append((event, frame.opened_at))
            elif isinstance(event, Displaced):
                lost[event.seat, event.color] = event.by
    if not lost:
        return ""
    grabs.sort(key=lambda grab: grab[0].at)
    lines = [voice.t("Dans l’ordre des clics :")]
    for event, opened_at in grabs:
        by = lost.get((event.seat, event.color))
        again = "" if by is None else voice.t(" · repris par {name}, plus rapide", name=voice.name(by))
        lines.append(_grab_line(event, right, opened_at, voice) + again)
    return join_lines(*lines)


def _beginning(past: Past, number: int) -> int:
    """The step at which the dice were thrown of the round that ends at this one."""
    thrown = (
        step
        for step in range(number, -1, -1)
        if any(isinstance(event, Rolled) for event in past.frames[step].events)
    )
    return next(thrown, 0)


def _grab_line(event: Grabbed, right: Color, opened_at: int, voice: Voice) -> str:
    t, mark = voice.t, "✅" if event.color == right else "❌"
    taken = voice.color(event.color)
    if opened_at:
        taken = t("{color} en {time}", color=taken, time=voice.delay(event.at, opened_at))
    return f"{mark} {voice.name(event.seat)} · {taken}"
