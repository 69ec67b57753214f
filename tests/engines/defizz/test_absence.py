"""Deadlines, missed ones, and leavers (C3, C4, Z19, Z20)."""

import pytest

from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import Table, cases, check, of
from tests.engines.table import refusal

CITIES = deck(chrono("Reims"))
NUMBERS = deck(cible(100))
NOTES = deck(pingpong("do", "ré", "mi", "fa"))
NAMING = deck(chance("reader"))
BOT = of("ABC", NUMBERS, reader="bot")


@pytest.mark.parametrize(
    ("start", "script", "clock"),
    [
        (of(expert=True), "", "roll 60"),
        (of(expert=True), "roll 1", "ask 60"),
        (of(expert=True), "roll 1, ask 0", "choose 60"),
        (of(), "roll 1, choose 0 B 200", "raise 30"),
        (of(), "roll 1, choose 0 B 200, B accepts", "chrono 30"),
        (of(), "duel, A: Reims @1, B passes", "verdict 20"),
        (of("ABC", NUMBERS), "multi", "cible 30"),
        (of("ABC", NOTES), "multi", "pingpong 20"),
        (of("ABC", deck(chance("nearest", max=9))), "multi", "cible 30"),
        (of("ABC", NAMING), "multi", "name 60"),
    ],
)
def test_Z19_how_long_each_decision_may_take(start, script, clock):
    deadline = start().play(script).deadline
    assert f"{deadline.kind} {deadline.seconds}" == clock
    assert deadline.race == (deadline.kind == "chrono")
    runs_on = deadline.kind in ("chrono", "cible", "pingpong", "verdict", "name")
    assert deadline.always == runs_on, "what is asked and judged runs against the clock at every pace"


@cases(
    ("the die rolls by itself", of("ABC"), "time 2", "choose A; 19 19 19"),
    (
        *("the choice falls on the first question, the next opponent, the minimum", of(first="D")),
        *("roll 2, time", "answer AD; 17 19 19 17 pot 4"),
    ),
    ("in a multi on nobody", of(expert=True), "roll 5, ask 1, time", "answer ABC; 17 17 17 19 pot 6"),
    ("silence refuses a raise", of(), "roll 1, choose 0 B 900, time", "roll B; 20 18 19 19"),
    (
        *("silence in a Chrono is no missed deadline", of("ABC", CITIES, reader="bot")),
        *("multi, A: Reims @1, time", "roll B; 21 18 18", {"missed": {"A": 0, "B": 0, "C": 0}}),
    ),
    (
        "silence in its turn is one",
        BOT,
        "multi, time",
        "answer B; 18 18 18 pot 3",
        {"missed": {"A": 1, "B": 0, "C": 0}},
    ),
)
def test_Z19_what_the_deadline_does(start, script, seen, public):
    check(start, script, seen, public)


def test_Z19_what_the_clock_did_is_told():
    assert Table("ABC").play("time 2").event("rolled").by_itself
    chosen = Table(first="D").play("roll 2, time").event("challenged")
    assert (chosen.question, chosen.opponent, chosen.stake, chosen.by_itself) == (0, "A", 200, True)
    chosen = Table(expert=True).play("roll 5, ask 1, time").event("challenged")
    assert (chosen.question, chosen.opponent, chosen.stake) == (1, None, 200)
    assert Table().play("roll 1, choose 0 B 900, time").event("refused").by_itself
    silent = Table("ABC", CITIES, reader="bot").play("multi, A: Reims @1, time")
    assert [event.seat for event in silent.events if event.type == "gave_up"] == ["B", "C"]


@cases(
    # The chips of who leaves during a challenge go to the pot (Z20).
    (
        *("the third in a row removes after its consequence", BOT, "time 4, time, time"),
        *("answer B; 0 18 18 pot 21", {"gone": ("A",), "told": "gave_up left"}),
    ),
    ("nobody else counts", BOT, "time 4", "choose A; 19 19 19", {"missed": {"A": 1, "B": 0, "C": 0}}),
    (
        "two are not enough",
        BOT,
        "time 4, time",
        "answer A; 18 18 18 pot 3",
        {"missed": {"A": 2, "B": 0, "C": 0}},
    ),
    (
        *("an accepted action resets the count", BOT, "time 4, time, A: 7"),
        *("answer B; 18 18 18 pot 3", {"missed": {"A": 0, "B": 0, "C": 0}}),
    ),
)
def test_C3_missed_deadlines(start, script, seen, public):
    check(start, script, seen, public)


def test_C4_leaving_twice_is_refused_and_the_eliminated_may_leave():
    table = Table("ABCD", CITIES).with_chips(19, 0, 19, 19).leave("B")
    assert (table.public.gone, table.public.lost) == (("B",), 1900)
    assert refusal(table.leave, "B").reason == "already_left"


@pytest.mark.parametrize("leaver", "ABCD")
@pytest.mark.parametrize("question", range(3))
def test_C4_a_table_of_every_mode_can_be_left_at_any_moment(leaver, question):
    assert leaver in Table().multi(question=question).leave(leaver).public.gone


