"""Elimination, the last two, the end, and the variants (Z15, Z16)."""

from __future__ import annotations

from engines.defizz.model import AskQuestion, Choose, Help
from tests.engines.defizz.decks import chrono, cible, deck
from tests.engines.defizz.table import DUEL_100, DUEL_200, DUEL_300, GAME, MULTI_100, MULTI_300, Table

CITIES = deck(chrono("Reims"))


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
    least, most = table.public.least, table.public.most
    table.choose(0, opponent, max(least, most))
    if table.public.phase == "raise":
        table.accept(opponent)
    return win(table, winner)


def test_Z15_who_has_no_chips_is_out_after_the_challenge():
    table = all_in(Table("ABCD", CITIES), "B", "B")
    assert "eliminated" in table.told
    assert (table.public.in_play, table.public.out, table.chips) == (("B", "C", "D"), ("A",), "0 38 19 19")
    assert table.turn == "roll B"
    assert table.public.reader == "D"


def test_Z15_the_table_ends_when_one_seat_has_all():
    table = Table("AB", CITIES, reader="bot")
    all_in(table, "B", "A")
    assert table.public.winners == ("A",)
    assert (table.public.phase, table.turn, table.chips) == ("over", "over", "38 0")


def test_Z15_with_two_in_play_the_minimums_double_from_the_start_too():
    for die, minimum in (
        (DUEL_100, 200),
        (DUEL_200, 400),
        (DUEL_300, 600),
        (MULTI_100, 200),
        (MULTI_300, 600),
    ):
        assert Table("AB", CITIES, reader="bot").roll(die).public.die.minimum == minimum
    assert Table("ABC", CITIES, reader="bot").roll(DUEL_100).public.die.minimum == 100


def test_Z15_an_eliminated_seat_reads_for_the_last_two():
    table = all_in(Table("ABC", CITIES), "B", "A")
    assert table.public.in_play == ("A", "C")
    assert (table.turn, table.public.reader) == ("roll C", "B")
    table.roll(MULTI_100).choose(0, None, 200)
    assert table.public.participants == ("C", "A")
    assert table.own("B").card is not None
    win(table, "A")
    assert (table.turn, table.public.reader) == ("roll A", "B"), "until the end"


def test_Z15_the_last_eliminated_who_is_still_there_reads():
    table = all_in(Table("ABCD", CITIES), "B", "A")
    all_in(table, "D", "D")
    assert (table.public.out, table.turn, table.public.reader) == (("B", "C"), "roll D", "C")
    table.leave("C")
    assert table.public.reader == "B"
    table.leave("B")
    assert table.public.reader == "bot"


def test_Z15_of_several_eliminated_at_once_the_last_in_seat_order_reads():
    table = Table("ABCD", CITIES).with_chips(19, 19, 19, 19).roll(MULTI_100).choose(0, None, 1900)
    win(table.accept("B").accept("C"), "A")
    assert (table.public.out, table.public.in_play) == (("B", "C"), ("A", "D"))
    assert (table.turn, table.public.reader) == ("roll D", "C")


def test_Z15_where_the_bot_reads_it_reads_to_the_end():
    table = all_in(Table("ABC", CITIES, reader="bot"), "B", "A")
    assert (table.public.in_play, table.public.reader) == (("A", "C"), "bot")


def test_Z15_without_an_eliminated_seat_the_bot_reads_for_two():
    table = Table("ABC", CITIES).leave("B")
    assert (table.public.in_play, table.public.reader) == (("A", "C"), "bot")


def test_Z16_experts_have_no_help():
    table = Table("ABC", CITIES, reader="bot", expert=True)
    assert table.public.help_left == {"A": False, "B": False, "C": False}
    assert table.roll(DUEL_100, 1).refused("A", Help()) == ("illegal_action", "no_help")


def test_Z16_the_reader_of_experts_chooses_the_question():
    table = Table("ABCD", expert=True).roll(DUEL_100)
    assert (table.turn, table.public.asked) == ("ask D", None)
    assert table.legal("D") == (AskQuestion(0), AskQuestion(1), AskQuestion(2))
    assert table.refused("D", AskQuestion(3)) == ("illegal_action", "no_such_question")
    table.ask(1)
    assert (table.turn, table.public.asked, table.event("question_chosen").clue) == (
        "choose A",
        1,
        "indice d1.1",
    )
    assert table.public.question is None
    assert table.refused("A", Choose(1, "B", 100)) == ("illegal_action", "reader_chose_question")
    table.choose(None, "B", 100)
    assert table.public.question.index == 1


