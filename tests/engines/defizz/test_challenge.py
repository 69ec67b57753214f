"""From the choice to the pot: help, stakes, raises, the end, variants, places (Z3-Z8, Z15, Z16, Z30)."""

from dataclasses import replace

import pytest

from engines.defizz.model import Accept, AskQuestion, Choose, Help, Refuse
from tests.engines.defizz.decks import chrono, cible, deck
from tests.engines.defizz.table import DUEL_100, DUEL_200, DUEL_300, GAME, MULTI_100, Table, cases, check, of

CITIES = deck(chrono("Reims"))
SEVEN = deck(cible(7))


def choices(table: Table, name: str) -> set:
    """What the active seat may choose of the question, the opponent or the stake."""
    return {getattr(action, name) for action in table.legal("A") if isinstance(action, Choose)}


def win(table: Table, winner: str) -> Table:
    """Let one of those who take part answer right, the others pass, and the bot judge."""
    for seat in table.public.participants:
        if seat == winner:
            table.answer(seat, "Reims", 1)
        else:
            table.pass_(seat)
    while table.public.phase == "verdict":
        table.timeout()
    return table


def all_in(table: Table, opponent: str, winner: str) -> Table:
    """Play a duel for all that both can stake."""
    table.roll(DUEL_100)
    table.choose(0, opponent, max(table.public.least, table.public.most))
    if table.public.phase == "raise":
        table.accept(opponent)
    return win(table, winner)


def test_Z3_help_shows_the_card_to_the_active_seat_alone_without_answers():
    table = Table("ABC").play("roll 1, help")
    own = table.own("A")
    assert [question.mode for question in own.card] == ["chrono", "cible", "pingpong"]
    assert all(question.answers is None and question.number is None for question in own.card)
    assert (table.own("B").card, table.own("C").card, table.public.card) == (None, None, None)
    assert (table.public.help_left, table.turn) == ({"A": False, "B": True, "C": True}, "choose A")


def test_Z3_help_is_once_a_game_and_before_the_choice():
    table = Table("ABC", reader="bot").play("roll 1, help")
    assert table.refused("A", Help()) == ("illegal_action", "no_help")
    assert table.play("choose 0 B 100").refused("A", Help()) == ("illegal_action", "not_now")
    assert table.play("A passes, B passes, roll 1").refused("A", Help()) == ("illegal_action", "no_help")
    assert table.own("A").card is None, "another card"


def test_Z4_every_stake_from_the_minimum_to_the_own_chips():
    table = Table().roll(DUEL_200)
    assert choices(table, "stake") == set(range(200, 2000, 100))
    assert (choices(table, "opponent"), choices(table, "question")) == ({"B", "C"}, {0, 1, 2})


def test_Z4_who_has_less_than_the_minimum_names_it_and_goes_all_in():
    table = Table().with_chips(1, 19, 19, 19).roll(DUEL_300)
    assert choices(table, "stake") == {300}
    assert table.choose(0, "B", 300).seen == "answer AB; 0 18 19 19 pot 2 lost 18"
    assert table.public.stake == 100
    assert table.public.in_play == ("A", "B", "C", "D"), "nobody is out before the end (Z15)"


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        *((Choose(0, "B", stake), "stake_below_minimum") for stake in (100, 0, -200)),
        *((Choose(0, "B", stake), "stake_above_chips") for stake in (2000, 10**308)),
        *((Choose(0, "B", 250), "stake_not_in_hundreds"), (Choose(0, "B"), "stake_missing")),
        *((Choose(0, None, 200), "opponent_missing"), (Choose(0, "A", 200), "opponent_is_oneself")),
        *((Choose(0, "D", 200), "opponent_reads"), (Choose(0, "Z", 200), "opponent_not_in_play")),
        (Choose(None, "B", 200), "question_missing"),
        *((Choose(place, "B", 200), "no_such_question") for place in (3, -1)),
    ],
)
def test_Z4_what_may_not_be_chosen(choice, reason):
    assert Table().roll(DUEL_200).refused("A", choice) == ("illegal_action", reason)


def test_Z4_a_multi_has_no_opponent():
    table = Table().roll(MULTI_100)
    assert table.refused("A", Choose(0, "B", 100)) == ("illegal_action", "no_opponent_in_multi")


