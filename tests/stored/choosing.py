"""What people at random tables do, by what they see: one chooser a game."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from bot.tables.sight import Sight
from engines.debacle import model as debacle
from engines.defizz import model as defizz
from engines.soiree import model as soiree
from engines.tasse import model as tasse
from tests.stored.decks import answer_to

_SCORES = {
    "32": "trente-deux",
    "41": "quarante et un",
    "42": "4 2",
    "51": "cinquante et un",
    "53": "53",
    "54": "Cinquante-Quatre",
    "62": "6-2",
    "64": "soixante quatre",
    "65": "65",
    "11": "double as",
    "22": "double deux",
    "33": "Double 3",
    "44": "double quatre",
    "66": "double six",
    "21": "twenty one",
}
_SLIPS = ("33", "77", "sept", "double 7", "trente-deux", "25", "neuf")
"""In words, but not on the ladder, or too low (T8)."""


def chosen(sight: Sight, random: Random) -> Any:
    """Return what the seat of this sight does now; the rules may still refuse what somebody typed."""
    return _CHOOSERS[sight.table.game](sight, random)


def _tasse(sight: Sight, random: Random) -> Any:
    actions, seen = sight.legal.actions, sight.observation
    if seen.phase == "turn" and tasse.Doubt() in actions:
        return tasse.Doubt() if random.random() < 0.3 else tasse.Roll()
    if seen.phase != "rolled":
        return random.choice(actions)
    if tasse.Show() in actions and random.random() < 0.7:
        return tasse.Show()
    announced = random.choice([action for action in actions if isinstance(action, tasse.Announce)][:4])
    if seen.announce == "guided" or random.random() < 0.4:
        return announced
    return tasse.Say(random.choice(_SLIPS) if random.random() < 0.12 else _SCORES[announced.score])


def _debacle(sight: Sight, random: Random) -> Any:
    actions = sight.legal.actions
    rare = (debacle.Capture, debacle.Doubles, debacle.Recover)
    return random.choices(actions, [6 if isinstance(action, rare) else 1 for action in actions])[0]


def _defizz(sight: Sight, random: Random) -> Any:
    legal, seen = sight.legal, sight.observation
    if "answer" in legal.types and random.random() < 0.95:
        return defizz.Answer(answer_to(seen.question.text, seen.question.mode, random))
    choices = [action for action in legal.actions if isinstance(action, defizz.Choose)]
    if choices and random.random() < 0.9:
        return min(random.choices(choices, k=4), key=lambda action: action.stake or 0)
    return random.choice(legal.actions)


def _soiree(sight: Sight, random: Random) -> Any:
    """A team answers; who leads goes on, as a rule, and at times corrects a team's points."""
    legal, seen = sight.legal, sight.observation
    asked = seen.question if seen.bout is None else seen.bout.question
    answer = {"tell": soiree.Tell, "answer": defizz.Answer}
    for wanted in legal.types:
        if wanted in answer and asked is not None and random.random() < 0.95:
            return answer[wanted](answer_to(asked.text, asked.mode, random))
    if "award" in legal.types and random.random() < 0.1:
        return soiree.Award(random.choice(seen.teams), random.choice((-2, 3)), "Pour la chanson")
    hasty = (soiree.Withdraw, soiree.SkipRound, soiree.EndAfterRound)
    return random.choices(legal.actions, [1 if isinstance(one, hasty) else 12 for one in legal.actions])[0]


def _any(sight: Sight, random: Random) -> Any:
    return random.choice(sight.legal.actions)


_CHOOSERS: Mapping[str, Callable[[Sight, Random], Any]] = {
    "tasse": _tasse,
    "debacle": _debacle,
    "defizz": _defizz,
    "desfausse": _any,
    "diavolo": _any,
    "soiree": _soiree,
}
