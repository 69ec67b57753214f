"""How Défizz is tried at random."""

from random import Random
from typing import Any

from engines.defizz import model
from tests.engines.defizz.decks import MIXED
from tests.engines.defizz.twins import defizz_twins
from tests.engines.described import Description


def _make_table(random: Random) -> tuple[list[str], dict[str, Any]]:
    reader = random.choice(["seat", "bot", "master"])
    least = 2 if reader == "bot" else 3
    seats = [f"seat {number}" for number in range(1, random.randint(least, 5) + 1)]
    options = {
        "first": random.choice(["drawn", *seats[reader == "master" :]]),
        "reader": reader,
        "expert": random.random() < 0.3,
        "teams": random.random() < 0.3,
        "enrichment": random.random() < 0.3,
        "bank": random.choice([500, 700, 1200, 3400]),
        "shuffle": random.random() < 0.7,
        "deck": MIXED,
    }
    return seats, options


DESCRIPTION = Description(
    table=_make_table,
    any_actions=(
        *(model.Roll(), model.Help(), model.Accept(), model.Refuse(), model.Pass()),
        *(model.Judge(right) for right in (True, False)),
        *map(model.AskQuestion, (-1, 0, 2, 3)),
        *map(model.Name, ("seat 1", "seat 2", "nobody")),
        *(model.TakeBack(), model.LastTurn()),
        *(model.Transfer("seat 2", "seat 3", chips, "x") for chips in (100, 150, 10**9)),
        *(model.Choose(0, to, stake) for to in (None, "seat 1", "seat 2") for stake in (None, 100, 150, 300)),
        *(model.Choose(*way) for way in ((None, "seat 1", 100), (3, None, 200), (0, "nobody", 10**9))),
        *(model.Answer(text, at) for text in ("Reims", "deux", "312", "", "x" * 300) for at in (None, 0, 7)),
    ),
    unlisted=lambda action: isinstance(action, model.Answer | model.Transfer),
    twins=defizz_twins,
    silent=lambda action: isinstance(action, model.Help),
    most_steps=20_000,
)
