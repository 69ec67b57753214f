"""Every feature can be left out: its commands and buttons are gone then, and nothing else breaks."""

import json
import re
from typing import Any

import pytest

from cogs import FEATURES
from tests.support.project import ROOT
from tests.support.sim import World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company

COMMANDS = {
    "calls": {"appel"},
    "daily": {"defi-du-jour"},
    "dice": {"des"},
    "evenings": {"defizz soiree"},
    "hints": set(),
    "lessons": {"tuto"},
    "rankings": {"classement", "profil", "mes-donnees visibilite"},
    "replays": set(),
    "weeks": {"classement-hebdo"},
    "year": {"annee"},
}
"""What each feature adds to what people can type."""
VERB = re.compile(r'"(?:[gsm]:\d+:\d+:)?([a-z]{1,12}\.[a-z_]{1,24}):')
"""A verb in a custom id, or in an entry of a menu."""


async def look_around(world: World) -> list[Paper]:
    """See what the house itself shows: what is asked for, and a table from its lobby to its end."""
    alice, bob = world.manager("Alice"), world.person("Bob")
    asked = ("jouer", "mes-parties", "reglages", "tasse regles")
    seen = [(await alice.types(what)).paper for what in asked]
    company = Company(world, [alice, bob], world.channel)
    await company.gathers()
    seen.append(company.board)
    await alice.presses(company.board, "begin")
    seen += [company.board, alice.letter]
    await alice.resigns(company.board)
    return [*seen, company.board, *alice.letters, *bob.letters]


@pytest.mark.parametrize("left_out", sorted(FEATURES))
async def test_it_can_be_left_out(left_out: str) -> None:
    features = {name: plug for name, plug in FEATURES.items() if name != left_out}
    async with opened(features=features) as world:
        typed = {command.qualified_name for command in world.bot.tree.walk_commands()}
        assert typed & set().union(*COMMANDS.values()) == set().union(*map(COMMANDS.get, features))
        for paper in await look_around(world):
            verbs = set(VERB.findall(json.dumps(paper.components)))
            assert {verb for verb in verbs if not world.bot.router.answers(verb)} == set(), paper
        await world.people["Alice"].erases()


async def test_the_one_of_the_documentation_works() -> None:
    page = (ROOT / "docs" / "adding-a-feature.md").read_text(encoding="utf-8")
    written: dict[str, Any] = {}
    exec(re.search(r"```python\n(.*?)```", page, re.DOTALL)[1], written)
    async with opened("Alice", features={**FEATURES, "pile": written["plug"]}) as world:
        alice = world.people["Alice"]
        shown = (await alice.types("pile")).paper
        assert "Pile !" in shown
        assert "Face !" in (await alice.presses(shown, "again")).paper


def test_all_are_found() -> None:
    assert FEATURES.keys() == COMMANDS.keys()
