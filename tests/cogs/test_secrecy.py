"""Two games that differ only in dice nobody may know look the same to whoever may not know them."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from bot.tables.proof.dice import Seed
from tests.support.sim import World
from tests.support.sim_tasse import Company, dice_in, gathered

THREE = ("Anne", "Bob", "Chloé")
_HEX = re.compile(r"[0-9a-f]{16,64}")


def _only(number: int) -> Callable[[], Seed]:
    return lambda: Seed(number.to_bytes(32, "big"))


def _sent(world: World, private_to: int | None) -> list[Any]:
    """Everything sent in order, except to the private channel of one person; promises are made equal."""
    hidden = None
    if private_to is not None:
        hidden = world.people[list(world.people)[private_to]].member.user.dm_channel.id
    return [
        (request.method, request.path, _HEX.sub("#", str(request.json)))
        for request in world.env.http_requests
        if world.place(request) != hidden or hidden is None
        if "/callback" not in request.path
    ]


async def _anne_rolls(number: int, announce: str | None) -> tuple[str, list[Any], list[str]]:
    """Anne begins, rolls (and says something): her dice, what others were sent, and what they are shown."""
    async with gathered(*THREE, new_seed=_only(number)) as company:
        await _let_first_begin(company)
        anne, *others = company.people
        panel = anne.letter
        await anne.presses(panel, "roll")
        dice = dice_in(company.world.reread(panel))
        if announce is not None:
            await anne.chooses(company.world.reread(panel), "say", announce)
        shown = [str((await person.presses(company.board, "hand")).paper) for person in others]
        shown += [str(letter) for person in others for letter in person.letters]
        shown.append(_HEX.sub("#", str(company.board)))
        return dice, _sent(company.world, private_to=0), shown


async def _let_first_begin(company: Company) -> None:
    panel = (await company.host.presses(company.board, "options")).paper
    await company.host.chooses(panel, "option", '"1"', "first")
    await company.host.presses(company.board, "begin")


@pytest.mark.parametrize("announce", [None, "21"])
async def test_other_dice_change_nothing_for_others(announce: str | None) -> None:
    first, sent, shown = await _anne_rolls(1, announce)
    for number in count(2):
        dice, other_sent, other_shown = await _anne_rolls(number, announce)
        assert other_sent == sent
        assert other_shown == shown
        if dice != first and number > 3:
            return


async def test_the_seed_is_told_at_the_end_and_not_before() -> None:
    seed = Seed((7).to_bytes(32, "big"))
    async with gathered(*THREE, new_seed=lambda: seed) as company:
        await company.host.presses(company.board, "begin")
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "21")
        await company.host.types("tasse statut")
        await company.host.types("mes-donnees exporter")
        assert seed.hex not in str([request.json for request in company.world.env.http_requests])
        assert seed.commitment[:16] in str([request.json for request in company.world.env.http_requests])
        await company.host.types("tasse stop")
        assert seed.hex in company.board


async def test_dice_are_never_in_the_channel_before_they_are_shown() -> None:
    async with gathered(*THREE) as company:
        await company.host.presses(company.board, "begin")
        for score in ("32", "41", "64"):
            roller, paper = await company.rolls()
            assert "🎲" in paper
            await company.announces(roller, paper, score)
            public = [str(each) for each in company.world.papers()]
            assert not any("🎲" in each or "gobelet_de_" in each for each in public)
