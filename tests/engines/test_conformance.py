"""What every registered game must pass, whatever its rules: played at random from its description."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engines.core.absence import MISSES_ALLOWED
from engines.core.draws import ScriptedDraws
from engines.core.errors import Refusal
from engines.core.events import events_for
from engines.core.game import State
from engines.core.replacing import replace
from engines.core.seats import put_at
from tests.engines.described import description_of
from tests.engines.playing import Recorder, play_out
from tests.support.games import GAMES

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

every_game = pytest.mark.parametrize("name", sorted(GAMES))
at_random = given(seed=st.integers(0, 2**32))
few = settings(max_examples=25, deadline=None)
fewer = settings(max_examples=6, deadline=None)

MOST_TRIED = 12
"""So many of a seat's legal actions are played at each state."""


@every_game
def test_every_game_is_described(name):
    assert description_of(name).any_actions


@every_game
def test_every_game_has_golden_playthroughs(name):
    assert list((PLAYTHROUGHS / name).glob("*.txt")), f"record a playthrough in {PLAYTHROUGHS / name}"


@every_game
def test_a_game_says_who_it_is(name):
    game = GAMES[name]
    assert game.name == name
    assert 2 <= game.seats_min <= (game.seats_max or game.seats_min)


@every_game
@few
@at_random
def test_a_table_ends_with_winners_and_nobody_to_act(name, seed):
    last = None
    for _, _, step, _, _ in play_out(name, seed):
        last = step.state
    game = GAMES[name]
    assert game.to_act(last) == ()
    assert game.deadline(last) is None
    assert game.winners(last) is not None
    for seat in last.setup.seats:
        assert game.legal_actions(last, seat).actions == ()
        with pytest.raises(Refusal) as caught:
            game.leave(last, seat, ScriptedDraws())
        assert caught.value.code == "over"


@every_game
@few
@at_random
def test_every_state_goes_to_json_and_back(name, seed):
    for game, state, step, _, _ in play_out(name, seed):
        game.check(state)
        assert game.setups.load(game.setups.dump(state.setup)) == state.setup
        assert game.positions.load(game.positions.dump(state.position)) == state.position
        assert game.positions.parse(game.positions.plain(state.position)) == state.position
        for event in step.events:
            assert game.events.load(game.events.dump(event)) == event
        for seat in (None, *state.setup.seats):
            observation = game.observe(state, seat)
            assert game.observations.load(game.observations.dump(observation)) == observation


@every_game
@few
@at_random
def test_replaying_requests_and_draws_gives_the_same_states(name, seed):
    for _, state, step, request, outcomes in play_out(name, seed):
        script = ScriptedDraws(outcomes)
        assert request(state, script) == step
        assert script.rest == ()


@every_game
@few
@at_random
@example(seed=293_604)  # a verdict may be contested while others answer
def test_who_owes_nothing_may_do_nothing_and_deadlines_await_somebody(name, seed):
    description = description_of(name)
    for game, state, _, _, _ in play_out(name, seed):
        awaited, seats = game.to_act(state), state.setup.seats
        assert list(awaited) == [seat for seat in seats if seat in awaited]
        for seat in awaited:
            legal = game.legal_actions(state, seat)
            assert legal.actions or not legal.complete
        assert (game.winners(state) is None) == (not game.is_over(state))
        if game.deadline(state) is not None:
            assert awaited or game.awaits_settle(state)
        for seat in seats:
            legal = game.legal_actions(state, seat).actions
            assert len(set(legal)) == len(legal)
            if seat not in awaited and not game.presides(state, seat):
                bidden = [action for action in legal if not description.unbidden(action)]
                assert awaited == () or not bidden, "only between rounds may a seat act that owes nothing"
            for action in legal:
                assert game.actions.load(game.actions.dump(action)) == action


