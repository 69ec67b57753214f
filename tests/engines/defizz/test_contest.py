"""A verdict can be turned until the next answer or roll, and is counted so (Z21); votes for winners (Z22)."""

import json
from copy import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.decks import Asked
from engines.defizz.deck import DECKS, Deck, mark_of
from engines.defizz.model import Contest, Judge, Name, Pass, Result, Roll, Said, Vote
from engines.defizz.rounds import count_result
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import GAME, Table, cases, check, of
from tests.engines.spoken import Wire
from tests.engines.table import refusal

NOTES = deck(pingpong("do", "ré", "mi", "fa"))
CITIES = deck(chrono("Reims"))
FREE = deck(chance("reader"))
BY_D, BY_BOT = of(deck=NOTES, contest=True), of(deck=NOTES, reader="bot", contest=True)
LIST = of("ABC", NOTES, reader="bot", contest=True)
CHRONO = of("ABC", CITIES, reader="bot", contest=True)
LOST = "multi, A: la ville des sacres @1, B: Reims @2, C: Reims @3"
"""A was wrong first, then B was right and took the pot; C came too late."""
TURN_A = "A contests A, B votes yes, C votes yes"
KEPT_A = "A contests A, B votes no, C votes no"
KEPT_LIST = "multi, A: dau, A contests, B votes no, C votes no, D votes none"
SLIP = "multi, A: do, wrong"


def lost_chrono() -> Table:
    return CHRONO().play(LOST)


def rights(table: Table) -> list[bool | None]:
    """What was made of each proposal."""
    return [said.right for said in table.public.last.said]


@pytest.mark.parametrize(
    ("start", "script", "seat", "action", "refused"),
    [
        (
            of("ABC", CITIES, reader="bot"),
            "multi, A passes, B passes, C: Lyon @1",
            "C",
            Contest(),
            "illegal_action contest_off",
        ),
        (
            BY_D,
            f"{SLIP}, B: ré",
            "D",
            Contest("A"),
            "illegal_action verdict_stands",
        ),  # the next answer closes it
        (BY_D, f"{SLIP}, B: ré, right, C passes", "D", Contest("B"), "illegal_action verdict_stands"),
        (
            CHRONO,
            f"{LOST}, roll 4",
            "A",
            Contest("A"),
            "illegal_action verdict_stands",
        ),  # so does the next roll
        *((BY_D, SLIP, seat, Contest("A"), "not_your_turn not_the_reader") for seat in "AB"),
        (
            CHRONO,
            f"{LOST}, {KEPT_A}",
            "A",
            Contest("B"),
            "not_your_turn contested_before",
        ),
        (
            BY_BOT,
            f"{KEPT_LIST}, B: raie",
            "A",
            Contest("B"),
            "not_your_turn contested_before",
        ),
        (
            of("AB", deck(cible(100)), reader="bot", contest=True),
            "multi, A: 99, B: 98",
            "B",
            Contest(),
            "illegal_action verdict_stands",
        ),
        (CHRONO, f"{LOST}, A contests A", "A", Vote(turn=True), "not_your_turn contests"),
        (CHRONO, f"{LOST}, A contests A", "B", Contest("B"), "illegal_action vote_is_on"),
        (CHRONO, f"{LOST}, A contests A", "B", Roll(), "illegal_action not_now"),
        (CHRONO, f"{LOST}, A contests A, B votes no", "B", Vote(turn=True), "not_your_turn voted_before"),
    ],
)
def test_Z21_what_is_refused_says_why(start, script, seat, action, refused):
    assert " ".join(start().play(script).refused(seat, action)) == refused


