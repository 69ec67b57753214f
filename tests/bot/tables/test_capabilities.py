"""What a game has beyond every game, and that the shared runtime knows no single one."""

import re
from pathlib import Path

import pytest

import bot.tables
from bot.tables.errors import Denied
from bot.tables.playing.capabilities.registry import hooks_of
from bot.tables.playing.capabilities.teams import TeamHooks
from bot.tables.proof.sealing import is_veiled, veil
from engines import GAMES
from engines.core.capabilities import Capability
from tests.support.coin import Coin
from tests.support.tables import ALL_GAMES, ANNE, House

HAS = {
    "tasse": set(),
    "desfausse": set(),
    "diavolo": {Capability.RACES},
    "debacle": {Capability.DRAFTS, Capability.AGREEMENTS},
    "defizz": {Capability.TEAMS, Capability.DECKS, Capability.RACES, Capability.HOST_COMMANDS},
    "coin": {Capability.TEAMS},
}
SOURCES = sorted(Path(bot.tables.__path__[0]).rglob("*.py"))
OF_ONE_GAME = r"quiz|riddles?|cups?|gems?|pawns?|chips?"
"""What only one of the games has: not a word of the shared runtime. Questions are asked of any player."""


@pytest.mark.parametrize("name", HAS)
def test_a_game_has_what_it_defines(name: str) -> None:
    assert ALL_GAMES[name].capabilities == HAS[name]


def test_a_game_that_defines_more_has_more() -> None:
    class Other(Coin):
        drafts = True
        agreements = frozenset({"settle"})
        host_commands = lambda self, state: ("settle",)  # noqa: E731
        stamp = lambda self, action, order: action  # noqa: E731

    assert Other().capabilities == set(Capability) - {Capability.DECKS}


def test_only_what_a_game_has_takes_part_in_its_steps() -> None:
    assert hooks_of(GAMES["tasse"]) == ()
    assert [type(hooks) for hooks in hooks_of(Coin())] == [TeamHooks]
    assert len(hooks_of(GAMES["defizz"])) == 2
    assert len(hooks_of(GAMES["debacle"])) == 1


def test_the_shared_runtime_names_no_game() -> None:
    words = re.compile(rf"\b({'|'.join(GAMES)}|d[ée]fizz|d[ée]b[âa]cle|{OF_ONE_GAME})\b", re.IGNORECASE)
    named = {path.name: words.findall(path.read_text(encoding="utf-8")) for path in SOURCES}
    assert named
    assert {name: found for name, found in named.items() if found} == {}


async def test_a_capability_that_a_game_lacks_is_refused_in_words(house: House) -> None:
    table = await house.playing(ANNE, 2)
    for wish, reason in (
        (house.tables.decks.report(ANNE, table.id, "a", 0, "x"), "no_such_part"),
        (house.tables.agreements.offer(house.ask(ANNE), table.id, "settle"), "nothing_to_do"),
        (house.tables.agreements.accept(house.ask(ANNE), table.id), "no_offer"),
    ):
        with pytest.raises(Denied, match=reason):
            await wish


def test_a_veiled_card_is_told_from_one_that_is_shown() -> None:
    card = {"id": "a", "pile": "x", "text": "…"}
    assert not is_veiled(card)
    assert is_veiled(veil(card, None))
    assert is_veiled(veil(card, b"salt"))
