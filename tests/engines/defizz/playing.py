"""Random tables of Défizz in which people answer, at times rightly, and a step is one wish."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.core.records import AnyState, AnyStep, Refusal
from engines.defizz.model import Action, Answer, Contest
from tests.engines.defizz.decks import MIXED
from tests.engines.defizz.table import GAME
from tests.engines.playing import Recorder, Request
from tests.engines.recording import Lived

TEXTS = ("Reims", "Rennes", "pomme", "do", "ré", "mi", "un", "deux", "trois", "quatre", "cinq", "mars", "fer")
NUMBERS = ("312", "300 mètres", "3,14", "-5", "dix", "1", "2", "4", "17", "beaucoup")
LONGEST = 4000


@dataclass(frozen=True)
class Wish:
    """What was tried: `kind` act, leave, expire, or a command, by whom."""

    kind: str
    seat: str | None = None
    action: Action | None = None


def table(random: Random, **options: Any) -> tuple[list[str], dict[str, Any]]:
    """Return the seats and the options of a random table."""
    reader = options.get("reader") or random.choice(["seat", "bot", "master"])
    seats = [f"S{n}" for n in range(random.randint(2 if reader == "bot" else 3, 6))]
    chosen = {
        "reader": reader,
        "expert": random.random() < 0.25,
        "enrichment": random.random() < 0.3,
        "bank": random.choice([500, 800, 2600]),
        "contest": random.random() < 0.5,
        "deck": MIXED,
        **options,
    }
    return seats, chosen


def start(random: Random, **options: Any) -> AnyState:
    """Return a random table's first state."""
    return GAME.start(GAME.setup(*table(random, **options)), lambda n: random.randint(1, n)).state


def record(seed: int) -> Lived:
    """Play a random table to its end, with wishes that come by clicks."""
    random, lived = Random(seed), Lived(GAME)
    lived.begin(*table(random), Recorder(random))
    while not GAME.is_over(lived.state):
        wanted = wish(lived.state, random)
        kind = wanted.kind if wanted.kind in ("act", "leave", "expire") else "system"
        request = Request(GAME, kind, wanted.seat, wanted.action, wanted.kind)
        lived.now += random.randint(1, 4000)
        clicked = lived.now - random.randint(0, 500) if kind in ("act", "leave") else None
        with suppress(Refusal):
            lived.do(request, Recorder(random), clicked)
    return lived


def wish(state: AnyState, random: Random) -> Wish:
    """Return something that somebody may try now."""
    chance = random.random()
    if chance < 0.04:
        return Wish("expire")
    if chance < 0.05:
        there = [seat for seat in state.setup.seats if not GAME.has_left(state, seat)]
        return Wish("leave", random.choice(there))
    if chance < 0.06:
        return Wish(random.choice(["void", "replace_reader", "end_after_round"]))
    if chance < 0.07 and (commands := GAME.host_commands(state)):
        return Wish(random.choice(commands))
    if chance < 0.2 and (contests := _contests(state)):
        return Wish("act", *random.choice(contests))
    if chance < 0.5 and GAME.awaits_settle(state):
        return Wish("settle")
    seat = random.choice(GAME.to_act(state))
    legal = GAME.legal_actions(state, seat)
    if not legal.complete and random.random() < 0.9:
        return Wish("act", seat, Answer(random.choice(TEXTS + NUMBERS), random.randint(0, 3)))
    return Wish("act", seat, random.choice(legal.actions))


def _contests(state: AnyState) -> list[tuple[str, Action]]:
    """Return who may contest which verdict now (Z21)."""
    return [
        (seat, action)
        for seat in state.setup.seats
        for action in GAME.legal_actions(state, seat).actions
        if isinstance(action, Contest)
    ]


def take(state: AnyState, wanted: Wish, draws: Callable[[int], int]) -> AnyStep:
    """Return what a wish leads to."""
    if wanted.kind == "act":
        return GAME.act(state, wanted.seat, wanted.action, draws)
    if wanted.kind == "leave":
        return GAME.leave(state, wanted.seat, draws)
    if wanted.kind == "expire":
        return GAME.expire(state, draws)
    return GAME.system(state, wanted.kind, draws)


def play_out(seed: int, **options: Any) -> Iterator[tuple[AnyState, Wish, AnyStep]]:
    """Play a random table to its end, without wishes that are refused."""
    random = Random(seed)
    state = start(random, **options)
    for _ in range(LONGEST):
        if GAME.is_over(state):
            return
        wanted = wish(state, random)
        try:
            step = take(state, wanted, lambda n: random.randint(1, n))
        except Refusal:
            continue
        yield state, wanted, step
        state = step.state
    raise AssertionError("a table that does not end")