@every_game
@few
@at_random
def test_a_deadline_that_has_passed_never_stands_again(name, seed):
    for game, state, _, _, _ in play_out(name, seed):
        deadline = game.deadline(state)
        if deadline is None:
            with pytest.raises(Refusal):
                game.expire(state, ScriptedDraws())
            continue
        assert deadline.seconds > 0
        after = game.deadline(game.expire(state, Recorder(Random(seed))).state)
        assert after is None or after.key != deadline.key


@every_game
@fewer
@at_random
def test_what_is_not_legal_is_refused_and_costs_no_draw(name, seed):
    description = description_of(name)
    for game, state, _, _, _ in play_out(name, seed):
        before = game.positions.dump(state.position)
        for seat in (*state.setup.seats, "nobody"):
            legal = game.legal_actions(state, seat).actions if seat != "nobody" else ()
            for action in description.any_actions:
                if action in legal or description.unlisted(action):
                    continue
                draws = ScriptedDraws((1,) * 20)
                with pytest.raises(Refusal) as caught:
                    game.act(state, seat, action, draws)
                assert caught.value.code in ("illegal_action", "not_your_turn", "bad_request")
                assert len(draws.rest) == 20
        assert game.positions.dump(state.position) == before


@every_game
@few
@at_random
def test_every_legal_action_is_accepted(name, seed):
    random = Random(seed)
    for game, state, _, _, _ in play_out(name, seed):
        for seat in state.setup.seats:
            legal = game.legal_actions(state, seat).actions
            for action in random.sample(legal, min(MOST_TRIED, len(legal))):
                step = game.act(state, seat, action, lambda n: random.randint(1, n))
                game.check(step.state)


def shown_to(game, state, audience, events=()):
    """All that an audience gets to see of a state and of what led to it, byte by byte."""
    told = [game.events.dump(event) for event in events_for(events, audience)]
    return game.observations.dump(game.observe(state, audience)), told


@every_game
@fewer
@at_random
def test_secrets_change_nothing_for_who_may_not_know_them(name, seed):
    description = description_of(name)
    for game, state, _, _, _ in play_out(name, seed):
        for audience in (None, *state.setup.seats):
            for twin in description.twins(state, audience):
                game.check(twin)
                assert twin != state
                assert game.to_act(twin) == game.to_act(state)
                assert game.deadline(twin) == game.deadline(state)
                assert shown_to(game, twin, audience) == shown_to(game, state, audience)
                if audience is not None:
                    assert game.legal_actions(twin, audience) == game.legal_actions(state, audience)


@every_game
@fewer
@example(seed=266)  # in these three La Tasse comes to a duel, whose roll everybody sees (T12)
@example(seed=527)
@example(seed=587)
@at_random
def test_what_is_told_of_silent_actions_is_the_same_whatever_the_secrets(name, seed):
    description, random = description_of(name), Random(seed)
    for game, state, _, _, _ in play_out(name, seed):
        for seat in game.to_act(state):
            silent = [act for act in game.legal_actions(state, seat).actions if description.silent(act)]
            for action in random.sample(silent, min(2, len(silent))):
                for audience in (None, *(other for other in state.setup.seats if other != seat)):
                    one = game.act(state, seat, action, lambda n: 1)
                    two = game.act(state, seat, action, lambda n: n)
                    first = shown_to(game, one.state, audience, one.events)
                    assert shown_to(game, two.state, audience, two.events) == first
                    for twin in description.twins(state, audience):
                        other = game.act(twin, seat, action, lambda n: 1)
                        assert shown_to(game, other.state, audience, other.events) == first


@every_game
@few
@at_random
def test_C6_places_name_every_seat_once_winners_first_and_leavers_last(name, seed):
    for game, state, _, _, _ in play_out(name, seed):
        check_places(game, state)


@every_game
@few
@at_random
def test_places_at_the_end_say_who_has_won(name, seed):
    *_, (game, _, step, _, _) = play_out(name, seed)
    check_places(game, step.state)


