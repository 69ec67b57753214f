"""A table of Diavolo to play by hand: each step uses up exactly the dice that it is given."""

from typing import Any, Self

from engines.core.draws import ScriptedDraws
from engines.diavolo.model import Grab, Roll
from engines.diavolo.rules import Diavolo
from engines.diavolo.throw import pawns_for
from tests.engines.table import HandTable, refusal

GAME = Diavolo()

BLACK_IS_BEST = (6, 6, 6, 1, 1, 1, 2, 2, 2, 1)
"""The largest sum is black's, alone."""
GREY_IS_RIGHT = (6, 6, 6, 6, 6, 6, 2, 2, 2, 1)
"""Black and white share the largest sum."""


class Table(HandTable):
    """A table in play, which keeps the events of its last step."""

    game = GAME

    def __init__(self, seats: str = "ABCD", first: str | None = None, **options: Any) -> None:
        setup = GAME.setup(list(seats), {"first": first or seats[0], **options})
        self.state = GAME.start(setup, ScriptedDraws()).state

    @property
    def gems(self) -> str:
        """The gems in seat order: "5 4 0"."""
        return " ".join(map(str, self.position.gems))

    @property
    def held(self) -> str:
        """Who holds what, in the order of the clicks: "A red, B grey"."""
        return ", ".join(f"{held.seat} {held.color}" for held in self.position.held)

    @property
    def pawns(self) -> str:
        """What stands free: black, white, red, grey: "3 3 3 1"."""
        pawns = self.position.pawns
        return f"{pawns.black} {pawns.white} {pawns.red} {pawns.grey}"

    @property
    def seen(self) -> str:
        """Where the table stands: "5 5, A rolls", "5 5, B grab 0 1 1 1 closing: A black", "0 1, B won"."""
        public = self.public
        if public.winners is not None:
            return f"{self.gems}, {''.join(public.winners) or 'nobody'} won"
        if public.phase == "roll":
            return f"{self.gems}, {public.roller} rolls"
        closing, held = " closing" if public.closing else "", f": {self.held}" if self.held else ""
        return f"{self.gems}, {''.join(public.to_act)} grab {self.pawns}{closing}{held}"

    def play(self, script: str) -> Self:
        """Let this happen: "throw" (black is best), "tie" (grey is right), "A red 9", "settle", "time",
        "late throw" (at the deadline), "C leaves".
        """
        for deed in script.split(", ") if script else ():
            match deed.split():
                case ["settle"]:
                    self.settle()
                case ["time"]:
                    self.timeout()
                case ["late", "throw"]:
                    self.timeout(*BLACK_IS_BEST)
                case ["throw"]:
                    self.roll(*BLACK_IS_BEST)
                case ["tie"]:
                    self.roll(*GREY_IS_RIGHT)
                case [seat, "leaves"]:
                    self.leave(seat)
                case [seat, color, at]:
                    self.grab(seat, color, int(at))
        return self

    def with_gems(self, *gems: int) -> Self:
        """Give the seats these gems, as a second round may find them; the first seat rolls."""
        self.roll(*GREY_IS_RIGHT).timeout()
        present = sum(count > 0 for count in gems)
        first = self.state.setup.seats[0]
        return self.given(gems=gems, missed=(0,) * len(gems), roller=first, pawns=pawns_for(present))

    def roll(self, *dice: int) -> Self:
        return self.act(self.position.roller, Roll(), *dice)

    def grab(self, seat: str, color: str, at: int) -> Self:
        return self.act(seat, Grab(color, at))

    def try_to_grab(self, seat: str, color: str, at: int) -> None:
        """Grab, unless the colour is exhausted."""
        refusal = GAME.refusal(self.state, seat, Grab(color, at))
        if refusal is None:
            self.grab(seat, color, at)
        else:
            assert refusal.reason == "color_exhausted"

    def settle(self) -> Self:
        return self.command("settle")

    def cannot_settle(self) -> str:
        """Try to settle in vain: the code."""
        assert not GAME.awaits_settle(self.state)
        return refusal(self.settle).code


def table_of(seats: str, **options: Any) -> Table:
    """A table of these seats: "ABC", or at the start of a second round with so many gems: "A5 B1 C3"."""
    if " " not in seats:
        return Table(seats, **options)
    parts = seats.split()
    return Table("".join(part[0] for part in parts), **options).with_gems(*(int(part[1:]) for part in parts))
