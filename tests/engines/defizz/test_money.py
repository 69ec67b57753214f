"""Chips are conserved, nobody pays more than they have, and all is as by hand (Z17)."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.seats import by_seat
from engines.defizz.readers import players_of
from tests.engines.defizz.plain_money import Purse
from tests.engines.defizz.playing import play_out

many = settings(max_examples=60, deadline=None)
at_random = given(seed=st.integers(0, 2**32))


def total(position):
    return sum(position.chips) + sum(position.paid) + position.bank + position.lost


@many
@at_random
def test_Z17_the_total_of_chips_is_constant(seed):
    for state, _, step in play_out(seed):
        assert total(step.state.position) == total(state.position)


@many
@at_random
def test_Z17_nobody_has_or_pays_less_than_nothing_and_all_counts_are_hundreds(seed):
    for _, _, step in play_out(seed):
        position = step.state.position
        counts = (*position.chips, *position.paid, position.bank, position.lost)
        assert min(counts) >= 0
        assert all(count % 100 == 0 for count in counts)


@many
@at_random
def test_Z7_all_who_take_part_have_paid_the_same(seed):
    for _, _, step in play_out(seed):
        position, setup = step.state.position, step.state.setup
        if position.phase in ("answer", "verdict"):
            paid = {position.paid[setup.seats.index(seat)] for seat in position.challenge.participants}
            assert len(paid) == 1


@many
@at_random
def test_Z15_the_winner_has_all_that_was_not_lost(seed):
    for _, _, step in play_out(seed):
        last = step.state
    has = dict(zip(last.setup.seats, last.position.chips, strict=True))
    most = max(has.values())
    if last.position.ending and len(last.position.in_play) > 1:
        assert last.position.winners == tuple(seat for seat in last.position.in_play if has[seat] == most)
    else:
        (winner,) = last.position.winners
        assert has.pop(winner) + last.position.bank + last.position.lost == total(last.position)
        assert set(has.values()) == {0}


def told(purse, state, events):
    """Tell the purse what happened, in order; amounts it must know by itself."""
    for event in events:
        match event.type:
            case "challenged":
                others = [event.opponent] if event.opponent else others_of(purse, state, event.seat)
                purse.open(event.seat, others, state.position.die.minimum, event.stake)
            case "accepted" | "refused":
                purse.answer_raise(event.seat, yes=event.type == "accepted")
            case "left" if event.seat in purse.chips:
                purse.leave(event.seat)
            case "settled" | "stakes_returned" if event.outcome in ("won", "tie", "nobody", "voided"):
                purse.remember()
                purse.end(getattr(event, "winner", None))
            case "settlement_undone":
                purse.go_back()


def others_of(purse, state, active):
    """All in play but the active seat and the reader, in seat order from the active one."""
    seats = state.setup.seats
    place = seats.index(active)
    around = (*seats[place + 1 :], *seats[:place])
    return [seat for seat in around if seat in purse.in_play() and seat != state.position.reader]


@settings(max_examples=150, deadline=None)
@at_random
def test_the_money_is_as_by_hand(seed):
    purse = None
    for state, _, step in play_out(seed):
        options = state.setup.options
        seats, players = state.setup.seats, players_of(state.setup)
        purse = purse or Purse(list(players), options.bank if options.enrichment else None)
        told(purse, state, step.events)
        position = step.state.position
        assert {
            seat: n for seat, n in by_seat(seats, position.chips).items() if seat in players
        } == purse.chips
        assert {
            seat: n for seat, n in by_seat(seats, position.paid).items() if seat in players
        } == purse.table
        assert (position.bank, position.lost) == (purse.bank, purse.lost)
        assert position.in_play == tuple(purse.in_play())


def test_random_tables_reach_every_end():
    ends = set()
    for seed in range(150):
        for _, _, step in play_out(seed):
            ends |= {event.outcome for event in step.events if event.type in ("settled", "stakes_returned")}
    assert ends == {"won", "refused", "alone", "tie", "nobody", "off", "voided"}
