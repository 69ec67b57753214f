"""What is kept of a game that is over: places, facts, dice, whether it counts; and its steps."""

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from bot.insight.luck import Rolled
from bot.tables.digests.digesting import Digester, count_dice, make_digest
from bot.tables.looking import Looking
from bot.tables.model import Computer, End, Held, Manners, Person, Seat, Status, Table, Vault
from bot.tables.past.replays import Replays
from bot.tables.proof.record import Line, Record
from bot.tables.rated import why_unrated
from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.game import AnyGame
from engines.core.records import AnyState
from engines.core.replacing import replace as remake
from engines.defizz.shelf import HOUSE_DECKS
from players.core.player import Level
from tests.support.counting_store import Counting
from tests.support.stored import new_table, seat
from tests.support.tables import ALL_GAMES, ANNE, BOB, House, why_denied

BOT = Seat("2", (Person(None, "Basile", 5, computer=Computer(Level.EASY, "basile")),))


def ended(**facts: Any) -> Table:
    """A table of two people whose game is over."""
    usual = {"status": Status.CLOSED, "end": End("over", ("1",)), "seats": (seat("1", 1), seat("2", 2))}
    return new_table(**(usual | facts))


def begun(name: str, **options: Any) -> tuple[AnyGame, AnyState]:
    game = GAMES[name]
    setup = game.setup(("1", "2", "3") if name == "diavolo" else ("1", "2"), options)
    return game, game.start(setup, SeededDraws(b"seed", "test")).state


@pytest.mark.parametrize(
    ("facts", "why"),
    [
        ({}, None),
        *(
            ({"end": End(why)}, why)
            for why in ("stopped", "empty", "abandoned", "left", "operator", "restored")
        ),
        ({"manners": Manners(friendly=True)}, "friendly"),
        ({"manners": Manners(accessible=True)}, None),
        ({"guild_id": -5}, "private"),
        ({"seats": (seat("1", 1), BOT)}, "computers"),
        ({"seats": (seat("1", 1, 2),)}, "alone"),
        ({"seats": (seat("1", 1), replace(seat("2", 2), autopilot=Level.EASY))}, "autopilot"),
        ({"seats": (seat("1", 1), seat("2", 2, left=True))}, None),
        ({"manners": Manners(hints=True, at_once=True, by_word=True, stand_in=True, thread=True)}, None),
    ],
)
def test_a_table_tells_by_itself_why_it_does_not_count(facts: dict[str, Any], why: str | None) -> None:
    game, state = begun("tasse")
    assert why_unrated(ended(**facts), game, state) == why
    assert why_unrated(ended(**facts), None, None) == why, "whether or not its rules are known"


def test_a_deck_of_the_servers_own_is_known_to_who_made_it() -> None:
    game = GAMES["defizz"]
    for name in HOUSE_DECKS:
        assert why_unrated(ended(manners=Manners(deck=name)), game, None) is None
    assert why_unrated(ended(manners=Manners(deck="Le nôtre")), game, None) == "own_deck"
    assert why_unrated(ended(manners=Manners(deck="Le nôtre")), GAMES["tasse"], None) is None, "no cards"


def test_more_time_makes_another_game_only_of_one_of_quickness() -> None:
    slow = {
        name: why_unrated(ended(manners=Manners(accessible=True)), game, None) for name, game in GAMES.items()
    }
    assert slow.pop("diavolo") == "accessible"
    assert slow == dict.fromkeys(slow)


def test_easier_races_do_not_count() -> None:
    three = (seat("1", 1), seat("2", 2), seat("3", 3))
    for options, why in (({}, None), ({"children": True}, "children"), ({"learning": True}, "learning")):
        game, state = begun("diavolo", **options)
        assert why_unrated(ended(game="diavolo", seats=three), game, state) == why


@pytest.mark.parametrize(
    ("turn", "number", "gone", "why"),
    [(10, 1, True, "early"), (11, 1, True, None), (2, 2, True, None), (3, 1, False, None)],
)
def test_a_game_that_somebody_left_counts_from_ten_turns_on(
    turn: int, number: int, gone: bool, why: str | None
) -> None:
    game, state = begun("debacle")
    left = ("2",) if gone else ()
    position = remake(state.position, turn=turn, round=number, gone=left) if gone else state.position
    assert why_unrated(ended(game="debacle"), game, replace(state, position=position)) == why


def test_evenings_have_seasons_of_their_own() -> None:
    assert GAMES["soiree"].unrated(None) == "evening"
    assert not GAMES["soiree"].rated
    assert all(game.rated for name, game in GAMES.items() if name != "soiree")


async def over(house: House, *users: int) -> tuple[Table, Held, Record]:
    """A game of coins that is over, as it is held, and what its record tells."""
    table = await house.over(*(users or (ANNE, BOB)))
    return table, await house.held(table.id), await house.tables.whole_record(table.id)


async def test_who_had_a_computer_play_and_came_back_is_found_in_the_log(house: House) -> None:
    _, held, record = await over(house)
    game = house.tables.game("coin")
    assert make_digest(held, record, game).unrated is None
    decided = Line(seq=99, kind="decide", at=1, seat="2", payload={})
    stood_in = record.model_copy(update={"entries": (*record.entries, decided)})
    digest = make_digest(held, stood_in, game)
    assert (digest.unrated, digest.told) == ("autopilot", None)