@cases(
    ("the last one wins", of("ABC"), "C leaves, A leaves", "over; 0 19 0 lost 38", {"winners": ("B",)}),
    (
        *("with all that lies in the pot", of("ABC", CITIES)),
        *("roll 1, choose 0 B 500, C leaves, A leaves", "over; 0 57 0", {"winners": ("B",)}),
    ),
    (
        *("before the choice: chips are lost, the next is active", of(), "roll 1, help, A leaves"),
        *("roll B; 0 19 19 19 lost 19", {"reader": "D"}),
    ),
    (
        *("before the question: the challenge is off", of(), "roll 4, choose 0 - 700, B refuses, A leaves"),
        *("roll B; 0 19 19 19 lost 19", {"result": "off -", "round": 2}),
    ),
    (
        *("the active seat after the question", of(deck=NUMBERS), "multi, A leaves"),
        *("answer B; 0 18 18 19 pot 21", {"participants": ("B", "C")}),
    ),
    (
        "who alone was awaited",
        of("ABC", deck=CITIES, reader="bot"),
        "multi, A passes, B passes, C leaves",
        "roll A; 19 19 0 lost 19",
    ),
    ("whose chips may be won", of(deck=NUMBERS), "multi, A leaves, B: 100", "roll B; 0 39 18 19"),
    ("or are lost", of(deck=NUMBERS), "multi, A leaves, B passes, C passes", "roll B; 0 19 19 19 lost 19"),
    ("instead of answering a raise", of(), "roll 1, choose 0 B 700, B leaves", "roll C; 38 0 19 19"),
    ("one of two", of(deck=NUMBERS), "duel, B leaves", "roll C; 38 0 19 19", {"result": "alone A"}),
    (
        *("who refused: to the pot, too", of(deck=NUMBERS)),
        *("roll 4, choose 0 - 200, B refuses, C accepts, B leaves", "answer A; 17 0 17 19 pot 23"),
    ),
    (
        *("and it is lost", of(deck=NUMBERS)),
        *(
            "roll 4, choose 0 - 200, B refuses, C accepts, B leaves, A passes, C passes",
            "roll A; 19 0 19 19 lost 19",
        ),
    ),
    (
        *("a leaver's answer no longer counts", of(deck=CITIES, reader="bot")),
        *(
            "multi, A: Reims @1, A leaves, B: Reims @2, C passes, D passes",
            "roll B; 0 40 18 18",
            {"result": "won B"},
        ),
    ),
    (
        *("Z11: the last one in wins without a verdict", of(deck=NOTES)),
        *("multi, A passes, B: do, right, C: do, B leaves", "roll C; 18 0 39 19", {"result": "won C"}),
    ),
    (
        *("in enrichment the prize goes to who is left", of(deck=NUMBERS, enrichment=True)),
        *("roll 1, choose 0 B, B leaves", "roll C; 5 0 0 0 bank 109"),
    ),
)
def test_Z20_who_leaves(start, script, seen, public):
    check(start, script, seen, public)


@cases(
    (
        "before the choice: the seat before reads",
        of(),
        "roll 1, D leaves",
        "choose A; 19 19 19 0 lost 19",
        {"reader": "C", "opponents": ("B",)},
    ),
    ("and chooses for experts", of(expert=True), "roll 1, D leaves", "ask C; 19 19 19 0 lost 19"),
    (
        "or the bot",
        of(expert=True),
        "roll 1, D leaves, C leaves 3",
        "choose A; 19 19 0 0 lost 38",
        {"reader": "bot", "asked": 2},
    ),
    (
        "a bystander leaves: the reader plays",
        of("ABC"),
        "roll 1, B leaves",
        "choose A; 19 0 19 lost 19",
        {"reader": "bot", "opponents": ("C",)},
    ),
    (
        "later the bot reads",
        of(),
        "roll 4, choose 0 - 300, D leaves",
        "raise B; 19 19 19 0 pot 19",
        {"reader": "bot"},
    ),
    (
        *("to the end", of(), "roll 4, choose 0 - 300, D leaves, B accepts, C refuses, A: un, B passes"),
        "roll B; 42 16 18 0",
    ),
    (
        "its verdicts are the bot's",
        of(deck=NOTES),
        "multi, A: zut, D leaves",
        "answer B; 18 18 18 0 pot 22",
        {"reader": "bot"},
    ),
    (
        *("also of a Chrono", of(deck=CITIES), "multi, A: Lyon @1, B: Reims @2, C passes, D leaves"),
        *("roll B; 18 40 18 0", {"result": "won B"}),
    ),
    ("the bot names for it", of(deck=NAMING), "multi, D leaves 2", "roll B; 18 40 18 0", {"result": "won B"}),
)
def test_Z20_a_reader_who_leaves(start, script, seen, public):
    check(start, script, seen, public)


def test_Z20_what_becomes_of_the_card_and_the_lot():
    assert Table().play("roll 1, help, A leaves").own("A").card is None
    assert Table(deck=NAMING).play("multi, D leaves 2").public.last.by_lot


@pytest.mark.parametrize("question_deck", [NOTES, CITIES])
def test_Z20_a_leaver_prolongs_nobodys_time(question_deck):
    table = Table("ABCD", question_deck).multi()
    before = table.deadline
    assert table.leave("C").deadline == before
