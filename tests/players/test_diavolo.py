"""Computers at Diavolo: as quick as their level asks for among the table's own people, and never quicker."""

import json
from dataclasses import replace as changed
from math import exp, log
from random import Random
from statistics import NormalDist, fmean, median

import pytest

from engines.core.records import events_for
from engines.core.replacing import replace
from engines.diavolo.events import Grabbed, Rolled, Settled
from engines.diavolo.model import Fate, Held, Pawns, Throw
from engines.diavolo.throw import target
from players.arena import Arena, Contestant, view_of
from players.core.chance import draw_fraction, draw_normal, draw_weighted, happens
from players.core.player import PERSONAS, Decision, Level, Player, Told
from players.diavolo.player import (
    LEAST_MS,
    Clicks,
    DiavoloPlayer,
    Notes,
    Took,
    estimate,
    expect_slips,
    expect_time,
    find_lead,
    take_notes,
    weigh_slips,
)
from tests.engines.diavolo.table import GAME

PLAYER, BASILE = DiavoloPlayer(), PERSONAS["basile"]
LARGEST_SUM = Throw((6, 6, 6), (1, 1, 1), (2, 2, 2), 1)
HIGHEST_TIED = Throw((6, 1, 1), (6, 2, 2), (2, 2, 2), 5)
LEARNING_ROUNDS = 3


def draws_from(seed):
    chance = Random(seed)
    return lambda n: chance.randint(1, n)


def duel(level, person, draws):
    """Play three rounds to know each other, then a whole table of two; whether the computer wins, or None."""
    contestants = {
        "computer": Contestant(PLAYER, level, BASILE, draws),
        "person": Contestant(person, level, BASILE, draws, is_person=True),
    }
    arena = Arena.open(GAME, contestants, {}, draws)
    while arena.state.position.round <= LEARNING_ROUNDS:
        arena.step()
        if not arena.is_over and arena.state.position.phase == "roll":
            arena.state = changed(arena.state, position=replace(arena.state.position, gems=(5, 5)))
        assert not arena.is_over
    arena.play(2000)
    winners = GAME.winners(arena.state)
    return "computer" in winners if winners else None


def share_of_duels(level, *people, tables):
    """The share of the computer in so many duels with each of these people."""
    draws = draws_from(4)
    results = [duel(level, Person(*person), draws) for person in people for _ in range(tables)]
    return fmean(result for result in results if result is not None)


SHARES = ((Level.EASY, 0.2), (Level.MEDIUM, 0.5), (Level.STRONG, 0.8))


@pytest.mark.parametrize(("level", "share"), SHARES, ids=lambda x: str(x))
def test_so_many_duels_are_won_with_people_of_any_pace(level, share):
    people = [(pace,) for pace in (0.75, 1.0, 1.3)]
    assert share_of_duels(level, *people, tables=30) == pytest.approx(share, abs=0.07)


@pytest.mark.parametrize(("level", "share"), SHARES, ids=lambda x: str(x))
def test_people_need_not_be_as_players_assume(level, share):
    """They may vary in other ways, look away, get quicker while they learn, or slower."""
    people = ((1.2, 0.0, normal), (0.8, 0.0, lapsing), (0.7, 0.6), (1.2, -0.5))
    assert share_of_duels(level, *people, tables=15) == pytest.approx(share, abs=0.1)


def race(throw, times, *, target_color=None, right=True):
    """What a seat is told of one round: the throw, who grabbed after how many ms, and how it closed."""
    color = target_color or target(throw)
    taken = color if right else next(iter(weigh_slips(throw)))
    steps = [Told((Rolled("a", throw, False),), 1000)]
    steps += [Told((Grabbed(seat, taken, ms),), ms) for seat, ms in times.items() if ms]
    fates = tuple(
        Fate(seat, taken if ms else None, ms or None, 0 if ms and right else -1) for seat, ms in times.items()
    )
    last = max(times.values())
    return [*steps, Told((Settled(1, throw, color, None, fates),), last + 400)]