@cases(
    (
        *("at the minimum both pay and are asked", of(), "roll 2, choose 1 C 200"),
        *("answer A; 17 19 17 19 pot 4", {"participants": ("A", "C")}),
    ),
    (
        *("a raise waits and costs nothing yet", of(), "roll 2, choose 1 C 500"),
        *("raise C; 19 19 19 19", {"stake": 500, "participants": ("A",), "question": None}),
    ),
    ("who accepts pays it", of(), "roll 2, choose 1 C 500, C accepts", "answer A; 14 19 14 19 pot 10"),
    (
        *("who refuses gives the minimum", of(), "roll 2, choose 1 C 500, C refuses"),
        *("roll B; 21 19 17 19", {"result": "refused A"}),
    ),
)
def test_Z5_a_duel(start, script, seen, public):
    check(start, script, seen, public)


def test_Z5_who_is_asked_for_a_raise_and_what_of():
    table = Table().play("roll 2, choose 1 C 500")
    assert table.legal("C") == (Accept(), Refuse())
    assert table.refused("B", Accept()) == ("not_your_turn", "not_your_turn")
    assert Table().play("roll 2, choose 1 C 200").public.question.mode == "cible"
    refused = table.refuse("C")
    assert ("question_asked" in refused.told, refused.public.last.question) == (False, None)


MULTI = "roll 4, choose 0 - 400"


@cases(
    (
        *("all but the reader pay", of(), "roll 5, choose 0 - 200"),
        *("answer A; 17 17 17 19 pot 6", {"participants": ("A", "B", "C")}),
    ),
    (
        "a raise in seat order",
        of("ABCDE", first="C"),
        MULTI,
        "raise D; 19 19 19 19 19",
        {"waiting": ("D", "E", "A")},
    ),
    (
        "refusing costs at once",
        of("ABCDE", first="C"),
        f"{MULTI}, D refuses",
        "raise E; 19 19 19 18 19 pot 1",
    ),
    (
        *("accepting later", of("ABCDE", first="C"), f"{MULTI}, D refuses, E accepts"),
        *("raise A; 19 19 19 18 19 pot 1", {"participants": ("C", "E")}),
    ),
    (
        *("when all are asked", of("ABCDE", first="C"), f"{MULTI}, D refuses, E accepts, A refuses"),
        *("answer C; 18 19 15 18 15 pot 10", {"participants": ("C", "E"), "refused": ("D", "A")}),
    ),
    ("none accepts", of(), "roll 5, choose 0 - 1900, B refuses, C refuses", "roll B; 23 17 17 19"),
)
def test_Z6_a_multi(start, script, seen, public):
    check(start, script, seen, public)


@pytest.mark.parametrize(
    ("chips", "script", "seen", "stake"),
    [
        (
            (19, 2, 19, 19),
            "roll 4, choose 0 - 800, B accepts, C accepts",
            "answer A; 17 0 17 19 pot 6 lost 17",
            200,
        ),
        (
            (19, 1, 19, 19),
            "roll 5, choose 0 - 200",
            "answer A; 18 0 18 19 pot 3 lost 18",
            100,
        ),  # the minimum, too
        (  # who refuses pays the minimum all the same
            *((19, 1, 19, 19), "roll 5, choose 0 - 300, B accepts, C refuses"),
            *("answer A; 18 0 17 19 pot 4 lost 18", 100),
        ),
        ((19, 1, 19, 19), "roll 3, choose 0 B 400, B refuses", "roll C; 20 0 19 19 lost 18", None),  # or all
    ],
)
def test_Z7_all_who_take_part_stake_what_the_poorest_has(chips, script, seen, stake):
    table = Table().with_chips(*chips).play(script)
    assert table.seen == seen
    assert stake is None or table.public.stake == stake
    assert stake != 200 or table.event("staked").announced == 800
    assert stake is not None or table.public.out == ("B",)


def test_Z8_the_pot_goes_to_the_winner():
    table = Table(reader="bot").play("multi 1, A: poire @1, B: pomme @3, C: pomme @2, D passes")
    assert (table.chips, table.result, table.public.last.answers) == ("18 18 22 18", "won C", ("pomme",))


def test_Z15_who_has_no_chips_is_out_after_the_challenge():
    table = all_in(Table("ABCD", CITIES), "B", "B")
    assert (table.seen, "eliminated" in table.told) == ("roll B; 0 38 19 19", True)
    assert (table.public.in_play, table.public.out, table.public.reader) == (("B", "C", "D"), ("A",), "D")


