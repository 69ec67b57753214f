"""How an evening is tried at random."""

from collections.abc import Iterator
from random import Random
from typing import Any

from engines.core.records import AnyState, State
from engines.core.replacing import replace
from engines.defizz import model as defizz
from engines.defizz.model import Contest, Vote
from engines.soiree import model
from engines.soiree.challenges import inner_state
from tests.engines.defizz.twins import defizz_twins
from tests.engines.described import Description
from tests.engines.soiree.decks import EVENING

_ROUNDS: tuple[dict[str, Any], ...] = (
    {"length": 2},
    {"length": 1, "modes": ["chrono"], "speed": True, "worth": 2},
    {"length": 1, "modes": ["cible"]},
    {"length": 1, "modes": ["pingpong"], "stakes": True},
    {"play": "challenges", "length": 1},
)


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(3, 5) + 1)]
    options = {
        "quizmaster": random.choice(["bot", seats[0], seats[-1]]),
        "people": random.choice([1, 6]),
        "programme": random.sample(_ROUNDS, random.randint(1, 2)),
        "shuffle": random.random() < 0.7,
        "deck": EVENING,
    }
    return seats, options


def evening_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    """Yield evenings with other secrets: what the others answered and staked, cards to come, Défizz's own."""
    position = state.position
    changed = replace(position, order=tuple(reversed(position.order)))
    if changed != position and position.phase != "over":
        yield State(state.setup, changed)
    if audience is None or audience != position.quizmaster:
        yield from _other_answers(state, audience)
    if position.bout is not None:
        inner = inner_state(state.setup, position.bout)
        inside = audience if audience in position.bout.seats else None
        for twin in defizz_twins(inner, inside):
            if twin.setup == inner.setup:
                bout = replace(position.bout, position=twin.position)
                yield State(state.setup, replace(position, bout=bout))


def _other_answers(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    position = state.position
    if position.phase in ("answer", "verdict"):
        said = tuple(
            one if one.seat == audience or one.text is None else _other(one) for one in position.said
        )
        if said != position.said:
            yield State(state.setup, replace(position, said=said))
    if position.phase in ("wager", "answer", "verdict") and position.wagers:
        pairs = zip(state.setup.seats, position.wagers, strict=True)
        wagers = tuple(stake if seat == audience or stake is None else 1 + stake % 5 for seat, stake in pairs)
        if wagers != position.wagers:
            yield State(state.setup, replace(position, wagers=wagers))


def _other(reply: model.Reply) -> model.Reply:
    number = None if reply.number is None else str(int(float(reply.number)) + 1)
    right = 1 - min(reply.right, 1) if number is None else 0
    return replace(reply, text="tout autre", at=(reply.at or 0) + 5, bot=right, right=right, number=number)


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        *(model.Ready(), model.Forgo(), model.Proceed(), model.Withdraw()),
        *(model.SkipRound(), model.EndAfterRound()),
        *map(model.Wager, (1, 5)),
        *(model.Rule("seat 2", right) for right in (0, 1, 5)),
        *(
            model.Award(seat, points, "faute")
            for seat in ("seat 1", "seat 2", "nobody")
            for points in (-3, 2)
        ),
        *(
            model.Tell(text, at)
            for text in ("Reims", "do, ré et mi", "312", "", "x" * 400)
            for at in (None, 7)
        ),
        *(Contest(), Contest("seat 2"), Vote(turn=True)),
        *(defizz.Roll(), defizz.Pass(), defizz.Answer("Reims", 5), defizz.Choose(0, "seat 2", 100)),
    ),
    unlisted=lambda action: (
        isinstance(action, model.Tell | model.Award | defizz.Answer) or action == Contest()
    ),
    twins=evening_twins,
    silent=lambda action: isinstance(action, model.Wager),
    most_steps=2_000,
    unbidden=lambda action: isinstance(action, Contest),
)
