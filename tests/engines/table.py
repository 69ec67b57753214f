"""A table to play by hand, of any game: each step uses up exactly the draws that it is given."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, ClassVar, Self

import pytest

from engines.core.draws import Draws, ScriptedDraws
from engines.core.records import Event, Refusal

SPARE = (1,) * 11
"""More than any step takes."""


def refusal(call: Callable[..., Any], *args: Any, **options: Any) -> Refusal:
    """Call in vain: why it is refused."""
    with pytest.raises(Refusal) as caught:
        call(*args, **options)
    return caught.value


class HandTable:
    """A table in play, which keeps the events of its last step."""

    game: ClassVar[Any]
    state: Any
    events: tuple[Event, ...] = ()

    @property
    def position(self) -> Any:
        return self.state.position

    @property
    def public(self) -> Any:
        """What everybody sees."""
        return self.game.observe(self.state, None)

    @property
    def told(self) -> list[str]:
        """The types of the last events."""
        return [event.type for event in self.events]

    def event(self, kind: str) -> Any:
        """The one event of this type in the last step."""
        (found,) = [event for event in self.events if event.type == kind]
        return found

    @property
    def deadline(self) -> Any:
        return self.game.deadline(self.state)

    @property
    def order(self) -> str:
        """Who comes where, seats of one place together: "1A 2BC 4D"."""
        return " ".join(f"{place.number}{''.join(place.seats)}" for place in self.game.places(self.state))

    def own(self, seat: str) -> Any:
        return self.game.observe(self.state, seat)

    def legal(self, seat: str) -> tuple[Any, ...]:
        actions: tuple[Any, ...] = self.game.legal_actions(self.state, seat).actions
        return actions

    def given(self, **changes: Any) -> Self:
        """Put the position as the test wants it; it must still be one of the game's."""
        self.state = replace(self.state, position=replace(self.position, **changes))
        self.game.check(self.state)
        return self

    def act(self, seat: str, action: Any, *draws: int) -> Self:
        return self.take(lambda source: self.game.act(self.state, seat, action, source), *draws)

    def command(self, command: str, *draws: int) -> Self:
        return self.take(lambda source: self.game.system(self.state, command, source), *draws)

    def timeout(self, *draws: int) -> Self:
        return self.take(lambda source: self.game.expire(self.state, source), *draws)

    def leave(self, seat: str, *draws: int) -> Self:
        return self.take(lambda source: self.game.leave(self.state, seat, source), *draws)

    def refused(self, seat: str, action: Any) -> tuple[str, str]:
        """Try what is refused: the code and the reason. Nothing may change, nothing be drawn (C5)."""
        before, source = self.state, ScriptedDraws(SPARE)
        caught = refusal(self.game.act, self.state, seat, action, source)
        assert source.rest == SPARE
        assert self.state == before
        return caught.code, caught.reason

    def take(self, request: Callable[[Draws], Any], *draws: int) -> Self:
        """Let the game do a step with these draws."""
        source = ScriptedDraws(draws)
        step = request(source)
        assert source.rest == (), "all draws are used"
        self.state, self.events = step.state, step.events
        self.game.check(self.state)
        self.look_at(step)
        return self

    def look_at(self, step: Any) -> None:
        """What else a game wants seen of each step."""
