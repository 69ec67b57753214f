"""What was heard of everybody so far: how often they were right."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engines.core.events import SeatName
from engines.defizz.events import DefizzEvent, GaveUp, Judged, QuestionAsked
from players.defizz.odds import STRANGER

__all__ = ["Notes", "take_notes"]

_PRIOR: Final = 4
"""So many answers of a stranger weigh as much as those that were heard."""


@dataclass(frozen=True, slots=True)
class Notes:
    """By seat: how many answers to Chrono questions were right, and how many there were.

    Lists flatter whoever knows a little, and numbers everybody: only Chronos count, silence as a wrong
    answer. `counts` says that one is on.
    """

    heard: Mapping[SeatName, tuple[int, int]] = field(default_factory=dict)
    counts: bool = False

    @classmethod
    def read(cls, text: str) -> Notes:
        """Return the notes that were written down as text."""
        if not text:
            return cls()
        heard, counts = json.loads(text)
        return cls({seat: (right, of) for seat, (right, of) in heard.items()}, counts)

    def write(self) -> str:
        """Return the notes as text."""
        return json.dumps([dict(self.heard), self.counts], ensure_ascii=False, sort_keys=True)

    def skill(self, seats: Iterable[SeatName]) -> float:
        """Return how likely these seats are right, in the middle."""
        counted = [self.heard.get(seat, (0, 0)) for seat in seats]
        rates = [(right + _PRIOR * STRANGER) / (of + _PRIOR) for right, of in counted]
        return sum(rates) / len(rates) if rates else STRANGER


def take_notes(notes: str, events: Iterable[DefizzEvent]) -> str:
    """Return the notes after some more events."""
    known = Notes.read(notes)
    heard, counts = dict(known.heard), known.counts
    for event in events:
        if isinstance(event, QuestionAsked):
            counts = event.mode == "chrono"
        elif counts and isinstance(event, Judged | GaveUp):
            right, of = heard.get(event.seat, (0, 0))
            heard[event.seat] = (right + (isinstance(event, Judged) and event.right), of + 1)
    taken = Notes(heard, counts)
    return notes if taken == known else taken.write()
