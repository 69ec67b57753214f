"""A turn of La Tasse, decision by decision: T1 to T7, and what all games share (C1, C2, C5)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.core.events import events_for
from engines.tasse.model import Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import ALL_SCORES, NORMAL, SPECIALS, beats, roll
from tests.support.engines import GAME, Cup


def start(seats: str, *draws: int, **options: object) -> tuple[str, tuple[int, ...]]:
    script = ScriptedDraws(draws)
    state = GAME.start(GAME.setup(list(seats), options), script).state
    return state.position.starter, script.rest


@pytest.mark.parametrize("seats", ["", "A", "AA", ["A", ""]])
def test_T1_two_different_seats_at_least(seats):
    with pytest.raises(Refusal) as caught:
        GAME.setup(list(seats), {})
    assert caught.value.code == "bad_seats"


def test_T1_no_upper_bound():
    seats = [str(number) for number in range(200)]
    state = GAME.start(GAME.setup(seats, {}), ScriptedDraws((200,))).state
    assert state.position.starter == "199"


def test_T2_every_roll_is_read_high_die_first_and_there_are_21():
    rolls = {roll(ScriptedDraws((one, two))) for one in range(1, 7) for two in range(1, 7)}
    assert rolls == ALL_SCORES
    assert len(rolls) == 21
    assert roll(ScriptedDraws((4, 6))) == roll(ScriptedDraws((6, 4))) == "64"


def test_T2_the_ladder_and_the_specials_between_66_and_21():
    assert " ".join(NORMAL) == "32 41 42 51 53 54 62 64 65 11 22 33 44 66 21"
    assert set(SPECIALS) == {"52", "61", "43", "55", "31", "63"}
    for low, high in pairwise(NORMAL):
        assert beats(high, low)
        assert not beats(low, high)
    for special in SPECIALS:
        assert beats(special, "66")
        assert beats("21", special)
        assert not any(beats(special, other) for other in SPECIALS)


def test_T3_one_draw_says_who_begins_unless_named():
    assert start("ABC", 3) == ("C", ())
    assert start("ABC", 3, first="B") == ("B", (3,))


@pytest.mark.parametrize(
    "options",
    [
        *({"first": "Z"}, {"first": ""}, {"first": 1}, {"rounds": 0}, {"rounds": 1.5}, {"rounds": None}),
        *({"threshold": 0}, {"threshold": "3"}, {"threshold": True}, {"threshold": [10]}),
        *({"announce": "loud"}, {"sips": 1}, {"colour": "red"}),
    ],
)
def test_options_unknown_or_bad_are_refused(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(["A", "B"], options)
    assert caught.value.code == "bad_options"


def test_T3_direction_may_be_chosen_again_and_again_until_the_first_roll():
    cup = Cup("ABC")
    assert cup.public.phase == "direction_or_roll"
    assert cup.legal("A") == (Direct(1), Direct(-1), Roll())
    cup.direct("A", -1).direct("A", 1).direct("A", 1).direct("A", -1)
    assert cup.public.direction == -1
    cup.pass_on("A", "64")
    assert cup.public.current == "C"
    assert cup.refused("C", Direct(1)) == ("illegal_action", "direction_is_set")


def test_T3_the_clock_is_not_prolonged_by_choosing_the_direction():
    cup = Cup("AB")
    key = GAME.deadline(cup.state).key
    assert GAME.deadline(cup.direct("A", -1).state).key == key
    rolled = GAME.deadline(cup.roll("A", 6, 4).state)
    assert rolled.key != key
    assert (rolled.kind, rolled.seconds) == ("turn", 90)
    assert GAME.deadline(cup.announce("A", "64").state).key != rolled.key


def test_T3_who_gets_the_cup_before_the_first_roll_may_choose_too():
    cup = Cup("ABC").leave("A")
    assert (cup.public.phase, cup.public.current) == ("direction_or_roll", "B")
    cup.timeout()
    assert (cup.public.phase, cup.public.current, cup.points) == ("direction_or_roll", "B", "0 1 0")
    cup.direct("B", -1).pass_on("B", "64")
    assert cup.public.current == "C"


def test_T3_values_other_than_the_two_are_refused():
    assert Cup().refused("A", Direct(0)) == ("illegal_action", "no_such_direction")


def test_T4_without_an_announcement_roll_then_announce_or_show():
    cup = Cup("ABC").given(opened=True, phase="turn")
    assert cup.legal("A") == (Roll(),)
    assert cup.refused("A", Doubt()) == ("illegal_action", "nothing_to_doubt")
    cup.roll("A", 5, 2)
    assert cup.legal("A") == (*map(Announce, NORMAL), Show())
    assert cup.told == ["rolled"]


def test_T4_with_one_doubt_or_roll_and_trusted_dice_are_never_shown():
    cup = Cup("ABC").roll("A", 6, 5).announce("A", "21")
    assert cup.legal("B") == (Doubt(), Roll())
    cup.roll("B", 1, 1)
    assert cup.told == ["trusted", "rolled"]
    assert not any(getattr(event, "dice", None) == "65" for event in cup.events)
    assert cup.own("A").dice is None


def test_T4_the_dice_are_told_to_the_roller_alone_and_stay_its_own_under_the_cup():
    cup = Cup("ABC").roll("A", 4, 6)
    assert [event.type for event in events_for(cup.events, "A")] == ["rolled", "peeked"]
    assert [event.type for event in events_for(cup.events, "B")] == ["rolled"]
    assert [cup.own(seat).dice for seat in "ABC"] == ["64", None, None]
    cup.announce("A", "65")
    assert [cup.own(seat).dice for seat in "ABC"] == ["64", None, None]
    assert cup.public.dice is None
    cup.doubt("B")
    assert cup.own("A").dice is None


def test_T5_an_announcement_is_at_least_as_high_and_need_not_be_true():
    cup = Cup("ABC").pass_on("A", "44").roll("B", 3, 2)
    assert cup.refused("B", Announce("33")) == ("illegal_action", "score_too_low")
    assert cup.refused("B", Announce("55")) == ("illegal_action", "off_the_ladder")
    assert cup.refused("B", Announce("64 ")) == ("illegal_action", "off_the_ladder")
    assert cup.legal("B") == (Announce("44"), Announce("66"), Announce("21"), Show())
    cup.announce("B", "44")
    assert (cup.public.announcement.seat, cup.public.announcement.score, cup.public.current) == (
        "B",
        "44",
        "C",
    )


@pytest.mark.parametrize(
    ("dice", "announced", "scorer"),
    [((6, 4), "64", "B"), ((6, 5), "64", "A"), ((5, 5), "66", "A"), ((2, 1), "66", "A"), ((3, 2), "41", "A")],
)
def test_T6_only_equality_is_the_truth(dice, announced, scorer):
    cup = Cup("ABC").roll("A", *dice).announce("A", announced).doubt("B")
    assert cup.event("scored").seat == scorer
    assert cup.event("doubted").truth == (scorer == "B")
    assert (cup.public.current, cup.public.phase, cup.public.announcement) == (scorer, "turn", None)


def test_T7_when_the_scorer_is_out_the_next_in_play_has_the_cup():
    cup = Cup("ABC").given(points=(9, 0, 0)).roll("A", 3, 2).announce("A", "21").doubt("B")
    assert cup.public.in_play == ("B", "C")
    assert cup.public.current == "B"
    back = Cup("ABCD").direct("A", -1).given(points=(9, 0, 0, 0)).roll("A", 3, 2).announce("A", "21")
    assert back.doubt("D").public.current == "D"


def test_C1_next_is_over_the_seats_in_play_in_the_direction():
    cup = Cup("ABCDE").given(in_play=("A", "C", "E"), out=("B",))
    assert cup.public.next == "C"
    assert cup.direct("A", -1).public.next == "E"


def test_C2_a_script_of_draws_reproduces_a_game_exactly():
    def game():
        return Cup("ABC").roll("A", 6, 4).announce("A", "65").doubt("B").rolls_and_shows("A", "61")

    assert game().state == game().state


@pytest.mark.parametrize(
    "action", [Direct(1), Roll(), Doubt(), Announce("21"), Say("21"), Show(), NextRound()]
)
def test_C5_a_seat_that_owes_nothing_is_told_so(action):
    assert Cup("AB").refused("B", action) == ("not_your_turn", "not_your_turn")


def test_C5_what_is_not_legal_here_says_why():
    cup = Cup("AB")
    assert cup.refused("A", NextRound()) == ("illegal_action", "not_now")
    assert cup.refused("A", Announce("64")) == ("illegal_action", "not_now")
    assert cup.refused("A", Say("64")) == ("illegal_action", "not_now")
    assert cup.refused("A", Declare("64")) == ("illegal_action", "not_now")
    assert cup.roll("A", 6, 4).refused("A", Show()) == ("illegal_action", "nothing_to_show")
    assert cup.refused("A", Roll()) == ("illegal_action", "not_now")
    assert cup.refused("Z", Roll()) == ("bad_request", "unknown_seat")
