"""The end of a round of défis on SimCord: its last verdict is contested before the standings are told."""

from __future__ import annotations

import json

from tests.cogs.defizz.quiz import brings
from tests.cogs.evenings.night import Night, drafted
from tests.engines.defizz import decks
from tests.support.sim import Person, World, opened


async def one_challenge(world: World, host: Person) -> Night:
    """An evening of a single défi, a Chrono whose answer is Reims."""
    await brings(host, json.dumps(decks.deck(decks.chrono("Reims"))).encode(), nom="Villes")
    plan = await drafted(world, host, equipe=1)
    plan = (await host.chooses(plan, "add", "challenges")).paper
    for _ in range(3):
        one = (await host.chooses(plan, "round", "0")).paper
        plan = (await host.presses(one, "drop")).paper
    one = (await host.chooses(plan, "round", "0")).paper
    form = await host.presses(one, "edit")
    one = (await host.fills(form, one, length="1", themes="", without="", title="")).paper
    one = (await host.chooses(one, "cards", "+Villes")).paper
    await host.presses((await host.presses(one, "lead")).paper, "publish")
    return Night(world, host)


async def test_S27_the_last_verdict_is_contested_while_the_board_says_so() -> None:
    async with opened("Anne", "Bo") as world:
        anne, bo = world.people.values()
        night = await one_challenge(world, world.manager("Max"))
        for person in (anne, bo):
            await night.comes(person)
        await night.host.presses(night.message, "begin")
        for person in (anne, bo):
            await person.presses(world.board, "ready")
        await world.passes(61)  # the die rolls by itself,
        await world.passes(61)  # and the first question is chosen
        form = await anne.presses(world.board, "answer")
        await anne.fills(form, world.board, text="Reims")
        await world.passes(6)
        assert "C’était le dernier défi : on peut encore contester." in world.board
        assert "**Défi précédent** · 🏆 **Anne** remporte" in world.board
        assert {"ready", "contest", "report"} <= set(world.board.verbs)
        assert "roll" not in world.board.verbs
        assert "Classement" not in world.board
        await bo.presses(world.board, "contest")
        assert "votez" in world.board
        await anne.presses(world.board, "vote", "keep")
        await world.passes(6)
        assert "C’était le dernier défi" in world.board
        for person in (anne, bo):
            await person.presses(world.board, "ready")
        await world.passes(6)
        assert "**Anne** gagne" in world.board
