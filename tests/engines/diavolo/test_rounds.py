"""Rounds of Diavolo: pawns, clicks that overtake each other, what a round costs, absence, the end (D4-D12).

Cases are played in the notation of `Table.play`, and compared with what is then seen.
"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.records import State
from engines.diavolo.model import Fate, Grab, Measures, Roll
from engines.diavolo.throw import COLORS
from tests.engines.diavolo.table import BLACK_IS_BEST, GAME, GREY_IS_RIGHT, Table, table_of
from tests.engines.table import refusal


def cases(*rows: tuple[str, ...]) -> pytest.MarkDecorator:
    """The cases of one claim: which, the seats, what happens, what is seen then."""
    return pytest.mark.parametrize(
        ("seats", "script", "seen"), [row[1:] for row in rows], ids=[row[0] for row in rows]
    )


def test_D1_two_to_six_seats_with_five_gems_each():
    assert Table("ABCDEF").gems == "5 5 5 5 5 5"
    for seats in ("A", "ABCDEFG", "AA"):
        assert refusal(GAME.setup, list(seats), {}).code == "bad_seats"


@pytest.mark.parametrize(
    "options", [{"first": "Z"}, {"children": 1}, {"learning": "yes"}, {"rounds": 2}, {"first": None}]
)
def test_D10_unknown_options_and_bad_values_are_refused(options):
    assert refusal(GAME.setup, ["A", "B"], options).code == "bad_options"


@cases(
    ("two seats", "AB", "throw", "5 5, AB grab 1 1 1 1"),
    ("three", "ABC", "throw", "5 5 5, ABC grab 2 2 2 1"),
    ("four", "ABCD", "throw", "5 5 5 5, ABCD grab 3 3 3 1"),
    ("six", "ABCDEF", "throw", "5 5 5 5 5 5, ABCDEF grab 3 3 3 1"),
    ("who is left", "A1 B5 C5 D5", "throw, time, throw", "0 4 4 4, BCD grab 2 2 2 1"),
)
def test_D4_pawns_by_seats_in_play(seats, script, seen):
    assert table_of(seats).play(script).seen == seen


@cases(
    ("a grab takes a pawn", "ABCD", "throw, B red 100", "5 5 5 5, ACD grab 3 3 2 1: B red"),
    ("another colour", "AB", "throw, A red 100, B white 102", "5 5,  grab 1 0 0 1 closing: A red, B white"),
    ("an earlier click", "ABC", "throw, A grey 200, B grey 100", "5 5 5, AC grab 2 2 2 0: B grey"),
    (
        *("the later one may grab again", "ABC"),
        *("throw, A grey 200, B grey 100, A red 300", "5 5 5, C grab 2 2 1 0: B grey, A red"),
    ),
    (
        *("the latest holder loses", "ABC"),
        *("throw, A red 300, B red 200, C red 250", "5 5 5, A grab 2 2 0 1: B red, C red"),
    ),
    (
        *("and may take it back", "ABC"),
        *("throw, A red 300, B red 200, C red 250, A red 240", "5 5 5, C grab 2 2 0 1: B red, A red"),
    ),
    (
        *("displacements chain", "ABC"),
        *("tie, A grey 30, B grey 20, C grey 10", "5 5 5, AB grab 2 2 2 0 closing: C grey"),
    ),
    (
        *("any whole number orders the clicks", "AB"),
        *(f"throw, A red {2**70}, B red {-(2**70)}", "5 5, A grab 1 1 0 1: B red"),
    ),
)
def test_D5_pawns_go_to_the_earliest_clicks(seats, script, seen):
    assert table_of(seats).play(script).seen == seen


@pytest.mark.parametrize(
    ("seats", "script", "seat", "action", "refused"),
    [
        ("ABCD", "throw, B red 100", "B", Grab("black", 50), "not_your_turn holds_a_pawn"),
        ("AB", "throw, A red 100", "B", Grab("red", 101), "illegal_action color_exhausted"),
        ("AB", "throw, A red 100", "B", Grab("red", 100), "illegal_action color_exhausted"),
        ("ABC", "throw, A red 3, B red 2, C red 2", "A", Grab("red", 3), "illegal_action color_exhausted"),
        ("AB", "throw, A black 1, settle", "B", Grab("black", 0), "illegal_action not_rolled_yet"),
        ("ABC", "tie, C grey 9, C leaves", "A", Grab("grey", 1), "illegal_action color_exhausted"),
    ],
)
def test_D5_D6_D11_a_grab_that_comes_to_nothing_says_why(seats, script, seat, action, refused):
    assert " ".join(table_of(seats).play(script).refused(seat, action)) == refused


def test_D5_what_is_grabbed_is_told_and_known_to_be_ones_own():
    table = Table("ABC").play("throw, A grey 200, B grey 100")
    assert (table.told, table.own("B").pawn) == (["grabbed", "displaced"], "grey")


def test_D5_what_lists_offer_is_left_without_a_moment_and_playable():
    table = Table("AB").play("throw, A red 100")
    listed = table.legal("B")
    assert [action.color for action in listed] == ["black", "white", "grey"]
    assert GAME.left_out == {"at"}
    assert table.act("B", listed[0]).held == "A red, B black"


def test_C5_what_does_not_fit_the_phase_or_the_seat_is_refused():
    table = Table("ABC")
    assert table.refused("A", Grab("red", 1)) == ("illegal_action", "not_rolled_yet")
    for action in (Grab("red", 1), Roll()):
        assert table.refused("B", action) == ("not_your_turn", "not_your_turn")
    table.play("throw")
    assert table.refused("B", Roll()) == ("illegal_action", "already_rolled")
    assert table.refused("B", Grab("blue", 1)) == ("illegal_action", "no_such_color")


@pytest.mark.parametrize(
    ("seats", "before", "last", "claims"),
    [
        ("ABC", "throw, A red 1, B white 2", "C grey 3", "red white grey"),  # all have a pawn
        ("ABC", "throw, A black 1", "B black 2", "black black -"),  # the right colour is exhausted
        ("ABC", "throw, A red 1, B white 2", "C leaves", "red white"),  # D11: nobody else is awaited
    ],
)
def test_D6_settling_waits_for_all_pawns_or_for_the_right_colour_to_be_exhausted(seats, before, last, claims):
    assert Table(seats).cannot_settle() == "illegal_action"
    table = Table(seats).play(before)
    assert table.cannot_settle() == "illegal_action"
    assert (table.play(last).public.closing, GAME.awaits_settle(table.state)) == (True, True)
    assert " ".join(color or "-" for color in table.settle().public.last.claims.values()) == claims


def test_D6_until_then_grabs_are_still_taken():
    table = Table("ABCD").play("tie, A grey 50, B red 60, C grey 40")
    assert table.public.closing
    claims = table.settle().public.last.claims
    assert claims == {"A": None, "B": "red", "C": "grey", "D": None}


def test_D6_no_other_command_is_obeyed():
    table = Table("AB").play("throw, A black 1")
    assert refusal(table.command, "end_round").code == "illegal_action"


@cases(
    ("right, wrong and none", "ABC", "throw, A black 7, B red 8, time", "5 4 4, B rolls"),
    ("the right grey gives a gem back", "A3 B5 C5", "tie, A grey 1, settle", "4 4 4, B rolls"),
    ("but never a sixth one", "AB", "tie, A grey 1, settle", "5 4, B rolls"),
    ("a wrong grey costs as any other", "AB", "throw, A grey 1, B black 2, settle", "4 5, B rolls"),
    ("though nobody is awaited", "AB", "throw, A black 1, B red 2, time", "5 4, B rolls"),
)
def test_D7_what_a_round_costs(seats, script, seen):
    assert table_of(seats).play(script).seen == seen


def test_D7_the_settling_tells_why_and_when():
    table = Table("AB").play("throw, B black 42, settle")
    settled = table.events[0]
    assert (settled.round, settled.target, settled.measures) == (1, "black", Measures(18, 3, 6))
    assert settled.fates == (Fate("A", None, None, -1), Fate("B", "black", 42, 0))
    public = table.public
    assert (public.last_dice, public.last_measures) == (settled.dice, settled.measures)
    assert (public.last.target, public.last.claims) == ("black", {"A": None, "B": "black"})
    assert (public.last.delta, public.last_at) == ({"A": -1, "B": 0}, {"A": None, "B": 42})
    assert (public.dice, public.held, public.round) == (None, (), 2)


@cases(
    ("without gems a seat is out", "A5 B1 C5", "throw, A black 1, C black 2, settle", "5 0 5, C rolls"),
    ("one seat left wins", "A2 B1 C1", "throw, time", "1 0 0, A won"),
    ("all out at once", "A1 B1", "throw, time", "0 0, nobody won"),
    ("past who is out", "A1 B1 C5 D5", "throw, time", "0 0 4 4, C rolls"),
)
def test_D8_D9_elimination_and_the_end(seats, script, seen):
    assert table_of(seats).play(script).seen == seen


def test_D8_who_has_no_gems_is_told_so():
    table = table_of("A5 B0 C5")
    assert table.refused("B", Roll()) == ("not_your_turn", "no_gems")
    assert table.refused("C", Roll()) == ("not_your_turn", "not_your_turn")
    out = table_of("A5 B1 C5").play("throw, A black 1, C black 2, settle")
    assert (out.told, out.public.in_play) == (["settled", "eliminated", "round_started"], ("A", "C"))
    assert table_of("A2 B1 C1").play("throw, time").told == [
        "settled",
        "eliminated",
        "eliminated",
        "game_over",
    ]


def test_D9_the_first_roller_is_drawn_or_named_and_then_it_goes_round():
    step = GAME.start(GAME.setup(["A", "B", "C"], {}), ScriptedDraws([3]))
    assert (step.state.position.roller, step.events[0].drawn) == ("C", True)
    table, rollers = Table("ABC", first="B"), ""
    for _ in range(4):
        rollers += table.public.roller
        table.play("throw, A black 1, B black 2, settle")
    assert rollers == "BCAB"


def test_D9_at_the_deadline_the_dice_roll_by_themselves():
    table = Table("AB").play("late throw")
    assert (table.public.phase, table.public.missed, table.events[0].by_itself) == (
        "grab",
        {"A": 1, "B": 0},
        True,
    )


@pytest.mark.parametrize(
    ("script", "missed"),
    [
        ("throw, B red 1, time", {"A": 1, "B": 0, "C": 1}),  # who holds nothing has missed it
        ("throw, A black 1, B black 2, settle", {"A": 0, "B": 0, "C": 0}),
        ("throw, A black 1, B red 2, C grey 3, time", {"A": 0, "B": 0, "C": 0}),
    ],
)
def test_D6_who_holds_nothing_at_the_deadline_has_missed_it(script, missed):
    assert Table("ABC").play(script).public.missed == missed


def test_D6_a_roll_has_thirty_seconds_and_a_grab_fifteen_which_grabbing_does_not_prolong():
    table = Table("ABC")
    deadlines = [table.deadline, table.play("throw").deadline]
    assert [(one.kind, one.seconds) for one in deadlines] == [("roll", 30), ("grab", 15)]
    assert table.play("A black 9").deadline == table.play("B black 3").deadline == deadlines[-1]
    deadlines += [table.play("settle").deadline, table.play("throw").deadline]
    assert len({one.key for one in deadlines}) == 4


def test_C3_the_third_in_a_row_takes_effect_and_then_the_seat_leaves():
    table = Table("ABC").play("late throw, time")
    assert table.public.missed == {"A": 2, "B": 1, "C": 1}
    table.play("throw, time")
    assert (table.told, table.gems) == (["settled", "round_started", "left"], "0 3 3")
    assert (table.public.last.delta, table.public.gone) == ({"A": -1, "B": -1, "C": -1}, ("A",))
    assert table.public.missed["B"] == 1


def test_C3_an_absent_roller_rolls_and_then_leaves():
    table = Table("ABC").given(missed=(2, 0, 0)).play("late throw")
    assert (table.told, table.seen) == (["rolled", "left"], "0 5 5, BC grab 2 2 2 1")
    assert table.play("B red 1, C white 2, settle").public.roller == "B"


def test_C3_a_grab_resets_the_count_even_if_the_pawn_is_lost_again():
    table = Table("AB").given(missed=(2, 0)).play("tie")
    assert table.public.missed["A"] == 0
    table.given(missed=(0, 2)).play("B grey 9, A grey 5, time")
    assert (table.public.missed, table.public.gone) == ({"A": 0, "B": 1}, ())


@pytest.mark.parametrize(
    ("seats", "missed", "script", "seen", "gone"),
    [
        ("ABC", (2, 2, 2), "late throw", "0 5 5, BC grab 2 2 2 1", ("A",)),
        ("ABC", (2, 2, 2), "late throw, time", "0 0 4, C won", ("A", "B")),  # in seat order until one is left
        ("A5 B1 C5", (0, 2, 0), "throw, time", "4 0 4, C rolls", ("B",)),  # who is eliminated by it, too
        ("A1 B1", (2, 2), "throw, time", "0 0, nobody won", ()),  # nobody leaves a table that is over
    ],
)
def test_C3_several_leave_at_once(seats, missed, script, seen, gone):
    table = table_of(seats).given(missed=missed).play(script)
    assert (table.seen, table.public.gone) == (seen, gone)


@cases(
    ("the last one wins", "AB", "A leaves", "0 5, B won"),
    ("in mid-round too", "AB", "throw, A red 1, B leaves", "5 0, A won"),
    ("who is out may leave: nothing changes", "A5 B0 C5", "throw, B leaves", "5 0 5, AC grab 1 1 1 1"),
    ("gems and pawn of a leaver go", "ABC", "tie, C grey 9, C leaves", "5 5 0, AB grab 2 2 2 0 closing"),
    (
        *("who was displaced by it gets nothing back", "ABC"),
        *("tie, A grey 9, B grey 5, B leaves", "5 0 5, AC grab 2 2 2 0 closing"),
    ),
)
def test_C4_D11_leavers(seats, script, seen):
    assert table_of(seats).play(script).seen == seen


@pytest.mark.parametrize(
    ("script", "leaver", "told", "seen", "same_key"),
    [
        ("", "B", "left roll_passed", "5 0 5 5, C rolls", False),  # who was to roll
        ("", "D", "left", "5 5 5 0, B rolls", True),  # another one: the clock runs on
        ("throw", "B", "left", "5 0 5 5, ACD grab 3 3 3 1", True),
    ],
)
def test_D11_who_rolls_when_somebody_leaves(script, leaver, told, seen, same_key):
    table = Table("ABCD", first="B").play(script)
    key = table.deadline.key
    assert (table.leave(leaver).told, table.seen) == (told.split(), seen)
    assert ((table.deadline.key == key), table.public.round) == (same_key, 1)
    assert script == "" or table.play("time").public.roller == "C"


def test_C4_nobody_leaves_twice():
    assert refusal(table_of("A5 B0 C5").play("B leaves").leave, "B").code == "illegal_action"
    over = Table("AB").play("A leaves")
    assert (over.public.last, refusal(over.leave, "B").code) == (None, "over")


clicks = st.permutations(range(6)).flatmap(
    lambda moments: st.tuples(*(st.tuples(st.sampled_from(COLORS), st.just(at)) for at in moments))
)


@given(clicks=clicks, arrival=st.permutations("ABCDEF"), dice=st.sampled_from([BLACK_IS_BEST, GREY_IS_RIGHT]))
def test_D5_the_order_of_arrival_decides_nothing(clicks, arrival, dice):
    """One click a seat, whatever comes first: each colour goes to its earliest clicks."""
    table = Table("ABCDEF").roll(*dice)
    made = dict(zip("ABCDEF", clicks, strict=True))
    for seat in arrival:
        table.try_to_grab(seat, *made[seat])
    expected = dict.fromkeys(made)
    for color, pawns in zip(COLORS, (3, 3, 3, 1), strict=True):
        wishes = sorted((at, seat) for seat, (wanted, at) in made.items() if wanted == color)
        expected |= {seat: color for _, seat in wishes[:pawns]}
    assert table.timeout().public.last.claims == expected


wishes = st.tuples(*(st.permutations(COLORS) for _ in range(3)))


@given(wishes=wishes, moments=st.permutations(range(12)), order=st.randoms(use_true_random=False))
def test_D5_nor_does_it_when_each_grabs_on_after_losing_out(wishes, moments, order):
    """Each seat has its clicks in mind, and makes the next one when the last got no pawn or lost it.

    This is how stable matchings are found, where the order of the proposals is known not to matter.
    """
    plans = {
        seat: [(color, moments[4 * place + n]) for n, color in enumerate(colors)]
        for place, (seat, colors) in enumerate(zip("ABC", wishes, strict=True))
    }

    def played(choose):
        table, rest = Table("ABC").play("throw"), {seat: list(plan) for seat, plan in plans.items()}
        while awaited := [seat for seat in GAME.to_act(table.state) if rest[seat]]:
            seat = choose(awaited)
            table.try_to_grab(seat, *rest[seat].pop(0))
        return table.position.held

    assert played(order.choice) == played(lambda awaited: awaited[0]) == played(lambda awaited: awaited[-1])


@given(
    grabs=st.lists(
        st.dictionaries(st.sampled_from("ABCD"), st.tuples(st.sampled_from(COLORS), st.integers())),
        max_size=30,
    ),
    dice=st.sampled_from([BLACK_IS_BEST, GREY_IS_RIGHT]),
)
def test_D7_gems_stay_between_none_and_five(grabs, dice):
    table = Table("ABCD")
    for made in grabs:
        table.roll(*dice)
        for seat, click in made.items():
            if seat in GAME.to_act(table.state):
                table.try_to_grab(seat, *click)
        before = table.public.gems
        table.timeout()
        if table.public.phase == "over":
            break
        assert all(0 <= gems <= 5 for gems in table.position.gems)
        for seat, delta in table.public.last.delta.items():
            if seat not in table.public.gone:
                assert table.public.gems[seat] == before[seat] + delta


def round_for(table: Table, right: str) -> Table:
    """A round in which these alone take the right colour."""
    table.play("throw")
    for at, seat in enumerate(right):
        table.grab(seat, "black", at)
    return table.timeout() if table.public.phase == "grab" else table


def rounds_for(seats: str, *deeds: str) -> Table:
    """Rounds one after the other, and who leaves in between: "A", "-B", ""."""
    table = table_of(seats)
    for deed in deeds:
        table = table.leave(deed[1:]) if deed.startswith("-") else round_for(table, deed)
    return table


ONE_BY_ONE = ("A5 B5 C3 D2 E1 F1", "A", "-B", "A", "A")
"""E and F go in one round, then D, then C: A is left, and B has left before."""


@pytest.mark.parametrize(
    ("played", "order"),
    [
        (ONE_BY_ONE, "1A 2C 3D 4EF 6B"),  # who lost the last gem later comes first
        (("A5 B4 C4 D1", "ABC"), "1A 2BC 4D"),  # while the table runs gems decide
        (("A2 B2 C1", "", ""), "1AB 3C"),  # if nobody has won those of the last round are first
        (("A5 B2 C1", "A", "A"), "1A 2B 3C"),
        (("A5 B2 C1", "A", "-C", "A"), "1A 2B 3C"),  # D11: who was out and then leaves comes last
        (("A5 B5 C5 D1", "ABC", "-D", "-C", "-B"), "1A 2B 3C 4D"),
    ],
)
def test_D11_D12_C6_who_comes_where(played, order):
    assert rounds_for(*played).order == order


def test_D12_who_went_out_with_whom_is_kept():
    table = rounds_for(*ONE_BY_ONE)
    assert (table.seen, table.position.out) == ("5 0 0 0 0 0, A won", (("E", "F"), ("D",), ("C",)))


def carried_over(table: Table) -> Table:
    """The table as it is once today's rules have taken it over from those of version 1."""
    old = GAME.as_kept(GAME.positions.plain(table.position), 1)
    assert "out" not in old
    table.state = State(table.state.setup, GAME.carry_over(table.position, 1))
    assert GAME.positions.plain(table.position) == GAME.upgrade("position", old, 1)
    GAME.check(table.state)
    return table


def test_D12_of_a_table_of_version_1_the_last_to_go_are_known_and_those_after_the_update() -> None:
    table = carried_over(rounds_for(*ONE_BY_ONE))
    assert (table.position.out, table.order) == ((("C",),), "1A 2C 3DEF 6B")
    assert carried_over(rounds_for("A2 B2 C1", "", "")).order == "1AB 3C"
    begun = carried_over(rounds_for("A5 B5 C3 D2 E1 F1", "A"))
    assert begun.position.out == ()
    assert round_for(round_for(begun.leave("B"), "A"), "A").order == "1A 2C 3D 4EF 6B"