def grab_view(throw, notes, computers=("a",), **facts):
    """A seat's view of a race between a (a computer), b and c."""
    state = GAME.start(GAME.setup(["a", "b", "c"], {"first": "a"}), lambda n: 1).state
    position = replace(state.position, phase="grab", throw=throw, **facts)
    return view_of(GAME, changed(state, position=position), "a", (), notes, computers=computers)


def decisions(view, level, many=200):
    draws = draws_from(1)
    return [PLAYER.decide(view, level, BASILE, PLAYER.budget, draws) for _ in range(many)]


def shuffled(many):
    """The numbers from 0 on, in such an order that nothing seems to grow."""
    return [(7 * place + 1) % many for place in range(many)]


def notes_of(paces, rounds=20):
    """The notes after rounds in which people took so many times as long as expected, spread evenly."""
    normal, told = NormalDist(0, 0.28), []
    for place in shuffled(rounds):
        away = exp(normal.inv_cdf((place + 0.5) / rounds))
        times = {seat: round(expect_time(LARGEST_SUM) * pace * away) for seat, pace in paces.items()}
        told += race(LARGEST_SUM, times)
    return take_notes("", told)


@pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)
@pytest.mark.parametrize("throw", [LARGEST_SUM, HIGHEST_TIED])
def test_nobody_is_quicker_than_the_fastest_tenth_of_people(level, throw):
    for pace in (0.6, 1.0, 1.8):
        fastest = expect_time(throw) * pace * exp(NormalDist(0, 0.28).inv_cdf(0.1))
        delays = [each.delay_ms for each in decisions(grab_view(throw, notes_of({"b": pace})), level)]
        assert min(delays) >= max(LEAST_MS, fastest * 0.97)
        assert len(set(delays)) > 100  # and nobody waits for that very moment


def test_nobody_takes_less_than_nine_tenths_of_a_second():
    view = grab_view(HIGHEST_TIED, notes_of({"b": 0.25}))
    delays = [each.delay_ms for each in decisions(view, Level.STRONG)]
    assert min(delays) == LEAST_MS


def test_levels_are_apart_and_follow_the_table():
    for pace in (0.7, 1.4):
        view = grab_view(LARGEST_SUM, notes_of({"b": pace, "c": pace}))
        easy, medium, strong = (median(each.delay_ms for each in decisions(view, level)) for level in Level)
        expected = expect_time(LARGEST_SUM) * pace
        assert strong < 0.9 * expected < medium < 1.05 * expected < easy


def test_what_computers_take_says_nothing_of_people():
    alone, both = notes_of({"b": 1.3}), notes_of({"b": 1.3, "c": 0.5})
    ignored = grab_view(LARGEST_SUM, both, computers=("a", "c"))
    assert decisions(ignored, Level.MEDIUM) == decisions(grab_view(LARGEST_SUM, alone), Level.MEDIUM)
    assert decisions(ignored, Level.MEDIUM) != decisions(grab_view(LARGEST_SUM, both), Level.MEDIUM)


def test_who_was_too_quick_takes_more_time_and_who_was_too_slow_less():
    """Else a computer that was quick once would become quicker and quicker."""

    def median_delay(own, level):
        view = grab_view(HIGHEST_TIED, notes_of({"a": own, "b": 1.0}), computers=())
        return median(each.delay_ms for each in decisions(view, level, 60))

    for level in Level:
        delays = [median_delay(own, level) for own in (0.5, 1.0, 2.0)]
        assert delays == sorted(delays, reverse=True)
        assert delays[0] > 1.2 * delays[2]
        assert delays[0] < 2 * expect_time(HIGHEST_TIED)


def test_only_rounds_of_which_somebody_is_known_to_have_been_quicker_count():
    quick, slow, unseen = Took(-0.2, False), Took(0.1, False), Took(0.3, True)
    own = Clicks([quick, slow, unseen, unseen])
    assert find_lead(own, [Clicks([slow, quick, slow, unseen]), Clicks()], 0.5) == pytest.approx(1 - 3 / 2)
    assert find_lead(own, [Clicks([unseen] * 4)], 0.5) == pytest.approx(1)
    assert find_lead(own, [Clicks()], 0.5) == find_lead(own, [], 0.5) == 0