def test_Z15_the_table_ends_when_one_seat_has_all():
    table = all_in(Table("AB", CITIES, reader="bot"), "B", "A")
    assert (table.public.winners, table.seen) == (("A",), "over; 38 0")


@pytest.mark.parametrize(
    ("seats", "die", "minimum"),
    [("AB", 1, 200), ("AB", 2, 400), ("AB", 3, 600), ("AB", 4, 200), ("AB", 6, 600), ("ABC", 1, 100)],
)
def test_Z15_with_two_in_play_the_minimums_double_from_the_start_too(seats, die, minimum):
    assert Table(seats, CITIES, reader="bot").roll(die).public.die.minimum == minimum


def test_Z15_an_eliminated_seat_reads_for_the_last_two():
    table = all_in(Table("ABC", CITIES), "B", "A")
    assert (table.public.in_play, table.turn, table.public.reader) == (("A", "C"), "roll C", "B")
    table.play("roll 4, choose 0 - 200")
    assert (table.public.participants, table.own("B").card is not None) == (("C", "A"), True)
    assert (win(table, "A").turn, table.public.reader) == ("roll A", "B"), "until the end"


def test_Z15_the_last_eliminated_who_is_still_there_reads():
    table = all_in(all_in(Table("ABCD", CITIES), "B", "A"), "D", "D")
    assert (table.public.out, table.turn, table.public.reader) == (("B", "C"), "roll D", "C")
    assert [table.leave(seat).public.reader for seat in "CB"] == ["B", "bot"]


def test_Z15_of_several_eliminated_at_once_the_last_in_seat_order_reads():
    table = win(Table("ABCD", CITIES).play("roll 4, choose 0 - 1900, B accepts, C accepts"), "A")
    assert (table.public.out, table.public.in_play) == (("B", "C"), ("A", "D"))
    assert (table.turn, table.public.reader) == ("roll D", "C")


@pytest.mark.parametrize("options", [{"reader": "bot"}, {}])
def test_Z15_where_nobody_was_eliminated_or_the_bot_reads_it_reads_for_two(options):
    table = Table("ABC", CITIES, **options)
    table = all_in(table, "B", "A") if options else table.leave("B")
    assert (table.public.in_play, table.public.reader) == (("A", "C"), "bot")


def test_Z16_experts_have_no_help():
    table = Table("ABC", CITIES, reader="bot", expert=True)
    assert table.public.help_left == {"A": False, "B": False, "C": False}
    assert table.roll(DUEL_100, 1).refused("A", Help()) == ("illegal_action", "no_help")


def test_Z16_the_reader_of_experts_chooses_the_question():
    table = Table(expert=True).roll(DUEL_100)
    assert (table.turn, table.public.asked, table.legal("D")) == (
        "ask D",
        None,
        tuple(map(AskQuestion, range(3))),
    )
    assert table.refused("D", AskQuestion(3)) == ("illegal_action", "no_such_question")
    assert table.ask(1).event("question_chosen").clue == "indice d1.1"
    assert (table.turn, table.public.asked, table.public.question) == ("choose A", 1, None)
    assert table.refused("A", Choose(1, "B", 100)) == ("illegal_action", "reader_chose_question")
    assert table.choose(None, "B", 100).public.question.index == 1


@cases(
    (
        "the bot by a draw in the roll",
        of("ABC", expert=True, reader="bot"),
        "roll 1 3",
        "choose A; 19 19 19",
        {"asked": 2},
    ),
    ("the first at the deadline", of("ABC", expert=True), "roll 1, time", "choose A; 19 19 19", {"asked": 0}),
)
def test_Z16_who_chooses_for_experts(start, script, seen, public):
    assert check(start, script, seen, public).public.missed["C"] == ("time" in script)


def test_Z16_the_bot_draws_after_the_shuffle():
    table = Table("ABC", deck(*[chrono("Reims")] * 6), expert=True, reader="bot")
    for _ in range(2):
        table.roll(DUEL_100, 1).choose(None, table.public.opponents[0], 100)
        table.pass_(table.public.participants[0]).timeout()
    table.roll(DUEL_100, 1, 3)
    assert table.told == ["rolled", "pile_shuffled", "clues_read", "question_chosen"]
    assert (table.position.duel.order, table.public.asked) == (("d2", "d1"), 2)


