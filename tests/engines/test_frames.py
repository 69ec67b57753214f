"""A game that is over, step by step and by its moments, whatever its rules: random and stored ones."""

import json
from dataclasses import replace
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import Denied, End, Person, Seat, Status, Table
from bot.tables.past.replays import Past, look_back, replay_steps
from bot.tables.proof.record import Record
from bot.tables.proof.replay import rules_of, story_of
from engines.core.records import events_for
from engines.core.telling import Chronicle, Moment, Told, choose, weigh
from tests.engines.playing import play_out, seeds
from tests.engines.recording import Lived, live
from tests.engines.telling import tell_step
from tests.stored.frozen import OVER, RECORDS
from tests.support.games import GAMES
from tests.support.stored import SEED, new_table

every_game = pytest.mark.parametrize("name", sorted(GAMES))


def table_of(lived: Lived) -> Table:
    """The closed table of a game that was played."""
    seats = tuple(
        Seat(name, (Person(100 + number, f"Nom {number}", 1),))
        for number, name in enumerate(lived.state.setup.seats)
    )
    over = lived.game.is_over(lived.state)
    end = End("over" if over else "stopped", lived.game.winners(lived.state) or (), SEED.hex())
    return replace(new_table(game=lived.game.name, status=Status.CLOSED, end=end), seats=seats)


def past_of(name: str, seed: int) -> tuple[Lived, Past]:
    lived = live(name, seed)
    return lived, look_back(table_of(lived), Record.load(lived.record().dump()), lived.game)


@pytest.mark.fire
@every_game
def test_frames_tell_all_deeds_in_order_and_no_secret_and_each_moment_when_it_had_come(name):
    for seed in seeds(6, 100):
        lived, past = past_of(name, seed)
        check_frames(lived, past.frames)
        check_sights(lived, past)
        check_moments(lived, past)


def check_frames(lived, made):
    """They tell all deeds in order, and nothing else."""
    assert [event for frame in made for event in frame.events] == list(lived.story().events())
    acts = [deed.action for deed in lived.deeds if deed.kind == "act"]
    assert [action for frame in made for action in frame.actions] == acts
    assert made[0].kind == "begin"
    assert all(frame.events or frame.kind in ("begin", "act", "leave") for frame in made)
    assert made[-1].see() == lived.game.observe(lived.state, None)
    assert [frame.at for frame in made] == sorted(frame.at for frame in made)
    if not lived.game.drafts:
        decisions = [deed for deed in lived.deeds if deed.kind in ("act", "leave")]
        assert sum(frame.kind in ("act", "leave") for frame in made) == len(decisions)


def check_sights(lived, past):
    """What was public at a step holds no secret of it."""
    for number, frame in enumerate(past.frames):
        sight = past.sight(number)
        assert sight.seat is None
        assert sight.legal is None
        assert sight.observation == frame.see()
        assert list(sight.scenes[-1].events) == events_for(frame.events, None)
        assert all(event.audience is None for scene in sight.scenes for event in scene.events)
        assert (sight.table.status is Status.CLOSED) is past.ends(number)
        gone = {seat.name for seat in sight.table.seats if seat.left}
        if not past.ends(number):
            assert gone == {
                seat for seat in lived.state.setup.seats if lived.game.has_left(frame.state, seat)
            }


def check_moments(lived, past):
    """Each falls on the step by which it had come; the record tells of them as the game that was lived."""
    game, story = lived.game, lived.story()
    made = replay_steps(story, game)
    assert past.frames == made
    steps = tuple(
        Told(tuple(events_for(deed.events, None)), partial(game.observe, deed.after, None), deed.clicked_at)
        for deed in lived.deeds
    )
    found = game.find_moments(Chronicle(story.seats, steps))
    assert sorted((moment for frame in made for moment in frame.moments), key=repr) == sorted(found, key=repr)
    until = 0
    for frame in made:
        first, until = until, next(n for n, deed in enumerate(lived.deeds, 1) if deed.after is frame.state)
        if frame.moments:
            before = game.find_moments(Chronicle(story.seats, steps[:first])) if first else ()
            after = game.find_moments(Chronicle(story.seats, steps[:until]))
            assert all(moment in after and moment not in before for moment in frame.moments)