async def test_a_digest_goes_by_the_numbers_of_seats(house: House) -> None:
    table, held, record = await over(house, ANNE, BOB, 3)
    digest = make_digest(held, record, house.tables.game("coin"))
    (winner,) = table.end.winners
    ordinal = [one.name for one in table.seats].index(winner)
    assert sorted(digest.places) == sorted(digest.facts) == [0, 1, 2]
    assert digest.places[ordinal] == 1
    assert [sheet["won"] for _, sheet in sorted(digest.facts.items())] == [n == ordinal for n in range(3)]
    assert all(sheet["place"] == digest.places[n] for n, sheet in digest.facts.items())


async def test_without_a_log_the_last_state_tells_the_places_and_nobody_the_facts(house: House) -> None:
    _, held, record = await over(house)
    game = house.tables.game("coin")
    other = record.model_copy(update={"rules": 9, "entries": tuple(map(by_other_rules, record.entries))})
    for digest in (make_digest(held, other, game), make_digest(held, None, game)):
        assert sorted((digest.places or {}).values()) == [1, 2]
        assert digest.facts is None
    assert make_digest(held, record, None).places is None
    assert make_digest(Held(held.table, Vault(held.vault.seed)), None, game).places is None


def by_other_rules(line: Line) -> Line:
    return line.model_copy(update={"payload": {"rules": 9}}) if line.kind == "begin" else line


# -- dice --------------------------------------------------------------------------------------------------


def record(*lines: Line) -> Record:
    told = {"table": 1, "game": "tasse", "commitment": "ab" * 32, "seed": "cd" * 32}
    return Record(**told, seats=(), setup=None, entries=lines, position=None)


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


async def test_a_game_that_is_over_leaves_its_dice_with_its_digest(house: House) -> None:
    table_id = await rolled_once(house)
    assert await house.store.insight.rolled(10) == {}, "before it is looked back on"
    await Digester(house.tables, house.store.insight).digest(table_id, 0)
    drawn = [draw for entry in await house.store.log(table_id) for draw in entry.draws]
    dice = [outcome for sides, outcome in drawn if sides == 6]
    assert len(dice) == 12
    found = (await house.store.insight.rolled(10))["desfausse"]
    assert found.faces == tuple(dice.count(face) for face in range(1, 7))
    assert (found.others, found.tables) == (len(drawn) - len(dice), 1)


async def test_dice_of_a_running_game_are_in_no_sum(house: House) -> None:
    table = await house.playing(ANNE, BOB, game="desfausse")
    await Digester(house.tables, house.store.insight).digest(table.id, 0)
    assert await house.store.insight.rolled_everywhere() == {}


async def test_dice_of_a_game_whose_rules_are_gone_are_counted_all_the_same(house: House) -> None:
    table_id = await rolled_once(house)
    others = {name: game for name, game in ALL_GAMES.items() if name != "desfausse"}
    tables = Looking(house.store, others, house.clock, Random(1))
    await Digester(tables, house.store.insight).digest(table_id, 0)
    assert (await house.store.insight.rolled(10))["desfausse"].dice == 12


# -- looking back ------------------------------------------------------------------------------------------


READERS = 25


async def broken_off(house: House) -> int:
    """A game of coins that was stopped in the middle."""
    table = await house.playing(ANNE, BOB)
    for _ in range(4):
        await house.act(table.id)
    return (await house.tables.stop(house.ask(ANNE), table.id)).id


async def test_readers_at_the_same_time_have_it_played_again_once() -> None:
    house = House(Counting())
    table_id, replays = await broken_off(house), Replays(house.tables)
    house.store.asked.clear()
    pasts = await asyncio.gather(*(replays.past(table_id) for _ in range(READERS)))
    assert house.store.asked["log"] == 1
    assert len({len(past.frames) for past in pasts}) == 1
    assert len(pasts[0].frames) == 5, "the beginning, and what was done"


async def test_only_the_tables_looked_at_last_are_kept() -> None:
    house = House(Counting())
    tables = [await broken_off(house) for _ in range(3)]
    replays = Replays(house.tables, most=2)
    for table_id in tables:
        await replays.past(table_id)
    assert len(replays) == 2
    house.store.asked.clear()
    await replays.past(tables[1])
    await replays.past(tables[2])
    assert house.store.asked["log"] == 0
    await replays.past(tables[0])
    assert house.store.asked["log"] == 1


async def test_a_table_that_is_not_closed_is_refused_whatever_its_status(house: House) -> None:
    lobby = await house.lobby(ANNE, BOB)
    replays = Replays(house.tables)
    assert await why_denied(replays.past(lobby.id)) == "still_played"
    table = await house.tables.begin(house.ask(ANNE), lobby.id)
    assert await why_denied(replays.past(table.id)) == "still_played"
    await house.tables.stop(house.ask(ANNE), table.id)
    assert len((await replays.past(table.id)).frames) == 1
    lobby = await house.lobby(ANNE, BOB)
    await house.tables.stop(house.ask(ANNE), lobby.id)
    assert await why_denied(replays.past(lobby.id)) == "never_played"


async def test_what_was_kept_goes_with_the_log_of_a_table_that_is_forgotten(house: House) -> None:
    table_id, replays = await broken_off(house), Replays(house.tables)
    assert (await replays.past(table_id)).frames
    await house.store.forget([table_id], house.clock.now())
    assert await why_denied(replays.past(table_id)) == "forgotten"
    assert len(replays) == 0


async def test_names_that_were_erased_by_another_process_are_kept_nowhere(house: House) -> None:
    table_id, replays = await broken_off(house), Replays(house.tables)
    seen = await replays.past(table_id)
    assert [person.user_id for person in seen.table.people()] == [ANNE, BOB]
    other = House(house.store, house.clock)
    await other.tables.erase(BOB, house.store)
    again = await replays.past(table_id)
    assert [(person.user_id, person.name) for person in again.table.people()] == [(ANNE, "nom 1"), (None, "")]
