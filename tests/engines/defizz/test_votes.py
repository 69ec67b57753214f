"""Where the bot would draw in the place of a reader, the table votes for the winner (Z22)."""

from __future__ import annotations

from engines.defizz.model import Name, Pass
from tests.engines.defizz.decks import chance, deck
from tests.engines.defizz.table import DUEL_100, GAME, Table

FREE = deck(chance("reader"))


def duel(seats="ABCDE", **options):
    """A duel of A and B about a question whose reader would name the winner; the bot reads."""
    return Table(seats, FREE, reader="bot", **{"contest": True, **options}).duel("B")


def test_Z22_the_seats_that_take_no_part_vote():
    table = duel()
    assert (table.turn, GAME.deadline(table.state).seconds) == ("vote CDE", 20)
    assert table.legal("C") == (Name("A"), Name("B"), Pass())
    assert (table.public.question.mode, table.public.poll.by) == ("chance", None)
    assert table.refused("A", Name("A")) == ("not_your_turn", "votes_not_on_oneself")
    assert table.refused("C", Name("D")) == ("illegal_action", "takes_no_part")


def test_Z22_most_votes_win():
    table = duel().vote_for("C", "B").vote_for("E", "A").vote_for("D", "B")
    assert (table.public.last.winner, table.public.last.by_lot) == ("B", False)
    assert table.event("winner_voted").votes == {"A": 1, "B": 2}


def test_Z22_of_equals_one_draw_chooses():
    table = duel("ABCD").vote_for("C", "B").act("D", Name("A"), 2)
    assert (table.public.last.winner, table.public.last.by_lot) == ("B", True)


def test_Z22_when_nobody_votes_one_draw_among_all_taking_part():
    table = duel("ABCD").act("C", Pass()).timeout(1)
    assert (table.public.last.winner, table.public.last.by_lot) == ("A", True)
    assert set(table.public.missed.values()) == {0}


def test_Z22_with_no_other_seat_or_without_the_option_it_is_the_draw_of_Z12():
    table = Table("AB", FREE, reader="bot", contest=True).roll(DUEL_100).choose(0, "B", 200, 2)
    assert table.public.last.winner == "B"
    table = Table("ABC", FREE, reader="bot").roll(DUEL_100).choose(0, "B", 100, 1)
    assert table.public.last.winner == "A"


def test_Z22_with_a_reader_it_names_and_when_it_leaves_the_table_votes():
    table = Table("ABCD", FREE, contest=True).duel("B")
    assert table.turn == "answer D"
    assert table.leave("D").turn == "vote C"
    assert table.vote_for("C", "A").public.last.winner == "A"


def test_Z22_a_leavers_vote_does_not_count_nor_one_for_a_leaver():
    table = duel().vote_for("C", "A").vote_for("D", "A").leave("D").leave("C")
    assert table.turn == "vote E"
    table.vote_for("E", "B")
    assert table.public.last.winner == "B"
    table = duel("ABC").leave("C", 2)
    assert (table.public.last.winner, table.public.last.by_lot) == ("B", True)
    table = duel().vote_for("C", "B").leave("B")
    assert (table.public.last.outcome, table.public.last.winner) == ("alone", "A")
    assert table.public.poll is None


def test_Z22_it_can_be_voided_and_is_not_contested():
    assert duel().command("void").turn == "roll A"
    table = duel("ABC").vote_for("C", "A")
    assert (table.public.turning, table.position.before) == (None, None)
