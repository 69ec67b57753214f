"""A table of La Tasse to play by hand: every act is written with the dice that it takes."""

from typing import Any, Self

from engines.core.draws import ScriptedDraws
from engines.core.records import events_for
from engines.tasse.model import Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show, TasseState
from engines.tasse.rules import Tasse
from tests.engines.table import HandTable

GAME = Tasse()


class Cup(HandTable):
    """A table in play. Each method does one act, uses up exactly the dice given, and keeps the events."""

    game = GAME

    def __init__(self, seats: str = "ABC", first: str | None = None, **options: Any) -> None:
        setup = GAME.setup(list(seats), {"first": first or seats[0], **options})
        self.state: TasseState = GAME.start(setup, ScriptedDraws()).state

    @property
    def points(self) -> str:
        """The points in seat order: "0 1 0"."""
        return " ".join(map(str, self.position.points))

    @property
    def seen(self) -> str:
        """The points, and where the table stands: "0 1 0, B turn on 64 back of AB without C"."""
        public = self.public
        if public.winners is not None:
            return f"{self.points}, {''.join(public.winners)} won"
        duel = f" {public.duel.opponent}" if public.duel else ""
        score = f" on {public.announcement.score}" if public.announcement else ""
        back = " back" if public.direction == -1 else ""
        some = "" if public.in_play == public.seats else f" of {''.join(public.in_play)}"
        skipped = f" without {public.skipped}" if public.skipped else ""
        return f"{self.points}, {public.current or '-'} {public.phase}{duel}{score}{back}{some}{skipped}"

    @property
    def told(self) -> list[str]:
        """The types of the last events that all may know."""
        return [event.type for event in events_for(self.events, None)]

    def direct(self, seat: str, value: int) -> Self:
        return self.act(seat, Direct(value))

    def roll(self, seat: str, one: int, two: int) -> Self:
        return self.act(seat, Roll(), one, two)

    def announce(self, seat: str, score: str) -> Self:
        return self.act(seat, Announce(score))

    def say(self, seat: str, text: str) -> Self:
        return self.act(seat, Say(text))

    def pass_on(self, seat: str, score: str) -> Self:
        """Roll that score and announce it."""
        return self.roll(seat, int(score[0]), int(score[1])).announce(seat, score)

    def doubt(self, seat: str) -> Self:
        return self.act(seat, Doubt())

    def show(self, seat: str, *dice: int) -> Self:
        return self.act(seat, Show(), *dice)

    def rolls_and_shows(self, seat: str, score: str, *dice: int) -> Self:
        return self.roll(seat, int(score[0]), int(score[1])).show(seat, *dice)

    def declare(self, seat: str, score: str, one: int, two: int) -> Self:
        return self.act(seat, Declare(score), one, two)

    def next_round(self, seat: str) -> Self:
        return self.act(seat, NextRound())

    def play(self, script: str) -> Self:
        """Let these things happen: "A 64, B 32>21, C doubts" (B had rolled a 32), "B shows 63, time"…

        Others are "A turns" (the direction), "A rolls 64, A says 65", 'A "65"' (in words), "B shows 32 65" (a
        joker and its second roll), "C declares 66 54", "A goes on" (to the next round), "A leaves".
        """
        verbs = {
            "": lambda _: self.timeout(),
            "turns": lambda seat: self.direct(seat, -1),
            "doubts": self.doubt,
            "goes on": self.next_round,
            "leaves": self.leave,
        }
        for deed in script.split(", ") if script else ():
            seat, _, rest = deed.partition(" ")
            if rest in verbs:
                verbs[rest](seat)
            else:
                self._roll_or_speak(seat, *rest.split())
        return self

    def _roll_or_speak(self, seat: str, verb: str, *rest: str) -> None:
        match verb, *rest:
            case "rolls", dice:
                self.roll(seat, *map(int, dice))
            case "says", score:
                self.announce(seat, score)
            case "shows", dice, *second:
                self.rolls_and_shows(seat, dice, *map(int, "".join(second)))
            case "declares", score, dice:
                self.declare(seat, score, *map(int, dice))
            case (said,) if said[0] == '"':
                self.say(seat, said[1:-1])
            case (said,):
                dice, _, score = said.partition(">")
                self.roll(seat, *map(int, dice)).announce(seat, score or dice)


def cup_of(seats: str, **options: Any) -> Cup:
    """A table of these seats: "ABC", or with the points that they have, and who begins: "A9 B! C5"."""
    if " " not in seats:
        return Cup(seats, **options)
    parts = seats.split()
    (first,) = [part[0] for part in parts if part[-1] == "!"] or parts[0][0]
    cup = Cup("".join(part[0] for part in parts), first, **options)
    return cup.given(points=tuple(int(part[1:].removesuffix("!") or 0) for part in parts))
