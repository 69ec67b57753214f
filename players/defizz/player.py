"""Plays Défizz: what to stake on a clue, and what to say, by what comes to its mind."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import count
from types import MappingProxyType
from typing import Final

from engines.core.draws import Draws
from engines.core.records import SeatName
from engines.defizz.events import DefizzEvent, GaveUp, Judged, QuestionAsked
from engines.defizz.model import (
    Accept,
    Action,
    Answer,
    AskQuestion,
    Choose,
    Help,
    Judge,
    Name,
    Pass,
    Refuse,
)
from engines.defizz.observe import Observation, Spoken
from players.core.chance import draw_one, draw_weighted, happens
from players.core.player import (
    Budget,
    Decision,
    Level,
    Persona,
    Player,
    Recollection,
    Told,
    View,
    take_time,
    without_told,
)

DefizzView = View[Observation, Action, DefizzEvent]
_NOTHING: Final = Recollection()
_UNSURE: Final = 0.5
"""Whoever feels less of every clue reads the card for help."""
_SLIPS: Final = 0.2
"""How often a weak player decides without thinking."""


class DefizzPlayer(Player[Observation, Action, DefizzEvent]):
    """What it knows makes a level, what it stakes a persona. It votes for nothing (Z21, Z22)."""

    game = "defizz"
    skim = staticmethod(without_told)

    def notice(self, notes: str, seat: SeatName, told: Told[DefizzEvent]) -> str:
        """Return the notes after one more step."""
        del seat
        return take_notes(notes, told.events)

    def decide(
        self, view: DefizzView, level: Level, persona: Persona, budget: Budget, draws: Draws
    ) -> Decision[Action]:
        """Return what to do in the phase that the table is in."""
        del budget
        listed, seen = view.legal.actions, view.observation
        if not listed:
            raise ValueError(f"nothing to do for {view.seat}")
        match seen.phase:
            case "choose":
                return _choose(view, level, persona, draws)
            case "raise":
                accepted = _accepts(view, level, persona, draws)
                return Decision((Accept() if accepted else Refuse(),), time_for("raise", persona, draws))
            case "vote":
                return Decision((Pass(),), time_for("vote", persona, draws))
            case "answer" if not isinstance(listed[0], Name):
                return _answer(view, level, persona, draws)
            case "verdict":
                right = seen.verdict is not None and bool(seen.verdict.bot)
                return Decision((Judge(right),), time_for("verdict", persona, draws))
        step = "name" if isinstance(listed[0], Name) else seen.phase
        action = draw_one(listed, draws) if isinstance(listed[0], Name | AskQuestion) else listed[0]
        return Decision((action,), time_for(step, persona, draws, forced=len(listed) == 1))


def _choose(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return the help where no clue says anything, else the question, the opponent and the stake."""
    seen = view.observation
    hunches = _hunches(view)
    unsure = max(hunches) < _UNSURE and (level is not Level.EASY or happens(_SLIPS, draws))
    if unsure and Help() in view.legal.actions:
        return Decision((Help(),), time_for("help", persona, draws))
    notes = _notes(view, level)
    duel = seen.die is not None and seen.die.kind == "duel"
    opponent = _pick_opponent(seen, notes, level, draws) if duel else None
    rivals = seen.opponents if opponent is None else (opponent,)
    gains = [_gain(view, place, hunch, rivals, notes) for place, hunch in enumerate(hunches)]
    place = seen.asked if seen.asked is not None else _pick(gains, hunches, level, draws)
    action = Choose(None if seen.expert else place, opponent, stake_for(gains[place], seen, persona))
    return Decision((action,), time_for("choose", persona, draws))


def _notes(view: DefizzView, level: Level) -> Notes:
    """Return what a seat has kept in mind of the others; a weak player, nothing."""
    return Notes() if level is Level.EASY else Notes.read(view.notes)


def _hunches(view: DefizzView) -> tuple[float, ...]:
    recalled = (view.recollection or _NOTHING).hunches
    return recalled or (STRANGER,) * len(view.observation.clues or ())


