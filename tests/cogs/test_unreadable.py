"""What people see of a table that cannot be read: a sentence in the place of the board, and a way out."""

from __future__ import annotations

import re

from bot.tables.model import Status
from tests.support.sim_tasse import Company, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")


async def spoilt(company: Company) -> int:
    """Another version of the bot starts, which cannot read what this one wrote."""
    store = company.world.store
    assert isinstance(store, FreshStore)
    position = store.peek(1).position
    assert position is not None
    store.poke(1, position=position.replace('"phase"', '"stage"'))
    await company.world.restarts()
    return 1


def excuse(company: Company) -> str:
    """The one thing that the log says, as an error without a traceback; and the incident's number."""
    said = [entry for entry in company.world.log if entry["log_level"] == "error"]
    assert {entry["event"] for entry in said} == {"table cannot be read"}
    company.world.log[:] = [entry for entry in company.world.log if entry not in said]
    (incident,) = {entry["incident"] for entry in said}
    return incident


async def test_a_press_shows_the_board_as_unreadable_and_stop_closes_it() -> None:
    async with playing(*THREE) as company:
        holder, board = company.holder, company.board
        await spoilt(company)
        refused = await holder.presses_late(board, "roll")
        incident = excuse(company)
        assert f"ne peut plus être lue (incident {incident})" in refused
        assert "`/tasse stop` la ferme" in company.board
        assert incident in company.board
        assert company.board.pieces == []
        assert all(company.world.reread(person.letter).pieces == [] for person in company.people)
        await company.world.passes(3 * 24 * 3600)
        assert incident in await company.host.types("mes-parties")
        assert "La table est arrêtée" in await company.host.types("tasse stop")
        assert "ne peut plus être lue" in company.board
        await company.world.passes(60)
        opened = await company.host.types("tasse start")
        assert "la table est ouverte" in company.board, opened
        assert not [entry for entry in company.world.log if entry["log_level"] == "error"]


async def test_a_deadline_finds_out_by_itself_and_people_leave() -> None:
    async with playing(*THREE) as company:
        table_id = await spoilt(company)
        await company.world.passes(600)
        incident = excuse(company)
        assert incident in company.board
        for person in company.people[1:]:
            assert "Vous avez quitté la table" in await person.types("tasse quitter")
        assert re.search("ne peut plus être lue", str(await company.host.types("tasse statut")))
        await company.host.types("tasse quitter")
        table = await company.world.bot.house.tables.table(table_id)
        assert (table.status, table.end.why) == (Status.CLOSED, "empty")


async def test_a_moderator_closes_it_and_anybody_may_look() -> None:
    async with playing(*THREE) as company:
        moderator, stranger = company.world.moderator("Modeste"), company.world.person("Zoé")
        await spoilt(company)
        assert "ne peut plus être lue" in await stranger.types("tasse statut")
        excuse(company)
        assert "La table est arrêtée" in await moderator.types("tasse stop")
        told = await stranger.types("des verifier")
        assert "Dés vérifiés" in told or "vérification" in told
