"""From one rule to the next, until somebody owes a decision or the table is over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from engines.desfausse import calls, rounds, turns
from engines.desfausse.choices import to_act
from engines.desfausse.model import Phase
from engines.desfausse.turns import DesfaussePlay


def _begin_calls(play: DesfaussePlay) -> None:
    turns.end_rolling(play)
    calls.open_call(play)


_NEXT: Mapping[Phase, Callable[[DesfaussePlay], None]] = MappingProxyType(
    {"rolling": _begin_calls, "discard": calls.resolve, "gift": turns.next_turn, "demon": rounds.go_on}
)
"""What follows when nobody owes a decision in that phase."""


def go_on(play: DesfaussePlay) -> None:
    """Go on until a seat must decide or the table is over; calls that nobody can answer pass at once (F4)."""
    while play.position.phase != "over" and not to_act(play.setup, play.position):
        _NEXT[play.position.phase](play)