def test_Z16_a_team_is_one_seat():
    table = Table("ABC", CITIES, teams=True)
    assert (table.public.teams, win(table.multi(), "A").chips) == (True, "20 18 19")


RICH = of(deck=CITIES, enrichment=True)


@cases(
    ("it begins without chips", RICH, "", "roll A; 0 0 0 0 bank 114"),
    (
        "and without stakes",
        RICH,
        "roll 2, choose 0 B",
        "answer AB; 0 0 0 0 bank 114",
        {"stake": None, "pot": 0},
    ),
    (
        *("nobody is out while the bank pays", RICH, "roll 2, choose 0 B, A passes, B: Reims, time"),
        *("roll B; 0 5 0 0 bank 109", {"in_play": ("A", "B", "C", "D")}),
    ),
    ("a void costs the bank nothing", RICH, "roll 4, choose 0 -, time", "roll A; 0 0 0 0 bank 114"),
    (
        *("the rest goes to the poorest", of("ABC", SEVEN, enrichment=True, bank=1300, reader="bot")),
        *("roll 4, choose 0 -, A: 7, roll 4, choose 0 -, B: 7", "roll C; 5 5 3"),
    ),
    (
        *("then the classic game goes on", of("ABC", SEVEN, enrichment=True, bank=1300, reader="bot")),
        *("roll 4, choose 0 -, A: 7, roll 4, choose 0 -, B: 7, roll 1", "choose C; 5 5 3", {"least": 100}),
    ),
    (
        *("equal poorest lose it and are out", of(deck=SEVEN, enrichment=True, bank=1200, reader="bot")),
        *(
            "roll 4, choose 0 -, A: 7, roll 4, choose 0 -, B: 7",
            "roll A; 5 5 0 0 lost 2",
            {"out": ("C", "D")},
        ),
    ),
    (
        *("one question makes a winner", of("ABC", SEVEN, enrichment=True, bank=500, reader="bot")),
        *("roll 4, choose 0 -, A: 7", "over; 5 0 0", {"winners": ("A",)}),
    ),
)
def test_Z16_enrichment(start, script, seen, public):
    check(start, script, seen, public)


def test_Z16_what_is_chosen_in_enrichment_and_how_the_bank_closes():
    table = RICH().roll(DUEL_200)
    assert table.legal("A") == (Help(), *(Choose(question, seat) for question in range(3) for seat in "BC"))
    assert table.refused("A", Choose(0, "B", 200)) == ("illegal_action", "no_stake_in_enrichment")
    expert = Table("ABCD", CITIES, enrichment=True, expert=True).play("roll 4, ask 2")
    assert expert.legal("A") == (Choose(),)
    assert GAME.actions.plain(Choose()) == {"type": "choose"}
    assert expert.choose(None).public.question.index == 2
    closed = "roll 4, choose 0 -, A: 7, roll 4, choose 0 -, B: 7"
    for seats, bank, seat in (("ABC", 1300, "C"), ("ABCD", 1200, None)):
        event = (
            Table(seats, SEVEN, enrichment=True, bank=bank, reader="bot").play(closed).event("bank_closed")
        )
        assert (event.seat, event.rest) == (seat, bank - 1000)
    alone = Table("ABC", SEVEN, enrichment=True, bank=500, reader="bot").play("roll 4, choose 0 -, A: 7")
    assert "bank_closed" not in alone.told


def test_Z30_by_chips_and_who_was_eliminated_later_comes_first() -> None:
    table = all_in(Table("ABCD", CITIES), "B", "B")
    assert (table.chips, table.order) == ("0 38 19 19", "1B 2CD 4A")
    later = replace(table.position, chips=(0, 0, 38, 38), out=("A", "B"), in_play=("C", "D"))
    table.state = replace(table.state, position=later)
    assert table.order == "1CD 3B 4A"
    poor = replace(table.position, chips=(57 * 100, 0, 0, 0), out=("C", "D"), in_play=("A", "B"))
    table.state = replace(table.state, position=poor)
    assert table.order == "1A 2B 3D 4C", "who has no chips but plays comes before who was eliminated"


def test_Z20_C6_leavers_come_last_the_first_to_leave_last_of_all() -> None:
    assert all_in(Table("ABCDE", CITIES), "B", "B").play("D leaves, C leaves").order == "1B 2E 3A 4C 5D"
