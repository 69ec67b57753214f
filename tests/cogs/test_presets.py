"""A kind of table chosen at once: with the command, and among the lobby's options."""

from __future__ import annotations

from tests.support.sim_tasse import gathered


async def test_a_short_game_is_opened_with_one_word() -> None:
    async with gathered("Anne", "Bob", format="short") as company:
        assert "à 5 points" in company.board
        assert "Tempo" not in company.board


async def test_what_was_typed_goes_before_the_preset() -> None:
    async with gathered("Anne", "Bob", format="first", seuil=7) as company:
        assert "à 7 points" in company.board
        assert "guidées" in company.board
        await company.host.presses(company.board, "begin")
        assert 170 < company.seconds_left <= 180


async def test_the_host_chooses_a_preset_among_the_options_and_goes_back() -> None:
    async with gathered("Anne", "Bob") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        answer = await company.host.chooses(panel, "option", '"first"', "preset")
        assert "découverte : 5 points" in answer.paper
        assert "Tempo : tranquille" in company.board
        await company.host.chooses(answer.paper, "option", '"usual"', "preset")
        assert "Réglages habituels" in company.board
        assert "Tempo" not in company.board