@cases(
    (
        "a reader turns a slip at once",
        BY_D,
        f"{SLIP}, D contests A",
        "answer B; 18 18 18 19 pot 3",
        {"waiting": ("B", "C", "A")},
    ),
    ("where the bot reads the others vote", CHRONO, f"{LOST}, A contests A", "vote BC; 18 21 18"),
    ("all of them", CHRONO, f"{LOST}, A contests A, B votes yes", "vote C; 18 21 18"),
    ("and the majority turns it", CHRONO, f"{LOST}, {TURN_A}", "roll B; 21 18 18", {"result": "won A"}),
    *(
        (
            f"{one} and {two} leave it",
            CHRONO,
            f"{LOST}, A contests A, B votes {one}, C votes {two}",
            "roll B; 18 21 18",
            {"poll": None},
        )
        for one, two in (("yes", "no"), ("no", "no"), ("none", "none"), ("none", "no"))
    ),
    (
        "a single vote decides",
        CHRONO,
        f"{LOST}, A contests A, C votes yes, time",
        "roll B; 21 18 18",
        {"missed": dict.fromkeys("ABC", 0)},
    ),
    *(
        (
            f"with two seats, {vote}",
            of("AB", CITIES, reader="bot", contest=True),
            f"multi, A: Lyon @1, B: Reims @2, A contests B, B votes {vote}",
            seen,
        )
        for vote, seen in (("yes", "roll A; 19 19"), ("no", "roll B; 17 21"), ("none", "roll B; 17 21"))
    ),
    (
        *("each seat contests once a challenge", CHRONO),
        *(
            f"{LOST}, {KEPT_A}, B contests B, A votes yes, C votes yes, C contests A",
            "vote AB; 18 18 21",
        ),
    ),
    (
        *("a ping-pong goes on", BY_BOT, KEPT_LIST),
        "answer B; 18 18 18 18 pot 4",
    ),
    (
        *("with who is in again", BY_BOT),
        f"{KEPT_LIST}, B: raie, B contests, A votes yes, C votes yes, D votes none",
        *("answer C; 18 18 18 18 pot 4", {"waiting": ("C", "D", "B")}),
    ),
    (
        *(
            "a Chrono goes on with the later proposals",
            CHRONO,
            f"{LOST}, A contests B, B votes yes, C votes yes",
        ),
        *("roll B; 18 18 21", {"result": "won C"}),
    ),
    (
        *(
            "in enrichment the prize goes back to the bank",
            of("ABC", CITIES, reader="bot", contest=True, enrichment=True, bank=1300),
        ),
        *(f"roll 4, choose 0 -, A: Lyon @1, B: Reims @2, C passes, {TURN_A}", "roll B; 5 0 0 bank 8"),
    ),
    (
        *(
            "a void challenge can be turned into a win",
            CHRONO,
            "multi, A: Lyon @1, B passes, C passes, A contests, B votes yes, C votes yes",
        ),
        *("roll B; 21 18 18", {"round": 2}),
    ),
    (
        "the host turns it at once",
        CHRONO,
        f"{LOST}, A contests A, !turn_verdict.0",
        "roll B; 21 18 18",
        {"result": "won A", "poll": None},
    ),
    (
        "who leaves makes it stand",
        CHRONO,
        f"{LOST}, A contests A, C votes yes, B leaves",
        "roll C; 18 0 18 lost 21",
        {"poll": None},
    ),
    (
        "and breaks off the vote",
        BY_BOT,
        "multi, A: dau, A contests, D leaves",
        "answer B; 18 18 18 0 pot 22",
        {"waiting": ("B", "C")},
    ),
    (
        "when the reader is gone all may contest",
        BY_D,
        f"{SLIP}, !replace_reader, A contests",
        "vote BCD; 18 18 18 19 pot 3",
    ),
    (
        "the host takes a card back",
        BY_BOT,
        "multi, A: dau, A contests, !void",
        "roll A; 19 19 19 19",
        {"poll": None},
    ),
    (
        *(
            "a ping-pong goes on after its last verdict",
            LIST,
            "duel, A: do, B: dau, B contests, A votes yes, C votes yes",
        ),
        *("answer A; 18 18 19 pot 2", {"last": None}),
    ),
    (
        *("and ends another way", LIST, "duel, A: do, B: dau, B contests, A votes yes, C votes yes, A: raie"),
        *("roll B; 18 20 19", {"result": "won B"}),
    ),
)
def test_Z21_a_verdict_is_turned(start, script, seen, public):
    check(start, script, seen, public)


