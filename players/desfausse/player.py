"""Plays DESfausse: what to roll again, when to discard what, and to whom dice go."""

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final, cast

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.desfausse.dice import ANGEL, DEVIL
from engines.desfausse.events import DesfausseEvent
from engines.desfausse.hands import count_leaving, creditors, dice_beside, may_be_given, shares, smallest_size
from engines.desfausse.model import (
    Action,
    Call,
    Choice,
    Debts,
    Demon,
    Die,
    Discard,
    Gift,
    Observation,
    Pass,
    Reroll,
    Stop,
)
from engines.desfausse.turns import FIRST_CALL, LAST_CALL
from players.core.chance import draw_one
from players.core.player import Budget, Decision, Level, Persona, Player, View, glance, take_time
from players.desfausse.rolling import (
    Kinds,
    Lay,
    Rolling,
    Table,
    count_kinds,
    read_table,
    rolling_by_dice,
    rolling_by_turns,
)

DesfausseView = View[Observation, Action, DesfausseEvent]
_ROLL_S: Final = 5.0
_CHOOSE_S: Final = 6.0
_GIVE_S: Final = 4.0


class DesfaussePlayer(Player[Observation, Action, DesfausseEvent]):
    """Decides by the own dice, and by how many dice the others hold."""

    game = "desfausse"
    skim = staticmethod(glance)

    def decide(
        self, view: DesfausseView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do: roll or stop, discard or pass, give, or choose who gets the big red die."""
        del budget
        if not view.legal.actions:
            raise ValueError(f"nothing to do for {view.seat}")
        seen, policy = view.observation, of_level(level, persona)
        action: Action
        match seen.phase:
            case "rolling":
                numbers = policy.roll(seen)
                action, median = Reroll(numbers) if numbers else Stop(), _ROLL_S
            case "discard":
                assert seen.choice is not None, "a choice is awaited"
                action, median = policy.call(seen, seen.choice), _CHOOSE_S
            case "gift":
                action, median = Gift(choose_debts(read_table(seen), seen.owed, seen.dice)), _GIVE_S
            case _:
                action, median = _burden(seen, level, draws), _GIVE_S
        return Decision((action,), take_time(median, persona, draws, forced=len(view.legal.actions) == 1))


def _burden(seen: Observation, level: Level, draws: Draws) -> Demon:
    """Choose who gets the big red die: whoever has won most rounds, unless one does not think of it (F11)."""
    most = max(seen.tokens[seat] for seat in seen.candidates)
    leaders = [seat for seat in seen.candidates if seen.tokens[seat] == most]
    return Demon(draw_one(seen.candidates if level is Level.EASY else leaders, draws))


# How each level plays: what to roll again, what to discard, whom to burden.

_WAITING: Final = 0.97
"""What a discard is still worth at each later call: somebody else may come first."""


class Policy(ABC):
    """How to roll, and what to choose at a call."""

    @abstractmethod
    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Return the dice to roll again, in ascending order; none to stop."""

    @abstractmethod
    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Return what to discard at a call."""


@dataclass(frozen=True, slots=True)
class Naive(Policy):
    """Keeps what it has most of, and discards as soon as it can; only the `bold` roll big dice again."""

    bold: bool

    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Roll all other dice again, as often as may be."""
        counts = Counter(die.face for die in seen.dice if die.face not in (DEVIL, ANGEL))
        kept = {ANGEL, *(face for face, _ in counts.most_common(1))}
        rolled = [die for die in seen.dice if die.id in seen.rerollable and die.face not in kept]
        return tuple(die.id for die in rolled if self.bold or die.kind != "big")

    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Discard the largest combination."""
        return next(find_ways(read_table(seen), choice, gives=False)).discard


@dataclass(frozen=True, slots=True)
class Counting(Policy):
    """Works out how to roll, and compares its discards; it `gives` dice away, or sends all to Hell."""

    gives: bool

    def roll(self, seen: Observation) -> tuple[int, ...]:
        """Roll for the value that promises most."""
        rolling = self._rolling(len(seen.in_play))
        plans = {
            value: rolling.plan(value, lay_out(seen.dice, value), seen.rolls_left)
            for value in _calls(FIRST_CALL)
        }
        value = max(plans, key=lambda each: plans[each][0])
        return _pick(seen.dice, value, plans[value][1])

    def call(self, seen: Observation, choice: Choice) -> Discard | Pass:
        """Discard what leaves the best hands, or wait for a later call that will leave better ones."""
        table = read_table(seen)
        best = max(find_ways(table, choice, gives=self.gives), key=lambda way: self._judge(table, way.hands))
        now = self._judge(table, best.hands)
        kept = self._judge(table, table.hands)
        for steps, value in enumerate(_calls(choice.call + 1), 1):
            later = _later(seen.dice, choice, value)
            ways = find_ways(table, later, gives=self.gives) if later is not None else ()
            for way in ways:
                gain = (self._judge(table, way.hands) - kept) * _WAITING**steps
                if kept + gain > now:
                    return Pass()
        return best.discard

    def _rolling(self, seats: int) -> Rolling:
        return rolling_by_turns(seats) if self.gives else rolling_by_dice(seats)

    def _judge(self, table: Table, hands: Mapping[SeatName, Kinds]) -> float:
        """Return how good hands are: those who give look at everybody's, others at their own dice alone."""
        return table.chance(hands) if self.gives else -float(hands[table.seat].total)


def of_level(level: Level, persona: Persona) -> Policy:
    """Return how a level plays, in a persona's manner."""
    if level is Level.EASY:
        return Naive(bold=persona.raises >= 1)
    return Counting(gives=level is Level.STRONG)


def lay_out(dice: Sequence[Die], value: Call) -> Lay:
    """Return how dice lie if they are to show a value."""
    hits = [die for die in dice if die.face in (value, ANGEL)]
    devils = [die for die in dice if die.face == DEVIL]
    others = [die for die in dice if die.face not in (value, ANGEL, DEVIL)]
    return Lay(count_kinds(hits), count_kinds(devils), count_kinds(others))


def _pick(dice: Sequence[Die], value: Call, many: Kinds) -> tuple[int, ...]:
    """Return so many others of each kind, first those whose faces are rarest."""
    others = [die for die in dice if die.face not in (value, ANGEL, DEVIL)]
    faces = Counter(die.face for die in others)
    others.sort(key=lambda die: (faces[die.face], die.id))
    picked: list[int] = []
    for kind, number in zip(("small", "big", "angel"), many, strict=True):
        picked += [die.id for die in others if die.kind == kind][:number]
    return tuple(sorted(picked))


def _later(dice: Sequence[Die], choice: Choice, value: Call) -> Choice | None:
    """Return what there would be to choose from at a later call, were nothing else to happen, if anything."""
    usable = tuple(die for die in dice if die.face in (value, ANGEL))
    if len(usable) <= choice.devils:
        return None
    outside = tuple(die for die in dice if die not in usable)
    return Choice(value, usable, outside, choice.devils, choice.receivers, choice.cursed)


def _calls(first: int) -> tuple[Call, ...]:
    return cast("tuple[Call, ...]", tuple(range(first, LAST_CALL + 1)))


# What to discard at a call, and what to give: the ways worth comparing, and what each would leave.

_WORST = ("big", "small", "angel")
"""Which dice one would rather be rid of first."""


@dataclass(frozen=True, slots=True)
class Way:
    """A discard, and the hands that everybody would have after it."""

    discard: Discard
    hands: Mapping[SeatName, Kinds]


def find_ways(table: Table, choice: Choice, *, gives: bool) -> Iterator[Way]:
    """Yield the discards worth comparing: all to Hell or, if the seat `gives`, to one or more opponents."""
    for combo in _combos(choice, gives=gives):
        debts = choose_debts(table, creditors(choice, combo), _beside(choice, combo))
        numbers = tuple(die.id for die in combo)
        for out in _outs(combo, count_leaving(choice, combo)):
            left = tuple(die.id for die in out)
            yield _way(table, choice, Discard(numbers, left, "hell", debts or None), {})
            if gives and may_be_given(choice, combo):
                for receivers in _receivers(table, choice, out):
                    to = shares(zip(receivers.values(), receivers, strict=True))
                    yield _way(table, choice, Discard(numbers, left, to, debts or None), receivers)


def choose_debts(table: Table, cursed: Sequence[SeatName], dice: Sequence[Die]) -> Debts:
    """Return what the cursed get: the worst dice for those who are nearest to winning (F9)."""
    worst = sorted(dice, key=lambda die: _WORST.index(die.kind))
    nearest = sorted(cursed, key=table.threat, reverse=True)
    return tuple(sorted((seat, die.id) for seat, die in zip(nearest, worst, strict=False)))


def _combos(choice: Choice, *, gives: bool) -> Iterator[tuple[Die, ...]]:
    """Yield the largest combination and, if dice are to be given, the largest ones of one colour (F5)."""
    yield choice.usable
    if not gives:
        return
    for color in ("red", "green"):
        same = tuple(die for die in choice.usable if die.color in (color, "white"))
        if smallest_size(choice) <= len(same) < len(choice.usable):
            yield same


def _outs(combo: Sequence[Die], leaving: int) -> Iterator[tuple[Die, ...]]:
    """Yield which dice may leave, of those that are alike only the first."""
    seen: set[Kinds] = set()
    for out in combinations(combo, leaving):
        kinds = count_kinds(out)
        if kinds not in seen:
            seen.add(kinds)
            yield out


def _receivers(table: Table, choice: Choice, out: Sequence[Die]) -> Iterator[dict[int, SeatName]]:
    """Yield who could get each die: one opponent all of them, or each time whoever is then the nearest."""
    for seat in choice.receivers:
        yield {die.id: seat for die in out}
    if len(out) > 1 and len(choice.receivers) > 1:
        yield table.share_out(out, choice.receivers)


def _beside(choice: Choice, combo: Sequence[Die]) -> tuple[Die, ...]:
    numbers = dice_beside(choice, combo)
    return tuple(die for die in (*choice.usable, *choice.outside) if die.id in numbers)


def _way(table: Table, choice: Choice, discard: Discard, receivers: Mapping[int, SeatName]) -> Way:
    dice = {die.id: die for die in (*choice.usable, *choice.outside)}
    meant: dict[int, SeatName | None] = {number: receivers.get(number) for number in discard.out}
    meant.update({number: seat for seat, number in discard.curse or ()})
    return Way(discard, table.after([(dice[number], seat) for number, seat in meant.items()]))
