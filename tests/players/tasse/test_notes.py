"""What a player of La Tasse remembers of the others, and what it makes of that."""

from __future__ import annotations

from random import Random

import pytest

from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.events import events_for
from engines.tasse.events import Announced, Doubted, Rolled, Trusted
from players.arena import Arena, Contestant
from players.core.decision import Level
from players.core.persona import PERSONAS
from players.core.view import Told
from players.registry import find_player
from players.tasse.casual import doubt_chance, lie_chance
from players.tasse.challenge import rank_of
from players.tasse.notes import PEOPLE, Notes, Tally, take_notes
from players.tasse.policy import Place, of_level
from tests.engines.playing import play_out

BASILE = PERSONAS["basile"]


def challenge(on, said, *, truth):
    """B rolls on a score and announces one; C doubts it."""
    yield Rolled("B", on, again=False)
    yield Announced("B", said, "C")
    yield Doubted("C", "B", said, said if truth else "41", truth)


def test_what_is_seen_stands_beside_what_was_expected():
    notes = Notes.read(take_notes("", challenge("62", "66", truth=False)))
    on, said = rank_of("62"), rank_of("66")
    assert notes.lies == {"B": Tally(pytest.approx(lie_chance(on, said, 3, PEOPLE), abs=1e-4), 1)}
    assert notes.doubts == {"C": Tally(pytest.approx(doubt_chance(on, said, PEOPLE), abs=1e-4), 1)}


def test_who_tells_the_truth_and_who_believes_is_seen_as_well():
    events = [
        *challenge("62", "66", truth=True),
        Rolled("C", None, again=False),
        Announced("C", "51", "A"),
        Trusted("A", "C", "51"),
    ]
    notes = Notes.read(take_notes("", events))
    assert notes.lies["B"].seen == 0 < notes.lies["B"].expected
    assert notes.doubts["A"].seen == 0 < notes.doubts["A"].expected


def test_nobody_is_a_liar_for_having_to_lie():
    forced, free = (
        Notes.read(take_notes("", [*challenge(on, "66", truth=False)] * 4)).lies["B"].factor
        for on in ("44", None)
    )
    assert free > 1.3 * forced


def test_notes_do_not_depend_on_how_steps_come_nor_on_who_is_told():
    game, player = GAMES["tasse"], find_player("tasse")
    notes, whole = {}, []
    for _, state, step, _, _ in play_out("tasse", 11):
        public = list(events_for(step.events, None))
        whole += public
        for seat in state.setup.seats:
            told = Told(tuple(events_for(step.events, seat)), 1)
            notes[seat] = player.notice(notes.get(seat, ""), seat, told)
    assert game.name == player.game
    assert len(set(notes.values())) == 1
    alone = Notes.read(take_notes("", whole))
    (text,) = set(notes.values())
    assert Notes.read(text).doubts.keys() == alone.doubts.keys()
    for seat, tally in Notes.read(text).doubts.items():
        assert tally == Tally(pytest.approx(alone.doubts[seat].expected, abs=0.02), alone.doubts[seat].seen)


def test_who_lies_is_doubted_more_and_who_doubts_is_told_the_truth():
    on, said = rank_of("64"), rank_of("65")
    calm, wild = (of_level(Level.STRONG, Place(3, lies=lies), BASILE) for lies in (0.5, 2.5))
    assert wild.doubt(on, said) > calm.doubt(on, said) + 0.5
    meek, sharp = (of_level(Level.STRONG, Place(3, doubts=doubts), BASILE) for doubts in (0.5, 2.5))

    def honest(policy):
        weights = policy.choices(rank_of("41"), "64")
        return weights.get(rank_of("64"), 0) / sum(weights.values())

    assert honest(sharp) > honest(meek) + 0.1


def test_no_evening_makes_anybody_more_than_two_and_a_half_times_as_bold():
    assert Tally(10.0, 1000).factor == 2.5
    assert Tally(1000.0, 0).factor == 0.5
    assert Tally().factor == 1.0


def test_the_weaker_levels_and_rounds_of_two_make_nothing_of_notes():
    for level, seats in ((Level.EASY, 4), (Level.MEDIUM, 4), (Level.STRONG, 2)):
        strange, usual = (of_level(level, Place(seats, lies, lies), BASILE) for lies in (2.5, 1.0))
        assert strange.doubt(3, 9) == usual.doubt(3, 9)
        assert strange.choices(3, "51") == usual.choices(3, "51")


@pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
def test_the_same_table_is_played_to_the_last_decision(level):
    """Whoever changes how La Tasse is played gives its player a new version, and this its new figures."""
    known = {
        Level.EASY: (1, 123, 381208),
        Level.MEDIUM: (1, 81, 284567),
        Level.STRONG: (1, 59, 215009),
    }
    player, chance = find_player("tasse"), Random(7)
    seats = {
        f"P{number}": Contestant(player, level, persona, SeededDraws(chance.randbytes(32), "t"))
        for number, persona in enumerate(list(PERSONAS.values())[:4])
    }
    arena = Arena.open(GAMES["tasse"], seats, {"threshold": 4}, SeededDraws(bytes(32), "dice"))
    arena.play(2_000)
    assert (player.version, arena.decisions, arena.now % 1_000_000) == known[level]
