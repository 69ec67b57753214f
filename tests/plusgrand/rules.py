"""Le plus grand (rules.md): two secret dice each; say a greater sum, true or not, or doubt the last one."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Annotated, TypeAlias

from pydantic import Field

from engines.core.kit import Kit, Spot, Turn
from engines.core.kit_records import Action, Die, Event, Options, Position, Record, option, ranked, secret
from engines.core.records import Count, SeatName

Dice: TypeAlias = tuple[Die, Die]
Sum: TypeAlias = Annotated[int, Field(ge=2, le=12)]


class Goal(Options):
    """Who has the first word (`first`, G1), and the points that win (G5)."""

    goal: Annotated[int, Field(ge=1)] = option(
        default=3, label="Victoire", unit="{n} point|{n} points", choices=(1, 2, 5), typed="points", most=9
    )


class Claim(Record):
    """What a seat says its dice come to, at least."""

    seat: SeatName
    sum: Sum


class Now(Position):
    """What lies on the table."""

    dice: tuple[Dice, ...] = secret("🎲 Vos dés : {value}, soit {value:sum}")
    points: tuple[Count, ...] = ranked("{n} point|{n} points")
    claim: Claim | None = None


class Say(Action, label="Dire une somme…"):
    """Claim a sum greater than the last one, true or not (G2)."""

    sum: Sum


class Doubt(Action, label="Douter", style="danger", reveals=True):
    """Doubt the last claim (G3)."""


class Said(Event, tell="{claim.seat} dit {claim.sum}."):
    """A seat made a claim (G2)."""

    claim: Claim


class Doubted(Event, tell="{by} doute : {claim.seat} avait {dice:sum}. Un point pour {to} !"):
    """`by` doubted a claim: its dice were shown, and a point went to `to` (G3)."""

    claim: Claim
    by: SeatName
    dice: Dice
    to: SeatName


class PlusGrand(Kit[Goal, Now], actions=(Say, Doubt), events=(Said, Doubted)):
    """Two secret dice each: say what they come to, true or not, or doubt who said it last (G1 to G7)."""

    title, emoji, accent, minutes = "Le plus grand", "👑", 0xC9971C, (2, 5)
    pitch = "Le plus grand : deux dés secrets, et le dernier mot"
    awaits = "{name} a la parole."
    about = "Deux dés secrets : annoncez une somme plus grande, ou doutez de la dernière."
    rules_version, upgrades = 2, MappingProxyType({1: {"position": lambda now: {**now, "decision": 0}}})

    def begin(self, turn: Turn[Goal, Now]) -> None:
        """New dice for all (G1)."""
        dice = tuple((turn.roll(), turn.roll()) for _ in turn.seats)
        turn.put(round=turn.now.round + 1, dice=dice, claim=None)

    def legal(self, spot: Spot[Goal, Now]) -> Iterator[Action]:
        """A greater sum (G2), or a doubt (G3)."""
        claim = spot.now.claim
        yield from map(Say, range(2 if claim is None else claim.sum + 1, 13))
        if claim is not None:
            yield Doubt()

    def do(self, turn: Turn[Goal, Now], seat: SeatName, action: Action) -> None:
        """Let a claim stand (G2), or show the dice of the one that is doubted (G3)."""
        if isinstance(action, Say):
            turn.put(claim=Claim(seat, action.sum))
            turn.tell(Said(Claim(seat, action.sum)))
            turn.pass_on()
        elif (claim := turn.now.claim) is not None:
            dice = turn.of(claim.seat, turn.now.dice)
            to = claim.seat if sum(dice) >= claim.sum else seat
            turn.tell(Doubted(claim, seat, dice, to))
            turn.put(current=to, claim=None)
            if turn.add("points", to) == turn.options.goal:
                turn.win(to)  # G5
            else:
                self.begin(turn)  # G4

    def silence(self, spot: Spot[Goal, Now]) -> Action:
        """A doubt or, where there is nothing to doubt, a 2 (G6)."""
        return Say(2) if spot.now.claim is None else Doubt()

    def left(self, turn: Turn[Goal, Now], seat: SeatName) -> None:
        """A new round, which the next seat begins (G7)."""
        turn.put(current=turn.next(seat))
        self.begin(turn)
