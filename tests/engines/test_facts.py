"""What is counted in every game, whatever its rules: played at random, and read again from its record."""

import json
import re
from functools import cache
from importlib import import_module
from pathlib import Path
from random import Random
from textwrap import dedent

import pytest

from bot.tables.proof.record import Line, Record
from bot.tables.proof.replay import rules_of, story_of
from engines.core import telling
from engines.core.game import AnyGame
from engines.core.rules import Rules
from engines.tasse.model import Announce, Direct, Roll
from tests.engines.by_hand import ByHand, sheet
from tests.engines.playing import seeds
from tests.engines.recording import live
from tests.engines.recounts import MANY, compare
from tests.plusgrand.rules import Say
from tests.stored.frozen import OVER, RECORDS
from tests.support.games import GAMES, home_of

every_game = pytest.mark.parametrize("name", sorted(GAMES))

ROW = re.compile(r"^\| (\w+) \| (.*) \|$", re.M)
BELOW = "below 0"
"""What a table of facts says of a number that may be."""
GREATEST = 2**53


@cache
def described(name: str) -> dict[str, str]:
    """The names of a game's facts, each with what it counts, by the docstrings that tell of them."""
    game = GAMES[name]
    texts = [telling.__doc__]
    if (home_of(game) / "tally.py").is_file():
        texts.append(import_module(f"{type(game).__module__.rpartition('.')[0]}.tally").__doc__)
    elif type(game).tally is not Rules.tally:
        texts.append(dedent(f"{' ' * 8}{game.tally.__doc__}"))
    rows = [row for text in texts for row in ROW.findall(text or "") if row[0] != "fact"]
    assert len(dict(rows)) == len(rows), "a name stands for one number"
    return dict(rows)


@pytest.mark.fire
@every_game
def test_a_record_tells_of_every_seat_that_plays_every_number_that_is_described_and_no_other(name):
    for seed in seeds(6, 50):
        check_record(live(name, seed))
        check_record(live(name, seed, Random(seed).randint(0, 60)))


def check_record(lived):
    """Read the facts again from the record of a table, which may have been stopped."""
    story = story_of(Record.load(lived.record().dump()), lived.game)
    assert story is not None
    assert story == lived.story()
    found = lived.game.facts(story)
    assert found == lived.game.facts(lived.story())
    placed = [seat for place in lived.game.places(lived.state) for seat in place.seats]
    assert sorted(found) == sorted(placed)
    names = described(lived.game.name)
    for counts in found.values():
        assert sorted(counts) == sorted(names)
        assert all(fact in names for fact in telling.COMMON)
        for fact, number in counts.items():
            assert type(number) is int, fact
            assert abs(number) < GREATEST, fact
            assert number >= 0 or BELOW in names[fact], fact
    assert json.loads(json.dumps(found)) == found
    if lived.game.is_over(lived.state):
        check_common(lived, found)


def check_common(lived, found):
    """What is counted in every game agrees with the state in which it ended, and with the log."""
    game, last = lived.game, lived.state
    for place in game.places(last):
        for seat in place.seats:
            counts = found[seat]
            assert (counts["played"], counts["seats"], counts["place"]) == (1, len(found), place.number)
            assert counts["won"] == (seat in (game.winners(last) or ()))
            assert counts["left"] == game.has_left(last, seat)
            acts = [line for line in lived.lines if line.kind == "act" and line.seat == seat]
            assert counts["decisions"] == len(acts)
            assert counts["timed"] <= sum(line.interaction is not None for line in acts)
            assert counts["thinking_ms"] <= counts["timed"] * (lived.now - lived.lines[0].at)
            assert counts["missed"] <= sum(line.kind == "expire" for line in lived.lines)


@pytest.mark.parametrize("name", OVER)
def test_the_facts_of_tables_that_the_bot_has_kept(name):
    record = Record.load(RECORDS[name])
    game = GAMES[record.game]
    story = story_of(record, game)
    if not all(map(game.replays, rules_of(record))):
        assert story is None
        return
    assert story is not None
    acts = [line for line in record.entries if line.kind == "act"]
    for seat, counts in game.facts(story).items():
        own = [line for line in acts if line.seat == seat]
        clicks = sum(line.interaction is not None for line in own)
        assert counts["decisions"] == len(own)
        assert clicks * 0.8 <= counts["timed"] <= clicks
        assert 0 < counts["thinking_ms"] <= record.entries[-1].at - record.entries[0].at


