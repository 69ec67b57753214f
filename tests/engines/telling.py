"""Chronicles for tests of moments: played by hand, told event by event, or by chance."""

from functools import partial
from typing import Any, Self

from engines.core.draws import ScriptedDraws
from engines.core.game import AnyGame
from engines.core.records import AnyStep, Event, events_for
from engines.core.telling import Chronicle, Moment, Told

NOTHING: Any = None


def tell_step(game: AnyGame, step: AnyStep, clicked_at: int | None = None) -> Told[Any, Any]:
    """One step as everybody may know it."""
    return Told(tuple(events_for(step.events, None)), partial(game.observe, step.state, None), clicked_at)


def tell(seats: str, *events: Event) -> Chronicle[Any, Any]:
    """A chronicle in which this happened, each by a step of its own; nothing else is known of it."""
    return Chronicle(tuple(seats), tuple(Told((event,), lambda: NOTHING) for event in events))


def kinds(moments: tuple[Moment, ...]) -> dict[str, tuple[tuple[str, ...], dict[str, Any]]]:
    """The seats and the facts of each kind of moment."""
    return {moment.kind: (moment.seats, dict(moment.facts)) for moment in moments}


class Telling:
    """A game that is played by hand, each action with the dice that it takes."""

    def __init__(self, game: AnyGame, seats: str, **options: Any) -> None:
        self.game = game
        step = game.start(game.setup(list(seats), {"first": seats[0], **options}), ScriptedDraws(()))
        self.state, self.steps = step.state, [tell_step(game, step)]

    def act(self, seat: str, action: Any, *dice: int, at: int | None = None) -> Self:
        """A seat acts, by a click at this moment."""
        return self._go_on(self.game.act(self.state, seat, action, ScriptedDraws(dice)), at)

    def settle(self) -> Self:
        return self._go_on(self.game.system(self.state, "settle", ScriptedDraws(())))

    def moments(self) -> tuple[Moment, ...]:
        return self.game.find_moments(Chronicle(self.state.setup.seats, tuple(self.steps)))

    def _go_on(self, step: AnyStep, at: int | None = None) -> Self:
        self.state = step.state
        self.steps.append(tell_step(self.game, step, at))
        return self
