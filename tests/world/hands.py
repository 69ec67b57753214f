"""Whose dice lay how at a table of DESfausse, and when others may know it: its record, by the rules again."""

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.tables.proof.record import STEPS, Line, Record
from engines import GAMES
from engines.core.records import AnyState, AnyStep
from engines.desfausse.events import HandRolled, RoundWon, TurnEnded
from engines.desfausse.model import Die
from playground.calls import Request
from tests.support.wire_diavolo import plain

_DIE = r"(?:(?:petit|gros) (?:rouge|vert)|Ange) (?:\d|diable|ange)\b"
_RUN = re.compile(rf"{_DIE}(?:, {_DIE})*")
_NUMBERED = re.compile(rf"\b\d : ({_DIE})")
_LABELLED = re.compile(rf"\b\d · ({_DIE})")
_SHAPES: Mapping[tuple[str, str], str] = {
    ("small", "red"): "petit rouge",
    ("small", "green"): "petit vert",
    ("big", "red"): "gros rouge",
    ("big", "green"): "gros vert",
    ("angel", "white"): "Ange",
}
_FACES = {"D": "diable", "A": "ange"}


@dataclass
class Truth:
    """What was told by the rules: moments (ms) with hands, each seat's own rolls and the ends of turns.

    At the end of a round all dice of the turn lie open wherever they are by now.
    """

    rolls: dict[str, list[tuple[int, Counter[str]]]] = field(default_factory=dict)
    ends: list[tuple[int, Counter[str]]] = field(default_factory=list)

    @classmethod
    def of(cls, record: Record) -> "Truth":
        """Play the record through the rules again."""
        truth, state = cls({each.seat: [] for each in record.seats}), None
        for line in (each for each in record.entries if each.kind in STEPS):
            told = iter(line.draws)
            step = _stepped(record, state, line, lambda n, told=told: next(told)[1])
            state = step.state
            for event in step.events:
                if isinstance(event, HandRolled):
                    truth.rolls[event.seat].append((line.at, _named(event.dice)))
                if isinstance(event, TurnEnded):
                    hands = [_named(dice) for dice in event.rolled.values()]
                    if any(isinstance(other, RoundWon) for other in step.events):
                        hands.append(sum(hands, Counter()))
                    truth.ends += [(line.at, hand) for hand in hands]
        return truth

    def strange(self, sent: Request, seat: str | None) -> list[str]:
        """The dice in a payload that its audience (None: all) was not to know when it was sent."""
        at = int(sent.at.timestamp() * 1000)
        body = json.dumps(sent.body, ensure_ascii=False)
        if ":learn." in body:
            return []  # the dice of a lesson are nobody's
        words = plain(body)
        ended = [hand for moment, hand in self.ends if moment <= at]
        own = [hand for moment, hand in self.rolls.get(seat or "", ()) if moment <= at]
        shown = [Counter(_NUMBERED.findall(each)) for each in words.split("Votre main, ")[1:]]
        found = [str(hand) for hand in shown if not any(hand <= mine for mine in own)]
        labels = Counter(_LABELLED.findall(words))
        if labels and not any(labels <= hand for hand in own):
            found.append(str(labels))
        rest = _LABELLED.sub("", _NUMBERED.sub("", words))
        runs = (run for run in _RUN.findall(rest) if not any(Counter(run.split(", ")) <= h for h in ended))
        return [*found, *runs]


def _stepped(record: Record, state: AnyState | None, line: Line, draws: Callable[[int], int]) -> AnyStep:
    game, seat = GAMES[record.game], line.seat or ""
    if state is None:
        return game.start(game.setups.parse(record.setup), draws)
    if line.kind == "act":
        return game.act(state, seat, game.actions.parse(line.payload), draws)
    return game.leave(state, seat, draws) if line.kind == "leave" else game.expire(state, draws)


def _named(dice: tuple[Die, ...]) -> Counter[str]:
    return Counter(
        f"{_SHAPES[die.kind, die.color]} {_FACES.get(str(die.face), str(die.face))}" for die in dice
    )
