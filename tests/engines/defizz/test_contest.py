"""A verdict can be turned until the next answer or roll: by its reader, the host, or a vote (Z21)."""

from __future__ import annotations

from copy import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.core.protocol import Protocol
from engines.defizz.ballots import Contest, Vote
from engines.defizz.model import Judge, Pass, Roll
from tests.engines.defizz.decks import chrono, cible, deck, pingpong
from tests.engines.defizz.playing import play_out
from tests.engines.defizz.table import DUEL_300, GAME, MULTI_100, Table

NOTES = deck(pingpong("do", "ré", "mi", "fa"))
CITIES = deck(chrono("Reims"))


def by_bot(question_deck=NOTES, seats="ABCD", **options):
    """A multi at the minimum of 100 for all; the bot reads."""
    return Table(seats, question_deck, reader="bot", contest=True, **options).multi()


def by_d(question_deck=NOTES, **options):
    """A multi at the minimum of 100 for A, B and C; D reads."""
    return Table("ABCD", question_deck, contest=True, **options).multi()


def lost_chrono():
    """A Chrono of A, B and C: A was wrong first, then B was right and took the pot; C came too late."""
    table = by_bot(CITIES, "ABC").answer("A", "la ville des sacres", 1).answer("B", "Reims", 2)
    return table.answer("C", "Reims", 3)


def test_Z21_without_the_option_nothing_can_be_contested():
    table = Table("ABC", CITIES, reader="bot").multi().pass_("A").pass_("B").answer("C", "Lyon", 1)
    assert table.refused("C", Contest()) == ("illegal_action", "contest_off")
    assert table.legal("C") == ()
    assert (table.position.before, table.public.turning) == (None, None)


def test_Z21_a_reader_turns_a_slip_at_once():
    table = by_d().answer("A", "do").judge(right=False)
    assert (table.turn, table.told[-1]) == ("answer B", "dropped_out")
    assert table.legal("D") == (Contest("A"),)
    table.contest("D")
    assert table.turn == "answer B"
    assert (table.public.waiting, table.event("verdict_turned").by) == (("B", "C", "A"), "reader")
    (said,) = table.public.said
    assert (said.bot, said.right) == (True, True)


def test_Z21_the_next_answer_closes_the_contest():
    table = by_d().answer("A", "do").judge(right=False).answer("B", "ré")
    assert table.refused("D", Contest("A")) == ("illegal_action", "verdict_stands")
    table.judge(right=True)
    assert table.legal("D") == (Contest("B"),)
    table.pass_("C")
    assert table.refused("D", Contest("B"))[1] == "verdict_stands"


def test_Z21_the_next_roll_closes_the_contest():
    table = lost_chrono()
    assert [action for action in table.legal("C") if isinstance(action, Contest)]
    table.roll(MULTI_100)
    assert table.refused("A", Contest("A")) == ("illegal_action", "verdict_stands")


def test_Z21_only_who_read_may_turn_it_at_once_and_the_others_may_not_contest():
    table = by_d().answer("A", "do").judge(right=False)
    assert table.refused("A", Contest("A")) == ("not_your_turn", "not_the_reader")
    assert table.refused("B", Contest("A")) == ("not_your_turn", "not_the_reader")


def test_Z21_where_the_bot_reads_the_others_vote_and_the_majority_turns_it():
    table = lost_chrono()
    assert (table.chips, table.turn) == ("18 21 18", "roll B")
    table.contest("A", "A")
    assert (table.turn, table.event("contested").by) == ("vote BC", "A")
    assert (table.public.poll.by, table.public.poll.seat) == ("A", "A")
    assert table.legal("B") == (Vote(turn=True), Vote(turn=False), Pass())
    table.vote("B", True)
    assert (table.turn, table.public.poll.voted) == ("vote C", ("B",))
    table.vote("C", True)
    assert (table.chips, table.public.last.winner, table.turn) == ("21 18 18", "A", "roll B")
    assert [said.right for said in table.public.last.said] == [True, None, None]
    assert (table.event("vote_closed").to_turn, table.event("vote_closed").to_keep) == (2, 0)
    assert table.event("judged").by == "vote"


@pytest.mark.parametrize("votes", [(True, False), (False, False), (None, None), (None, False)])
def test_Z21_a_tie_or_no_vote_leaves_the_verdict(votes):
    table = lost_chrono().contest("A", "A")
    table.vote("B", votes[0]).vote("C", votes[1])
    assert (table.chips, table.turn, table.public.poll) == ("18 21 18", "roll B", None)
    assert not table.event("vote_closed").turned


def test_Z21_a_single_vote_decides_and_silence_is_no_missed_deadline():
    table = lost_chrono().contest("A", "A").vote("C", True)
    assert (GAME.deadline(table.state).kind, GAME.deadline(table.state).seconds) == ("vote", 20)
    assert GAME.deadline(table.state).always
    table.timeout()
    assert table.chips == "21 18 18"
    assert set(table.public.missed.values()) == {0}