def check_places(game, state):
    """Check the order of arrival, or how the seats stand so far."""
    places, seats = game.places(state), state.setup.seats
    order = [seat for place in places for seat in place.seats]
    unplaced = set(seats) - set(order)
    assert len(order) == len(set(order)) == len(seats) - len(unplaced)
    assert len(unplaced) <= 1, "only who leads a table rather than plays has no place"
    assert [place.number for place in places] == [
        1 + sum(len(before.seats) for before in places[:which]) for which in range(len(places))
    ]
    assert all(list(place.seats) == sorted(place.seats, key=seats.index) for place in places)
    won, left = set(game.winners(state) or ()), {seat for seat in order if game.has_left(state, seat)}
    assert [set(place.seats) for place in places if won.intersection(place.seats)] == ([won] if won else [])
    assert set(order[: len(won)]) == won
    leavers = [seat for seat in reversed(state.position.gone) if seat in left]
    assert [place.seats for place in places[len(places) - len(left) :]] == [(seat,) for seat in leavers]


@every_game
@fewer
@at_random
def test_open_choices_are_what_may_be_done_and_a_preview_is_what_comes_of_it(name, seed):
    description = description_of(name)
    for game, state, _, _, _ in play_out(name, seed):
        choices = game.open_choices(state)
        seat = game.to_act(state)[0] if choices else state.setup.seats[0]
        assert list(choices) == (list(game.legal_actions(state, seat).actions) if choices else [])
        for action in (*choices[:MOST_TRIED], *description.any_actions):
            seen = game.preview(state, seat, action)
            if action not in choices:
                assert seen is None or description.unlisted(action)
                continue
            draws = Recorder(Random(seed))
            step = game.act(state, seat, action, draws)
            if draws.outcomes:
                assert seen is None
                continue
            assert seen.observation == game.observe(step.state, None)
            assert list(seen.events) == list(events_for(step.events, None))
        others = (other for other in state.setup.seats if other not in game.to_act(state))
        assert all(game.preview(state, other, action) is None for other in others for action in choices)


@every_game
@fewer
@at_random
def test_open_choices_and_previews_are_the_same_whatever_the_secrets(name, seed):
    description = description_of(name)
    for game, state, _, _, _ in play_out(name, seed):
        for twin in description.twins(state, None):
            assert game.secrets
            assert game.open_choices(twin) == game.open_choices(state)
            for seat in state.setup.seats:
                for action in description.any_actions:
                    assert game.preview(twin, seat, action) == game.preview(state, seat, action)


@every_game
@fewer
@at_random
def test_c3_c4_impossible_misses_leavers_and_winners_are_refused(name, seed):
    game, state, *_ = next(play_out(name, seed))
    seats, position = state.setup.seats, state.position
    for changes in (
        {"missed": put_at(position.missed, 0, MISSES_ALLOWED + 1)},
        {"missed": position.missed[1:]},
        {"gone": ("nobody",)},
        {"gone": (seats[0], seats[0])},
        {"gone": seats},
        {"winners": ("nobody",)},
    ):
        with pytest.raises(Refusal) as caught:
            game.check(State(state.setup, replace(position, **changes)))
        assert (caught.value.code, caught.value.reason) == ("bad_request", "impossible_state")


@every_game
def test_a_game_says_what_becomes_of_every_older_version(name):
    game = GAMES[name]
    assert game.rules_version >= 1
    assert sorted(game.upgrades) == list(range(1, game.rules_version))
    for version in (0, game.rules_version + 1):
        with pytest.raises(Refusal) as caught:
            game.upgrade("position", {}, version)
        assert (caught.value.code, caught.value.reason) == ("bad_request", "unknown_rules")


@every_game
@fewer
@at_random
def test_what_is_stored_by_todays_rules_is_read_as_it_was(name, seed):
    for game, state, step, _, _ in play_out(name, seed):
        stored = [("setup", state.setup), ("position", state.position)]
        stored += [("event", event) for event in step.events]
        stored += [("action", action) for action in description_of(name).any_actions]
        for kind, record in stored:
            codec = game.codec(kind)
            assert game.read(kind, codec.dump(record), game.rules_version) == record
            assert game.upgrade(kind, codec.plain(record), game.rules_version) == codec.plain(record)
