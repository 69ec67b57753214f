"""What the conformance suite must know of each game to play it at random: one description a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from engines.core.game import AnyGame, AnyState
from engines.debacle import model as debacle
from engines.defizz import model as defizz
from engines.desfausse import model as desfausse
from engines.diavolo import model as diavolo
from engines.tasse import model
from engines.tasse.observe import knower
from engines.tasse.scores import ALL_SCORES, NORMAL
from tests.engines.defizz.decks import MIXED
from tests.engines.defizz.twins import defizz_twins
from tests.engines.desfausse.twins import desfausse_twins


@dataclass(frozen=True)
class Description:
    """How to try a game.

    `table`: seats and options for a random table. `any_actions`: actions of every kind, legal or not.
    `unlisted`: whether an action may be legal without being listed. `twins`: states that differ from this one
    only in what the audience may not know. `silent`: whether an action shows nobody anything of the secrets.
    `most_steps`: no random table takes longer.
    """

    table: Callable[[Random], tuple[list[str], dict[str, Any]]]
    any_actions: tuple[Any, ...]
    unlisted: Callable[[Any], bool]
    twins: Callable[[AnyState, str | None], Iterator[AnyState]]
    silent: Callable[[Any], bool]
    most_steps: int


def _tasse_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 9) + 1)]
    options = {
        "first": random.choice(["drawn", *seats]),
        "threshold": random.randint(1, 6),
        "rounds": random.randint(1, 3),
        "announce": random.choice(["free", "guided"]),
        "sips": random.random() < 0.5,
    }
    return seats, options


def _tasse_twins(state: AnyState, audience: str | None) -> Iterator[AnyState]:
    position = state.position
    if position.dice is not None and knower(position) != audience:
        for dice in sorted(ALL_SCORES - {position.dice}):
            yield replace(state, position=replace(position, dice=dice))


TASSE = Description(
    table=_tasse_table,
    any_actions=(
        *map(model.Direct, (1, -1, 0, 7)),
        *(model.Roll(), model.Doubt(), model.Show(), model.NextRound()),
        *map(model.Announce, (*NORMAL, "55", "", "64 ")),
        *map(model.Declare, (*NORMAL, "63", "x")),
        *map(model.Say, ("64", "33", "double six", "rien du tout", "", "je dis 7 !", "31", "le joker")),
    ),
    unlisted=lambda action: isinstance(action, model.Say),
    twins=_tasse_twins,
    silent=lambda action: not isinstance(action, model.Doubt | model.Show),
    most_steps=20_000,
)


def _diavolo_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 6) + 1)]
    options = {
        "first": random.choice(["drawn", *seats]),
        "children": random.random() < 0.5,
        "learning": random.random() < 0.5,
    }
    return seats, options


DIAVOLO = Description(
    table=_diavolo_table,
    any_actions=(
        diavolo.Roll(),
        *(
            diavolo.Grab(color, at)
            for color in ("black", "white", "red", "grey", "blue")
            for at in (-1, 0, 7)
        ),
    ),
    unlisted=lambda action: isinstance(action, diavolo.Grab) and action.color != "blue",
    twins=lambda state, audience: iter(()),  # everybody sees everything
    silent=lambda action: False,
    most_steps=20_000,
)


def _debacle_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = ["one", "two"]
    return seats, {"first": random.choice(["drawn", *seats])}


DEBACLE = Description(
    table=_debacle_table,
    any_actions=(
        *(debacle.Roll(*way) for way in (("a1", "a2"), ("c3", "c4"), ("d4", "d3"), ("b6", "a6"), ("a1", ""))),
        *(debacle.Capture(*way) for way in (("a1", "a2"), ("c3", "d3"), ("c4", "c3"), ("g1", "a9"))),
        *map(debacle.Flip, ("a1", "f6", "c3", "A1", "")),
        *map(debacle.Return, ("b1", "e6", "c3", "x")),
        *map(debacle.Recover, ("a1", "f6", "d4", "x")),
        *map(debacle.Doubles, ((), ("a6",), ("b1", "a1"), ("c4", "b4", "a3"), ("c3", "c3"))),
        debacle.Pass(),
    ),
    unlisted=lambda action: isinstance(action, debacle.Doubles) and list(action.take) != sorted(action.take),
    twins=lambda state, audience: iter(()),  # there are no secrets
    silent=lambda action: True,
    most_steps=20_000,
)


def _defizz_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    reader = random.choice(["seat", "bot"])
    least = 2 if reader == "bot" else 3
    seats = [f"seat {number}" for number in range(1, random.randint(least, 5) + 1)]
    options = {
        "first": random.choice(["drawn", *seats]),
        "reader": reader,
        "expert": random.random() < 0.3,
        "teams": random.random() < 0.3,
        "enrichment": random.random() < 0.3,
        "bank": random.choice([500, 700, 1200, 3400]),
        "shuffle": random.random() < 0.7,
        "deck": MIXED,
    }
    return seats, options


DEFIZZ = Description(
    table=_defizz_table,
    any_actions=(
        *(defizz.Roll(), defizz.Help(), defizz.Accept(), defizz.Refuse(), defizz.Pass()),
        *(defizz.Judge(right) for right in (True, False)),
        *map(defizz.Ask, (-1, 0, 2, 3)),
        *map(defizz.Name, ("seat 1", "seat 2", "nobody")),
        *(
            defizz.Choose(0, to, stake)
            for to in (None, "seat 1", "seat 2")
            for stake in (None, 100, 150, 300)
        ),
        *(defizz.Choose(*way) for way in ((None, "seat 1", 100), (3, None, 200), (0, "nobody", 10**9))),
        *(defizz.Answer(text, at) for text in ("Reims", "deux", "312", "", "x" * 300) for at in (None, 0, 7)),
    ),
    unlisted=lambda action: isinstance(action, defizz.Answer),
    twins=defizz_twins,
    silent=lambda action: isinstance(action, defizz.Help),
    most_steps=20_000,
)


def _desfausse_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    seats = [f"seat {number}" for number in range(1, random.randint(2, 6) + 1)]
    return seats, {"hands": random.choice(["hidden", "shown"])}


DESFAUSSE = Description(
    table=_desfausse_table,
    any_actions=(
        *(desfausse.Stop(), desfausse.Pass(), desfausse.Gift(), desfausse.Gift((("seat 2", 1),))),
        *map(desfausse.Reroll, ((), (1,), (5, 6), (2, 1), (1, 1), (7, 9), (99,))),
        *(desfausse.Discard(*way, "hell") for way in (((), ()), ((1,), ()), ((1, 1), (1,)), ((1,), (1,)))),
        *(desfausse.Discard((8, 9), (9,), to) for to in ("hell", (("seat 1", (9,)),), (("nobody", (9,)),))),
        *map(desfausse.Demon, ("seat 1", "seat 2", "nobody")),
    ),
    unlisted=lambda action: (
        action == desfausse.Gift()
        or (isinstance(action, desfausse.Discard) and len(action.out) > 0 and len(set(action.combo)) > 0)
    ),
    twins=desfausse_twins,
    silent=lambda action: False,  # who is awaited next, which all may know, depends on the dice
    most_steps=20_000,
)

DESCRIBED: Mapping[str, Description] = {
    "debacle": DEBACLE,
    "defizz": DEFIZZ,
    "desfausse": DESFAUSSE,
    "diavolo": DIAVOLO,
    "tasse": TASSE,
}


def random_state(game: AnyGame, description: Description, random: Random) -> AnyState:
    """Return the start of a random table."""
    seats, options = description.table(random)
    return game.start(game.setup(seats, options), lambda n: random.randint(1, n)).state
