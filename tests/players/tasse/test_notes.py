"""What a player of La Tasse remembers of the others and makes of it; how well it plays, exactly."""

from random import Random

import pytest

from engines import GAMES
from engines.core.draws import SeededDraws
from engines.core.records import events_for
from engines.tasse.events import Announced, Doubted, Rolled, Trusted
from players.arena import Arena, Contestant
from players.core.player import PERSONAS, Level, Told
from players.registry import find_player
from players.tasse.challenge import RANKS, ROLLS, SIZE, rank_of, read_table
from players.tasse.exact import find_gain, find_win_chance
from players.tasse.notes import PEOPLE, Habits, Notes, Tally, doubt_chance, lie_chance, take_notes
from players.tasse.policy import ByHeart, Casual, Place, Policy, of_level
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


CASUAL = (Habits(0.05, 0.45), Habits(0.15, 0.65), Habits(0.25, 0.75))
"""People who do not calculate: from those who hardly lie to those who lie a lot."""
EASY, MEDIUM, STRONG = Level


def level(which: Level, seats: int, persona: str = "basile") -> Policy:
    return of_level(which, Place(seats), PERSONAS[persona])


@pytest.mark.parametrize("seats", range(2, 9))
def test_nobody_gains_much_against_what_is_known_by_heart(seats: int) -> None:
    assert find_gain(ByHeart(read_table(seats)), seats) <= (0.001 if seats == 2 else 0.0015)


def test_the_best_opponent_wins_at_most_52_of_100_rounds_of_two() -> None:
    solved = level(STRONG, 2)
    assert find_win_chance(solved, solved) == pytest.approx(0.5)
    assert 0.5 < find_win_chance(solved) <= 0.52


def test_a_worse_table_is_found_out() -> None:
    cells = bytearray(read_table(2).cells)
    doubts = len(ROLLS) * (len(RANKS) + 1)  # on nothing, behind the rows of all rolls
    cells[doubts + RANKS[-1]] = 0  # whoever announces a 21 at once is believed
    assert len(cells) == SIZE
    assert find_gain(ByHeart(type(read_table(2))(bytes(cells))), 2) > 0.01


@pytest.mark.parametrize("habits", CASUAL, ids=str)
def test_with_two_the_strong_beat_people_who_do_not_calculate(habits: Habits) -> None:
    assert find_gain(Casual(2, habits), 2, level(STRONG, 2)) > 0.05


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("habits", CASUAL, ids=str)
def test_with_more_the_strong_gain_by_not_playing_by_heart(habits: Habits, seats: int) -> None:
    people = Casual(seats, habits)
    strong = find_gain(people, seats, level(STRONG, seats))
    assert strong > find_gain(people, seats, ByHeart(read_table(seats))) > 0


def test_each_level_beats_the_one_below_with_two() -> None:
    easy, medium, strong = (level(each, 2) for each in Level)
    assert find_win_chance(easy, medium) >= 0.65
    assert find_win_chance(medium, strong) >= 0.65


@pytest.mark.parametrize("persona", PERSONAS)
def test_each_level_gains_by_the_one_below_whoever_plays_it(persona: str) -> None:
    easy, medium, strong = (level(each, 2, persona) for each in Level)
    assert find_gain(easy, 2, medium) > 0.05
    assert find_gain(medium, 2, strong) > 0.05


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_each_level_gains_among_those_below_with_more(seats: int) -> None:
    easy, medium, strong = (level(each, seats) for each in Level)
    assert find_gain(easy, seats, medium) > 0.005 > -0.005 > find_gain(medium, seats, easy)
    assert find_gain(medium, seats, strong) > 0.02


@pytest.mark.parametrize(("lies", "doubts"), [(0, 90), (90, 0), (0, 0)])
def test_whoever_pretends_to_be_somebody_else_gains_little_more(lies: int, doubts: int) -> None:
    """Somebody pretends for a whole evening to lie or to doubt always, or never."""
    misled = of_level(STRONG, Place(3, Tally(30, lies).factor, Tally(30, doubts).factor), BASILE)
    assert find_gain(misled, 3) < 1.6 * find_gain(level(STRONG, 3), 3)