def test_Z16_the_bot_chooses_by_a_draw_in_the_request_of_the_roll():
    table = Table("ABC", expert=True, reader="bot").roll(DUEL_100, 3)
    assert (table.turn, table.public.asked) == ("choose A", 2)


def test_Z16_the_bot_draws_after_the_shuffle():
    six = deck(*[chrono("Reims")] * 6)
    table = Table("ABC", six, expert=True, reader="bot")
    for draws in ((1,), (1,)):
        table.roll(DUEL_100, *draws).choose(None, table.public.opponents[0], 100)
        table.pass_(table.public.participants[0]).timeout()
    table.roll(DUEL_100, 1, 3)
    assert table.told == ["rolled", "pile_shuffled", "clues_read", "question_chosen"]
    assert (table.position.duel.order, table.public.asked) == (("d2", "d1"), 2)


def test_Z16_at_the_deadline_the_first_question_is_asked():
    table = Table("ABC", expert=True).roll(DUEL_100).timeout()
    assert (table.turn, table.public.asked, table.public.missed["C"]) == ("choose A", 0, 1)


def test_Z16_a_team_is_one_seat():
    table = Table("ABC", CITIES, teams=True)
    assert table.public.teams
    assert win(table.multi(), "A").chips == "20 18 19"


def test_Z16_enrichment_begins_without_chips_and_without_stakes():
    table = Table("ABCD", CITIES, enrichment=True)
    assert (table.chips, table.public.bank) == ("0 0 0 0", 11_400)
    table.roll(DUEL_200)
    assert table.legal("A") == (
        Help(),
        *(Choose(question, seat) for question in range(3) for seat in "BC"),
    )
    assert table.refused("A", Choose(0, "B", 200)) == ("illegal_action", "no_stake_in_enrichment")
    table.choose(0, "B")
    assert (table.public.stake, table.public.pot, table.turn) == (None, 0, "answer AB")
    win(table, "B")
    assert (table.chips, table.public.bank) == ("0 5 0 0", 10_900)
    assert table.public.in_play == ("A", "B", "C", "D"), "nobody is out while the bank pays"


def test_Z16_a_void_costs_the_bank_nothing():
    table = Table("ABCD", CITIES, enrichment=True).roll(MULTI_100).choose(0).timeout()
    assert (table.public.bank, table.turn) == (11_400, "roll A")


def test_Z16_the_rest_of_the_bank_goes_to_the_poorest():
    table = Table("ABC", deck(cible(7)), enrichment=True, bank=1300, reader="bot")
    for seat in ("A", "B"):
        table.roll(MULTI_100).choose(0).answer(seat, "7")
    assert (table.event("bank_closed").seat, table.event("bank_closed").rest) == ("C", 300)
    assert (table.chips, table.public.bank, table.public.lost) == ("5 5 3", 0, 0)
    table.roll(DUEL_100)
    assert table.public.least == 100, "the classic game goes on"


def test_Z16_equal_poorest_lose_the_rest_and_are_out():
    table = Table("ABCD", deck(cible(7)), enrichment=True, bank=1200, reader="bot")
    for seat in ("A", "B"):
        table.roll(MULTI_100).choose(0).answer(seat, "7")
    assert table.event("bank_closed").seat is None
    assert (table.chips, table.public.lost, table.public.out) == ("5 5 0 0", 200, ("C", "D"))


def test_Z16_a_bank_of_one_question_makes_a_winner():
    table = Table("ABC", deck(cible(7)), enrichment=True, bank=500, reader="bot")
    table.roll(MULTI_100).choose(0).answer("A", "7")
    assert table.public.winners == ("A",)
    assert "bank_closed" not in table.told


def test_Z16_experts_in_enrichment_choose_nothing_but_the_opponent():
    table = Table("ABCD", CITIES, enrichment=True, expert=True).roll(MULTI_100).ask(2)
    assert table.legal("A") == (Choose(),)
    assert GAME.actions.plain(Choose()) == {"type": "choose"}
    assert table.choose(None).public.question.index == 2
