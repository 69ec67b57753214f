"""Plays Débâcle: goes through its whole turns, and at its best through the opponent's answers too."""

from dataclasses import dataclass, replace
from math import exp
from typing import Final

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.debacle.actions import POINTS_TO_WIN
from engines.debacle.board import COLORS
from engines.debacle.events import DebacleEvent
from engines.debacle.model import Action, Observation
from players.core.chance import draw_weighted
from players.core.player import Budget, Decision, Level, Persona, Player, View, glance, take_time
from players.debacle.search import Search, Standing, Weights
from players.debacle.turn import read_turn

DebacleView = View[Observation, Action, DebacleEvent]
_TURN_S: Final = 7.0
_ANSWER_S: Final = 3.0


class DebaclePlayer(Player[Observation, Action, DebacleEvent]):
    """Decides on the rest of its turn at once."""

    game = "debacle"
    budget = Budget(12_000)
    skim = staticmethod(glance)

    def decide(
        self,
        view: DebacleView,
        level: Level,
        persona: Persona,
        budget: Budget,
        draws: Draws,
    ) -> Decision[Action]:
        """Return all actions of the rest of the turn, or the answer to an offer."""
        seen = view.observation
        if view.offer is not None:
            return Decision(agrees=agrees(seen, view.seat), delay_ms=take_time(_ANSWER_S, persona, draws))
        if not view.legal.actions:
            raise ValueError(f"nothing to do for {view.seat}")
        style = deepen(style_of(level, persona), budget.nodes)
        if set(seen.seats) <= set(view.computers):
            style = tire(style, seen.round, seen.turn)
        turn, side = read_turn(seen)
        search = Search(_read_standing(seen), style.weights, budget.nodes)
        reach, ranked = search.rank(turn, side, style.widths)
        best, _ = ranked[0]
        weights = {end: exp((value - best) / style.carelessness) for value, end in ranked}
        actions = reach.path(draw_weighted(weights, draws))
        return Decision(
            actions, take_time(_TURN_S, persona, draws, forced=len(reach.ends) == 1), search.nodes
        )


def _read_standing(seen: Observation) -> Standing:
    """Return how the table stands."""
    by_color = {color: seen.points[seat] for seat, color in seen.colors.items()}
    red, black = (by_color[color] for color in COLORS)
    return Standing((red, black), seen.quiet_turns)


# How each level plays Débâcle: how far it looks, what it sees, and how often it is careless.

_FRESH: Final = 120
_TIRED: Final = 400
"""In turns since the table began: until when nobody tires, and from when on nobody looks out any more."""
_ROUND: Final = 80
"""About how many turns a round takes among good players."""
_DEEP: Final = (6, 3)
_TO_DEEPEN: Final = 24_000
"""How far to look with how many positions to look at, or more."""


@dataclass(frozen=True, slots=True)
class Style:
    """How somebody plays. `widths` is how many ends are gone on from, by turns looked ahead (see `Search`).

    A turn that is worth `carelessness` points less than the best one is taken about a third as often.
    """

    weights: Weights
    widths: tuple[int, ...]
    carelessness: float


_STYLES = {
    Level.EASY: Style(Weights(danger=0.3, second=0.0, doubles=0.3), (), 2.0),
    Level.MEDIUM: Style(Weights(), (), 0.6),
    Level.STRONG: Style(Weights(), (8,), 0.1),
}


def style_of(level: Level, persona: Persona) -> Style:
    """Return how a level plays, in a persona's manner: who doubts is wary, who raises would rather take."""
    style = _STYLES[level]
    if level is Level.STRONG:
        return style
    weights = style.weights
    return replace(
        style,
        weights=replace(
            weights,
            danger=weights.danger * persona.doubts,
            second=weights.second * persona.doubts,
            die=weights.die * persona.raises,
        ),
    )


def deepen(style: Style, nodes: int) -> Style:
    """Return how somebody plays who may think so much: far enough to see what to do against every answer.

    Who does not look ahead at all does not for having time either.
    """
    return replace(style, widths=_DEEP) if style.widths and nodes >= _TO_DEEPEN else style


def tire(style: Style, rounds: int, turns: int) -> Style:
    """Return how somebody plays at a table without people, in such a round and turn of it.

    Good players can keep each other off for ever. The longer a table goes on, the less they care what may
    happen to their dice, and the sooner it ends.
    """
    tired = min(1.0, max(0.0, ((rounds - 1) * _ROUND + turns - _FRESH) / (_TIRED - _FRESH)))
    weights = style.weights
    return replace(
        style,
        weights=replace(
            weights,
            danger=weights.danger * (1 - tired),
            second=weights.second * (1 - tired),
            doubles=weights.doubles * (1 - tired),
        ),
        widths=style.widths if tired < 0.5 else (),
    )


# Whether to end a round before its time, where the opponent would (B10).

_QUIET: Final = 30
"""After so many quiet turns it is time to begin anew, even with less."""


def agrees(seen: Observation, seat: SeatName) -> bool:
    """Return whether a seat agrees to end the round with what is held.

    It does where that wins the table, never where that loses it, else if it holds no less or nothing goes on.
    """
    (other,) = (each for each in seen.seats if each != seat)
    mine, theirs = (sum(seen.captured[seen.colors[each]]) for each in (seat, other))
    all_mine, all_theirs = seen.points[seat] + mine, seen.points[other] + theirs
    if max(all_mine, all_theirs) >= POINTS_TO_WIN and all_mine != all_theirs:
        return all_mine > all_theirs
    return mine >= theirs or seen.quiet_turns >= _QUIET
