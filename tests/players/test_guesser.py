"""Who plays a game of the kit that has no player of its own is no fool."""

from hashlib import sha256

import pytest

from engines.core.draws import ScriptedDraws, SeededDraws
from players.arena import Arena, Contestant, view_of
from players.core.guesser import Guesser
from players.core.player import PERSONAS, Budget, Level
from players.core.uniform import Uniform
from tests.plusgrand.rules import Doubt, PlusGrand, Say

RULES = PlusGrand()
PLAYER = Guesser(RULES)
BASILE = PERSONAS["basile"]
TABLES = 12
LITTLE = Budget(250)


def draws(*names: object) -> SeededDraws:
    return SeededDraws(sha256(repr(names).encode()).digest(), "guesser")


def table(number: int) -> Arena:
    """It against somebody who does anything; each begins at every other table."""
    sitting = {
        "A": Contestant(PLAYER, Level.STRONG, BASILE, draws("A", number), budget=LITTLE),
        "B": Contestant(Uniform(RULES.name), Level.STRONG, BASILE, draws("B", number)),
    }
    arena = Arena.open(RULES, sitting, {"first": "AB"[number % 2]}, draws(number))
    arena.play(500)
    return arena


def test_it_beats_somebody_who_does_anything():
    assert sum(RULES.winners(table(number).state) == ("A",) for number in range(TABLES)) >= 0.75 * TABLES


@pytest.mark.parametrize(("said", "doubts"), [(2, False), (4, False), (11, True), (12, True)])
def test_it_counts_how_likely_a_claim_is(said: int, doubts: bool):
    state = RULES.start(RULES.setup("AB", {"first": "A"}), ScriptedDraws((3, 4, 1, 2))).state
    state = RULES.act(state, "A", Say(said), ScriptedDraws()).state
    decision = PLAYER.decide(
        view_of(RULES, state, "B", (), ""), Level.STRONG, BASILE, Budget(3_000), draws(said)
    )
    assert (decision.actions == (Doubt(),)) is doubts


def test_a_level_looks_at_less_the_lower_it_is():
    state = RULES.start(RULES.setup("AB", {"first": "A"}), ScriptedDraws((3, 4, 6, 6))).state
    view = view_of(RULES, state, "A", (), "")
    looked = [PLAYER.decide(view, level, BASILE, PLAYER.budget, draws(level)).nodes for level in Level]
    assert looked == sorted(looked)
    assert looked[-1] < 2 * PLAYER.budget.nodes
