"""What is told of a turn is what the engine's events say: every die's way, in order, and nothing else."""

from __future__ import annotations

import re
from itertools import islice

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.texts import texts_for
from cogs.desfausse.deeds import list_destinations, tell_discard, tell_gift
from cogs.desfausse.story import _TURNINGS, last_turn, tell, this_turn
from cogs.desfausse.words import Voice, make_up
from engines.desfausse import events
from engines.desfausse.model import Die, Discarding, Giving, MovedDie
from tests.cogs.desfausse.table import GAME, DesfausseTable, random_tables

T, EN = texts_for("fr"), texts_for("en")
SEEDS = st.integers(0, 2**32)
RED, GREEN = Die(1, "small", "red"), Die(3, "small", "green")
ANGEL = Die(19, "angel", "white")
_COUNT = re.compile(r"(?:(\d+) (?:petits? |gros )(?:rouges?|verts?)|l’Ange)")


def voice(table: DesfausseTable) -> Voice:
    return Voice(table.held.table, T)


def counted(words: str) -> int:
    """How many dice some words name."""
    return sum(int(found[1] or 1) for found in _COUNT.finditer(words))


def deed(**facts: object) -> Discarding:
    plain = {
        "call": 4,
        "moment": 1,
        "seat": "1",
        "single": False,
        "size": 1,
        "greens": 0,
        "combo": (RED,),
        "places": (MovedDie(RED, None, "hell"),),
        "curses": (),
    }
    return Discarding(**{**plain, **facts})  # type: ignore[arg-type]


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_f4_everything_that_was_discarded_or_given_is_told_once(seed: int) -> None:
    for table in random_tables(seed, 80):
        seen = GAME.observe(table.state, None)
        if seen.phase not in ("discard", "gift"):
            continue
        told = tell(this_turn(table.seen()), voice(table))
        for one in seen.story:
            if isinstance(one, Discarding):
                together = [other for other in seen.story if getattr(other, "call", 0) == one.call]
                line = tell_discard(one, together, voice(table))
            else:
                line = tell_gift(one, voice(table))
            assert told.count(line) == 1
        assert told.count(" défausse ") == sum(isinstance(one, Discarding) for one in seen.story)
        assert told.count("🎁") == sum(isinstance(one, Giving) for one in seen.story)


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_f8_each_die_that_leaves_is_said_to_go_where_it_went(seed: int) -> None:
    for table in random_tables(seed, 80):
        for one in GAME.observe(table.state, None).story:
            sent = one.places if isinstance(one, Discarding) else ()
            words = list_destinations(sent, one.curses, voice(table))
            assert sum(map(counted, words)) == len(sent) + len(one.curses)
            for place in (*sent, *one.curses):
                if place.to is not None:
                    assert any(voice(table).name(place.to) in word for word in words)


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_the_turn_before_is_told_while_the_dice_roll(seed: int) -> None:
    ended: events.TurnEnded | None = None
    for table in islice(random_tables(seed, 80), 1, None):
        happened = table.held.vault.scenes[-1].events
        ended = next((event for event in reversed(happened) if isinstance(event, events.TurnEnded)), ended)
        turn = last_turn(table.seen())
        if GAME.observe(table.state, None).phase == "rolling" and ended is not None:
            assert turn is not None
            assert turn.ended == ended
            assert isinstance(tell(turn, voice(table)), str)
        elif ended is None:
            assert turn is None


def test_f5_the_ways_of_dice_are_grouped_and_named() -> None:
    table = DesfausseTable("2 2 2 2 3 3", "2 2 2 2 3 3", "2 2 2 2 3 3")
    hell = (MovedDie(RED, None, "hell"), MovedDie(GREEN, None, "hell"), MovedDie(ANGEL, None, "aside"))
    assert list_destinations(hell, (), voice(table)) == [
        "l’Ange mis de côté",
        "1 petit rouge, 1 petit vert aux Enfers",
    ]
    given_away = (MovedDie(RED, "2", "hand"), MovedDie(GREEN, "3", "hell"), MovedDie(ANGEL, "3", "aside"))
    assert list_destinations(given_away, (), voice(table)) == [
        "1 petit rouge à **Bob**",
        "l’Ange mis de côté (**Chloé** ne peut plus rien recevoir)",
        "1 petit vert aux Enfers (**Chloé** ne peut plus rien recevoir)",
    ]
    owed = (MovedDie(RED, "2", "hand"), MovedDie(GREEN, "3", "kept"), MovedDie(ANGEL, "3", "aside"))
    assert list_destinations((), owed, voice(table)) == [
        "1 petit rouge pour **Bob** (😈)",
        "**Chloé** (😈) a déjà 9 dés : 1 petit vert reste en main",
        "l’Ange mis de côté (**Chloé** ne peut plus rien recevoir)",
    ]


def test_f6_reasons_are_given_only_where_there_was_an_order() -> None:
    table = DesfausseTable("2 2 2 2 3 3", "2 2 2 2 3 3", "2 2 2 2 3 3")
    alone = deed()
    assert "*(" not in tell_discard(alone, [alone], voice(table))
    single = deed(single=True)
    bigger = deed(seat="2", moment=2, size=3, greens=1)
    equal = deed(seat="3", moment=3, size=3, greens=0)
    together = [single, bigger, equal]
    lines = [tell_discard(one, together, voice(table)) for one in together]
    assert lines[0].endswith("*(un seul dé en main au début du tour : en premier)*")
    assert lines[1].endswith("*(1 vert compté)*")
    assert lines[2].endswith("*(0 vert compté)*")
    assert [line[0] for line in lines] == ["①", "②", "③"]


def test_a_turn_whose_beginning_is_forgotten_says_so() -> None:
    table = DesfausseTable("2 2 2 2 3 3", "2 2 2 2 3 3").stop()
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    scenes = table.held.vault.scenes
    sight = table.seen()
    whole = last_turn(sight)
    assert whole is not None
    assert whole.whole
    object.__setattr__(sight, "scenes", scenes[-1:])
    partly = last_turn(sight)
    assert partly is not None
    assert "Le début du tour n’est plus affiché" in tell(partly, voice(table))


def test_every_event_of_the_engine_is_told_or_shown_elsewhere() -> None:
    """A new kind of event cannot be forgotten."""
    in_turns = {"rolling_ended", "opened", "discarded", "gave", "stopped", "chose", "turn_ended"}
    by_the_head = {"turn_started", "called", "gift_awaited", "demon_awaited", "game_over", "rerolled"}
    private = {"hand_rolled"}
    types = {event.__dataclass_fields__["type"].default for event in events.ALL}
    assert types == in_turns | by_the_head | private | set(_TURNINGS)


def test_make_up_counts_each_sort_in_both_languages() -> None:
    dice = [RED, RED, GREEN, Die(5, "big", "red"), Die(6, "big", "green"), ANGEL]
    assert make_up(dice, T) == "2 petits rouges, 1 petit vert, 1 gros rouge, 1 gros vert, l’Ange"
    assert make_up(dice, EN) == "2 small red, 1 small green, 1 big red, 1 big green, the Angel"
