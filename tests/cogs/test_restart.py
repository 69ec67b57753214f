"""The process dies and another one goes on: with the same buttons, on the same messages, from a real file."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from db.store import SqliteStore
from tests.support.sim_tasse import gathered, one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "gobelet.db")
    yield opened
    await opened.close()


async def test_a_lobby_goes_on_after_a_restart(store: SqliteStore) -> None:
    async with gathered("Anne", "Bob", store=store) as company:
        before = company.board
        await company.world.restarts()
        assert company.board.id == before.id
        chloe = company.world.person("Chloé")
        await chloe.presses(company.board, "join")
        assert "3 places prises" in company.board
        await company.host.presses(company.board, "begin")
        assert "a la tasse" in company.board


async def test_a_game_goes_on_with_the_same_buttons(store: SqliteStore) -> None:
    async with playing(*THREE, store=store, seuil=1) as company:
        roller, paper = await company.rolls()
        messages = len(company.world.papers())
        letters = [len(person.letters) for person in company.people]
        await company.world.restarts()
        assert len(company.world.papers()) == messages
        assert [len(person.letters) for person in company.people] == letters
        await company.announces(roller, paper, "32")
        believer, letter = await company.rolls()
        await company.world.restarts(60)
        panel = (await believer.presses(company.board, "announce")).paper
        await company.world.restarts()
        await believer.chooses(panel, "say", "64")
        assert "**64**" in company.board
        assert company.world.has_gone(letter)
        await company.plays_on(one_sided("Bob"))


async def test_a_form_outlives_the_process(store: SqliteStore) -> None:
    async with playing(*THREE, store=store) as company:
        roller, paper = await company.rolls()
        form = await roller.presses(paper, "speak")
        await company.world.restarts()
        await roller.fills(form, paper, text="soixante-quatre")
        assert "**64**" in company.board


async def test_a_restart_after_every_press(store: SqliteStore) -> None:
    async with playing("Anne", "Bob", store=store, seuil=1) as company:
        choose = one_sided("Bob")
        for _ in range(60):
            if "rematch" in company.board.verbs:
                break
            person = company.waited_for()
            verb, value = choose(person, person.letter)
            await (
                person.chooses(person.letter, verb, value) if value else person.presses(person.letter, verb)
            )
            await company.world.restarts()
        assert "🏆" in company.board
        assert "Dés vérifiés" in await company.host.types("des verifier")


async def test_a_message_that_was_behind_is_caught_up(store: SqliteStore) -> None:
    async with playing(*THREE, store=store) as company:
        world, board, holder = company.world, str(company.board), company.holder
        world.thinking = 0
        await holder.presses(holder.letter, "roll")
        assert str(company.board) == board
        await world.restarts()
        assert "regarde ses dés" in company.board
        assert len(world.papers()) == 1


async def test_a_closed_table_stays_closed(store: SqliteStore) -> None:
    async with playing("Anne", "Bob", store=store) as company:
        await company.host.types("tasse stop")
        await company.world.restarts()
        assert "rematch" in company.board.verbs
        await company.host.presses(company.board, "rematch")
        assert "la table est ouverte" in company.board
