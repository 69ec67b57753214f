"""Questions from their asking to their winner: Chrono, Cible, Ping-pong, Chance (Z9 to Z13)."""

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.defizz.model import Answer, Heard, Name, Pass
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table, cases, check, of
from tests.engines.table import refusal


def bot(question, seats="ABC", **options):
    """A table where the bot reads and this is asked of all."""
    return of(seats, deck(question), reader="bot", **options)


def asked(question, seats="ABC", **options):
    """A multi at the minimum of 100."""
    return bot(question, seats, **options)().multi()


REIMS, HUNDRED, FIVE = (
    bot(chrono("Reims")),
    bot(cible(100)),
    bot(pingpong("un", "deux", "trois", "quatre", "cinq")),
)
FOUR, THREE = bot(pingpong("do|ut", "ré", "mi", "fa")), bot(pingpong("do", "ré", "mi"))


@cases(
    ("all may answer at once", REIMS, "multi", "answer ABC; 18 18 18 pot 3"),
    ("until they have", REIMS, "multi, B: Lyon @5", "answer AC; 18 18 18 pot 3"),
    (
        "at the deadline the answers so far count",
        REIMS,
        "multi, C: reims @1, time",
        "roll B; 18 18 21",
        {"result": "won C"},
    ),
    (
        *("two right ones in the same millisecond", REIMS, "multi, A: Reims @7, B: reims @7, C: Reims @8"),
        *("roll A; 19 19 19", {"result": "tie -"}),
    ),
    (
        *("a wrong one does not tie", REIMS, "multi, A: Lyon @7, B: reims @7, C passes"),
        *("roll B; 18 21 18", {"result": "won B"}),
    ),
    (
        "nobody right",
        REIMS,
        "multi, A: Lyon @1, B passes, C: Paris @2",
        "roll A; 19 19 19",
        {"result": "nobody -"},
    ),
    (
        "it may be settled",
        REIMS,
        "multi, A: Lyon @1, B: Reims @2, settle",
        "roll B; 18 21 18",
        {"result": "won B"},
    ),
)
def test_Z9_a_chrono(start, script, seen, public):
    check(start, script, seen, public)


def test_Z9_nobody_hears_an_answer_but_who_gave_it():
    table = REIMS().play("multi, B: Lyon @5")
    assert [(one.seat, one.text, one.at) for one in table.public.said] == [("B", None, None)]
    assert (table.own("B").answer, table.own("A").answer, table.event("answered").text) == (
        "Lyon",
        None,
        None,
    )
    closed = table.play("A passes, C: Paris @2")
    assert closed.event("answer_revealed").answers == ("Reims",)


@pytest.mark.parametrize(
    "order", [*permutations((("A", "Reims", 30), ("B", "Reims", 20), ("C", "Lyon", 10)))]
)
def test_Z9_the_first_right_one_wins_whatever_came_in_first(order):
    table = asked(chrono("Reims"))
    for seat, text, at in order:
        table.answer(seat, text, at)
    assert (table.result, table.chips) == ("won B", "18 21 18")


def test_Z9_one_proposal_a_seat_with_its_moment():
    table = REIMS().play("multi, A: Lyon @1")
    for action in (Answer("Reims", 2), Pass()):
        assert table.refused("A", action) == ("not_your_turn", "already_answered")
    assert table.refused("B", Answer("Reims")) == ("bad_request", "missing")
    moments = [GAME.stamp(Answer("Reims"), flake).at for flake in (7 << 22, (7 << 22) + 9, 8 << 22)]
    assert moments == [7, 7, 8], "a snowflake tells the millisecond"
    assert GAME.stamp(Pass(), 7 << 22) == Pass()


def test_Z9_it_settles_once_one_answer_counts_as_right():
    table = REIMS().play("multi, A: Lyon @1")
    assert (GAME.awaits_settle(table.state), refusal(table.settle).code) == (False, "illegal_action")
    assert GAME.awaits_settle(table.play("B: Reims @2").state)


