"""Computers that stand in for people, as those people see it."""

from __future__ import annotations

from tests.support.sim_tasse import gathered, playing

LINE = "🤖 L’ordinateur joue pour **{name}**, jusqu’au prochain appui."


async def test_the_board_says_for_whom_a_computer_plays_until_they_press_anything() -> None:
    async with playing("Anne", "Bob") as company:
        bob = company.people[1]
        await bob.presses(company.board, "away")
        assert LINE.format(name="Bob") in company.board
        assert LINE.format(name="Anne") not in company.board
        await company.host.presses(company.board, "hand")
        assert LINE.format(name="Bob") in company.board, "Anne is not Bob"
        await bob.presses(company.board, "hand")
        assert "L’ordinateur joue" not in company.board


async def test_a_refused_press_is_a_sign_too() -> None:
    async with playing("Anne", "Bob") as company:
        waits = next(one for one in company.people if f"**{one.name}** a la tasse" not in company.board)
        await waits.presses(company.board, "away")
        assert LINE.format(name=waits.name) in company.board
        assert "Ce n’est pas à vous" in await waits.presses(company.board, "roll")
        assert "L’ordinateur joue" not in company.board


async def test_strangers_have_no_seat_to_hand_over() -> None:
    async with playing("Anne", "Bob") as company:
        stranger = company.world.person("Zoé")
        assert "Vous n’êtes pas à cette table" in await stranger.presses(company.board, "away")


async def test_the_host_chooses_what_becomes_of_who_is_away() -> None:
    async with gathered("Anne", "Bob") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.presses(panel, "options", "1")
        await company.host.chooses(company.world.reread(panel), "option", "true", "stand_in")
        assert "Absents : un ordinateur joue" in company.board
        table = await company.world.bot.house.tables.table(1)
        assert table.manners.stand_in


async def test_nobody_is_called_by_private_message_for_whom_a_computer_plays() -> None:
    async with playing("Anne", "Bob") as company:
        (other,) = company.others
        letters = rf"/channels/{other.member.user.dm_channel.id}/messages$"
        await other.presses(company.board, "away")
        before = len(company.world.requests("POST", letters))
        roller, panel = await company.rolls("panel")
        await company.announces(roller, panel, "32")
        await company.world.passes(20)
        assert len(company.world.requests("POST", letters)) == before
