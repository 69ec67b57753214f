"""La Tasse by buttons, lists and the form: both phases, by private message and by the private panel."""

import pytest

from tests.support.sim_tasse import Way, cautious, playing

WAYS: tuple[Way, ...] = ("letter", "panel")


@pytest.mark.parametrize("way", WAYS)
async def test_a_whole_game(way: Way) -> None:
    async with playing("Anne", "Bob", "Chloé", seuil=2) as company:
        presses = await company.plays_on(cautious, way)
        assert presses > 5
        assert "🏆" in company.board
        assert "Classement" in company.board
