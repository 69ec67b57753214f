"""What holds at every step of any game: no die is lost, no secret is told, nobody holds too many."""

from random import Random

import pytest

from engines.core.records import events_for
from engines.desfausse.dice import angel, die
from engines.desfausse.model import Stop
from tests.engines.desfausse.table import GAME, Table
from tests.engines.desfausse.twins import desfausse_twins
from tests.engines.playing import Pick, play_out, seeds


def whereabouts(state):
    """Every die by its id, each as often as it is somewhere."""
    position, whole = state.position, angel(len(state.setup.seats))
    rows = (*position.held, *position.received, position.hell, (whole,) if position.aside else ())
    return sorted(number for row in rows for number in row)


def faces_in(what):
    """Every face that a record shows, by die."""
    if isinstance(what, dict):
        own = {(what["id"], what["face"])} if {"id", "face"} <= set(what) else set()
        return own.union(*map(faces_in, what.values()), set())
    if isinstance(what, list):
        return set().union(*map(faces_in, what))
    return set()


def check_dice(step, dealt):
    """All dice that were dealt are somewhere, and nobody holds more than nine (F8, F13)."""
    there, public = whereabouts(step.state), GAME.observe(step.state, None)
    assert there == dealt
    assert len(set(there)) == len(there)
    assert all(len(hand) <= 9 for hand in public.hands.values())
    assert sum(map(len, public.hands.values())) + public.hell + public.aside == len(there)


def check_beginning(step):
    """A round begins with six dice a seat, and one more for the Angel (F11)."""
    state = step.state
    for event in step.events:
        if event.type == "round_started" and state.position.turn == 1:
            present, extra = state.setup.seats, event.blessed is not None
            there = [seat for seat in present if seat not in state.position.gone]
            assert len(whereabouts(state)) >= 6 * len(there) + extra
            assert (angel(len(present)) in whereabouts(state)) == extra


def check_secrets(step):
    """No audience is shown a face that it may not see (F2)."""
    state, hidden = step.state, step.state.setup.options.hands == "hidden"
    secret = state.position.phase == "rolling" or (hidden and state.position.phase in ("discard", "gift"))
    for audience in (None, *state.setup.seats):
        shown = faces_in(GAME.observations.plain(GAME.observe(state, audience)))
        own = state.setup.seats.index(audience) if audience else None
        allowed = {one.id for one in state.position.rolled[own]} if audience else set()
        if secret:
            assert {number for number, _ in shown} <= allowed
        for event in events_for(step.events, audience):
            open_to_all = event.type == "turn_ended" or (event.type == "rolling_ended" and not hidden)
            mine = event.type == "hand_rolled" and event.seat == audience
            if not (open_to_all or mine):
                assert faces_in(GAME.events.plain(event)) == set()


@pytest.mark.fire
def test_F2_F8_F11_F13_dice_are_conserved_dealt_anew_and_seen_by_nobody_else():
    pick = Pick()
    for seed in seeds(15, 40):
        dealt, before = None, None
        for _, state, step, _, _ in play_out("desfausse", seed):
            for table in (state, step.state):
                if table.position.round != before:
                    before, dealt = table.position.round, whereabouts(table)
                assert whereabouts(table) == dealt
            check_beginning(step)
            if pick.takes(state, step):
                check_dice(step, dealt)
                check_secrets(step)


@pytest.mark.fire
def test_F2_a_roll_and_a_stop_tell_others_nothing_of_the_dice():
    """Whatever lies there and whatever is rolled: others are told the same, as long as some still roll."""
    pick = Pick()
    for seed in seeds(8, 40):
        random = Random(seed)
        for _, state, step, _, _ in play_out("desfausse", seed):
            if state.position.phase != "rolling" or len(GAME.to_act(state)) < 2:
                continue
            if pick.takes(state, step, len(GAME.to_act(state))):
                seat = random.choice(GAME.to_act(state))
                other = random.choice([name for name in state.setup.seats if name != seat])
                for action in (Stop(), GAME.legal_actions(state, seat).actions[0]):
                    assert len(told_of(state, seat, action, other)) == 1


def told_of(state, seat, action, other):
    """All that another seat may be told of an action: with whatever dice, and whatever comes of it."""
    told = set()
    for twin in (state, *desfausse_twins(state, other)):
        if action not in GAME.legal_actions(twin, seat).actions:
            continue
        for draw in (3, 4, 5):
            step = GAME.act(twin, seat, action, lambda n, draw=draw: draw)
            told.add(
                GAME.observations.dump(GAME.observe(step.state, other))
                + "".join(GAME.events.dump(event) for event in events_for(step.events, other))
            )
    return told


def test_F4_what_was_chosen_is_told_to_nobody_before_all_have_chosen():
    told = set()
    for way in (lambda table: table.skip("A"), lambda table: table.discard("A", [1], [1], {"B": [1]})):
        table = way(Table.lying(A={1: 4, 2: 6}, B={7: 4, 8: 5}).stop())
        seen = GAME.observations.dump(GAME.observe(table.state, "B"))
        told.add(seen + "".join(GAME.events.dump(event) for event in events_for(table.events, "B")))
    assert len(told) == 1


@pytest.mark.parametrize("seats", [2, 6])
def test_F1_dice_keep_their_kind_wherever_they_are(seats):
    kinds = [die(number, seats).kind for number in range(1, angel(seats) + 1)]
    assert (kinds.count("small"), kinds.count("big"), kinds.count("angel")) == (4 * seats, 2 * seats, 1)