def plus_grand(*dice: int) -> ByHand:
    """Anna, Bo and Chloé with 11, 7 and 3; each round's dice are the same."""
    return ByHand(GAMES["plusgrand"], "ABC", 6, 5, 4, 3, 2, 1, *dice)


ROUND = (6, 5, 4, 3, 2, 1)


TIMING = "decisions timed thinking_ms"


def test_a_decision_takes_as_long_as_from_the_click_that_opened_it_to_the_one_that_made_it():
    lived = plus_grand()
    lived.act("A", Say(3), ms=700, heard=250).act("B", Say(4), ms=1000).act("C", Say(5), ms=2000)
    assert sheet(lived, TIMING) == {"A": "1 1 700", "B": "1 1 1250", "C": "1 1 2000"}


def test_who_acts_twice_on_a_decision_has_not_thought_twice_from_its_beginning():
    lived = ByHand(GAMES["tasse"], "AB")
    lived.act("A", Direct(-1), ms=2000).act("A", Roll(), 2, 1, ms=500).act("A", Announce("21"), ms=1000)
    assert sheet(lived, TIMING, "A") == {"A": "3 3 3500"}


def test_what_was_decided_without_a_click_is_not_timed():
    lived = plus_grand().act("A", Say(3), ms=700, by_itself=True).act("B", Say(4), ms=1000)
    assert sheet(lived, TIMING, "A", "B") == {"A": "1 0 0", "B": "1 1 1000"}


def test_a_click_whose_clock_is_wrong_opens_nothing_at_its_own_time():
    lived = plus_grand().act("A", Say(3), ms=500, heard=60_000).act("B", Say(4), ms=1000)
    assert sheet(lived, TIMING, "B") == {"B": "1 1 1000"}


def test_while_a_table_stands_still_nobody_thinks():
    lived = plus_grand()
    lived.now += 300
    lived.pause(5_000_000)
    lived.act("A", Say(3), ms=700).act("B", Say(4), ms=1000)
    assert sheet(lived, TIMING, "A", "B") == {"A": "1 1 1000", "B": "1 1 1000"}


def test_c3_c4_missed_deadlines_and_leavers_are_counted():
    lived = plus_grand().expire().expire(*ROUND).leave("C", *ROUND).leave("B")
    assert sheet(lived, "won left missed seats") == {"A": "1 0 1 3", "B": "0 1 1 3", "C": "0 1 0 3"}


def test_without_a_game_that_can_be_played_again_there_is_no_story():
    lived = plus_grand()
    lived.act("A", Say(9))
    record, game = lived.record(), lived.game
    assert story_of(record, game) == lived.story()
    assert story_of(record.model_copy(update={"setup": None}), game) is None
    assert story_of(record.model_copy(update={"entries": ()}), game) is None
    assert story_of(record.model_copy(update={"entries": record.entries[1:]}), game) is None


def typed(record: Record) -> list[str]:
    return [line.payload["text"] for line in record.entries if line.kind == "act" and "text" in line.payload]


def without_words(line: Line, game: AnyGame) -> Line:
    if line.kind != "act":
        return line
    return line.model_copy(update={"payload": game.without_words("action", line.payload, line.seat)})


@pytest.mark.parametrize("name", OVER)
def test_without_words_facts_are_the_same(name: str) -> None:
    record = Record.load(RECORDS[name])
    game = GAMES[record.game]
    if not all(map(game.replays, rules_of(record))):
        assert story_of(record, game) is None
        return
    entries = tuple(without_words(line, game) for line in record.entries)
    erased = record.model_copy(update={"entries": entries})
    before, after = story_of(record, game), story_of(erased, game)
    assert before is not None
    assert after is not None
    assert not any(typed(erased))
    assert game.facts(after) == game.facts(before)


def test_words_were_typed_at_some_of_these_tables() -> None:
    games = {record.game for name in OVER if any(typed(record := Record.load(RECORDS[name])))}
    assert {"defizz", "soiree"} <= games


HOME = Path(__file__).parent
RECOUNTED = sorted(name for name in GAMES if (HOME / name / "recount.py").is_file())


@pytest.mark.fire
@pytest.mark.parametrize("name", RECOUNTED)
def test_a_recount_finds_the_same_facts_of_random_games(name):
    recount = import_module(f"tests.engines.{name}.recount").recount
    for seed in MANY:
        compare(live(name, seed), recount)