@cases(
    ("in seat order", bot(cible(100), first="B"), "multi", "answer B; 18 18 18 pot 3"),
    (
        *("the nearest wins", bot(cible(100), first="B"), "multi, B: 50, C: quatre-vingt-dix-neuf, A: 102"),
        *("roll C; 18 18 21", {"result": "won C"}),
    ),
    ("exact wins at once", HUNDRED, "multi, A: 100", "roll B; 21 18 18", {"result": "won A"}),
    ("equally near is a tie", HUNDRED, "multi, A: 99, B: 101, C: 3", "roll A; 19 19 19", {"result": "tie -"}),
    (
        "nobody proposes",
        HUNDRED,
        "multi, A passes, time, C passes",
        "roll A; 19 19 19",
        {"result": "nobody -"},
    ),
    (
        *("the only proposal wins", bot(cible(3.14)), "multi, A passes, B: 1000000, C passes"),
        *("roll B; 18 21 18", {"result": "won B"}),
    ),
    ("decimals are exact", bot(cible(0.1)), "multi, A: 0,3, B: 0,1", "roll B; 18 21 18", {"result": "won B"}),
)
def test_Z10_a_cible(start, script, seen, public):
    check(start, script, seen, public)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        *((text, "not_a_number") for text in ("cent mille milliards de", "beaucoup", "", "nan", "1e308")),
        *((text, "number_repeated") for text in ("50", "50,0", "cinquante")),
    ],
)
def test_Z10_no_number_and_no_number_twice(text, reason):
    table = HUNDRED().play("multi, A: 50")
    assert (table.refused("B", Answer(text)), table.turn) == (("illegal_action", reason), "answer B")


def test_Z10_numbers_are_told_as_they_were_read():
    table = HUNDRED().play("multi, A: 50, B: quatre-vingt-dix-neuf")
    assert [one.number for one in table.public.said] == ["50", "99"]
    assert table.play("C: 102").public.last.number == 100


def unclear(question, **heard):
    """How "3 mille 5" is refused, which may be two numbers."""
    table = asked(question)
    before = table.state
    caught = refusal(GAME.act, table.state, "A", Answer("3 mille 5", 7, **heard), ScriptedDraws())
    assert table.state == before
    return caught


def said(question, text, heard=None):
    """The number that is taken down."""
    return asked(question).act("A", Answer(text, 7, heard)).position.challenge.said[-1].number


def test_Z10_an_unclear_number_is_refused_with_its_readings_each_of_which_can_be_said():
    caught = unclear(cible(300))
    assert (caught.code, caught.reason) == ("illegal_action", "number_unclear")
    assert caught.params == {"readings": ["3005", "3500"], "unit": ""}
    assert [said(cible(300), f"= {reading}") for reading in caught.params["readings"]] == ["3005", "3500"]


def test_Z10_an_answer_that_was_heard_before_is_not_asked_back():
    assert unclear(cible(300), verdict=Heard(number=None)).reason == "not_a_number"
    assert said(cible(300), "3 mille 5", Heard(number="3500")) == "3500"


def test_Z12_a_drawn_number_is_proposed_in_the_same_ways():
    assert unclear(chance("nearest", max=9000)).reason == "number_unclear"
    assert said(chance("nearest", max=9000), "deux douzaines") == "24"


@cases(
    (
        "one at a time in seat order",
        FIVE,
        "multi, A: un, B: deux, C: douze",
        "answer A; 18 18 18 pot 3",
        {"told": "answered judged dropped_out"},
    ),
    (
        "until one is left",
        FIVE,
        "multi, A: un, B: deux, C: douze, A: trois, B passes",
        "roll B; 21 18 18",
        {"result": "won A"},
    ),
    ("repeated is out", FOUR, "multi, A: do, B: ut", "answer C; 18 18 18 pot 3", {"waiting": ("C", "A")}),
    ("missing is out", FOUR, "multi, A: do, time, time", "roll B; 21 18 18", {"result": "won A"}),
    ("the last one must still give one", THREE, "multi, A passes, B: si bémol", "answer C; 18 18 18 pot 3"),
    ("if nobody did", THREE, "multi, A passes, B: si bémol, C: mi", "roll B; 18 18 21", {"result": "won C"}),
    (
        "and has none either",
        THREE,
        "multi, A passes, B passes, C: zut",
        "roll A; 19 19 19",
        {"result": "nobody -"},
    ),
    ("all are found", FOUR, "multi, A: do, B: ré, C: mi, A: fa", "roll B; 21 18 18", {"result": "won A"}),
)
def test_Z11_a_ping_pong(start, script, seen, public):
    check(start, script, seen, public)


def test_Z11_the_list_is_told_at_the_end():
    table = FOUR().play("multi, A: do, B: ut")
    assert [one.right for one in table.public.said] == [True, False]
    assert table.play("C: mi, A: fa, C: ré").public.last.answers == ("do", "ré", "mi", "fa")


HIGHEST, NEAREST, NAMED = (
    bot(chance("highest")),
    bot(chance("nearest", max=20)),
    of(deck=deck(chance("reader"))),
)


