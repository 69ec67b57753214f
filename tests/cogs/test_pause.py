"""`pause` in every game: the host stops the clock, nobody plays meanwhile, `statut` lets it go on."""

from __future__ import annotations

import pytest

from bot.ui.frame.spec import GameSpec
from tests.support.games import FACES
from tests.support.sim_company import Company, gathered


@pytest.mark.parametrize("spec", [face.spec for face in FACES], ids=lambda spec: spec.name)
async def test_the_host_pauses_and_resumes(spec: GameSpec) -> None:
    game = spec.name
    kind = type(game, (Company,), {"game": game, "games": FACES})
    names = ("Anne", "Bob", "Chloé")[: spec.seats_max]
    async with gathered(kind, *names) as company:
        host, bob = company.people[:2]
        assert "n’a pas encore commencé" in await host.types(f"{game} pause")
        await host.presses(company.board, "begin")
        left = company.seconds_left
        running = company.board
        assert "Seul l’hôte (Anne)" in await bob.types(f"{game} pause")
        assert f"`/{game} statut` la relance" in await host.types(f"{game} pause")
        assert "L’hôte a mis la table en pause" in company.board
        assert "en pause" in await host.types(f"{game} pause")
        stored = await company.world.store.load(1)
        for person in company.people:
            for piece in running.pieces:
                if not piece.is_list:
                    await person.presses_late(running, piece.verb, piece.arg)
        assert await company.world.store.load(1) == stored, "whatever is pressed"
        await company.world.passes(3600)
        assert "L’hôte a mis la table en pause" in company.board
        assert "reprend ici" in await host.types(f"{game} statut")
        assert "L’hôte a mis la table en pause" not in company.board
        assert abs(company.seconds_left - left) < 15
