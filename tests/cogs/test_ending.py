"""The end of a game is news: a new message that calls the players once, and the way to the rematch."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from db.store import SqliteStore
from tests.support.sim_tasse import Company, one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


def calls(company: Company) -> list[Any]:
    """The requests that call somebody, with whom."""
    sent = [
        request
        for method in ("POST", "PATCH")
        for request in company.world.requests(method)
        if isinstance(request.json, dict)
    ]
    bodies = [request.json.get("data", request.json) for request in sent]
    return [users for body in bodies if (users := body.get("allowed_mentions", {}).get("users"))]


def ids(company: Company) -> list[str]:
    return [str(person.id) for person in company.people]


async def test_the_end_is_a_new_message_that_calls_everybody_once(store: SqliteStore) -> None:
    async with playing(*THREE, store=store, seuil=1) as company:
        before = company.board
        await company.plays_on(one_sided("Bob"))
        over = company.board
        assert over.id != before.id
        assert "🏆 **Bob** gagne la partie !" in over
        assert all(f"<@{user}>" in over for user in ids(company))
        assert calls(company) == [ids(company)]
        old = company.world.reread(before)
        assert "la partie est finie, le résultat est plus bas" in old
        assert old.pieces == []
        assert old.links == [
            f"https://discord.com/channels/{company.world.guild.id}/{over.channel_id}/{over.id}"
        ]
        messages = len(company.world.papers())
        await company.world.restarts()
        await company.host.presses(company.board, "rules")
        publisher = company.world.bot.house.publisher
        await company.world.run(lambda: publisher.boards.refresh(1))
        publisher.publish_soon(1)
        await company.world.passes(10)
        assert len(company.world.papers()) == messages
        assert calls(company) == [ids(company)]


async def test_a_table_that_is_stopped_calls_nobody_and_stays_where_it_is() -> None:
    async with playing(*THREE) as company:
        before = company.board
        await company.host.types("tasse stop")
        await company.world.passes(10)
        assert company.board.id == before.id
        assert "avant la fin" in company.board
        assert calls(company) == []


async def test_who_has_left_is_not_called() -> None:
    async with playing(*THREE, seuil=1) as company:
        await company.people[2].types("tasse quitter")
        await company.plays_on(one_sided("Bob"))
        assert calls(company) == [ids(company)[:2]]


async def test_a_rematch_calls_those_for_whom_it_keeps_a_seat_and_the_old_board_leads_there() -> None:
    async with playing(*THREE, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over = company.board
        anne, bob, chloe = company.people
        await bob.presses(over, "rematch")
        await company.world.passes(10)
        lobby = company.board
        assert calls(company) == [ids(company), [str(anne.id), str(chloe.id)]]
        assert f"<@{anne.id}>" in lobby
        way = f"https://discord.com/channels/{company.world.guild.id}/{lobby.channel_id}/{lobby.id}"
        assert company.world.reread(over).links == [way]
        assert "rematch" not in company.world.reread(over).verbs
        await anne.presses(lobby, "join")
        await chloe.presses(company.board, "join")
        await bob.presses(company.board, "begin")
        assert len(calls(company)) == 2
