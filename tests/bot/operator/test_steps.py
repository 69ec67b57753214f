"""`replay --steps` tells a closed table step by step, and says why one cannot be told."""

from __future__ import annotations

from tests.bot.operator.conftest import Desk
from tests.support.tables import ANNE, BOB, House


async def play(house: House) -> int:
    """A game of Débâcle that somebody leaves at once."""
    table = await house.playing(ANNE, BOB, game="debacle")
    return (await house.tables.quit(house.ask(BOB), table.id)).id


def test_a_closed_table_is_told_in_either_language(desk: Desk) -> None:
    closed = str(desk.happen(play))
    told = desk.type("replay", closed, "--steps")
    assert (told.status, told.wrong) == (0, "")
    steps = told.text.strip().split("\n\n")
    assert len(steps) == 2
    assert "Step 1 of 2 · the game begins · 2023-11-14 " in steps[0]
    assert "Step 2 of 2 · nom 2 leaves the table · 2023-11-14 " in steps[1]
    assert "nom 1 (Red) wins the game!" in steps[1]
    assert not any(mark in told.text for mark in ("**", "<t:", "<:", "-#"))
    french = desk.type("replay", closed, "--steps", "--language", "fr").text
    assert "Étape 2 sur 2 · nom 2 quitte la table" in french


def test_a_table_that_is_not_over_keeps_its_secrets(desk: Desk) -> None:
    live = desk.happen(lambda house: house.playing(ANNE, BOB, game="debacle"))
    told = desk.type("replay", str(live.id), "--steps")
    assert told.status != 0
    assert "not over yet" in told.wrong
    assert desk.type("replay", str(live.id)).status == 0, "its log can be checked all the same"


def test_a_game_that_never_began_has_no_steps(desk: Desk) -> None:
    async def give_up(house: House) -> int:
        lobby = await house.lobby(ANNE, BOB, game="debacle")
        return (await house.tables.stop(house.ask(ANNE), lobby.id)).id

    told = desk.type("replay", str(desk.happen(give_up)), "--steps")
    assert told.status != 0
    assert "never began" in told.wrong
