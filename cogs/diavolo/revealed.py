"""The right colour while everybody was still looking for it, for whoever looks at a game of Diavolo again."""

from __future__ import annotations

from bot.tables.past.replays import Past
from bot.ui.frame.badge import join_lines
from cogs.diavolo.words import Voice, order_name
from engines.diavolo.events import Grabbed
from engines.diavolo.model import Color, Observation
from engines.diavolo.throw import target

__all__ = ["revealed"]


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """The right colour, and how a pawn was grabbed at this step; "" unless pawns are being grabbed."""
    if seen.phase != "grab" or seen.dice is None:
        return ""
    right, frame = target(seen.dice), past.frames[number]
    order = order_name(seen.dice.order, voice.t)
    line = voice.t("La bonne couleur ({order}) : {color}.", order=order, color=voice.color(right))
    grabs = [event for event in frame.events if isinstance(event, Grabbed)]
    return join_lines(line, *(_grab_line(event, right, frame.opened_at, voice) for event in grabs))


def _grab_line(event: Grabbed, right: Color, opened_at: int, voice: Voice) -> str:
    t, mark = voice.t, "✅" if event.color == right else "❌"
    taken = voice.color(event.color)
    if opened_at:
        taken = t("{color} en {time}", color=taken, time=voice.delay(event.at, opened_at))
    return f"{mark} {voice.name(event.seat)} · {taken}"