def test_Z21_what_is_told_of_a_vote_and_what_it_gives_back():
    table = lost_chrono().contest("A", "A")
    assert table.legal("B") == (Vote(turn=True), Vote(turn=False), Pass())
    assert (table.event("contested").by, table.public.poll.by, table.public.poll.seat) == ("A", "A", "A")
    deadline = table.deadline
    assert (deadline.kind, deadline.seconds, deadline.always) == ("vote", 20, True)
    assert table.vote("B", True).public.poll.voted == ("B",)
    table.vote("C", True)
    assert table.told[:3] == ["voted", "vote_closed", "verdict_turned"]
    closed, undone = table.event("vote_closed"), table.event("settlement_undone")
    assert (closed.to_turn, closed.to_keep, table.event("judged").by) == (2, 0, "vote")
    assert (undone.pot, undone.chips, undone.returning) == (300, {"A": 1800, "B": 1800, "C": 1800}, ())
    assert (rights(table), table.public.turning.contested) == ([True, None, None], ("A",))
    assert not lost_chrono().play(KEPT_A).event("vote_closed").turned


def test_Z21_single_votes_stay_secret():
    table = lost_chrono().contest("A", "A")
    twin = copy(table)
    assert table.vote("B", True).events == twin.vote("B", False).events
    for seat in (None, "A", "C"):
        assert table.own(seat) == twin.own(seat)


def test_Z21_a_reader_turns_its_own_verdict_which_keeps_the_bots():
    table = BY_D().play(SLIP)
    assert (table.turn, table.told[-1], table.legal("D")) == ("answer B", "dropped_out", (Contest("A"),))
    assert table.contest("D").event("verdict_turned").by == "reader"
    assert [(said.bot, said.right) for said in table.public.said] == [(True, True)]
    assert BY_D().play(f"{SLIP}, B: ré, right").legal("D") == (Contest("B"),)


def test_Z21_verdicts_on_earlier_proposals_of_a_chrono_stand():
    table = of(deck=CITIES, contest=True)().play("multi, A: Lyon @1, B: Reims @2, C: Reims @3, right")
    assert table.result == "won A"
    assert (table.contest("D", "A").turn, table.public.verdict.seat) == ("verdict D", "B")
    assert table.judge(right=False).public.verdict.seat == "C"
    assert set(table.legal("D")) == {Judge(right=True), Judge(right=False), Contest("A"), Contest("B")}
    assert (rights(table.contest("D", "B")), table.result) == ([False, True, None], "won B")
    assert rights(CHRONO().play(f"{LOST}, A contests B, B votes yes, C votes yes")) == [False, False, True]


def test_Z21_an_elimination_is_taken_back_and_who_is_out_may_contest_it():
    table = CHRONO().with_chips(19, 3, 19)
    table.play("roll 3, choose 0 B 300, B: la ville des sacres @1, A: Reims @2")
    assert (table.chips, table.position.out, table.turn) == ("22 0 19", ("B",), "roll C")
    assert table.play("B contests B").turn == "vote AC"
    assert table.play("A votes none, C votes yes").chips == "16 6 19"
    assert (table.position.out, table.event("settlement_undone").returning) == ((), ("B",))


def test_Z21_what_the_host_may_turn():
    table = lost_chrono()
    assert GAME.host_commands(table.state)[:2] == ("turn_verdict.0", "turn_verdict.1")
    assert "void" not in GAME.host_commands(lost_chrono().contest("A", "A").state)
    assert table.command("turn_verdict.0").event("judged").by == "host"
    assert refusal(table.command, "turn_verdict.2").reason == "verdict_stands"
    assert refusal(table.command, "turn_verdict.x").code == "illegal_action"


def test_Z21_nothing_is_contested_once_the_game_is_over_or_without_the_option():
    table = of("AB", CITIES, reader="bot", contest=True)().with_chips(19, 2)
    table.play("duel, A: Reims @1, B: Lyon @2")
    assert (table.turn, table.refused("B", Contest("B"))[0]) == ("over", "over")
    assert (table.position.before, GAME.host_commands(table.state)) == (None, ())
    without = of("ABC", CITIES, reader="bot")().play("multi, A passes, B passes, C: Lyon @1")
    assert (without.legal("C"), without.position.before, without.public.turning) == ((), None, None)
    for kept in (
        CHRONO().play(f"{LOST}, A contests A, C votes yes, B leaves"),
        BY_BOT().play("multi, A: dau, A contests, !void"),
    ):
        assert kept.position.before is None


def test_Z21_when_the_reader_is_gone_the_table_may_contest_its_verdict():
    assert BY_D().play(f"{SLIP}, !replace_reader").public.turning.reader == "bot"
    table = Table("ABCD", NOTES, contest=True).with_chips(19, 19, 0, 0).duel("B")
    assert table.public.reader == "D"
    assert table.play("A: do, wrong, D leaves, A contests").turn == "vote B"


