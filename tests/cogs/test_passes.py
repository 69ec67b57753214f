"""What a click allows: the clicked message is edited by its token, and nothing is lost when that fails."""

import pytest

from tests.support.sim import Paper, World
from tests.support.sim_tasse import Company, playing

THREE = ("Anne", "Bob", "Chloé")
BY_TOKEN = "/webhooks/*/messages/@original"


def edits(world: World, paper: Paper) -> tuple[int, int]:
    """How often this message was edited by the bot itself, and any by the token of a click."""
    ordinary = world.requests("PATCH", f"/channels/{paper.channel_id}/messages/{paper.id}$")
    return len(ordinary), len(world.requests("PATCH", "/webhooks/.*@original$"))


def by(token: str, world: World) -> int:
    """How many edits of the clicked message this token was tried for."""
    return len(world.requests("PATCH", f"/{token}/messages/@original$"))


async def acts_in_private(company: Company) -> None:
    """Roll and announce in the private message: the board follows, though nobody clicked it for that."""
    roller, paper = await company.rolls()
    await company.announces(roller, paper, "32")


async def clicked(company: Company) -> Paper:
    """Click the board so that it is redrawn; it is the same message afterwards."""
    board = company.board
    await company.holder.presses(board, "roll")
    assert company.board.id == board.id
    return board


async def test_a_board_that_was_clicked_follows_without_a_request_of_the_bot_s_own() -> None:
    async with playing(*THREE) as company:
        board = await clicked(company)
        before = edits(company.world, board)
        await company.announces(company.holder, company.holder.letter, "32")
        own, by_token = edits(company.world, board)
        assert own == before[0]
        assert by_token > before[1]
        assert "**32**" in company.world.reread(board)


async def test_after_fourteen_minutes_a_board_is_edited_by_the_bot_itself() -> None:
    async with playing(*THREE, rythme="détente") as company:
        board = await clicked(company)
        await company.world.passes(14 * 60)
        before = edits(company.world, board)
        await company.announces(company.holder, company.holder.letter, "32")
        assert edits(company.world, board) == (before[0] + 1, before[1])
        assert "**32**" in company.world.reread(board)


@pytest.mark.parametrize(
    ("status", "code", "requests"),
    [(404, 10015, 1), (401, 50027, 1), (404, 10008, 1), (403, 50001, 2), (400, 0, 1), (500, 0, 2)],
)
async def test_a_token_that_died_early_costs_nothing_but_a_request(
    status: int, code: int, requests: int
) -> None:
    """Or two, where the picture might be to blame, and words are tried."""
    async with playing(*THREE) as company:
        board = await clicked(company)
        token = company.world.bot.house.passes._passes[board.id].token
        company.world.env.inject_error("PATCH", BY_TOKEN, status=status, code=code, times=None)
        tried, (own, _) = by(token, company.world), edits(company.world, board)
        await company.announces(company.holder, company.holder.letter, "32")
        assert "**32**" in company.world.reread(board)
        assert company.board.id == board.id
        await company.rolls()
        assert edits(company.world, board)[0] > own
        assert by(token, company.world) - tried == requests


async def test_a_click_that_was_answered_aside_allows_nothing() -> None:
    """What @original means then is the answer that only the clicker sees."""
    async with playing(*THREE) as company:
        board, onlooker = company.board, company.others[0]
        aside = (await onlooker.presses(board, "hand")).paper
        known = set(company.world.bot.house.passes._passes)
        await company.others[0].presses(board, "rules")
        assert set(company.world.bot.house.passes._passes) == known == {board.id}
        await acts_in_private(company)
        assert company.world.reread(aside).components == aside.components
        assert "**32**" in company.world.reread(board)


async def test_the_answer_to_the_command_allows_edits_of_the_board_that_it_posted() -> None:
    async with playing(*THREE) as company:
        board = company.board
        own, by_token = edits(company.world, board)
        assert own == 0
        assert by_token > 0


async def test_a_private_message_that_was_clicked_follows_by_its_token() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        await company.world.passes(10)
        own = edits(company.world, paper)[0]
        await roller.types("tasse quitter")
        assert company.world.reread(paper).components != paper.components
        assert edits(company.world, paper)[0] == own


async def test_tokens_are_nowhere_but_in_memory() -> None:
    async with playing(*THREE) as company:
        await clicked(company)
        (allowed,) = company.world.bot.house.passes._passes.values()
        assert allowed.token
        assert allowed.token not in repr(allowed)
        assert allowed.token not in str(company.world.log)