def _gain(view: DefizzView, place: int, hunch: float, rivals: Sequence[SeatName], notes: Notes) -> float:
    """Return what a chip on a question gains against these rivals; by luck, nothing."""
    card = view.observation.card
    if card is not None and card[place].mode == "chance":
        return 0.0
    return edge(chance_to_win(hunch, notes.skill(rivals), len(rivals)), len(rivals))


def _pick(gains: Sequence[float], hunches: Sequence[float], level: Level, draws: Draws) -> int:
    if level is Level.EASY:
        return draw_weighted(dict(enumerate(hunches)), draws)
    return max(range(len(gains)), key=lambda place: gains[place])


def _pick_opponent(seen: Observation, notes: Notes, level: Level, draws: Draws) -> SeatName:
    """Return whom to challenge: rather whoever has much and, as it seems, knows little."""
    if level is Level.EASY:
        return draw_one(seen.opponents, draws)
    worth = {other: max(100, seen.chips[other]) * (1 - notes.skill([other])) for other in seen.opponents}
    return draw_weighted(worth, draws)


def _accepts(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> bool:
    seen = view.observation
    if level is Level.EASY and happens(_SLIPS, draws):
        return happens(0.5, draws)
    assert seen.chosen is not None, "a raise is on a clue"
    rivals = _notes(view, level).skill(seen.participants)
    return accepts(_hunches(view)[seen.chosen], rivals, view.seat, seen, persona)


def _answer(view: DefizzView, level: Level, persona: Persona, draws: Draws) -> Decision[Action]:
    """Return what comes to mind, or that nothing does."""
    seen, recalled = view.observation, view.recollection or _NOTHING
    assert seen.question is not None, "it has been asked"
    words = recalled.words
    if seen.question.mode == "cible" and words is not None:
        words = free_number(words, seen.said, draws)
    elif seen.question.mode == "chance":
        words = luckiest_number(seen.max or 1, seen.said, draws, careless=level is Level.EASY)
    action = Pass() if words is None else Answer(words)
    has_read = any(said.seat == view.seat for said in seen.said)
    task = Task(seen.question.mode, "" if has_read else seen.question.text, words or "", recalled.sure)
    return Decision((action,), time_to_answer(task, level, persona, draws))


# What was heard of everybody so far: how often they were right.

_PRIOR: Final = 4
"""So many answers of a stranger weigh as much as those that were heard."""


@dataclass(frozen=True, slots=True)
class Notes:
    """By seat: how many answers to Chrono questions were right, and how many there were.

    Lists flatter whoever knows a little, and numbers everybody: only Chronos count, silence as a wrong
    answer. `counts` says that one is on.
    """

    heard: Mapping[SeatName, tuple[int, int]] = field(default_factory=dict)
    counts: bool = False

    @classmethod
    def read(cls, text: str) -> Notes:
        """Return the notes that were written down as text."""
        if not text:
            return cls()
        heard, counts = json.loads(text)
        return cls({seat: (right, of) for seat, (right, of) in heard.items()}, counts)

    def write(self) -> str:
        """Return the notes as text."""
        return json.dumps([dict(self.heard), self.counts], ensure_ascii=False, sort_keys=True)

    def skill(self, seats: Iterable[SeatName]) -> float:
        """Return how likely these seats are right, in the middle."""
        counted = [self.heard.get(seat, (0, 0)) for seat in seats]
        rates = [(right + _PRIOR * STRANGER) / (of + _PRIOR) for right, of in counted]
        return sum(rates) / len(rates) if rates else STRANGER


def take_notes(notes: str, events: Iterable[DefizzEvent]) -> str:
    """Return the notes after some more events."""
    known = Notes.read(notes)
    heard, counts = dict(known.heard), known.counts
    for event in events:
        if isinstance(event, QuestionAsked):
            counts = event.mode == "chrono"
        elif counts and isinstance(event, Judged | GaveUp):
            right, of = heard.get(event.seat, (0, 0))
            heard[event.seat] = (right + (isinstance(event, Judged) and event.right), of + 1)
    taken = Notes(heard, counts)
    return notes if taken == known else taken.write()


# Which number to propose: what came to mind or, where it is taken, the next one; by luck, the best place.


def free_number(words: str, said: Iterable[Spoken], draws: Draws) -> str:
    """Return the number that came to mind or, since none is said twice, the nearest free one."""
    taken = _numbers(said)
    wanted = Decimal(words.replace(",", "."))
    exponent = wanted.as_tuple().exponent
    assert isinstance(exponent, int), "what comes to mind is a number"
    step = Decimal(1).scaleb(min(0, exponent))
    side = 1 if draws(2) == 1 else -1
    near = (wanted + sign * side * away * step for away in count() for sign in (1, -1))
    return _write(next(number for number in near if number not in taken))


def luckiest_number(highest: int, said: Iterable[Spoken], draws: Draws, *, careless: bool) -> str | None:
    """Return a free number from 1 to `highest`: the one nearest to most draws or, `careless`, any.

    None where all have been said.
    """
    taken = sorted(int(number) for number in _numbers(said))
    if len(taken) >= highest:
        return None
    if careless or not taken:
        return str(_any_free(highest, taken, draws))
    # Between two numbers all places are worth the same, and towards an end the nearest to the last one most.
    beside = {near for number in taken for near in (number - 1, number + 1)}
    free = sorted(place for place in beside if 1 <= place <= highest and place not in taken)
    worth = {place: _reach(place, taken, highest) for place in free}
    best = [place for place in free if worth[place] == max(worth.values())]
    return str(draw_one(best, draws))


def _any_free(highest: int, taken: list[int], draws: Draws) -> int:
    """Return any free number, all equally likely."""
    number = draws(highest - len(taken))
    for other in taken:
        number += number >= other
    return number


def _reach(place: int, taken: list[int], highest: int) -> int:
    """Return twice how many draws a number would be nearest to; one that it shares is half a draw."""
    low = max((number for number in taken if number < place), default=1 - place)
    high = min((number for number in taken if number > place), default=2 * highest + 1 - place)
    return high - low


def _numbers(said: Iterable[Spoken]) -> set[Decimal]:
    return {Decimal(one.number) for one in said if one.number is not None}


def _write(number: Decimal) -> str:
    return f"{number:f}".replace(".", ",")


# What to risk: bold with an edge, but nobody stakes all they have before only a few are left.

_FEW: Final = 3
"""With so many in play anybody may stake everything."""
_SHARE: Final = 0.5
"""Before that, nobody risks more than this part of their chips of their own accord."""
_BOLD: Final = 1.3
_CAUTIOUS: Final = 0.05
"""An edge below this is none."""
_RAISER: Final = 0.15
"""Whoever raises, or follows, is so much likelier right than otherwise."""
_SURE: Final = 0.9
_NERVE: Final = 0.5
"""How much of the minimum a whole point of boldness is worth."""


def stake_for(gain: float, seen: Observation, persona: Persona) -> int | None:
    """Return what the active seat stakes on a challenge that pays `gain` a chip; None where the bank pays."""
    if seen.least is None or seen.most is None:
        return None
    most = max(seen.least, _most_to_risk(seen, seen.most))
    if gain < _CAUTIOUS:
        return seen.least
    share = min(1.0, gain * _BOLD * persona.raises)
    return seen.least + round(share * (most - seen.least) / 100) * 100


def accepts(hunch: float, rivals: float, seat: SeatName, seen: Observation, persona: Persona) -> bool:
    """Return whether a seat follows a raise rather than pay the minimum.

    `hunch` is how sure it feels of the clue, `rivals` how likely those who take part are right otherwise.
    """
    assert seen.stake is not None, "a raise has a stake"
    assert seen.die is not None, "and a minimum below it"
    own = seen.chips[seat]
    stake = min(seen.stake, *(seen.chips[other] for other in (*seen.participants, seat)))
    others = len(seen.participants)
    gain = edge(chance_to_win(hunch, min(_SURE, rivals + _RAISER), others), others)
    if stake > _most_to_risk(seen, own) and gain < 2 * _CAUTIOUS:
        return False
    minimum = min(seen.die.minimum, own)
    return stake * gain + _NERVE * (persona.raises - 1) * minimum > -minimum


def _most_to_risk(seen: Observation, own: int) -> int:
    """Return how many of their chips (in hundreds) somebody risks at most."""
    return own if len(seen.in_play) <= _FEW else int(own * _SHARE) // 100 * 100


# How likely somebody wins a challenge who feels sure of it to some degree.

STRANGER: Final = 0.45
"""How likely somebody of whom nothing is known is right."""
_SMALLEST, _GREATEST = 0.02, 0.98


def chance_to_win(own: float, other: float, others: int) -> float:
    """Return how likely a seat wins that is right as likely as `own`, against `others` that are by `other`.

    Of those who are right all win equally often; where nobody is, the challenge does not count.
    """
    own, other = min(max(own, _SMALLEST), _GREATEST), min(max(other, _SMALLEST), _GREATEST)
    missed = (1 - other) ** others
    shared = (1 - (1 - other) ** (others + 1)) / ((others + 1) * other)
    return own * shared / (1 - (1 - own) * missed)


def edge(chance: float, others: int) -> float:
    """Return how many chips a seat gains for each that it stakes, by its chance to win; below 0: it loses."""
    return chance * (others + 1) - 1


# How long people take in Défizz: to read, to think, to type. A race is decided by it.

_MEDIANS: Final[Mapping[str, float]] = MappingProxyType(
    {
        "roll": 2.0,
        "help": 4.0,
        "ask": 8.0,
        "choose": 7.0,
        "raise": 4.0,
        "verdict": 3.0,
        "vote": 2.0,
        "name": 6.0,
    }
)
_MOST: Final[Mapping[str, float]] = MappingProxyType(
    {"raise": 12.0, "verdict": 8.0, "cible": 14.0, "pingpong": 9.0, "chance": 9.0, "chrono": 25.0}
)
"""Seconds: in the middle, and at most."""
_LONGEST: Final = 25.0
_LEAST_MS: Final = 900
"""Nobody is quicker in a race, however short the question."""
_THINKS: Final[Mapping[Level, float]] = MappingProxyType(
    {Level.EASY: 4.5, Level.MEDIUM: 3.2, Level.STRONG: 2.2}
)
_RECALLS: Final = 1.5
"""Seconds of thinking about a question in the middle; whoever is sure needs less."""
_READS: Final = 0.03
_TYPES: Final = 0.16
"""Seconds a letter."""
_OPENS: Final = 1.5
"""Seconds until the field for the answer is there."""


@dataclass(frozen=True, slots=True)
class Task:
    """What has to be done to answer: to read `text`, to be `sure` (0 to 1) of `words`, and to type them."""

    mode: str
    text: str
    words: str
    sure: float


def time_for(step: str, persona: Persona, draws: Draws, *, forced: bool = False) -> int:
    """Return how many ms somebody takes for a step of a turn."""
    return _at_most(step, take_time(_MEDIANS[step], persona, draws, forced=forced))


def time_to_answer(task: Task, level: Level, persona: Persona, draws: Draws) -> int:
    """Return how many ms somebody takes to answer, or to say that they have no answer."""
    thought = take_time(_THINKS[level] * (_RECALLS - task.sure), persona, draws)
    by_hand = _OPENS + _READS * len(task.text) + _TYPES * len(task.words)
    return max(_LEAST_MS, _at_most(task.mode, thought + round(1000 * by_hand)))


def _at_most(step: str, ms: int) -> int:
    return min(ms, round(1000 * _MOST.get(step, _LONGEST)))
