"""A turn of La Tasse: rolling, announcing, doubting, specials, jokers (T1 to T12 but for T8), C1, C2, C5.

Cases are played in the notation of `Cup.play`, and compared with what is then seen.
"""

from itertools import pairwise

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.records import events_for
from engines.tasse.model import Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import ALL_SCORES, NORMAL, SPECIALS, beats, roll
from tests.engines.table import refusal
from tests.support.engines import GAME, Cup, cup_of


def cases(*rows: tuple[str, ...]) -> pytest.MarkDecorator:
    """The cases of one claim: which, the seats, what happens, what is seen then."""
    return pytest.mark.parametrize(
        ("seats", "script", "seen"), [row[1:] for row in rows], ids=[row[0] for row in rows]
    )


def start(seats: str, *draws: int, **options: object) -> tuple[str, tuple[int, ...]]:
    script = ScriptedDraws(draws)
    state = GAME.start(GAME.setup(list(seats), options), script).state
    return state.position.starter, script.rest


def test_T1_two_different_seats_at_least_and_no_upper_bound():
    for seats in ("", "A", "AA", ["A", ""]):
        assert refusal(GAME.setup, list(seats), {}).code == "bad_seats"
    many = GAME.setup([str(number) for number in range(200)], {})
    assert GAME.start(many, ScriptedDraws((200,))).state.position.starter == "199"


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
    assert refusal(GAME.setup, ["A", "B"], options).code == "bad_options"