def test_Z21_with_two_seats_the_other_one_agrees_or_not():
    for agrees, chips in ((True, "19 19"), (False, "17 21"), (None, "17 21")):
        table = by_bot(CITIES, "AB").answer("A", "Lyon", 1).answer("B", "Reims", 2)
        assert table.contest("A", "B").turn == "vote B"
        assert table.vote("B", agrees).chips == chips


def test_Z21_each_seat_contests_once_a_challenge():
    table = lost_chrono().contest("A", "A").vote("B", False).vote("C", False)
    assert table.refused("A", Contest("B")) == ("not_your_turn", "contested_before")
    assert table.public.turning.contested == ("A",)
    table.contest("B", "B").vote("A", True).vote("C", True)
    assert table.refused("B", Contest("B"))[1] == "contested_before"
    assert table.contest("C", "A").turn == "vote AB"


def test_Z21_the_right_is_used_up_for_the_rest_of_a_ping_pong():
    table = by_bot().answer("A", "dau").contest("A").vote("B", False).vote("C", False).vote("D", None)
    assert table.turn == "answer B"
    table.answer("B", "raie")
    assert table.refused("A", Contest("B"))[1] == "contested_before"
    assert table.contest("B").turn == "vote ACD"
    table.vote("A", True).vote("C", True).vote("D", None)
    assert (table.turn, table.public.waiting) == ("answer C", ("C", "D", "B"))
    assert table.answer("C", "nix").refused("B", Contest("C"))[1] == "contested_before"


def test_Z21_a_turned_verdict_is_told_what_it_gives_back():
    table = lost_chrono().contest("A", "A").vote("B", True).vote("C", True)
    undone = table.event("settlement_undone")
    assert (undone.pot, undone.chips, undone.returning) == (300, {"A": 1800, "B": 1800, "C": 1800}, ())
    assert table.told[:3] == ["voted", "vote_closed", "verdict_turned"]


def test_Z21_a_chrono_goes_on_with_the_later_proposals():
    table = lost_chrono().contest("A", "B").vote("B", True).vote("C", True)
    assert (table.public.last.winner, table.chips) == ("C", "18 18 21")
    assert [said.right for said in table.public.last.said] == [False, False, True]


def test_Z21_verdicts_on_earlier_proposals_of_a_chrono_stand():
    table = by_d(CITIES).answer("A", "Lyon", 1).answer("B", "Reims", 2).answer("C", "Reims", 3)
    table.judge(right=True)
    assert table.public.last.winner == "A"
    table.contest("D", "A")
    assert (table.turn, table.public.verdict.seat) == ("verdict D", "B")
    table.judge(right=False)
    assert table.public.verdict.seat == "C"
    assert set(table.legal("D")) == {Judge(right=True), Judge(right=False), Contest("A"), Contest("B")}
    table.contest("D", "B")
    assert [said.right for said in table.public.last.said] == [False, True, None]
    assert table.public.last.winner == "B"


def test_Z21_an_elimination_is_taken_back_and_who_is_out_may_contest_it():
    table = Table("ABC", CITIES, reader="bot", contest=True).with_chips(19, 3, 19)
    table.duel("B", die=DUEL_300).answer("B", "la ville des sacres", 1).answer("A", "Reims", 2)
    assert (table.chips, table.position.out, table.turn) == ("22 0 19", ("B",), "roll C")
    assert table.contest("B", "B").turn == "vote AC"
    table.vote("A", None).vote("C", True)
    assert (table.chips, table.position.out) == ("16 6 19", ())
    assert table.event("settlement_undone").returning == ("B",)


def test_Z21_in_enrichment_the_prize_goes_back_to_the_bank():
    table = Table("ABC", CITIES, reader="bot", contest=True, enrichment=True, bank=1300).roll(MULTI_100)
    table.choose(0).answer("A", "Lyon", 1).answer("B", "Reims", 2).pass_("C")
    assert (table.chips, table.public.bank, table.public.lost) == ("0 5 0", 800, 0)
    table.contest("A", "A").vote("B", True).vote("C", True)
    assert (table.chips, table.public.bank, table.public.lost) == ("5 0 0", 800, 0)


def test_Z21_a_void_challenge_can_be_turned_into_a_win():
    table = by_bot(CITIES, "ABC").answer("A", "Lyon", 1).pass_("B").pass_("C")
    assert (table.public.last.outcome, table.chips) == ("nobody", "19 19 19")
    table.contest("A").vote("B", True).vote("C", True)
    assert (table.chips, table.turn, table.public.round) == ("21 18 18", "roll B", 2)


def test_Z21_the_host_turns_a_verdict_at_once_during_a_vote_too():
    table = lost_chrono()
    assert GAME.host_commands(table.state)[:2] == ("turn_verdict.0", "turn_verdict.1")
    table.contest("A", "A").command("turn_verdict.0")
    assert (table.public.last.winner, table.public.poll, table.event("judged").by) == ("A", None, "host")
    with pytest.raises(Refusal) as caught:
        GAME.system(table.state, "turn_verdict.2", ScriptedDraws())
    assert caught.value.reason == "verdict_stands"
    with pytest.raises(Refusal):
        GAME.system(table.state, "turn_verdict.x", ScriptedDraws())


