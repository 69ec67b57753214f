"""Matches and ladders: the same seed leads to the same figures, and figures mean what they say."""

import io
from itertools import combinations

import pytest

from engines import GAMES
from engines.core.draws import SeededDraws
from players.__main__ import main
from players.contest.match import Event, Tally, climb, enter, rate, rate_with_bounds

TASSE = GAMES["tasse"]
SHORT = {"threshold": 3}


def run(*arguments):
    said, complaints = io.StringIO(), io.StringIO()
    code = main(arguments, io.BytesIO(), io.BytesIO(), said, complaints)
    return code, said.getvalue(), complaints.getvalue()


def test_ratings_say_how_often_one_wins():
    rated = rate(("a", "b"), {("a", "b"): [1.0] * 9_999 + [0.0] * 999})
    assert rated["a"] - rated["b"] == pytest.approx(400, abs=2)
    assert rated["a"] + rated["b"] == pytest.approx(0)


def test_a_winner_of_all_has_a_rating_all_the_same():
    rated = rate(("a", "b", "c"), {("a", "b"): [1.0] * 20, ("a", "c"): [1.0] * 20, ("b", "c"): [0.5] * 20})
    assert rated["a"] > rated["b"] == pytest.approx(rated["c"])


def test_bounds_hold_the_rating_and_narrow_with_more_tables():
    few, many = ({("a", "b"): [1.0, 1.0, 0.0] * count} for count in (5, 80))
    widths = []
    for results in (few, many):
        rating, low, high = rate_with_bounds(("a", "b"), results, SeededDraws(bytes(32), "x"))["a"]
        assert low < rating < high
        widths.append(high - low)
    assert widths[0] > 2 * widths[1]


def test_bounds_are_wide_where_one_has_won_all():
    rating, low, high = rate_with_bounds(("a", "b"), {("a", "b"): [1.0] * 6}, SeededDraws(bytes(32), "x"))[
        "a"
    ]
    assert low < rating - 50 < rating <= high


def test_bounds_hold_the_rating_where_everybody_beats_all_who_are_weaker():
    names = ("a", "b", "c", "d")
    results = {pair: [1.0] * 60 for pair in combinations(names, 2)}
    for rating, low, high in rate_with_bounds(names, results, SeededDraws(bytes(32), "x"), 40).values():
        assert low < rating < high


def test_intervals_are_those_of_wilson():
    low, high = Tally([1.0] * 8 + [0.0] * 2).interval
    assert (low, high) == (pytest.approx(0.4902, abs=1e-3), pytest.approx(0.9433, abs=1e-3))
    assert Tally().interval == (0.0, 1.0)


def test_the_strong_win_more_and_the_same_seed_leads_to_the_same_tables():
    event = Event(TASSE, SHORT, 3, "one")
    strong, easy = enter(TASSE, "fort"), enter(TASSE, "facile:zelie")
    first, again = (event.duel(strong, easy, 12) for _ in range(2))
    assert first == again
    assert first.share > 0.5
    assert Event(TASSE, SHORT, 3, "two").duel(strong, easy, 12).shares != first.shares


def test_seats_are_shared_out_evenly():
    sat = []

    class Sitting(Event):
        def _play(self, one, tables):
            sat.extend([who is one for who in table] for table in tables)
            return Tally()

    Sitting(TASSE, SHORT, 3).share_out(enter(TASSE, "fort"), enter(TASSE, "moyen"), 4)
    assert sat == [[True, False, True], [False, True, False]] * 2
    sat.clear()
    Sitting(TASSE, SHORT, 3).duel(enter(TASSE, "fort"), enter(TASSE, "moyen"), 3)
    assert sat == [[True, False, False], [False, True, False], [False, False, True]]


def test_a_ladder_has_everybody_in_order_with_what_could_be_gained():
    ladder = climb(Event(TASSE, SHORT, 2), [enter(TASSE, name) for name in ("uniform", "fort", "facile")], 8)
    lines = list(ladder.lines())
    ranked = sorted(ladder.names, key=lambda name: -ladder.ratings[name][0])
    assert [line.split()[0] for line in lines[1:]] == ranked
    assert ranked[-1] == "uniform"
    assert ladder.share("fort", "uniform") == 1 - ladder.share("uniform", "fort") > 0.8
    assert ladder.exploitable["fort"] < 0.001 < 0.1 < ladder.exploitable["facile"]
    assert "uniform" not in ladder.exploitable


@pytest.mark.parametrize("name", ["", "strong", "fort:nobody", "basile"])
def test_nobody_has_other_names(name):
    with pytest.raises(ValueError, match="nobody is called"):
        enter(TASSE, name)


def test_a_match_is_played_from_the_command_line():
    code, said, _ = run(
        *("match", "moyen", "uniform", "--game", "tasse", "--tables", "3", "--options", '{"threshold": 1}')
    )
    assert code == 0
    assert said.startswith("tasse, 2 seats, 3 tables: moyen wins ")


@pytest.mark.parametrize(
    "wrong",
    [
        ("match", "nobody", "fort", "--game", "tasse"),
        ("match", "fort", "moyen", "--game", "tasse", "--seats", "1"),
        ("match", "fort", "moyen", "--game", "tasse", "--options", '{"threshold": 0}'),
        ("match", "fort", "!/no/such/program", "--game", "tasse"),
        ("ladder", "fort", "--game", "tasse"),
        ("ladder", "fort", "fort", "--game", "tasse"),
    ],
)
def test_what_cannot_be_played_is_said_in_one_line(wrong):
    code, said, complaints = run(*wrong)
    assert (code, said) == (1, "")
    assert complaints.count("\n") == 1
