"""The dice of a table are counted from its log: those that were rolled, and no cards."""

from __future__ import annotations

from random import Random

from bot.insight.dice import Rolled
from bot.tables.digests.digester import Digester
from bot.tables.digests.rolling import count_dice
from bot.tables.looking import Looking
from bot.tables.model import Status
from bot.tables.proof.record import Line, Record
from tests.support.tables import ALL_GAMES, ANNE, BOB, House


def record(*lines: Line) -> Record:
    return Record(
        table=1,
        game="tasse",
        commitment="ab" * 32,
        seed="cd" * 32,
        seats=(),
        setup=None,
        entries=lines,
        position=None,
    )


def line(kind: str, *draws: tuple[int, int]) -> Line:
    return Line(seq=1, kind=kind, at=1, draws=draws)


def test_each_face_is_counted_whoever_rolled_it_and_whatever_for() -> None:
    lines = line("begin", (6, 3), (3, 3)), line("act", (6, 1), (6, 6)), line("expire", (6, 6), (20, 6))
    assert count_dice(record(*lines)) == Rolled((1, 0, 1, 0, 0, 2), 2, 1)
    assert count_dice(record(line("join"), line("begin"))) == Rolled(tables=1)


def test_the_order_of_cards_is_no_dice_even_where_six_of_them_are_left() -> None:
    lines = line("shuffle", (7, 2), (6, 2), (5, 2)), line("begin", (6, 4))
    assert count_dice(record(*lines)) == Rolled((0, 0, 0, 1, 0, 0), 3, 1)


async def rolled_once(house: House) -> int:
    """A game of DESfausse that is stopped once the hands of its two players are rolled: six dice each."""
    table = await house.playing(ANNE, BOB, game="desfausse")
    assert (await house.tables.stop(house.ask(ANNE), table.id)).status is Status.CLOSED
    return table.id


async def test_a_game_that_is_over_leaves_its_dice_with_its_digest() -> None:
    house = House()
    table_id = await rolled_once(house)
    assert await house.store.insight.rolled(10) == {}, "before it is looked back on"
    await Digester(house.tables, house.store.insight).digest(table_id, 0)
    drawn = [draw for entry in await house.store.log(table_id) for draw in entry.draws]
    dice = [outcome for sides, outcome in drawn if sides == 6]
    assert len(dice) == 12
    found = (await house.store.insight.rolled(10))["desfausse"]
    assert found.faces == tuple(dice.count(face) for face in range(1, 7))
    assert (found.others, found.tables) == (len(drawn) - len(dice), 1)


async def test_dice_of_a_running_game_are_in_no_sum() -> None:
    house = House()
    table = await house.playing(ANNE, BOB, game="desfausse")
    await Digester(house.tables, house.store.insight).digest(table.id, 0)
    assert await house.store.insight.rolled_everywhere() == {}


async def test_dice_of_a_game_whose_rules_are_gone_are_counted_all_the_same() -> None:
    house = House()
    table_id = await rolled_once(house)
    others = {name: game for name, game in ALL_GAMES.items() if name != "desfausse"}
    tables = Looking(house.store, others, house.clock, Random(1))
    await Digester(tables, house.store.insight).digest(table_id, 0)
    assert (await house.store.insight.rolled(10))["desfausse"].dice == 12