def test_Z21_nothing_is_contested_once_the_game_is_over():
    table = Table("AB", CITIES, reader="bot", contest=True).with_chips(19, 2)
    table.duel("B").answer("A", "Reims", 1).answer("B", "Lyon", 2)
    assert table.turn == "over"
    assert table.refused("B", Contest("B"))[0] == "over"
    assert (table.position.before, GAME.host_commands(table.state)) == (None, ())


def test_Z21_who_leaves_makes_the_verdict_stand_and_breaks_off_the_vote():
    table = lost_chrono().contest("A", "A").vote("C", True).leave("B")
    assert (table.public.poll, table.position.before, table.turn) == (None, None, "roll C")
    table = by_bot().answer("A", "dau").contest("A").leave("D")
    assert (table.turn, table.public.waiting) == ("answer B", ("B", "C"))


def test_Z21_when_the_reader_is_gone_the_table_may_contest_its_verdict():
    table = by_d().answer("A", "do").judge(right=False).command("replace_reader")
    assert table.public.turning.reader == "bot"
    assert table.contest("A").turn == "vote BCD"
    table = Table("ABCD", NOTES, contest=True).with_chips(19, 19, 0, 0).duel("B")
    assert table.public.reader == "D"
    table.answer("A", "do").judge(right=False).leave("D")
    assert table.contest("A").turn == "vote B"


def test_Z21_the_host_takes_a_card_back_during_a_vote():
    table = by_bot().answer("A", "dau").contest("A").command("void")
    assert (table.turn, table.public.poll, table.position.before) == ("roll A", None, None)
    table = lost_chrono().contest("A", "A")
    assert "void" not in GAME.host_commands(table.state)


def test_Z21_the_list_of_a_ping_pong_is_told_once_nothing_can_be_turned():
    table = Table("ABC", NOTES, reader="bot", contest=True).duel("B").answer("A", "do").answer("B", "dau")
    assert (table.public.last.winner, table.public.last.held, table.public.last.answers) == ("A", True, ())
    assert "answer_revealed" not in table.told
    table.roll(MULTI_100)
    assert table.public.last.answers == ("do", "ré", "mi", "fa")
    assert table.event("answer_revealed").late
    assert table.told[0] == "answer_revealed"


def test_Z21_a_ping_pong_goes_on_after_its_last_verdict_was_turned():
    table = Table("ABC", NOTES, reader="bot", contest=True).duel("B").answer("A", "do").answer("B", "dau")
    table.contest("B").vote("A", True).vote("C", True)
    assert (table.turn, table.public.pot, table.public.last) == ("answer A", 200, None)
    table.answer("A", "raie")
    assert table.public.last.winner == "B"


def test_Z21_a_cible_has_no_verdict_to_contest():
    table = by_bot(deck(cible(100)), "AB").answer("A", "99").answer("B", "98")
    assert table.refused("B", Contest()) == ("illegal_action", "verdict_stands")


def test_Z21_who_has_no_vote_is_told_why():
    table = lost_chrono().contest("A", "A")
    assert table.refused("A", Vote(turn=True)) == ("not_your_turn", "contests")
    assert table.refused("B", Contest("B")) == ("illegal_action", "vote_is_on")
    assert table.refused("B", Roll()) == ("illegal_action", "not_now")
    table.vote("B", False)
    assert table.refused("B", Vote(turn=True)) == ("not_your_turn", "voted_before")


def test_Z21_single_votes_stay_secret():
    table = lost_chrono().contest("A", "A")
    twin = copy(table)
    table.vote("B", True)
    twin.vote("B", False)
    assert table.events == twin.events
    for seat in (None, "A", "C"):
        assert GAME.observe(table.state, seat) == GAME.observe(twin.state, seat)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_Z21_turning_a_verdict_twice_leads_back(seed):
    """The host turns the last verdict, and turns it back: everybody has what they had."""
    for _, _, step in play_out(seed, contest=True):
        now = step.state.position
        turning = [one for one in GAME.host_commands(step.state) if one.startswith("turn_verdict")]
        if not turning or now.poll is not None:
            continue
        turned = GAME.system(step.state, turning[-1], ScriptedDraws()).state
        GAME.check(turned)
        if turning[-1] in GAME.host_commands(turned):
            again = GAME.system(turned, turning[-1], ScriptedDraws()).state.position
            if now.phase == again.phase == "roll":
                assert (again.chips, again.bank, again.out) == (now.chips, now.bank, now.out)


def test_Z21_over_the_protocol_it_is_an_option():
    protocol = Protocol({"defizz": GAME})
    options = b'{"reader":"bot","contest":true}'
    started = protocol.answer(
        b'{"do":"start","game":"defizz","seats":["A","B"],"seed":"x","options":' + options + b"}"
    )
    assert b'"ok":true' in started
    refused = protocol.answer(b'{"do":"act","seat":"A","action":{"type":"contest"}}')
    assert b"illegal_action" in refused