def test_the_less_is_known_of_people_the_farther_off_their_fastest_are():
    few, many = (notes_of({"b": 1.0}, rounds=rounds) for rounds in (2, 20))
    spreads = [estimate([Notes.read(notes).seats["b"]]).spread for notes in (few, many)]
    quickest = [
        min(each.delay_ms for each in decisions(grab_view(LARGEST_SUM, notes), Level.STRONG))
        for notes in (few, many)
    ]
    assert spreads[0] == pytest.approx(spreads[1], abs=0.05)
    assert quickest[0] > 1.05 * quickest[1]


def test_who_never_comes_first_is_slower_than_whoever_does():
    took = expect_time(LARGEST_SUM)
    told = [step for _ in range(10) for step in race(LARGEST_SUM, {"a": round(took), "b": 0})]
    seats = Notes.read(take_notes("", told)).seats
    assert all(each.open for each in seats["b"].times)
    assert estimate([seats["b"]]).middle > estimate([seats["a"]]).middle + 0.1


def test_open_times_are_made_up_for():
    """Of somebody of pace 1 who is cut off at 1 half of the times, the middle is found all the same."""
    normal, times = NormalDist(0, 0.28), []
    for place in shuffled(20):
        away = normal.inv_cdf((place + 0.5) / 20)
        times.append(Took(min(away, 0.0), away > 0))
    assert estimate([Clicks(times)]).middle == pytest.approx(0, abs=0.02)
    assert estimate([Clicks([Took(took.log, False) for took in times])]).middle < -0.08


def test_what_grew_from_round_to_round_is_expected_to_go_on():
    learning = [Clicks([Took(0.6 - 0.1 * place, False) for place in range(many)]) for many in (2, 4, 6)]
    expected = [estimate([clicks]).middle for clicks in learning]
    last, before = learning[-1].times[-1].log, fmean(took.log for took in learning[-1].times)
    assert expected == sorted(expected, reverse=True)
    assert expected[-1] < (last + before) / 2
    tiring = [Took(-took.log, False) for took in learning[-1].times]
    assert estimate([Clicks(tiring)]).middle == pytest.approx(-expected[-1])


def test_looking_away_once_counts_for_little():
    times = [Took(1.5 if place == 7 else 0.0, False) for place in range(12)]
    assert estimate([Clicks(times)]).middle < 0.6 * fmean(took.log for took in times)


def test_steady_people_have_steady_company():
    steady = [Clicks([Took(0.0, False)] * 20)]
    shaky = [Clicks([Took(away, False) for away in (-0.6, 0.6) * 10])]
    assert estimate(steady).spread < 0.2 < 0.28 < estimate(shaky).spread


def test_people_who_slip_are_slipped_with():
    wrong = [step for _ in range(12) for step in race(LARGEST_SUM, {"b": 6000}, right=False)]
    view, often = grab_view(LARGEST_SUM, ""), grab_view(LARGEST_SUM, take_notes("", wrong))

    def slips(view):
        return fmean(each.actions[0].color != "black" for each in decisions(view, Level.MEDIUM))

    assert slips(view) == pytest.approx(expect_slips(LARGEST_SUM), abs=0.05)
    assert slips(often) > 2 * slips(view)


def test_the_colour_does_not_depend_on_times():
    """Records do not have them, and colours must be derived again from records."""
    rounds = [step for _ in range(6) for step in race(LARGEST_SUM, {"b": 3000, "c": 9000}, right=False)]
    untimed = [Told(step.events) for step in rounds]
    views = [grab_view(LARGEST_SUM, take_notes("", told)) for told in (rounds, untimed)]
    known, unknown = (decisions(view, Level.EASY) for view in views)
    assert [each.actions for each in known] == [each.actions for each in unknown]
    assert [each.delay_ms for each in known] != [each.delay_ms for each in unknown]


