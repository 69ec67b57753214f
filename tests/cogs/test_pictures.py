"""Pictures on their way through the whole house: painted, drawn anew, taken away, refused."""

from __future__ import annotations

import pytest

from tests.support.pictures import opened
from tests.support.sim import Paper, Person
from tests.support.sim_company import Company, begun


class Players(Company):
    """Two people at a table of Débâcle."""

    game = "debacle"

    @property
    def mover(self) -> Person:
        return self.named(r"C’est à \S+ \*\*(\w+)\*\* \(\w+\)")

    async def acts(self) -> None:
        """Whoever's turn it is does the first thing that their first die can do, from the board."""
        cell = self.board.piece("die", is_list=True).values[0]
        answer = await self.mover.chooses(self.board, "die", cell)
        deed = next(piece for piece in answer.paper.pieces if piece.verb == "do")
        await self.mover.presses(answer.paper, "do", deed.arg)

    def picture_of(self, paper: Paper) -> bytes:
        """The one file of a message."""
        (file,) = paper.files
        assert file.filename == "debacle.png"
        return self.world.file(file)

    def refuse(self, method: str, channel_id: int, status: int, code: int) -> None:
        """Let Discord refuse the bot’s next message or edit in a channel, also by the token of a click."""
        path = f"/channels/{channel_id}/messages"
        ways = [path + "/*", "/webhooks/*/messages/@original"] if method == "PATCH" else [path]
        for way in ways:
            self.world.env.inject_error(method, way, status=status, code=code, message="No files here")


async def test_the_board_is_a_picture_with_its_position_in_words() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        (alt,) = company.board.pictures
        assert "Rouge, 6 dés : a1=1, b1=2" in alt
        assert opened(company.picture_of(company.board)).size > (600, 400)
        assert "```" not in company.board


async def test_an_action_brings_a_new_picture_in_the_place_of_the_old_one() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        before = company.board
        first = company.picture_of(before)
        await company.acts()
        assert company.board.id == before.id
        assert company.picture_of(company.board) != first
        assert company.board.pictures != before.pictures


@pytest.mark.parametrize(("status", "code"), [(403, 50013), (413, 0), (400, 40005)])
async def test_a_channel_that_takes_no_files_gets_the_text_board(status: int, code: int) -> None:
    async with begun(Players, "Anne", "Bob") as company:
        company.refuse("PATCH", company.channel.id, status, code)
        await company.acts()
        assert company.board.files == company.board.pictures == []
        assert "R = Rouge, N = Noir" in company.board
        assert "die" in company.board.verbs or "undo" in company.board.verbs
        await company.acts()  # and the game goes on, with a picture as soon as there may be one
        assert company.board.files
        assert "```" not in company.board


async def test_a_private_message_without_files_has_the_text_board_too() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        mover = company.mover
        (other,) = (person for person in company.people if person is not mover)
        company.refuse("POST", other.member.user.dm_channel.id, 403, 50013)
        await company.acts()
        await company.acts()
        await mover.presses(company.board, "pass") if "pass" in company.board.verbs else None
        assert company.mover is other
        assert other.letter.files == []
        assert "R = Rouge, N = Noir" in other.letter


async def test_a_board_that_has_moved_keeps_no_picture() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        before = company.board
        await company.host.types("debacle statut")
        assert company.board.id != before.id
        assert company.picture_of(company.board)
        old = company.world.reread(before)
        assert old.files == old.pictures == []