@cases(
    ("at the start", "ABC", "", "0 0 0, A direction_or_roll"),
    ("again and again", "ABC", "A turns, A turns", "0 0 0, A direction_or_roll back"),
    ("until the first roll", "ABC", "A turns, A 64", "0 0 0, C turn on 64 back"),
    ("whoever gets the cup before it", "ABC", "A leaves", "0 0 0, B direction_or_roll of BC"),
    ("and after the deadline", "ABC", "A leaves, time", "0 1 0, B direction_or_roll of BC"),
    ("chooses too", "ABC", "A leaves, time, B turns, B 64", "0 1 0, C turn on 64 back of BC"),
)
def test_T3_the_direction_may_be_chosen(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


def test_T3_one_of_the_two_directions_until_it_is_set():
    cup = Cup("ABC").direct("A", -1).direct("A", 1)
    assert cup.public.direction == 1
    assert cup.legal("A") == (Direct(1), Direct(-1), Roll())
    assert cup.refused("A", Direct(0)) == ("illegal_action", "no_such_direction")
    assert cup.play("A 64").refused("B", Direct(1)) == ("illegal_action", "direction_is_set")


def test_T3_the_clock_is_not_prolonged_by_choosing_the_direction():
    cup = Cup("AB")
    key = cup.deadline.key
    assert cup.direct("A", -1).deadline.key == key
    rolled = cup.roll("A", 6, 4).deadline
    assert (rolled.kind, rolled.seconds, rolled.key != key) == ("turn", 90, True)
    assert cup.announce("A", "64").deadline.key != rolled.key


def test_T4_without_an_announcement_roll_then_announce_or_show():
    cup = Cup("ABC").given(opened=True, phase="turn")
    assert cup.legal("A") == (Roll(),)
    assert cup.refused("A", Doubt()) == ("illegal_action", "nothing_to_doubt")
    assert cup.roll("A", 5, 2).legal("A") == (*map(Announce, NORMAL), Show())
    assert cup.told == ["rolled"]


def test_T4_with_one_doubt_or_roll_and_trusted_dice_are_never_shown():
    cup = Cup("ABC").play("A 65>21")
    assert cup.legal("B") == (Doubt(), Roll())
    assert cup.roll("B", 1, 1).told == ["trusted", "rolled"]
    assert not any(getattr(event, "dice", None) == "65" for event in cup.events)
    assert cup.own("A").dice is None


def test_T4_the_dice_are_told_to_the_roller_alone_and_stay_its_own_under_the_cup():
    cup = Cup("ABC").roll("A", 4, 6)
    assert [event.type for event in events_for(cup.events, "A")] == ["rolled", "peeked"]
    assert [event.type for event in events_for(cup.events, "B")] == ["rolled"]
    assert [cup.own(seat).dice for seat in "ABC"] == ["64", None, None]
    cup.announce("A", "65")
    assert [cup.own(seat).dice for seat in "ABC"] == ["64", None, None]
    assert (cup.public.dice, cup.doubt("B").own("A").dice) == (None, None)


def test_T5_an_announcement_is_at_least_as_high_and_need_not_be_true():
    cup = Cup("ABC").play("A 44, B rolls 32")
    for score, reason in (("33", "score_too_low"), ("55", "off_the_ladder"), ("64 ", "off_the_ladder")):
        assert cup.refused("B", Announce(score)) == ("illegal_action", reason)
    assert cup.legal("B") == (Announce("44"), Announce("66"), Announce("21"), Show())
    assert cup.announce("B", "44").seen == "0 0 0, C turn on 44"
    assert cup.public.announcement.seat == "B"


@cases(
    ("the dice", "ABC", "A 64, B doubts", "0 1 0, B turn"),
    ("less than the dice", "ABC", "A 65>64, B doubts", "1 0 0, A turn"),
    ("less than a special", "ABC", "A 55>66, B doubts", "1 0 0, A turn"),
    ("less than a 21", "ABC", "A 21>66, B doubts", "1 0 0, A turn"),
    ("more", "ABC", "A 32>41, B doubts", "1 0 0, A turn"),
)
def test_T6_only_equality_is_the_truth(seats, script, seen):
    cup = cup_of(seats).play(script)
    assert cup.seen == seen
    assert cup.event("doubted").truth == (cup.event("scored").seat == "B")


@cases(
    ("in seat order", "A9 B C", "A 32>21, B doubts", "10 0 0, B turn of BC"),
    ("or against it", "A9 B C D", "A turns, A 32>21, D doubts", "10 0 0 0, D turn back of BCD"),
)
def test_T7_when_the_scorer_is_out_the_next_in_play_has_the_cup(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


@cases(
    *(
        (f"a {seven} hits the next", "ABC", f"A 66, B shows {seven}", "0 0 1, C turn")
        for seven in (52, 61, 43)
    ),
    ("a special may be kept silent", "ABC", "A 61>64, B doubts", "1 0 0, A turn"),
    ("a double five hits the next and skips it", "ABC", "A shows 55", "0 1 0, C turn"),
    ("with two in play the roller is next again", "AB", "A shows 55", "0 1, A turn"),
    ("who is put out by it is not skipped", "A B9 C D", "A shows 55", "0 10 0 0, C turn of ACD"),
    ("a 31 hits the one before and turns", "ABCD", "A 64, B shows 31", "1 0 0 0, A turn back"),
    ("and so it goes on", "ABCD", "A 64, B shows 31, A 64", "1 0 0 0, D turn on 64 back"),
    ("who is put out by it", "A9 B C D", "A 64, B shows 31", "10 0 0 0, D turn back of BCD"),
    ("a nine counts in the direction", "ABC", "A turns, A shows 63", "0 1 0, A reroll back"),
    ("and is rolled again on the same score", "ABC", "A 64, B shows 63", "1 0 0, B reroll on 64"),
    ("though the announcer goes out by it", "A9 B C", "A 66, B shows 63", "10 0 0, B reroll on 66 of BC"),
    ("but not if the roller does", "A B9 C D", "A 66, B shows 63", "0 10 0 0, C turn of ACD"),
)
def test_T9_specials(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


def test_T9_whoever_has_a_special_may_show_it():
    cup = Cup("ABC").play("A rolls 61")
    assert Show() in cup.legal("A")
    assert cup.play("A says 64, B doubts").event("doubted").dice == "61"


def test_T9_the_previous_seat_is_the_one_against_the_direction_in_play_not_the_announcer():
    cup = Cup("ABCDE").given(in_play=("B", "C", "E"), current="C", out=("A",)).play("C turns, C shows 31")
    assert (cup.seen, cup.public.next) == ("0 0 0 0 1, E turn of BCE", "B")


def test_T9_a_31_turns_the_direction_even_when_it_wins_the_round():
    cup = cup_of("A B11", rounds=2).play("A shows 31")
    assert (cup.seen, cup.told[-1]) == ("0 12, - round_over back of A", "round_won")
    assert cup.next_round("B").public.direction == 1


@pytest.mark.parametrize(
    ("seats", "hit"),
    [("AB", "A"), ("ABC", "C"), ("ABCD", "A"), ("ABCDE", "D"), ("ABCDEFGH", "A"), ("ABCDEFGHIJ", "I")],
)
def test_T9_a_nine_hits_the_ninth_counting_the_roller_as_the_first(seats, hit):
    cup = Cup(seats)
    assert cup.public.nine_hits_roller == (hit == "A")
    assert cup.play("A shows 63").event("scored").seat == hit
    assert (cup.public.phase, cup.public.current) == ("reroll", "A")


def test_T9_after_a_nine_there_is_no_doubt():
    cup = Cup("ABC").play("A 64, B shows 63")
    assert (cup.legal("B"), cup.own("A").dice) == ((Roll(),), None)
    assert cup.refused("B", Doubt()) == ("illegal_action", "no_doubt_after_nine")
    assert (cup.roll("B", 4, 1).told, cup.event("rolled").again) == (["rolled"], True)
    assert cup.refused("B", Announce("62")) == ("illegal_action", "score_too_low")
    out = cup_of("A9 B C").play("A 66, B shows 63")
    assert out.public.announcement.seat == "A"
    assert out.roll("B", 3, 2).legal("B") == (Announce("66"), Announce("21"), Show())
    assert Cup("ABC").play("A 21, B shows 63, B rolls 31").legal("B") == (Announce("21"), Show())


FIVES = "A 21, B shows 55"


@cases(
    *(
        (f"a {seven} costs the roller too", "ABC", f"A 21, B shows {seven}", "0 1 1, B turn")
        for seven in (52, 61, 43)
    ),
    ("who starts from zero", "ABC", "A 21, B shows 52, B 64", "0 1 1, C turn on 64"),
    ("a 31 costs both and turns", "ABC", "A 21, B shows 31", "1 1 0, B turn back"),
    ("the roller starts in the new direction", "ABC", "A 21, B shows 31, B 64", "1 1 0, A turn on 64 back"),
    ("a nine costs no more", "ABC", "A 21, B shows 63", "1 0 0, B reroll on 21"),
    ("after a 55 the next passes its turn", "ABCD", FIVES, "0 1 1 0, B turn without C"),
    ("passes it", "ABCD", f"{FIVES}, B 64", "0 1 1 0, D turn on 64"),
    ("once", "ABCD", f"{FIVES}, B 64, D 64, A 64, B 64", "0 1 1 0, C turn on 64"),
    ("a seven skips it too", "ABCD", f"{FIVES}, B shows 61", "0 1 1 1, D turn"),
    ("so does another 55", "ABCD", f"{FIVES}, B shows 55", "0 1 1 1, A turn"),
    ("and a 31", "ABCD", f"{FIVES}, B shows 31", "1 1 1 0, A turn back"),
    ("the skip lasts over a slip", "ABCD", f'{FIVES}, B rolls 64, B "33"', "0 2 1 0, B turn without C"),
    ("and a fall", "ABCD", f"{FIVES}, time", "0 2 1 0, B turn without C"),
    ("and a nine", "ABCD", f"{FIVES}, B shows 63", "0 2 1 0, B reroll without C"),
    ("with two in play nobody is skipped", "AB", FIVES, "1 1, B turn"),
    ("but plays", "AB", f"{FIVES}, B 64", "1 1, A turn on 64"),
    ("nor with two left", "ABC", f"{FIVES}, A leaves, B 64", "0 1 1, C turn on 64 of BC"),
    ("the skipped seat leaves", "ABCD", f"{FIVES}, C leaves", "0 1 1 0, B turn of ABD"),
    ("the roller goes out: the cup passes the skipped seat", "A B9 C D", FIVES, "0 10 1 0, D turn of ACD"),
)
def test_T10_specials_on_21(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


def test_T10_who_comes_next_is_told_without_who_is_skipped():
    nexts = ("ABCD", "", "D"), ("ABC", ", A leaves", "C"), ("ABCD", ", C leaves", "D")
    assert [Cup(seats).play(FIVES + more).public.next for seats, more, _ in nexts] == [
        who for *_, who in nexts
    ]


@cases(
    ("won: the next scores and starts from zero", "ABC", "A 64, B shows 32 65", "0 0 1, C turn"),
    ("equal: two points, from zero", "ABC", "A 64, B shows 32 64", "0 2 0, B turn"),
    ("lower", "ABC", "A 64, B shows 32 62", "0 2 0, B turn"),
    ("a special counts by its place and does nothing else", "ABC", "A 66, B shows 32 31", "0 0 1, C turn"),
    *(
        (f"on 21 it fails by {dice}", "ABC", f"A 21, B shows 32 {dice}", "0 2 0, B turn")
        for dice in (21, 55, 66)
    ),
    ("it may be kept silent", "ABC", "A 64, B 32>66", "0 0 0, C turn on 66"),
    ("lost by who goes out", "A B8 C D", "A 64, B shows 32 41", "0 10 0 0, C turn of ACD"),
    ("on an announced 32", "AB", "A 32, B shows 32 41", "1 0, A turn"),
)
def test_T11_the_joker(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


def test_T11_the_joker_is_there_with_a_score_to_beat_and_on_21_its_roller_is_warned():
    cup = Cup("ABC").play("A rolls 32")
    assert (cup.refused("A", Show()), cup.own("A").show) == (("illegal_action", "nothing_to_show"), None)
    cup = Cup("ABC").play("A 64, B rolls 32")
    assert (cup.own("B").show, cup.own("B").joker_lost) == ("joker", False)
    assert cup.show("B", 6, 5).event("joker_played").won
    assert Cup("ABC").play("A 64, B shows 32 64").event("scored").points == 2
    cup = Cup("ABC").play("A 21, B rolls 32")
    assert (cup.own("B").joker_lost, cup.public.joker_lost) == (True, False)


DUEL = "A 64, B shows 32 32"


@cases(
    (
        "two points, then the others in order",
        "ABCD",
        "A turns, A 64, D shows 32 23",
        "0 0 0 2, D duel C back",
    ),
    ("a roll that beats what is declared", "ABC", f"{DUEL}, C declares 66 55", "0 2 0, B duel A"),
    ("an equal one costs a point", "ABC", f"{DUEL}, C declares 66 66", "0 3 0, B duel A"),
    ("the roller starts from zero", "ABC", f"{DUEL}, C declares 66 55, A declares 32 23", "0 3 0, B turn"),
    ("on an announced 32 too", "ABC", "A 32, B shows 32 32", "0 2 0, B duel C"),
    (
        "a lower one, which ends them at once",
        "A B7 C D",
        f"{DUEL}, C declares 64 62",
        "0 10 0 0, C turn of ACD",
    ),
    ("out by the two points", "A B8 C D", DUEL, "0 10 0 0, C turn of ACD"),
    ("which may end the round", "A B9", DUEL, "0 11, A won"),
    ("as may a duel", "A B7", f"{DUEL}, A declares 66 66", "0 10, A won"),
    ("who leaves is not fought", "ABCD", f"{DUEL}, D leaves", "0 2 0 0, B duel C of ABC"),
    ("though it was the next", "ABCD", f"{DUEL}, D leaves, C leaves", "0 2 0 0, B duel A of AB"),
    (
        *("the last opponent leaves", "ABCD"),
        *(f"{DUEL}, C declares 32 64, D declares 32 64, A leaves", "0 2 0 0, B turn of BCD"),
    ),
    ("the roller leaves", "ABCD", f"{DUEL}, B leaves", "0 2 0 0, C turn of ACD"),
)
def test_T12_32_on_32(seats, script, seen):
    assert cup_of(seats).play(script).seen == seen


def test_T12_nothing_but_normal_scores_below_21_may_be_declared():
    cup = Cup("ABCD").play("A turns, A 64, D shows 32 32")
    assert cup.event("duels_started").opponents == ("C", "B", "A")
    assert (cup.public.to_act, cup.deadline.kind, cup.legal("D")) == (("C",), "duel", ())
    assert cup.legal("C") == tuple(map(Declare, NORMAL[:-1]))
    for score in ("21", "55", "99", ""):
        assert cup.refused("C", Declare(score)) == ("illegal_action", "not_a_duel_score")
    assert cup.refused("D", Declare("64")) == ("not_your_turn", "not_your_turn")
    assert cup.refused("C", Announce("64")) == ("illegal_action", "not_now")
    assert cup_of("A B7 C D").play(f"{DUEL}, C declares 64 64").position.opponents == ()


@pytest.mark.parametrize(
    ("seats", "script", "told"),
    [
        ("ABC", "A 66, B shows 52", "shown scored restarted"),
        ("ABC", "A shows 55", "shown scored skipped restarted"),
        ("A B9 C D", "A shows 55", "shown scored eliminated restarted"),
        ("ABC", "A 21, B shows 52", "shown scored scored restarted"),
        ("A B8 C D", DUEL, "joker_played scored eliminated restarted"),
        ("ABC", "A 64, time", "fell scored restarted"),
        ("ABC", f"{DUEL}, time", "duel_waived"),
    ],
)
def test_T9_T12_T15_what_happened_is_told_in_order(seats, script, told):
    assert cup_of(seats).play(script).told == told.split()


def test_C1_next_is_over_the_seats_in_play_in_the_direction():
    cup = Cup("ABCDE").given(in_play=("A", "C", "E"), out=("B",))
    assert (cup.public.next, cup.direct("A", -1).public.next) == ("C", "E")


def test_C2_a_script_of_draws_reproduces_a_game_exactly():
    one, two = (Cup("ABC").play("A 64>65, B doubts, A shows 61") for _ in range(2))
    assert one.state == two.state


@pytest.mark.parametrize(
    "action", [Direct(1), Roll(), Doubt(), Announce("21"), Say("21"), Show(), NextRound()]
)
def test_C5_a_seat_that_owes_nothing_is_told_so(action):
    assert Cup("AB").refused("B", action) == ("not_your_turn", "not_your_turn")


def test_C5_what_is_not_legal_here_says_why():
    cup = Cup("AB")
    for action in (NextRound(), Announce("64"), Say("64"), Declare("64")):
        assert cup.refused("A", action) == ("illegal_action", "not_now")
    assert cup.roll("A", 6, 4).refused("A", Show()) == ("illegal_action", "nothing_to_show")
    assert cup.refused("A", Roll()) == ("illegal_action", "not_now")
    assert cup.refused("Z", Roll()) == ("bad_request", "unknown_seat")