@cases(
    (
        "highest, those tied for first again",
        HIGHEST,
        "roll 4, choose 0 - 100 5 5 2 1 1 3 6",
        "roll B; 18 21 18",
        {"result": "won B"},
    ),
    (
        "lowest",
        bot(chance("lowest"), first="B"),
        "roll 4, choose 0 - 100 4 2 3",
        "roll C; 18 18 21",
        {"result": "won C"},
    ),
    # Tails for all, then heads for A and C, then heads for C.
    (
        "coin",
        bot(chance("coin")),
        "roll 4, choose 0 - 100 2 2 2 1 2 1 2 1",
        "roll B; 18 18 21",
        {"result": "won C"},
    ),
    (
        "in the request that asks",
        HIGHEST,
        "roll 1, choose 0 B 300, B accepts 1 2",
        "roll B; 16 22 19",
        {"result": "won B"},
    ),
    # 7 lies between 4 and 10, 15 between 10 and 20; 13 is nearest to 10.
    ("nearest", NEAREST, "multi, A: 10, B: 20", "answer C; 18 18 18 pot 3"),
    (
        "without a proposal",
        NEAREST,
        "multi, A passes, B passes, C passes",
        "roll A; 19 19 19",
        {"result": "nobody -"},
    ),
    ("the reader names the winner", NAMED, "multi", "answer D; 18 18 18 19 pot 3"),
    ("it is who it names", NAMED, "multi, D names C", "roll B; 18 18 21 19", {"result": "won C"}),
    (
        "nobody in time",
        NAMED,
        "multi, time",
        "roll A; 19 19 19 19",
        {"result": "nobody -", "missed": {**dict.fromkeys("ABC", 0), "D": 1}},
    ),
    (
        "the bot by a draw",
        bot(chance("reader"), first="B"),
        "roll 4, choose 0 - 100 3",
        "roll C; 21 18 18",
        {"result": "won A"},
    ),
)
def test_Z12_luck(start, script, seen, public):
    check(start, script, seen, public)


def test_Z12_what_was_drawn_is_told():
    table = HIGHEST().play("roll 4, choose 0 - 100 5 5 2 1 1 3 6")
    drawn = [event.drawn for event in table.events if event.type == "drew"]
    assert drawn == [{"A": 5, "B": 5, "C": 2}, {"A": 1, "B": 1}, {"A": 3, "B": 6}]
    table = NEAREST().multi()
    assert (table.public.resolver, table.public.max) == ("nearest", 20)
    table.play("A: 10, B: 20").answer("C", "4", 0, 7, 15, 13)
    assert [event.number for event in table.events if event.type == "number_drawn"] == [7, 15, 13]
    assert table.result == "won A"


def test_Z12_numbers_keep_to_their_bounds_and_the_reader_to_who_takes_part():
    table = NEAREST().play("multi, A: 10")
    for text in ("0", "21", "3,5", "-1"):
        assert table.refused("B", Answer(text)) == ("illegal_action", "number_out_of_bounds")
    assert table.refused("B", Answer("dix")) == ("illegal_action", "number_repeated")
    table = NAMED().multi()
    assert table.legal("D") == (Name("A"), Name("B"), Name("C"))
    assert table.refused("D", Name("D")) == ("illegal_action", "takes_no_part")
    assert table.refused("D", Pass()) == ("illegal_action", "not_now")
    assert table.refused("A", Answer("moi")) == ("not_your_turn", "not_your_turn")
    lots = [table.name("C"), bot(chance("reader"), first="B")().play("roll 4, choose 0 - 100 3")]
    assert [each.public.last.by_lot for each in lots] == [False, True]


def test_Z13_after_a_void_the_same_seat_rolls_and_the_same_reader_reads():
    table = Table().play("roll 4, choose 1 - 500, B refuses, C accepts")
    assert table.chips == "14 18 14 19"
    table.play("A passes, C passes")
    assert table.seen == "roll A; 19 19 19 19", "the stake of the refusing seat, too"
    assert (table.public.reader, table.public.round, table.event("round_started").again) == ("D", 1, True)
    assert table.roll(4).position.card == "m2", "another card"


@settings(max_examples=80, deadline=None)
@given(
    answers=st.lists(
        st.tuples(st.sampled_from(["Reims", "Lyon", None]), st.integers(0, 3)), min_size=4, max_size=4
    ),
    order=st.permutations(range(4)),
    reader=st.sampled_from(["seat", "bot"]),
)
def test_Z9_the_order_of_arrival_never_changes_the_winner(answers, order, reader):
    def outcome(arrivals):
        table = Table("ABCDE" if reader == "seat" else "ABCD", deck(chrono("Reims")), reader=reader).multi()
        for place in arrivals:
            text, at = answers[place]
            if text is None:
                table.pass_("ABCD"[place])
            else:
                table.answer("ABCD"[place], text, at)
        while table.public.phase == "verdict":
            table.timeout()
        return table.public.last.outcome, table.public.last.winner, table.position.chips

    assert outcome(order) == outcome(range(4))