def test_whoever_comes_too_late_looks_again_from_then_on():
    told = race(LARGEST_SUM, {"b": 4000})[:2]
    held = (Held("b", "black", 1),)
    left = Pawns(1, 2, 2, 1)
    view = grab_view(LARGEST_SUM, take_notes("", told), held=held, pawns=left)
    assert all(4000 + LEAST_MS <= each.delay_ms < 7000 for each in decisions(view, Level.MEDIUM))


def test_overlooking_a_tie_takes_one_of_the_tied():
    weights = weigh_slips(HIGHEST_TIED)
    assert set(weights) == {"black", "white", "red"}
    assert weights["red"] < weights["black"] / 3


def test_a_pawn_that_is_gone_is_not_grabbed():
    gone = replace(grab_view(LARGEST_SUM, "").observation.pawns, black=0, white=0)
    view = grab_view(LARGEST_SUM, "", pawns=gone)
    assert {each.actions[0].color for each in decisions(view, Level.EASY)} == {"red", "grey"}


def test_two_dice_a_colour_take_less_long():
    children = Throw((6, 6), (1, 1), (2, 2), 1)
    assert expect_time(children) < expect_time(LARGEST_SUM)
    assert log(1.2) == pytest.approx(
        Notes.read(take_notes("", race(children, {"b": round(1.2 * expect_time(children))})))
        .seats["b"]
        .times[0]
        .log,
        abs=0.01,
    )


def test_notes_stay_short():
    notes = notes_of({"b": 1.0, "c": 1.1}, rounds=60)
    assert len(notes) < 1500
    assert all(len(times) == 20 for times, _, _ in json.loads(notes)["seats"].values())


def test_notes_are_made_of_what_all_may_know():
    """The same steps make the same notes at every seat."""
    draws = draws_from(2)
    state = GAME.start(GAME.setup(["a", "b"], {}), draws).state
    step = GAME.act(
        state, GAME.to_act(state)[0], GAME.legal_actions(state, GAME.to_act(state)[0]).actions[0], draws
    )
    told = [Told(tuple(events_for(step.events, seat)), 700) for seat in ("a", "b")]
    assert PLAYER.notice("", "a", told[0]) == PLAYER.notice("", "b", told[1]) != ""


def lognormal(draws):
    """Vary as players assume that people do."""
    return exp(0.28 * draw_normal(draws))


def normal(draws):
    """Vary as much to either side."""
    return max(0.3, 1 + 0.25 * draw_normal(draws))


def lapsing(draws):
    """Be steady but for a long tail (ex-Gaussian), and look away now and then."""
    looked_away = 1.0 if happens(0.06, draws) else 0.0
    return max(0.2, 0.7 + 0.1 * draw_normal(draws) - 0.3 * log(draw_fraction(draws))) + looked_away


class Person(Player):
    """Somebody at a table of Diavolo: `pace` times as slow as most people (1: as assumed).

    `growing` (logarithms) is how much slower than that the first round is, of which each round keeps nine
    tenths.
    """

    game = "diavolo"

    def __init__(self, pace=1.0, growing=0.0, vary=lognormal):
        self.pace, self.growing, self.vary = pace, growing, vary
        self.rounds = 0

    def decide(self, view, level, persona, budget, draws):
        """Throw, or grab."""
        throw, listed = view.observation.dice, view.legal.actions
        if throw is None:
            return Decision((listed[0],), 2000)
        wrong = weigh_slips(throw)
        color = draw_weighted(wrong, draws) if happens(expect_slips(throw), draws) else target(throw)
        pace = self.pace * exp(self.growing * 0.9**self.rounds)
        delay = expect_time(throw) * pace * self.vary(draws)
        self.rounds += 1
        chosen = [action for action in listed if action.color == color]
        return Decision(((chosen or listed)[0],), max(900, round(delay)))
