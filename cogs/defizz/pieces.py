"""A Chrono question appears in pieces, over some seconds; it can be answered from the first one (Z9)."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from bot.tables.countdown import openings
from bot.tables.sight import Sight
from engines.defizz.deadlines import LOOKS
from engines.defizz.seen import Observation

__all__ = ["MOMENTS", "hide_rest", "pieces", "readable_part"]

MOMENTS = (0, *(round(look * 1000) for look in LOOKS))
"""When each piece appears, in ms after the question opened."""
_SHORT, _LONG = 24, 72
"""Characters below which a question stays whole, and from which it has three pieces; between them two."""
_MORE = "…"


def pieces(text: str) -> tuple[str, ...]:
    """Cut a text between words into one to three pieces, about equally long; joined they are the text."""
    parts = 1 if len(text) < _SHORT else 2 if len(text) < _LONG else len(MOMENTS)
    ends: list[int] = []
    gaps = [place + 1 for place, sign in enumerate(text) if sign.isspace() and place + 1 < len(text)]
    for part in range(1, parts):
        goal = len(text) * part / parts
        left = [gap for gap in gaps if not ends or gap > ends[-1]]
        if left:
            ends.append(min(left, key=lambda gap: (abs(gap - goal), gap)))
    cuts = (0, *ends, len(text))
    return tuple(text[start:end] for start, end in pairwise(cuts))


def readable_part(text: str, elapsed: int) -> str:
    """The part of a question that shows `elapsed` ms after it opened, with dots for the rest."""
    cut = pieces(text)
    there = sum(moment <= max(elapsed, 0) for moment in MOMENTS[: len(cut)])
    return text if there == len(cut) else "".join(cut[:there]).rstrip() + f" {_MORE}"


def hide_rest(sight: Sight, seen: Observation) -> Observation:
    """The same observation with only the part of a Chrono question that shows by now."""
    alarm, asked = sight.table.alarm, seen.question
    if alarm is None or not openings(alarm) or asked is None or seen.phase != "answer":
        return seen
    elapsed = 0 if alarm.unseen else sight.now - alarm.opened_at
    return replace(seen, question=replace(asked, text=readable_part(asked.text, elapsed)))
