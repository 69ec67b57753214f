"""A table of DESfausse to play by hand: hands are written as faces, each step uses up exactly its dice."""

from typing import Any, Self

from engines.core.records import State, events_for
from engines.desfausse.dice import angel
from engines.desfausse.model import Demon, Discard, Gift, Pass, Position, Reroll, Rolled, Stop
from engines.desfausse.rules import Desfausse
from tests.engines.table import HandTable

GAME = Desfausse()
ANY = "any"
ALL_THREES = (0,)


def draws_of(faces: str) -> tuple[int, ...]:
    """Return the draws that make dice lie so: "D" and "A" are a 1; "any" is a 3 for as many as there are."""
    if faces == ANY:
        return ALL_THREES
    return tuple(1 if face in "DA" else int(face) for face in faces.split())


def pairs(given: dict[str, Any] | None) -> Any:
    return given if given is None else tuple(sorted(given.items()))


class Table(HandTable):
    """A table in play, which keeps the events of its last step.

    Seats are named by what they roll at the start, in the order of their dice: small red, small red, small
    green, small green, big red, big green. A's ids are 1 to 6, B's 7 to 12, C's 13 to 18.
    """

    game = GAME

    def __init__(self, shown: bool = False, **faces: str) -> None:
        setup = GAME.setup(list(faces), {"hands": "shown" if shown else "hidden"})
        self.take(lambda draws: GAME.start(setup, draws), *draws_of(" ".join(faces.values())))

    @classmethod
    def lying(cls, shown: bool = False, tokens: str = "", **hands: dict[int, Any]) -> Self:
        """Return a table in the middle of a game: each seat has rolled these dice once, the rest is in Hell.

        With the Angel (one more than six times the seats) it is a second round, and `tokens` are as given.
        """
        table, many = cls.__new__(cls), len(hands)
        used = {number for hand in hands.values() for number in hand}
        won = tuple(map(int, tokens.split())) if tokens else (0,) * many
        position = Position(
            phase="rolling",
            round=sum(won) + 1,
            turn=4,
            rolled=tuple(tuple(Rolled(*one) for one in sorted(hand.items())) for hand in hands.values()),
            held=tuple(tuple(sorted(hand)) for hand in hands.values()),
            received=((),) * many,
            rolls_left=tuple(2 if set(hand.values()) - {"D"} else 0 for hand in hands.values()),
            tokens=won,
            missed=(0,) * many,
            choices=(None,) * many,
            hell=tuple(number for number in range(1, angel(many)) if number not in used),
        )
        setup = GAME.setup(list(hands), {"hands": "shown" if shown else "hidden"})
        table.state, table.events = State(setup, position), ()
        GAME.check(table.state)
        return table

    @property
    def told(self) -> list[str]:
        """The types of the last events that all may know."""
        return [event.type for event in events_for(self.events, None)]

    def event(self, kind: str) -> Any:
        """The first event of this type in the last step."""
        return next(event for event in self.events if event.type == kind)

    def all_told(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.type == kind]

    def ids(self, seat: str) -> list[int]:
        """What a seat holds, received dice included."""
        return [one.id for one in self.public.hands[seat]]

    def reroll(self, seat: str, dice: list[int], faces: str) -> Self:
        return self.act(seat, Reroll(tuple(dice)), *draws_of(faces))

    def stop(self, seats: str = "", faces: str = "") -> Self:
        """Let these seats stop, or all that still roll; the last of them may open a new turn."""
        names = list(seats) or list(self.public.to_act)
        for name in names:
            self.act(name, Stop(), *(draws_of(faces) if name == names[-1] else ()))
        return self

    def discard(
        self,
        seat: str,
        combo: list[int],
        out: list[int],
        to: Any = "hell",
        curse: dict[str, int] | None = None,
        faces: str = "",
    ) -> Self:
        return self.act(seat, discard(combo, out, to, curse), *draws_of(faces))

    def skip(self, seat: str, faces: str = "") -> Self:
        return self.act(seat, Pass(), *draws_of(faces))

    def gift(self, seat: str, curse: dict[str, int] | None = None, faces: str = "") -> Self:
        return self.act(seat, Gift(pairs(curse)), *draws_of(faces))

    def demon(self, seat: str, other: str, faces: str = "") -> Self:
        return self.act(seat, Demon(other), *draws_of(faces))

    def timeout(self, faces: str = "") -> Self:
        return super().timeout(*draws_of(faces))

    def leave(self, seat: str, faces: str = "") -> Self:
        return super().leave(seat, *draws_of(faces))

    def refused(self, seat: str, action: Any) -> tuple[str, str]:
        assert action not in self.legal(seat)
        return super().refused(seat, action)

    def why(self, seat: str, *args: Any) -> str:
        """Try a discard that is refused: the reason."""
        code, reason = self.refused(seat, discard(*args))
        assert code == "illegal_action"
        return reason

    def take(self, request: Any, *dice: int) -> Self:
        if dice == ALL_THREES:
            return super().take(lambda _: request(lambda n: min(n, 3)))
        return super().take(request, *dice)


def discard(
    combo: list[int], out: list[int], to: Any = "hell", curse: dict[str, int] | None = None
) -> Discard:
    shared = "hell" if to == "hell" else pairs({seat: tuple(dice) for seat, dice in to.items()})
    return Discard(tuple(combo), tuple(out), shared, pairs(curse))
