"""What every registered game must pass, whatever its rules: played at random from its description.

Each random table is played once, and the states that it comes to must have all properties: of those that are
alike some (`Pick`), from beginnings to ends. What is wrong names the property, the table's seed and the step.
"""

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines.core.draws import ScriptedDraws
from engines.core.game import MISSES_ALLOWED
from engines.core.kit import Kit
from engines.core.records import Refusal, State, events_for
from engines.core.replacing import replace
from engines.core.seats import put_at
from tests.engines.described import description_of
from tests.engines.playing import Pick, Recorder, play_out, seeds
from tests.support.chance import sized
from tests.support.games import GAMES

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"

every_game = pytest.mark.parametrize("name", sorted(GAMES))

TABLES = seeds(25, 50)
MOST_TRIED = 4
"""So many of a seat's legal actions are played at each state."""
REFUSED = ("illegal_action", "not_your_turn", "bad_request")
MOST_TWINS = sized(4, 12)
"""So many other secrets are tried at each state that was picked, for each audience."""


@every_game
def test_every_game_is_described(name):
    assert description_of(name).any_actions


@every_game
def test_every_game_has_golden_playthroughs(name):
    if isinstance(GAMES[name], Kit):
        return  # what it shows is derived; it may have some
    assert list((PLAYTHROUGHS / name).glob("*.txt")), f"record a playthrough in {PLAYTHROUGHS / name}"


@every_game
def test_a_game_says_who_it_is(name):
    game = GAMES[name]
    assert game.name == name
    assert 2 <= game.seats_min <= (game.seats_max or game.seats_min)


@dataclass
class Moment:
    """A state of a random table, and the step that was taken from it."""

    game: Any
    state: Any
    step: Any
    request: Any
    outcomes: list[int]
    description: Any
    seed: int
    number: int
    most_twins: int | None

    @property
    def chance(self):
        return Random(self.seed + self.number)

    @property
    def audiences(self):
        return (None, *self.state.setup.seats)

    @cached_property
    def legal(self):
        """By seat what it may do."""
        return {seat: self.game.legal_actions(self.state, seat) for seat in self.state.setup.seats}

    @cached_property
    def twins(self):
        """By audience states that differ in nothing that it may know."""
        return {who: self._sample(list(self.description.twins(self.state, who))) for who in self.audiences}

    def _sample(self, twins):
        most = self.most_twins
        return twins if most is None else self.chance.sample(twins, min(most, len(twins)))

    @cached_property
    def shown(self):
        return {audience: shown_to(self.game, self.state, audience) for audience in self.audiences}


def goes_to_json_and_back(at):
    game, state = at.game, at.state
    game.check(state)
    assert game.positions.load(game.positions.dump(state.position)) == state.position
    assert game.positions.parse(game.positions.plain(state.position)) == state.position
    for event in at.step.events:
        assert game.events.load(game.events.dump(event)) == event
    for seat in at.audiences:
        observation = game.observe(state, seat)
        assert game.observations.load(game.observations.dump(observation)) == observation


def is_reached_again_by_the_same_request_and_draws(at):
    script = ScriptedDraws(at.outcomes)
    assert at.request(at.state, script) == at.step
    assert script.rest == ()


def awaits_somebody_and_who_owes_nothing_may_do_nothing(at):
    game, state = at.game, at.state
    awaited, seats = game.to_act(state), state.setup.seats
    assert list(awaited) == [seat for seat in seats if seat in awaited]
    for seat in awaited:
        assert at.legal[seat].actions or not at.legal[seat].complete
    assert (game.winners(state) is None) == (not game.is_over(state))
    if game.deadline(state) is not None:
        assert awaited or game.awaits_settle(state)
    for seat in seats:
        legal = at.legal[seat].actions
        assert len(set(legal)) == len(legal)
        if seat not in awaited and not game.presides(state, seat):
            bidden = [action for action in legal if not at.description.unbidden(action)]
            assert awaited == () or not bidden, "only between rounds may a seat act that owes nothing"
        for action in legal:
            assert game.actions.load(game.actions.dump(action)) == action