def test_Z21_the_list_of_a_ping_pong_is_told_once_nothing_can_be_turned():
    table = LIST().play("duel, A: do, B: dau")
    assert (table.result, table.public.last.held, table.public.last.answers) == ("won A", True, ())
    assert "answer_revealed" not in table.told
    assert table.roll(4).public.last.answers == ("do", "ré", "mi", "fa")
    assert (table.told[0], table.event("answer_revealed").late) == ("answer_revealed", True)


def test_Z21_over_the_protocol_it_is_an_option():
    start = {"do": "start", "game": "defizz", "seats": ["A", "B"], "seed": "x"}
    wire = Wire({**start, "options": {"reader": "bot", "contest": True}})
    assert wire.code(do="act", seat="A", action={"type": "contest"}) == "illegal_action"


COUNTED: Deck = DECKS.load(json.dumps(MIXED))


def result(place: int | None, *said: Said) -> Result:
    return Result("won", COUNTED.cards[0].id, place, "a", "a", 0, 0, said)


def test_a_question_is_solved_by_one_right_answer_and_counted_with_verdicts_that_did_not_stand() -> None:
    mark = mark_of(COUNTED.cards[0].questions[0])
    wrong, right = Said("a", "x", bot=False, right=False), Said("b", "y", bot=True, right=True)
    turned = Said("a", "x", bot=False, right=True)
    assert count_result(COUNTED, result(0, wrong), 1) == (Asked(mark, 1, 0, 0),)
    assert count_result(COUNTED, result(0, wrong, right), 1) == (Asked(mark, 1, 1, 0),)
    assert count_result(COUNTED, result(0, turned), 1) == (Asked(mark, 1, 1, 1),)
    assert count_result(COUNTED, result(0, turned), -1) == (Asked(mark, -1, -1, -1),)
    assert count_result(COUNTED, None, 1) == count_result(COUNTED, result(None), 1) == ()


TURN_BACK = "B contests A, A votes yes, C votes yes"
ALONE = "multi, A: la ville des sacres @1, B passes, C passes"
BY_C = of("ABC", CITIES, contest=True)


@pytest.mark.parametrize(
    ("start", "script", "counts"),
    [
        (CHRONO, LOST, (1, 1, 0)),
        (CHRONO, f"{LOST}, A contests A, B votes yes", (1, 1, 0)),
        (CHRONO, f"{LOST}, {TURN_A}", (1, 1, 1)),  # refused, then turned: counted once
        (CHRONO, f"{LOST}, {TURN_A}, roll 4", (1, 1, 1)),
        (CHRONO, f"{LOST}, {TURN_A}, {TURN_BACK}", (1, 1, 0)),  # as if nothing had been turned
        (CHRONO, f"{LOST}, {KEPT_A}", (1, 1, 0)),
        (CHRONO, ALONE, (1, 0, 0)),  # nobody had it
        (CHRONO, f"{ALONE}, {TURN_A}", (1, 1, 1)),
        (CHRONO, f"{ALONE}, {TURN_A}, {TURN_BACK}", (1, 0, 0)),
        (of("AB", NOTES, reader="bot", contest=True), "multi, A: do, B: zut", (1, 1, 0)),
        (
            of("AB", NOTES, reader="bot", contest=True),
            "multi, A: do, B: zut, B contests B, A votes yes",
            (0, 0, 0),
        ),
        (
            of("AB", NOTES, reader="bot", contest=True),
            "multi, A: do, B: zut, B contests B, A votes yes, A: nul",
            (1, 1, 1),
        ),
        (
            BY_C,
            "duel, A: Reims @1, B passes, wrong",
            (1, 0, 1),
        ),  # a reader who undoes a slip agreed with the bot
        (BY_C, "duel, A: Reims @1, B passes, wrong, C contests A", (1, 1, 0)),
        (BY_C, "duel, A: Reims @1, B passes, wrong, C contests A, C contests A", (1, 0, 1)),
    ],
)
def test_Z21_questions_are_counted_as_they_stand_at_last(start, script, counts) -> None:
    assert start().play(script).counts == [counts]


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_Z21_however_it_is_turned_the_counts_are_those_of_the_last_result(data: st.DataObject) -> None:
    table = lost_chrono()
    for _ in range(data.draw(st.integers(1, 6))):
        contests = [(seat, one) for seat in "ABC" for one in table.legal(seat) if isinstance(one, Contest)]
        if not contests:
            break
        table.act(*data.draw(st.sampled_from(contests)))
        while table.position.phase == "vote":
            table.vote(GAME.to_act(table.state)[0], data.draw(st.sampled_from((True, False, None))))
        (expected,) = count_result(table.state.setup.deck, table.position.last, 1)
        assert table.counts == [tuple(expected)[1:]]


