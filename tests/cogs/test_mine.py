"""`/mes-parties` and `/mes-donnees`."""

import json

from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import gathered, one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


async def test_no_table_is_mine() -> None:
    async with opened("Anne") as world:
        assert "Vous n’êtes à aucune table" in await world.people["Anne"].types("mes-parties")


async def test_my_tables_say_whose_turn_it_is() -> None:
    async with playing(*THREE) as company:
        assert "à vous de jouer" in await company.holder.types("mes-parties")
        other = company.others[0]
        assert f"c’est à {company.holder.name}" in await other.types("mes-parties")
        await company.host.types("tasse stop")
        assert "Vous n’êtes à aucune table" in await other.types("mes-parties")


async def test_my_data_come_by_private_message() -> None:
    async with playing(*THREE) as company:
        bob = company.people[1]
        await company.rolls()
        assert "parties en message privé" in await bob.types("mes-donnees exporter")
        (file,) = bob.letter.page.attachments
        data = json.loads(company.world.file(file))
        assert data["user_id"] == bob.id
        assert [seat["name"] for seat in data["seats"]] == ["Bob"]
        assert "seed" not in json.dumps(data)


async def test_my_data_with_closed_private_messages() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        anne.closes_private_messages()
        assert "messages privés sont fermés" in await anne.types("mes-donnees exporter")


async def test_erasing_asks_first_and_leaves_the_table() -> None:
    async with playing(*THREE, seuil=2) as company:
        bob = company.people[1]
        asked = (await bob.types("mes-donnees effacer")).paper
        assert "C’est définitif" in asked
        assert "**Bob** 0" in company.board
        await bob.presses(asked, "erase")
        assert "C’est fait" in company.world.reread(asked)
        assert "Bob" not in company.board
        await company.plays_on(one_sided("Anne"))
        assert "Bob" not in company.board
        assert "Anonyme" in company.board


async def erases(person: Person) -> None:
    await person.erases()


async def tables_of_the_past(world: World, count: int) -> list[Paper]:
    """So many games of Anne and Bob, each stopped in a channel of its own; their boards, oldest first."""
    anne, bob = world.people["Anne"], world.people["Bob"]
    boards = []
    for n in range(count):
        channel = world.guild.create_text_channel(f"salon-{n}")
        await anne.types("tasse start", channel)
        await bob.presses(world.board_in(channel), "join")
        await anne.presses(world.board_in(channel), "begin")
        await anne.types("tasse stop", channel)
        boards.append(world.board_in(channel))
    await world.passes(15 * 60)  # so long ago that no click on them allows an edit any more
    assert all("Bob" in board for board in boards)
    return boards


async def test_an_erased_name_leaves_the_boards_of_the_past() -> None:
    async with opened("Anne", "Bob") as world:
        boards = await tables_of_the_past(world, 3)
        await world.moderator("Modeste").deletes(boards[1])
        await erases(world.people["Bob"])
        await world.passes(10)
        for board in (boards[0], boards[2]):
            assert "Bob" not in world.reread(board)
            assert "Anonyme" in world.reread(board)
            assert "Anne" in world.reread(board)
        assert world.has_gone(boards[1])
        lost = world.guild.channels["salon-1"]
        assert world.papers(lost) == []


async def test_an_erased_name_leaves_the_board_of_a_table_that_plays_on() -> None:
    async with playing(*THREE) as company:
        bob = company.people[1]
        await bob.types("tasse quitter")
        assert "Bob" in company.board
        await erases(bob)
        assert "Bob" not in company.board
        assert "a la tasse" in company.board


async def test_a_board_that_cannot_be_redrawn_now_is_redrawn_later() -> None:
    async with opened("Anne", "Bob") as world:
        (board,) = await tables_of_the_past(world, 1)
        path = f"/channels/{board.channel_id}/messages/{board.id}"
        world.env.inject_error("PATCH", path, status=400, code=30046, message="Too many edits", times=2)
        await erases(world.people["Bob"])
        await world.passes(2)
        assert "Bob" in world.reread(board)
        await world.passes(60)
        assert "Bob" not in world.reread(board)


async def test_a_crash_does_not_stop_the_redrawing() -> None:
    async with opened("Anne", "Bob") as world:
        boards = await tables_of_the_past(world, 4)
        await erases(world.people["Bob"])
        assert any("Bob" in world.reread(board) for board in boards)
        await world.restarts()
        await world.passes(10)
        assert not any("Bob" in world.reread(board) for board in boards)
        assert await world.store.facts("redraw") == {}


async def test_a_board_without_the_name_is_left_alone() -> None:
    async with gathered("Anne", "Bob") as company:
        anne, bob = company.people
        await anne.types("tasse stop")
        assert "Bob" not in company.board
        path = f"/channels/{company.channel.id}/messages/{company.board.id}"
        edits = len(company.world.requests("PATCH", path))
        await erases(bob)
        await company.world.passes(5)
        assert len(company.world.requests("PATCH", path)) == edits