def has_a_deadline_that_never_stands_again(at):
    game, deadline = at.game, at.game.deadline(at.state)
    if deadline is None:
        with pytest.raises(Refusal):
            game.expire(at.state, ScriptedDraws())
        return
    assert deadline.seconds > 0
    after = game.deadline(game.expire(at.state, Recorder(at.chance)).state)
    assert after is None or after.key != deadline.key


def accepts_every_legal_action(at):
    game, chance = at.game, at.chance
    for seat, legal in at.legal.items():
        for action in chance.sample(legal.actions, min(MOST_TRIED, len(legal.actions))):
            step = game.act(at.state, seat, action, lambda n: chance.randint(1, n))
            game.check(step.state)


def has_places_that_name_every_seat_once_winners_first_and_leavers_last(at):
    check_places(at.game, at.state)


def code_of(game, state, seat, action, draws):
    """Why an action is refused; None where it is not."""
    try:
        game.act(state, seat, action, draws)
    except Refusal as refusal:
        return refusal.code
    return None


def refuses_what_is_not_legal_and_draws_nothing_for_it(at):
    game, state = at.game, at.state
    before = game.positions.dump(state.position)
    for seat in (*state.setup.seats, "nobody"):
        legal = at.legal[seat].actions if seat != "nobody" else ()
        for action in at.description.any_actions:
            if action in legal or at.description.unlisted(action):
                continue
            draws = ScriptedDraws((1,) * 20)
            assert code_of(game, state, seat, action, draws) in REFUSED, action
            assert len(draws.rest) == 20
    assert game.positions.dump(state.position) == before


def is_the_same_to_who_may_not_know_its_secrets(at):
    game, state = at.game, at.state
    for audience in at.audiences:
        for twin in at.twins[audience]:
            game.check(twin)
            assert twin != state
            assert game.to_act(twin) == game.to_act(state)
            assert game.deadline(twin) == game.deadline(state)
            assert shown_to(game, twin, audience) == at.shown[audience]
            if audience is not None:
                assert game.legal_actions(twin, audience) == at.legal[audience]


def tells_the_same_of_silent_actions_whatever_its_secrets(at):
    game, state, chance = at.game, at.state, at.chance
    for seat in game.to_act(state):
        silent = [act for act in at.legal[seat].actions if at.description.silent(act)]
        for action in chance.sample(silent, min(2, len(silent))):
            one = game.act(state, seat, action, lambda n: 1)
            two = game.act(state, seat, action, lambda n: n)
            for audience in (other for other in at.audiences if other != seat):
                first = shown_to(game, one.state, audience, one.events)
                assert shown_to(game, two.state, audience, two.events) == first
                for twin in at.twins[audience]:
                    other = game.act(twin, seat, action, lambda n: 1)
                    assert shown_to(game, other.state, audience, other.events) == first


def has_open_choices_that_may_be_made_and_previews_of_what_comes_of_them(at):
    game, state = at.game, at.state
    choices = game.open_choices(state)
    seat = game.to_act(state)[0] if choices else state.setup.seats[0]
    assert list(choices) == (list(at.legal[seat].actions) if choices else [])
    for action in (*choices[:MOST_TRIED], *at.description.any_actions):
        seen = game.preview(state, seat, action)
        if action not in choices:
            assert seen is None or at.description.unlisted(action)
            continue
        draws = Recorder(at.chance)
        step = game.act(state, seat, action, draws)
        if draws.outcomes:
            assert seen is None
            continue
        assert seen.observation == game.observe(step.state, None)
        assert list(seen.events) == list(events_for(step.events, None))
    others = (other for other in state.setup.seats if other not in game.to_act(state))
    assert all(game.preview(state, other, action) is None for other in others for action in choices)


