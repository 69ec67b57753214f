"""What holds at every step of random tables of Défizz: money, secrets, winners, the host."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import ScriptedDraws
from engines.core.records import Refusal
from engines.core.seats import by_seat
from engines.defizz.host import COMMANDS
from engines.defizz.rounds import players_of
from tests.engines.defizz.plain_money import Purse
from tests.engines.defizz.plain_winner import winner
from tests.engines.defizz.playing import play_out
from tests.engines.defizz.table import GAME
from tests.engines.defizz.twins import defizz_twins
from tests.engines.playing import seeds

ENDS = ("settled", "stakes_returned")


def total(position: Any) -> int:
    return sum(position.chips) + sum(position.paid) + position.bank + position.lost


def check_chips(before: Any, after: Any) -> None:
    """Z17: none is made or lost, all are hundreds; Z7: all who take part have paid the same."""
    now = after.position
    assert total(now) == total(before.position)
    counts = (*now.chips, *now.paid, now.bank, now.lost)
    assert min(counts) >= 0
    assert all(count % 100 == 0 for count in counts)
    if now.phase in ("answer", "verdict"):
        assert len({now.paid[after.setup.seats.index(seat)] for seat in now.challenge.participants}) == 1


def check_end(last: Any) -> None:
    """Z15: the winner has all that was not lost, unless the host has ended the table."""
    position = last.position
    has = dict(zip(last.setup.seats, position.chips, strict=True))
    if position.ending and len(position.in_play) > 1:
        most = max(has.values())
        assert position.winners == tuple(seat for seat in position.in_play if has[seat] == most)
    else:
        (first,) = position.winners
        assert has.pop(first) + position.bank + position.lost == total(position)
        assert set(has.values()) == {0}


def tell(purse: Purse, state: Any, events: Any) -> None:
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


def others_of(purse: Purse, state: Any, active: str) -> list[str]:
    """All in play but the active seat and the reader, in seat order from the active one."""
    seats = state.setup.seats
    place = seats.index(active)
    around = (*seats[place + 1 :], *seats[:place])
    return [seat for seat in around if seat in purse.in_play() and seat != state.position.reader]


def check_purse(purse: Purse, after: Any) -> None:
    """The money is as by hand."""
    seats, position, players = after.setup.seats, after.position, players_of(after.setup)
    for kept, counted in ((position.chips, purse.chips), (position.paid, purse.table)):
        assert {seat: n for seat, n in by_seat(seats, kept).items() if seat in players} == counted
    assert (position.bank, position.lost) == (purse.bank, purse.lost)
    assert position.in_play == tuple(purse.in_play())


def check_piles(state: Any) -> None:
    """Nobody sees what is still in the piles."""
    last = state.position.last
    known = {state.position.card, last.card if last else None}
    hidden = [q.text for card in state.setup.deck.cards if card.id not in known for q in card.questions]
    for seat in (None, *state.setup.seats):
        shown = GAME.observations.dump(GAME.observe(state, seat))
        assert not [text for text in hidden if f'"{text}"' in shown]


def decided(steps: Any) -> Any:
    """Yield (question, participants, result) of every question that was decided without a leaver."""
    gone, started = None, ()
    for _, _, step in steps:
        for event in step.events:
            if event.type == "question_asked":
                gone, started = step.state.position.gone, event.participants
        last = step.state.position.last
        ended = {event.outcome for event in step.events if event.type in ENDS}
        stayed = gone == step.state.position.gone
        if ended & {"won", "tie", "nobody"} and stayed and last.question is not None:
            question = step.state.setup.deck.card(last.card).questions[last.question]
            if question.mode != "chance":
                yield question, list(started), last


def check_money(steps: Any) -> None:
    """Chips are conserved, and all is as by hand."""
    first, _, _ = steps[0]
    options, state = first.setup.options, first
    purse = Purse(list(players_of(first.setup)), options.bank if options.enrichment else None)
    for before, _, step in steps:
        state = step.state
        tell(purse, before, step.events)
        check_chips(before, state)
        check_purse(purse, state)
    check_end(state)


def check_questions(steps: Any) -> Iterator[tuple[str, bool]]:
    """Each is decided as a plain reading of the rules decides it; yields its mode and whether it was won."""
    for question, participants, last in decided(steps):
        assert winner(question, participants, list(last.said)) == last.winner, (question, last)
        yield question.mode, last.winner is not None


@pytest.mark.fire
def test_Z7_Z9_Z10_Z11_Z15_Z17_all_is_as_by_hand_and_nobody_sees_the_piles() -> None:
    """It proves what it says, since the tables reach every end and every mode, and every secret."""
    ends, ways, secrets = set(), set(), set()
    for number, seed in enumerate(seeds(120, 600)):
        steps = list(play_out(seed))
        check_money(steps)
        ways.update(check_questions(steps))
        ends |= {event.outcome for _, _, step in steps for event in step.events if event.type in ENDS}
        for _, _, step in steps[::4] if number < 40 else ():
            check_piles(step.state)
        for _, _, step in steps[::2] if number < 10 else ():
            for audience in (None, *step.state.setup.seats):
                twins = defizz_twins(step.state, audience)
                secrets |= {"deck" if twin.setup != step.state.setup else "answers" for twin in twins}
    assert ends == {"won", "refused", "alone", "tie", "nobody", "off", "voided"}
    assert ways == {(mode, won) for mode in ("chrono", "cible", "pingpong") for won in (True, False)}
    assert secrets == {"deck", "answers"}


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 2**32))
def test_Z27_a_quizmaster_never_has_a_chip_nor_a_part_in_a_challenge(seed: int) -> None:
    for _, _, step in play_out(seed, reader="master"):
        position = step.state.position
        assert position.chips[0] == position.paid[0] == 0
        assert "S0" not in position.in_play + position.out
        assert position.challenge is None or "S0" not in position.challenge.participants


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32))
def test_Z21_turning_a_verdict_twice_leads_back(seed: int) -> None:
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


def is_obeyed(state: Any, command: str) -> bool:
    try:
        GAME.system(state, command, lambda n: n)
    except Refusal:
        return False
    return True


@pytest.mark.parametrize("seed", range(5))
def test_the_host_is_offered_exactly_what_would_be_obeyed(seed: int) -> None:
    for state, _, _ in play_out(seed):
        offered = GAME.host_commands(state)
        assert [is_obeyed(state, command) for command in COMMANDS] == [one in offered for one in COMMANDS]
