"""What is told of a turn and of how turns, rounds and games end is what the engine's events say."""

import re
from itertools import islice
from typing import get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import End, Manners, Pace, Status
from bot.texts import texts_for
from bot.ui.pages.limits import check
from bot.ui.pages.page import Page, Sketch
from cogs.desfausse.story import (
    _TURNINGS,
    last_turn,
    list_destinations,
    tell,
    tell_discard,
    tell_gift,
    this_turn,
)
from cogs.desfausse.words import Voice, dice_names, make_up
from engines.desfausse import events
from engines.desfausse.model import Demon, Die, Discard, Discarding, Giving, MovedDie
from tests.cogs.desfausse.table import FACE, GAME, DesfausseTable, offered, random_tables
from tests.support.plain_page import buttons, plain, verbs

T, EN = texts_for("fr"), texts_for("en")
SEEDS = st.integers(0, 2**32)
RED, GREEN = Die(1, "small", "red"), Die(3, "small", "green")
ANGEL = Die(19, "angel", "white")
_COUNT = re.compile(r"(?:(\d+) (?:petits? |gros )(?:rouges?|verts?)|l’Ange)")
FRENCH = texts_for("fr")
THREE = ("2 2 2 2 3 D", "4 D 4 4 5 5", "3 3 6 6 5 5")


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
    return Discarding(**{**plain, **facts})


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
    types = {event.__dataclass_fields__["type"].default for event in get_args(events.DesfausseEvent)}
    assert types == in_turns | by_the_head | private | set(_TURNINGS)


def test_make_up_counts_each_sort_in_both_languages() -> None:
    dice = [RED, RED, GREEN, Die(5, "big", "red"), Die(6, "big", "green"), ANGEL]
    assert make_up(dice, T) == "2 petits rouges, 1 petit vert, 1 gros rouge, 1 gros vert, l’Ange"
    assert make_up(dice, EN) == "2 small red, 1 small green, 1 big red, 1 big green, the Angel"


# -- how turns, rounds and games end --------------------------------------------------------------------


def board(table: DesfausseTable) -> str:
    return plain(check(FACE.board(table.seen(), FRENCH)))


def panel(table: DesfausseTable, seat: str) -> str:
    return plain(check(FACE.panel(table.seen(seat), FRENCH)))


def sketches(page: Page) -> list[Sketch]:
    return [block for block in page.blocks if isinstance(block, Sketch)]


def test_f2_the_end_of_a_turn_shows_all_hands_in_one_picture() -> None:
    table = DesfausseTable("2 2 2 2 3 D", "4 D 4 4 5 5").stop()
    rolled = GAME.observe(table.state, "1").dice
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    (picture,) = sketches(FACE.board(table.seen(), FRENCH))
    assert [row.name for row in picture.drawing.rows] == ["Anne", "Bob"]
    assert f"Anne : {dice_names(rolled, FRENCH)}." in picture.alt
    assert picture.words in plain(
        FACE.board_in_words(table.seen(), FRENCH) or FACE.board(table.seen(), FRENCH)
    )
    assert "Personne n’a rien défaussé." in board(table)


def test_a_message_of_a_turn_that_is_over_keeps_what_happened_and_no_button() -> None:
    table = DesfausseTable("2 2 2 2 3 D", "4 D 4 4 5 5").stop()
    table.act("1", Discard((1, 2, 3, 4), (1, 2, 3), "hell"))
    while table.state.position.turn == 1:
        table.skip(table.to_act[0])
    assert "pick" in verbs(FACE.panel(table.seen("1"), FRENCH))
    left = FACE.farewell(table.seen("1"), FRENCH, "La Taverne")
    assert left is not None
    assert verbs(left) == []
    assert sketches(left) == []
    said = plain(left)
    assert "manche 1, tour 1 · fini" in said
    assert "**Anne** défausse 4 dés" in said
    assert "**Bob** : petit rouge 4, petit rouge diable" in said


