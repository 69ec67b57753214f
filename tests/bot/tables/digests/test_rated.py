"""Whether a table counts, as far as it tells by itself: every reason there is, and none too many."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bot.tables.computer import Computer
from bot.tables.digests.making import make_digest
from bot.tables.model import End, Held, Manners, Person, Seat, Status, Table, Vault
from bot.tables.proof.record import Line
from bot.tables.rated import why_unrated
from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.game import AnyGame, AnyState
from engines.core.replacing import replace as remake
from engines.defizz.shelf import HOUSE_DECKS
from players.core.decision import Level
from tests.support.stored import new_table, seat
from tests.support.tables import ANNE, BOB, House

ENDINGS = ("stopped", "empty", "abandoned", "left", "operator", "restored")
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
    assert GAMES["soiree"].unrated(None) == "evening"  # type: ignore[arg-type]
    assert not GAMES["soiree"].rated
    assert all(game.rated for name, game in GAMES.items() if name != "soiree")


async def test_who_had_a_computer_play_and_came_back_is_found_in_the_log() -> None:
    house = House()
    table = await house.playing(ANNE, BOB, goal=1)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
    held, record = await house.held(table.id), await house.tables.whole_record(table.id)
    game = house.tables.game("coin")
    assert make_digest(held, record, game).unrated is None
    decided = Line(seq=99, kind="decide", at=1, seat="2", payload={})
    stood_in = record.model_copy(update={"entries": (*record.entries, decided)})
    digest = make_digest(held, stood_in, game)
    assert (digest.unrated, digest.told) == ("autopilot", None)


async def test_a_digest_goes_by_the_numbers_of_seats() -> None:
    house = House()
    table = await house.playing(ANNE, BOB, 3, goal=1)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
    held, record = await house.held(table.id), await house.tables.whole_record(table.id)
    digest = make_digest(held, record, house.tables.game("coin"))
    (winner,) = table.end.winners
    ordinal = [one.name for one in table.seats].index(winner)
    assert digest.places is not None
    assert digest.facts is not None
    assert sorted(digest.places) == sorted(digest.facts) == [0, 1, 2]
    assert digest.places[ordinal] == 1
    assert [sheet["won"] for _, sheet in sorted(digest.facts.items())] == [n == ordinal for n in range(3)]
    assert all(sheet["place"] == digest.places[n] for n, sheet in digest.facts.items())


async def test_without_a_log_the_last_state_tells_the_places_and_nobody_the_facts() -> None:
    house = House()
    table = await house.playing(ANNE, BOB, goal=1)
    while table.status is Status.PLAYING:
        table = await house.act(table.id)
    held, game = await house.held(table.id), house.tables.game("coin")
    record = await house.tables.whole_record(table.id)
    other = record.model_copy(update={"rules": 9, "entries": tuple(map(by_other_rules, record.entries))})
    for digest in (make_digest(held, other, game), make_digest(held, None, game)):
        assert sorted((digest.places or {}).values()) == [1, 2]
        assert digest.facts is None
    assert make_digest(held, record, None).places is None
    assert make_digest(Held(held.table, Vault(held.vault.seed)), None, game).places is None


def by_other_rules(line: Line) -> Line:
    return line.model_copy(update={"payload": {"rules": 9}}) if line.kind == "begin" else line
