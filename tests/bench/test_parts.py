"""`python -m bench`: a part that fails says so, the others go on; every part can be imported and measured."""

import importlib
import random
import sys
from types import ModuleType
from typing import Any

import pytest

from bench import __main__ as bench
from bench.codec import middle
from bench.memory import CHANNELS, ROLES, make_server
from engines import GAMES
from playground.world import World


def test_every_part_can_be_measured() -> None:
    for name in bench.PARTS:
        part = importlib.import_module(f"bench.{name}")
        assert callable(part.measure)
        assert part.__doc__


def test_rows_that_come_one_by_one_are_printed_and_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    part: Any = ModuleType("bench.flowing")
    part.measure = lambda: iter([("Q1 all together / difflib", "0.123")])
    monkeypatch.setitem(sys.modules, "bench.flowing", part)
    monkeypatch.setattr(bench, "PARTS", ("flowing",))
    assert bench.main([]) == 0
    assert capsys.readouterr().out.count("0.123") == 2, "as its row, and in the table"


def test_a_part_that_fails_says_so_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, rows in (("broken", None), ("whole_one", [("a row", "1.0")])):
        part: Any = ModuleType(f"bench.{name}")
        part.__doc__ = name
        part.measure = lambda rows=rows: rows or [][1]
        monkeypatch.setitem(sys.modules, f"bench.{name}", part)
    monkeypatch.setattr(bench, "PARTS", ("broken", "whole_one"))
    assert bench.main(["broken", "whole_one"]) == 1
    printed = capsys.readouterr()
    assert "broken FAILED" in printed.out
    assert "a row" in printed.out
    assert "IndexError" in printed.err
    assert bench.main(["whole_one"]) == 0


@pytest.mark.parametrize("game", GAMES)
def test_the_codec_is_measured_on_a_position_of_any_game(game: str) -> None:
    _, position = middle(game, random.Random(1).randrange(5, 15))
    assert GAMES[game].positions.load(GAMES[game].positions.dump(position)) == position


async def test_a_server_has_its_channels_and_roles() -> None:
    world = World()
    one, other = make_server(world), make_server(world)
    assert len(one["channels"]) == CHANNELS
    assert len(one["roles"]) == ROLES
    ids = [each["id"] for server in (one, other) for each in (server, *server["channels"])]
    assert len(set(ids)) == len(ids)
    assert str(world.guild_id) not in ids
