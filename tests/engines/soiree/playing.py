"""Random evenings in which people answer, at times rightly, stake, rule, contest and go on."""

from contextlib import suppress
from random import Random
from typing import Any

from engines.core.clicks import order_of
from engines.core.records import AnyState, Refusal
from engines.defizz import model as defizz
from engines.defizz.model import Contest
from engines.soiree import model
from tests.engines.playing import Recorder, Request
from tests.engines.recording import Lived
from tests.engines.soiree.decks import LARGE
from tests.engines.soiree.table import GAME

TEXTS = ("Reims", "Rennes", "do, ré et mi", "do", "ré", "mi", "un; six", "zut", "pomme", "fer")
NUMBERS = ("312", "300", "320", "3,14", "-5", "beaucoup")
RARE = (model.SkipRound, model.EndAfterRound, model.Withdraw, defizz.TakeBack, Contest)
"""Of these, one in so many is done."""
SELDOM = 12

_ROUNDS: tuple[dict[str, Any], ...] = (
    {"length": 3},
    {"length": 2, "modes": ["chrono"], "speed": True, "worth": 2},
    {"length": 2, "modes": ["cible"]},
    {"length": 2, "stakes": True},
    {"play": "challenges", "length": 2},
    {"play": "challenges", "length": 2},
)


def record(seed: int) -> Lived:
    """Play a random evening to its end, by clicks."""
    random, lived = Random(seed), Lived(GAME)
    lived.begin(*_make_table(random), Recorder(random))
    while not GAME.is_over(lived.state):
        lived.now += random.randint(1, 4000)
        request = _wish(lived.state, random)
        clicked = lived.now - random.randint(0, 5) if request.kind in ("act", "leave") else None
        with suppress(Refusal):
            lived.do(request if clicked is None else request.at(order_of(clicked)), Recorder(random), clicked)
    return lived


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"S{number}" for number in range(random.randint(3, 5))]
    programme = random.sample(_ROUNDS, random.randint(1, 3))
    return seats, {"quizmaster": random.choice(["bot", seats[0]]), "programme": programme, "deck": LARGE}


def _wish(state: AnyState, random: Random) -> Request:
    """Something that may be tried now."""
    chance = random.random()
    there = [seat for seat in state.setup.seats if not GAME.has_left(state, seat)]
    if chance < 0.03:
        return Request(GAME, "expire")
    if chance < 0.033:
        return Request(GAME, "leave", random.choice(there))
    if chance < 0.04 and (commands := GAME.host_commands(state)):
        return Request(GAME, "system", command=random.choice(commands))
    if chance < 0.05:
        award = model.Award(random.choice(there), random.randint(-3, 3), "faute")
        return Request(GAME, "act", there[0], award)
    if GAME.awaits_settle(state) and chance < 0.4:
        return Request(GAME, "system")
    seat = random.choice(GAME.to_act(state) if chance < 0.8 else there)
    return Request(GAME, "act", seat, _choose(state, seat, random))


def _choose(state: AnyState, seat: str, random: Random) -> Any:
    """An answer where one is wanted, else something legal, rare things seldom."""
    text = random.choice(TEXTS + NUMBERS)
    if state.position.phase == "answer" and random.random() < 0.9:
        return model.Tell(text, 0)
    legal = GAME.legal_actions(state, seat)
    if not legal.complete and state.position.phase == "challenges" and random.random() < 0.9:
        return defizz.Answer(text, 0)
    some = [one for one in legal.actions if not isinstance(one, RARE) or random.randint(1, SELDOM) == 1]
    return random.choice(some or [model.Ready()])