def has_the_same_open_choices_and_previews_whatever_its_secrets(at):
    game, state = at.game, at.state
    previews = {
        (seat, action): game.preview(state, seat, action)
        for seat in state.setup.seats
        for action in at.description.any_actions
        if at.twins[None]
    }
    for twin in at.twins[None]:
        assert game.secrets
        assert game.open_choices(twin) == game.open_choices(state)
        for seat in state.setup.seats:
            for action in at.description.any_actions:
                assert game.preview(twin, seat, action) == previews[seat, action]


def is_read_as_todays_rules_have_stored_it(at):
    game, state = at.game, at.state
    stored = [("setup", state.setup), ("position", state.position)]
    stored += [("event", event) for event in at.step.events]
    stored += [("action", action) for action in at.description.any_actions]
    for kind, record in stored:
        codec = game.codec(kind)
        assert game.read(kind, codec.dump(record), game.rules_version) == record
        assert game.upgrade(kind, codec.plain(record), game.rules_version) == codec.plain(record)


PROPERTIES = (
    goes_to_json_and_back,
    is_reached_again_by_the_same_request_and_draws,
    awaits_somebody_and_who_owes_nothing_may_do_nothing,
    has_a_deadline_that_never_stands_again,
    accepts_every_legal_action,
    has_places_that_name_every_seat_once_winners_first_and_leavers_last,
    refuses_what_is_not_legal_and_draws_nothing_for_it,
    is_the_same_to_who_may_not_know_its_secrets,
    tells_the_same_of_silent_actions_whatever_its_secrets,
    has_open_choices_that_may_be_made_and_previews_of_what_comes_of_them,
    has_the_same_open_choices_and_previews_whatever_its_secrets,
    is_read_as_todays_rules_have_stored_it,
)


def go_through(name, seed, *properties, pick=None):
    """Play a random table; each of its states, or each that is picked, has all properties."""
    last, most_twins = None, None if pick is None else MOST_TWINS
    for number, (game, state, step, request, outcomes) in enumerate(play_out(name, seed)):
        last = step.state
        if pick is not None and not pick.takes(state, step, request.what):
            continue
        at = Moment(game, state, step, request, outcomes, description_of(name), seed, number, most_twins)
        for holds in properties:
            try:
                holds(at)
            except BaseException as wrong:
                wrong.add_note(f"{name}, seed {seed}, step {number}: {holds.__name__}")
                raise
    return last


@pytest.mark.fire
@every_game
def test_states_of_every_kind_have_all_properties_and_the_last_one_has_winners(name):
    game, pick = GAMES[name], Pick()
    for seed in TABLES:
        last = go_through(name, seed, *PROPERTIES, pick=pick)
        assert game.setups.load(game.setups.dump(last.setup)) == last.setup
        assert game.to_act(last) == ()
        assert game.deadline(last) is None
        assert game.winners(last) is not None
        check_places(game, last)
        for seat in last.setup.seats:
            assert game.legal_actions(last, seat).actions == ()
            with pytest.raises(Refusal) as caught:
                game.leave(last, seat, ScriptedDraws())
            assert caught.value.code == "over"


@pytest.mark.parametrize("seed", [266, *(pytest.param(seed, marks=pytest.mark.long) for seed in (527, 587))])
def test_T12_what_is_told_of_silent_actions_is_the_same_at_tables_that_come_to_a_duel(seed):
    go_through("tasse", seed, tells_the_same_of_silent_actions_whatever_its_secrets)


@pytest.mark.parametrize("name", ["defizz", "soiree"])
def test_a_verdict_may_be_contested_while_others_answer(name):
    go_through(name, 293_604, awaits_somebody_and_who_owes_nothing_may_do_nothing)


def shown_to(game, state, audience, events=()):
    """All that an audience gets to see of a state and of what led to it, byte by byte."""
    told = [game.events.dump(event) for event in events_for(events, audience)]
    return game.observations.dump(game.observe(state, audience)), told


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
def test_c3_c4_impossible_misses_leavers_and_winners_are_refused(name):
    game, state, *_ = next(play_out(name, 0))
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