@every_game
def test_a_setup_that_was_read_already_gives_the_same_frames_as_that_of_the_record(name):
    lived, past = past_of(name, 7)
    bare = lived.record().model_copy(update={"setup": None})
    again = look_back(table_of(lived), bare, lived.game, lived.state.setup)
    assert again.frames == past.frames
    assert [frame.see() for frame in again.frames] == [frame.see() for frame in past.frames]


@pytest.mark.parametrize("name", OVER)
def test_stored_records_are_looked_at_again_or_refused_for_their_rules(name):
    record = Record.load(RECORDS[name])
    game = GAMES[record.game]
    seats = tuple(Seat(seating.seat, (Person(1, "Anne", 1),)) for seating in record.seats)
    table = replace(new_table(game=record.game, status=Status.CLOSED, end=End("over")), seats=seats)
    if not all(map(game.replays, rules_of(record))):
        with pytest.raises(Denied, match="other_rules"):
            look_back(table, record, game)
        return
    past = look_back(table, record, game)
    assert len(past.frames) > 1
    assert past.ends(len(past.frames) - 1)


def test_what_cannot_be_looked_at_again_says_why():
    lived = live("tasse", 3)
    record, table = lived.record(), table_of(lived)
    with pytest.raises(Denied, match="never_played"):
        look_back(table, record.model_copy(update={"setup": None}), lived.game)
    twice = (record.entries[0], record.entries[0])
    with pytest.raises(Denied, match="no_replay"):
        look_back(table, record.model_copy(update={"entries": twice}), lived.game)
    plain = json.loads(record.dump())
    plain["entries"][0]["payload"]["rules"] = 1000
    with pytest.raises(Denied, match="other_rules"):
        look_back(table, Record.load(json.dumps(plain).encode()), lived.game)
    assert story_of(record, lived.game) is not None


def moment(kind: str, weight: float, seat: str = "A") -> Moment:
    return Moment(kind, (seat,), {}, weight)


def test_the_weightiest_of_each_kind_is_chosen_and_of_equal_ones_the_first():
    found = [moment("a", 40), moment("b", 50, "A"), moment("a", 60), moment("b", 50, "B")]
    assert choose(found) == (moment("a", 60), moment("b", 50, "A"))
    assert choose([]) == ()


@given(amount=st.floats(0, 1e6), more=st.floats(1e-3, 1e3), half=st.floats(0.5, 1e3))
def test_a_weight_rises_towards_its_end_and_is_half_way_at_half(amount, more, half):
    assert weigh(20, 90, 0, half) == 20
    assert weigh(20, 90, half, half) == pytest.approx(55)
    assert 20 <= weigh(20, 90, amount, half) <= weigh(20, 90, amount + more, half) <= 90
    assert 90 >= weigh(90, 20, amount, half) >= weigh(90, 20, amount + more, half) >= 20


@pytest.mark.fire
@every_game
def test_any_game_even_a_stopped_one_is_told_by_sound_moments(name):
    game = GAMES[name]
    for seed in seeds(8, 100):
        until, steps, seats = Random(seed).randint(1, 400), [], ()
        for number, (_, state, step, _, _) in enumerate(play_out(name, seed)):
            if number == until:
                break
            steps.append(tell_step(game, step, 1_800_000_000_000 + number * 700))
            seats = state.setup.seats
        found = game.find_moments(Chronicle(seats, tuple(steps)))
        assert [each.weight for each in found] == sorted((each.weight for each in found), reverse=True)
        assert len({each.kind for each in found}) == len(found)
        for each in found:
            assert set(each.seats) <= set(seats)
            assert len(set(each.seats)) == len(each.seats) >= 1
            assert 0 <= each.weight <= 100