def test_f10_f11_the_end_of_a_round_says_who_won_what_was_left_and_who_gets_what() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 5, 8: 5, 9: 5}, {13: 5, 14: 3, 15: 4}).stop()
    table.act("1", Discard((1,), (1,), "hell"))
    said = board(table)
    assert "🏆 Manche 1 : **Anne** n’a plus aucun dé et gagne un jeton !" in said
    assert "Jetons : **Anne** 1 sur 2." in said
    assert "Il restait : **Bob** 3 dés, **Chloé** 3 dés." in said
    assert "👼 **Anne** aura l’Ange à la prochaine manche." in said
    assert "À qui donner son gros dé rouge : **Bob** ou **Chloé** ?" in said
    assert "petit rouge 5" in said
    own = FACE.panel(table.seen("1"), FRENCH)
    assert [button.label for button in buttons(own)] == ["Le donner à Bob", "Le donner à Chloé"]
    assert offered(own) == {Demon("2"), Demon("3")}
    assert verbs(FACE.panel(table.seen("2"), FRENCH)) == []
    table.click("1", "demon", "3")
    said = board(table)
    assert (
        "🔔 Manche 2 : **Anne** joue avec l’Ange à la place de son gros dé rouge, qui va à **Chloé**" in said
    )
    assert make_up(GAME.observe(table.state, None).hands["1"], FRENCH).endswith("l’Ange")


def test_f10_the_end_of_the_game_ranks_everybody_and_offers_a_rematch() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 5, 8: 5, 9: 5}, {13: 5}, tokens="1 1 0").stop()
    table.act("1", Discard((1,), (1,), "hell"))
    page = FACE.board(table.seen(), FRENCH)
    said = plain(page)
    assert "🏆 **Anne** gagne la partie !" in said
    assert said.split("**Classement**\n")[1].splitlines()[:3] == [
        "` 1` **Anne** · 2 jetons",
        "` 2` **Bob** · 1 jeton · 3 dés en main",
        "` 3` **Chloé** · 0 jeton · 1 dé en main",
    ]
    assert "rematch" in verbs(page)
    assert len(sketches(page)) == 1
    assert "Votre place : 2 sur 3." in panel(table, "2")
    assert "rematch" not in verbs(FACE.board(table.table(end=End(rematch_id=13)).seen(), FRENCH))


def test_winners_that_are_through_together_share_the_game() -> None:
    table = DesfausseTable.lying({1: 2}, {7: 2}, {13: 5, 14: 6}, tokens="1 1 0").stop()
    table.act("1", Discard((1,), (1,), "hell")).act("2", Discard((7,), (7,), "hell"))
    assert "🏆 **Anne** et **Bob** gagnent la partie !" in board(table)


def test_a_stopped_table_has_no_winner_a_paused_one_says_how_it_goes_on() -> None:
    table = DesfausseTable(*THREE).table(status=Status.CLOSED, end=End("stopped", seed="00" * 32))
    assert "La table a été arrêtée avant la fin : personne ne gagne." in board(table)
    assert "petit rouge 2" not in board(table)
    table = DesfausseTable(*THREE).table(status=Status.PAUSED)
    assert "`/desfausse statut`" in board(table)
    assert "`/desfausse statut`" in panel(table, "1")


def test_shown_hands_are_seen_from_the_end_of_the_rolling_on() -> None:
    table = DesfausseTable(*THREE, hands="shown")
    assert "petit rouge 2" not in board(table)
    table.stop()
    assert "petit rouge 2, petit rouge 2, petit vert 2" in board(table)
    assert len(sketches(FACE.board(table.seen(), FRENCH))) == 1


def test_the_relaxed_pace_has_options_and_no_clock() -> None:
    table = DesfausseTable(*THREE, manners=Manners(pace=Pace.RELAXED))
    page = FACE.board(table.seen(), FRENCH)
    assert "options" in verbs(page)
    assert "⏳ Jusqu’à" not in plain(page) + panel(table, "1")
    assert "options" not in verbs(FACE.board(DesfausseTable(*THREE).seen(), FRENCH))
