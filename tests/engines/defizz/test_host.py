"""What the host may do in between: void a question, let the bot read, end after this round."""

from __future__ import annotations

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.defizz.host import COMMANDS
from tests.engines.defizz.decks import chance, chrono, cible, deck, pingpong
from tests.engines.defizz.playing import play_out
from tests.engines.defizz.table import DUEL_100, GAME, MULTI_100, Table

NOTES = deck(pingpong("do", "ré", "mi", "fa"))


def cannot(table: Table, command: str) -> str:
    """Try a command in vain: the reason."""
    with pytest.raises(Refusal) as caught:
        GAME.system(table.state, command, ScriptedDraws((1, 1, 1)))
    assert caught.value.code in ("illegal_action", "over")
    return caught.value.reason


def test_a_void_question_returns_all_stakes_and_the_turn_is_played_again():
    table = Table("ABCD", NOTES).roll(MULTI_100).choose(0, None, 400).refuse("B").accept("C")
    table.answer("A", "do").command("void")
    assert (table.chips, table.turn, table.public.reader) == ("19 19 19 19", "roll A", "D")
    assert table.public.last.outcome == "voided"
    assert table.event("round_started").again


def test_a_card_may_be_taken_back_before_a_stake_is_named():
    table = Table("ABCD").roll(DUEL_100).command("void")
    assert (table.turn, table.public.die, table.public.clues) == ("roll A", None, None)
    assert cannot(table, "void") == "no_card_to_void"


def test_the_bot_reads_in_the_place_of_a_reader_for_the_rest_of_the_turn():
    table = Table("ABCD", NOTES).multi().command("replace_reader")
    assert (table.public.reader, table.turn) == ("bot", "answer A")
    assert cannot(table, "replace_reader") == "bot_reads"
    table.answer("A", "do").pass_("B").pass_("C")
    assert (table.turn, table.public.reader) == ("roll B", "A")


def test_what_the_reader_owed_the_bot_does_at_once():
    verdict = Table("ABCD", NOTES).multi().answer("A", "zut").command("replace_reader")
    assert (verdict.turn, verdict.event("judged").by) == ("answer B", "bot")
    naming = Table("ABCD", deck(chance("reader"))).multi().command("replace_reader", 3)
    assert naming.public.last.winner == "C"
    asking = Table("ABCD", expert=True).roll(DUEL_100).command("replace_reader", 2)
    assert (asking.turn, asking.public.asked) == ("choose A", 1)


def test_the_same_bot_reads_when_that_turn_is_played_again():
    table = Table("ABCD", deck(chrono("Reims"))).multi().command("replace_reader").timeout()
    assert (table.turn, table.public.reader) == ("roll A", "bot")


def test_the_table_ends_after_this_round_and_who_has_most_wins():
    table = Table("ABCD", deck(cible(7))).multi().command("end_after_round")
    assert table.public.ending
    assert cannot(table, "end_after_round") == "already_ending"
    table.answer("A", "7")
    assert (table.public.phase, table.public.winners) == ("over", ("A",))
    assert table.chips == "21 18 18 19"


def test_who_has_equally_much_wins_together():
    table = Table("ABCD").command("end_after_round").roll(DUEL_100).choose(0, "B", 500).leave("A")
    assert table.public.winners == ("B", "C", "D")


def test_a_round_that_is_played_again_is_not_over():
    table = Table("ABC", deck(cible(7))).command("end_after_round").multi().timeout().timeout()
    assert (table.turn, table.public.round) == ("roll A", 1)


@pytest.mark.parametrize("command", ["settle", "", "resign", "void "])
def test_C5_other_commands_are_refused(command):
    assert cannot(Table("ABC").roll(DUEL_100), command) == "nothing_to_do"


def test_C5_nothing_is_commanded_at_the_end():
    assert cannot(Table("ABC").leave("A").leave("B"), "void") == "over"


@pytest.mark.parametrize("seed", range(5))
def test_the_host_is_offered_exactly_what_would_be_obeyed(seed: int):
    for state, _, _ in play_out(seed):
        for command in COMMANDS:
            try:
                GAME.system(state, command, lambda n: n)
            except Refusal:
                assert command not in GAME.host_commands(state)
            else:
                assert command in GAME.host_commands(state)
