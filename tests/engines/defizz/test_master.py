"""A quizmaster leads (Z27) and moves chips (Z29); and what the host may do in between."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.defizz.model import Accept, Answer, Choose, Contest, Judge, LastTurn, Roll, TakeBack, Transfer
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, deck, pingpong
from tests.engines.defizz.table import DUEL_100, GAME, Table, cases, check, of
from tests.engines.table import refusal

CITIES = deck(chrono("Reims", "la cité des sacres"))
NOTES = deck(pingpong("do", "ré", "mi", "fa"))
WHY = "Bob l’avait dit avant"
JUDGED = "duel, A: Lyon @1, B: Reims @2, wrong, right"


def lead(question_deck=CITIES, seats="MABC", **options):
    """What opens a table that M leads; A, B and C play, and A begins."""
    return of(seats, question_deck, reader="master", **{"first": "A", **options})


def led(*args, **options) -> Table:
    return lead(*args, **options)()


def test_Z27_the_first_seat_reads_every_turn_and_has_no_chips():
    table = led()
    assert (table.public.master, table.public.reader, table.public.in_play) == ("M", "M", ("A", "B", "C"))
    assert (table.seen, table.position.help_left[0]) == ("roll A; 0 19 19 19", False)
    for active in "ABCA":
        assert (table.public.active, table.public.reader) == (active, "M")
        table.play("multi, A: Reims @1, B passes, C passes, right")


def test_Z27_two_players_are_enough_and_it_is_never_challenged():
    table = led(seats="MAB").roll(DUEL_100)
    assert table.public.opponents == ("B",)
    assert table.refused("A", Choose(0, "M", 200)) == ("illegal_action", "opponent_reads")
    assert table.public.die.minimum == 200, "with two in play the minimums double"
    assert GAME.least_seats({"reader": "master"}) == 3
    assert refusal(Table, "MA", reader="master", first="A").code == "bad_seats"


def test_Z27_it_is_drawn_among_those_who_play_who_begins():
    setup = GAME.setup(["M", "A", "B"], {"reader": "master", "shuffle": False})
    begun = [GAME.start(setup, ScriptedDraws((n,))).state.position.active for n in (1, 2)]
    assert begun == ["A", "B"]
    assert refusal(GAME.setup, ["M", "A", "B"], {"reader": "master", "first": "M"}).code == "bad_options"


def test_Z27_it_alone_sees_the_card_from_the_choice_on():
    table = led().roll(DUEL_100)
    assert table.own("M").card is None
    assert table.choose(0, "B", 100).own("M").card[0].answers == (("Reims", "la cité des sacres"),)
    assert all(table.own(seat).card is None for seat in "ABC")


@cases(
    ("it judges", lead(), JUDGED, "roll B; 0 18 20 19", {"result": "won B"}),
    ("it names", lead(deck(chance("reader"))), "multi, M names C", "roll B; 0 18 18 21", {"result": "won C"}),
    (
        "it turns its verdicts at once",
        lead(contest=True),
        f"{JUDGED}, M contests A",
        "roll B; 0 20 18 19",
        {"result": "won A"},
    ),
    ("among experts it chooses", lead(expert=True), "roll 4", "ask M; 0 19 19 19"),
    ("every question", lead(expert=True), "roll 4, ask 1", "choose A; 0 19 19 19"),
    (
        "when it leaves the bot reads",
        lead(NOTES),
        "multi, M leaves",
        "answer A; 0 18 18 18 pot 3",
        {"reader": "bot"},
    ),
    (
        *("for the rest of the game", lead(NOTES), "multi, M leaves, A passes, B passes, C: do"),
        *("roll B; 0 18 18 21", {"reader": "bot", "result": "won C"}),
    ),
    (
        "the last of the others wins",
        lead(seats="MAB"),
        "A leaves",
        "over; 0 0 19 lost 19",
        {"winners": ("B",)},
    ),
    (
        *("the rest of a bank is never its own", lead(seats="MAB", enrichment=True, bank=800)),
        *("roll 4, choose 0 -, A: Reims @1, B passes, right", "roll B; 0 5 3"),
    ),
)
def test_Z27_what_it_does(start, script, seen, public):
    check(start, script, seen, public)


def test_Z27_but_it_never_plays():
    table = led().play("duel, A: Lyon @1, B: Reims @2")
    assert table.legal("M") == (Judge(right=True), Judge(right=False), TakeBack(), LastTurn())
    assert table.refused("M", Answer("Reims", 3)) == ("illegal_action", "not_now")
    assert table.play("wrong, right").refused("M", Roll()) == ("not_your_turn", "leads")
    turned = led(contest=True).play(f"{JUDGED}, M contests A")
    assert turned.refused("B", Contest("A")) == ("not_your_turn", "not_the_reader")
    assert led(deck(chance("reader"))).multi().turn == "answer M"


@pytest.mark.parametrize(
    ("seats", "script", "order"),
    [
        ("MAB", "A leaves", "1B 2A"),
        ("MABC", "C leaves, B leaves", "1A 2B 3C"),
        ("MABC", "C leaves", "1AB 3C"),
    ],
)
def test_Z27_the_places_of_the_others_are_counted_without_it(seats, script, order):
    assert led(seats=seats).play(script).order == order


def test_Z27_it_may_act_though_nobody_awaits_it_and_nobody_else_may():
    table = led().roll(DUEL_100)
    assert (table.turn, table.legal("M")) == ("choose A", (TakeBack(), LastTurn()))
    assert table.refused("A", TakeBack()) == ("illegal_action", "not_the_quizmaster")
    assert table.refused("B", LastTurn()) == ("not_your_turn", "not_the_quizmaster")
    assert Table("ABC", CITIES).refused("C", LastTurn()) == ("not_your_turn", "not_the_quizmaster")


@pytest.mark.parametrize("script", ["roll 1", "roll 1, choose 0 B 300", "duel, A: Lyon @1"])
def test_Z27_it_takes_a_card_back_at_any_moment_and_another_one_is_turned(script):
    table = led(MIXED).play(script)
    card = table.position.card
    assert table.act("M", TakeBack()).seen == "roll A; 0 19 19 19"
    assert table.event("stakes_returned").outcome == "voided"
    assert table.refused("M", TakeBack()) == ("illegal_action", "no_card_to_void")
    assert table.roll(DUEL_100).position.card != card


def test_Z27_it_announces_the_last_turn():
    table = led().act("M", LastTurn())
    assert table.told == ["end_announced"]
    assert table.refused("M", LastTurn()) == ("illegal_action", "already_ending")
    assert table.play("duel, A: Reims @1, B passes, right").public.winners == ("A",)
    assert table.refused("M", TakeBack())[0] == "over"


def test_Z27_who_has_left_leads_no_more():
    table = led().leave("M")
    assert (table.legal("M"), table.refused("M", LastTurn())) == ((), ("not_your_turn", "left"))
    assert table.roll(DUEL_100).refused("A", Accept())[0] == "illegal_action"


def may_transfer(table: Table) -> bool:
    return "transfer" in GAME.legal_actions(table.state, "M").types


def test_Z29_chips_go_from_one_to_another_and_all_are_told_why():
    table = led().act("M", Transfer("A", "B", 300, f" {WHY} "))
    assert (table.seen, may_transfer(table)) == ("roll A; 0 16 22 19", True)
    told = table.event("chips_moved")
    assert (told.giver, told.taker, told.chips, told.reason, told.by) == ("A", "B", 300, WHY, "M")
    assert told.audience is None


@pytest.mark.parametrize("script", ["roll 1, choose 0 B 300", "duel", "duel, A: Lyon @1, B: Nice @2"])
def test_Z29_it_may_be_done_until_the_choice_and_not_in_a_challenge(script):
    assert led().roll(DUEL_100).act("M", Transfer("A", "B", 1800, WHY)).chips == "0 1 37 19"
    table = led().play(script)
    assert not may_transfer(table)
    assert table.refused("M", Transfer("A", "C", 100, WHY)) == ("illegal_action", "chips_wait")


def test_Z29_it_is_listed_where_somebody_has_chips_to_spare_also_in_enrichment():
    table = led(enrichment=True)
    listed = GAME.legal_actions(table.state, "M")
    assert (listed.actions, listed.complete, listed.types) == ((LastTurn(),), True, ())
    table.play("roll 4, choose 0 -, A: Reims @1, B passes, C passes, right")
    assert (may_transfer(table), table.public.bank) == (True, 10_900)
    assert table.act("M", Transfer("A", "C", 400, WHY)).seen == "roll B; 0 1 0 4 bank 109"
    assert table.refused("M", Transfer("B", "A", 100, WHY)) == ("illegal_action", "chips_too_many")


@pytest.mark.parametrize(
    ("transfer", "why"),
    [
        (Transfer("A", "A", 100, WHY), "same_player"),
        *((Transfer(*way, 100, WHY), "no_such_player") for way in ("AM", "MA", ("nobody", "A"))),
        (Transfer("A", "B", 1900, WHY), "chips_too_many"),
        *((Transfer("A", "B", chips, WHY), "stake_not_in_hundreds") for chips in (150, -100, 0)),
        (Transfer("A", "B", 100, "  "), "reason_missing"),
        (Transfer("A", "B", 100, "x" * 201), "reason_too_long"),
    ],
)
def test_Z29_what_is_refused_changes_nothing(transfer, why):
    assert led().refused("M", transfer) == ("illegal_action", why)


def test_Z29_only_the_quizmaster_moves_chips_of_those_who_play():
    assert led().refused("A", Transfer("B", "A", 100, WHY)) == ("illegal_action", "not_the_quizmaster")
    assert led().refused("B", Transfer("A", "B", 100, WHY)) == ("not_your_turn", "not_the_quizmaster")
    assert Table("ABC").refused("C", Transfer("A", "B", 100, WHY))[1] == "not_the_quizmaster"
    table = led().given(chips=(0, 0, 3800, 1900), in_play=("B", "C"), out=("A",), active="B")
    assert table.refused("M", Transfer("B", "A", 100, WHY))[1] == "no_such_player"
    assert led().leave("C").refused("M", Transfer("C", "A", 100, WHY))[1] == "no_such_player"


def test_Z29_the_last_verdicts_stand_once_chips_were_moved_and_a_list_is_told_then():
    table = led(contest=True).play(JUDGED)
    assert table.public.turning is not None
    table.act("M", Transfer("B", "A", 200, WHY))
    assert (table.public.turning, table.chips) == (None, "0 20 18 19")
    table = led(deck(pingpong("do", "ré", "mi")), contest=True).play("duel, A: do, right, B: zut, wrong")
    assert table.public.last.held
    assert table.act("M", Transfer("A", "B", 200, WHY)).told == ["answer_revealed", "chips_moved"]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_Z17_Z29_no_chip_is_made_or_lost_whatever_is_moved(data):
    """The table checks the sum after every step."""
    table = led()
    for _ in range(data.draw(st.integers(1, 8))):
        giver, taker = data.draw(st.permutations("ABC"))[:2]
        transfer = Transfer(giver, taker, 100 * data.draw(st.integers(1, 20)), WHY)
        if GAME.refusal(table.state, "M", transfer) is None:
            table.act("M", transfer)
    assert min(table.position.chips[1:]) >= 100
    table.act("M", LastTurn())


SEVEN, READ = of(deck=deck(cible(7))), of(deck=NOTES)


@cases(
    (
        *(
            "a void question returns all stakes",
            READ,
            "roll 4, choose 0 - 400, B refuses, C accepts, A: do, !void",
        ),
        *("roll A; 19 19 19 19", {"reader": "D", "result": "voided -"}),
    ),
    (
        "a card before a stake is named",
        of(),
        "roll 1, !void",
        "roll A; 19 19 19 19",
        {"die": None, "clues": None},
    ),
    (
        "the bot reads in its place",
        READ,
        "multi, !replace_reader",
        "answer A; 18 18 18 19 pot 3",
        {"reader": "bot"},
    ),
    (
        *("for the rest of the turn", READ, "multi, !replace_reader, A: do, B passes, C passes"),
        *("roll B; 21 18 18 19", {"reader": "A"}),
    ),
    ("what it owed the bot does", READ, "multi, A: zut, !replace_reader", "answer B; 18 18 18 19 pot 3"),
    (
        "naming",
        of(deck=deck(chance("reader"))),
        "multi, !replace_reader 3",
        "roll B; 18 18 21 19",
        {"result": "won C"},
    ),
    ("asking", of(expert=True), "roll 1, !replace_reader 2", "choose A; 19 19 19 19", {"asked": 1}),
    (
        "also when it is played again",
        of(deck=CITIES),
        "multi, !replace_reader, time",
        "roll A; 19 19 19 19",
        {"reader": "bot"},
    ),
    (
        "the end is announced",
        SEVEN,
        "multi, !end_after_round",
        "answer A; 18 18 18 19 pot 3",
        {"ending": True},
    ),
    (
        "and who has most wins",
        SEVEN,
        "multi, !end_after_round, A: 7",
        "over; 21 18 18 19",
        {"winners": ("A",)},
    ),
    (
        *("who has equally much wins together", of(), "!end_after_round, roll 1, choose 0 B 500, A leaves"),
        *("over; 0 19 19 19 lost 19", {"winners": ("B", "C", "D")}),
    ),
    (
        *("a round that is played again is not over", of("ABC", deck(cible(7)))),
        *("!end_after_round, multi, time, time", "roll A; 19 19 19", {"round": 1}),
    ),
)
def test_Z13_what_the_host_may_do(start, script, seen, public):
    check(start, script, seen, public)


@pytest.mark.parametrize(
    ("start", "script", "command", "why"),
    [
        (of(), "roll 1, !void", "void", "no_card_to_void"),
        (READ, "multi, !replace_reader", "replace_reader", "bot_reads"),
        (SEVEN, "multi, !end_after_round", "end_after_round", "already_ending"),
        *((of("ABC"), "roll 1", command, "nothing_to_do") for command in ("settle", "", "resign", "void ")),
        (of("ABC"), "A leaves, B leaves", "void", "over"),
    ],
)
def test_C5_other_commands_are_refused(start, script, command, why):
    caught = refusal(start().play(script).command, command)
    assert (caught.reason, caught.code) == (why, "over" if why == "over" else "illegal_action")


def test_what_the_host_did_is_told():
    voided = READ().play("roll 4, choose 0 - 400, B refuses, C accepts, A: do, !void")
    assert voided.event("round_started").again
    assert READ().play("multi, A: zut, !replace_reader").event("judged").by == "bot"