VOTED, FOUR = of("ABCDE", FREE, reader="bot", contest=True), of("ABCD", FREE, reader="bot", contest=True)


@cases(
    ("the seats that take no part vote", VOTED, "duel", "vote CDE; 18 18 19 19 19 pot 2"),
    (
        "most votes win",
        VOTED,
        "duel, C votes for B, E votes for A, D votes for B",
        "roll B; 18 20 19 19 19",
        {"result": "won B"},
    ),
    (
        "of equals one draw chooses",
        FOUR,
        "duel, C votes for B, D votes for A 2",
        "roll B; 18 20 19 19",
        {"result": "won B"},
    ),
    (
        "nobody votes: one draw among all",
        FOUR,
        "duel, C passes, time 1",
        "roll B; 20 18 19 19",
        {"missed": dict.fromkeys("ABCD", 0)},
    ),
    (
        "with no other seat it is the draw of Z12",
        of("AB", FREE, reader="bot", contest=True),
        "roll 1, choose 0 B 200 2",
        "roll B; 17 21",
    ),
    ("as without the option", of("ABC", FREE, reader="bot"), "roll 1, choose 0 B 100 1", "roll B; 20 18 19"),
    ("a reader names", of(deck=FREE, contest=True), "duel", "answer D; 18 18 19 19 pot 2"),
    (
        "when it leaves the table votes",
        of(deck=FREE, contest=True),
        "duel, D leaves",
        "vote C; 18 18 19 0 pot 21",
    ),
    (
        "for whom",
        of(deck=FREE, contest=True),
        "duel, D leaves, C votes for A",
        "roll B; 39 18 19 0",
        {"result": "won A"},
    ),
    (
        "a leaver's vote does not count",
        VOTED,
        "duel, C votes for A, D votes for A, D leaves, C leaves",
        "vote E; 18 18 0 0 19 pot 40",
    ),
    (
        "but others do",
        VOTED,
        "duel, C votes for A, D votes for A, D leaves, C leaves, E votes for B",
        "roll B; 18 58 0 0 19",
        {"result": "won B"},
    ),
    (
        "the only voter leaves",
        of("ABC", FREE, reader="bot", contest=True),
        "duel, C leaves 2",
        "roll B; 18 39 0",
        {"result": "won B"},
    ),
    (
        "nor one for a leaver",
        VOTED,
        "duel, C votes for B, B leaves",
        "roll C; 38 0 19 19 19",
        {"result": "alone A", "poll": None},
    ),
    ("it can be voided", VOTED, "duel, !void", "roll A; 19 19 19 19 19"),
    (
        "and is not contested",
        of("ABC", FREE, reader="bot", contest=True),
        "duel, C votes for A",
        "roll B; 20 18 19",
        {"turning": None},
    ),
)
def test_Z22_the_table_votes_for_the_winner(start, script, seen, public):
    check(start, script, seen, public)


def test_Z22_who_may_vote_for_whom():
    table = VOTED().duel("B")
    assert (table.deadline.seconds, table.legal("C")) == (20, (Name("A"), Name("B"), Pass()))
    assert (table.public.question.mode, table.public.poll.by) == ("chance", None)
    assert table.refused("A", Name("A")) == ("not_your_turn", "votes_not_on_oneself")
    assert table.refused("C", Name("D")) == ("illegal_action", "takes_no_part")
    table.play("C votes for B, E votes for A, D votes for B")
    assert (table.event("winner_voted").votes, table.public.last.by_lot) == ({"A": 1, "B": 2}, False)
    assert FOUR().play("duel, C votes for B, D votes for A 2").public.last.by_lot
    assert FOUR().play("duel, C passes, time 1").public.last.by_lot
    assert of("ABC", FREE, reader="bot", contest=True)().play("duel, C votes for A").position.before is None
