"""How computers play Débâcle: their small board is the engine's; their turns are whole, in time, and good."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.draws import SeededDraws
from players.arena import Arena, Contestant, view_of
from players.core.player import PERSONAS, Budget, Level
from players.debacle.player import DebaclePlayer, style_of, tire
from players.debacle.search import Search, Standing, Weights, explore
from players.debacle.turn import End, begin, moves, read_turn
from tests.engines.debacle.match import GAME, NO_DRAWS, Match
from tests.engines.debacle.playing import random_states
from tests.engines.debacle.test_plain_rules import ALIKE, CROWDED
from tests.support.chance import sized

BASILE = PERSONAS["basile"]
LITTLE, LEAST = Budget(1_500), Budget(300)
PLAYER = DebaclePlayer()
every_level = pytest.mark.parametrize("level", list(Level), ids=lambda level: level.value)


def decide(state, level, *, seed=0, persona=BASILE, budget=LITTLE, computers=()):
    (seat,) = GAME.to_act(state)
    view = view_of(GAME, state, seat, (), "", computers=computers)
    draws = SeededDraws(Random(seed).randbytes(32), "t")
    return PLAYER.decide(view, level, persona, budget, draws)


def follow(state, actions):
    for action in actions:
        state = GAME.act(state, GAME.to_act(state)[0], action, NO_DRAWS).state
    return state


@every_level
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_decision_is_the_whole_rest_of_the_turn(level, seed):
    persona = Random(seed).choice(list(PERSONAS.values()))
    for state in islice(random_states(seed), 0, None, 37):
        *others, last = decide(state, level, seed=seed, persona=persona, budget=Budget(400)).actions
        before = follow(state, others)
        assert (before.position.round, before.position.turn) == (state.position.round, state.position.turn)
        after = follow(before, [last])
        assert GAME.to_act(after) != GAME.to_act(state) or after.position.round > state.position.round


@every_level
def test_a_turn_costs_little_more_than_its_budget(level):
    for state in islice(random_states(5), 0, None, 29):
        few, many = (decide(state, level, budget=Budget(nodes)).nodes for nodes in (400, 4_000))
        assert few <= many < 12_000


def test_who_may_think_more_looks_further_ahead():
    state = Match().state
    strong, deep = (decide(state, Level.STRONG, budget=Budget(nodes)).nodes for nodes in (12_000, 24_000))
    medium = {decide(state, Level.MEDIUM, budget=Budget(nodes)).nodes for nodes in (12_000, 24_000)}
    assert deep > 2 * strong
    assert len(medium) == 1


WINNING = """
    6  .  .  B6 .  .  .
    5  .  .  .  .  .  .
    4  .  B2 .  .  B5 .
    3  .  R3 .  .  R6 .
    2  .  .  .  .  .  .
    1  R4 .  .  .  .  .
       a  b  c  d  e  f"""


@every_level
def test_who_can_win_the_table_does(level):
    for seed in range(3):
        match = Match(WINNING, red_holds=(1, 1, 1), black_holds=(1, 1, 1), points=(20, 25), round=3)
        after = follow(match.state, decide(match.state, level, seed=seed).actions)
        assert GAME.winners(after) == ("A",)


@pytest.mark.parametrize("level", [Level.MEDIUM, Level.STRONG], ids=lambda level: level.value)
def test_a_round_that_loses_the_table_is_not_ended(level):
    for seed in range(3):
        match = Match(WINNING, red_holds=(1, 1, 1), black_holds=(2, 3, 5), points=(0, 25), round=3)
        after = follow(match.state, decide(match.state, level, seed=seed).actions)
        assert not GAME.is_over(after)


@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_turn_is_worth_what_the_best_answer_leaves(seed):
    for state in islice(random_states(seed), 5, None, 60):
        turn, side = read_turn(GAME.observe(state, None))
        standing, weights = Standing(state.position.points), Weights()
        reach, ranked = Search(standing, weights, 16_000).rank(turn, side, (4,))
        assert 1 <= len(ranked) <= min(4, len(reach.ends))
        for value, end in ranked:
            if not end.is_won:
                answers = Search(standing, weights, 4_000).rank(begin(end), 1 - side, ())[1]
                assert value == -answers[0][0]


def test_the_longer_it_was_quiet_the_more_a_capture_is_worth():
    turn, side = read_turn(Match().play("a1-a2 a2-a3 a6-a5 a5-a4").public)
    assert any(len(end.mine) for _, end in Search(Standing((0, 0)), Weights(), 9_999).rank(turn, side, ())[1])
    early, late = (
        {
            end: value
            for value, end in Search(Standing((0, 0), quiet), Weights(), 9_999).rank(turn, side, ())[1]
        }
        for quiet in (0, 59)
    )
    assert early.keys() == late.keys()
    for end, value in early.items():
        assert (late[end] > value + 1) if len(end.mine) > len(turn.mine) else late[end] == value


def test_among_computers_alone_nobody_is_wary_for_ever():
    for level in Level:
        style = style_of(level, BASILE)
        assert tire(style, 1, 1) == style
        dangers = [tire(style, rounds, 40).weights.danger for rounds in range(1, 8)]
        assert dangers == sorted(dangers, reverse=True)
        assert dangers[-1] == 0
        assert tire(style, 7, 1).widths == ()


def test_against_people_it_looks_ahead_however_long_it_takes():
    state = Match(round=7, points=(20, 20)).state
    with_people, alone = (decide(state, Level.STRONG, computers=seats) for seats in (("A",), ("A", "B")))
    assert with_people.nodes > 2 * alone.nodes


def play(levels, seed, budget=LITTLE):
    """Play a table of computers; returns who won and how many turns it took."""
    chance = Random(seed)
    contestants = {
        seat: Contestant(PLAYER, level, BASILE, SeededDraws(chance.randbytes(32), "t"), budget=budget)
        for seat, level in zip("AB", levels, strict=True)
    }
    arena = Arena.open(GAME, contestants, {}, SeededDraws(chance.randbytes(32), "dice"))
    turns = 0
    while not arena.is_over:
        arena.step()
        turns += 1
        assert turns <= 600
    assert arena.refused == 0
    (winner,) = GAME.winners(arena.state)
    return winner, turns


@pytest.mark.parametrize(("seat", "seed"), [("A", 2), ("B", 1)])
def test_moyen_wins_where_facile_would_lose(seat, seed):
    levels = {"A": Level.EASY, "B": Level.EASY}
    assert play(tuple(levels.values()), seed, LEAST)[0] != seat
    assert play(tuple((levels | {seat: Level.MEDIUM}).values()), seed, LEAST)[0] == seat


def test_fort_beats_moyen():
    assert play((Level.MEDIUM, Level.STRONG), 3)[0] == "B"


def test_equals_come_to_an_end():
    winner, turns = play((Level.MEDIUM, Level.MEDIUM), 4, LEAST)
    assert winner in ("A", "B")
    assert turns > 20


@pytest.mark.parametrize(
    ("held", "points", "quiet", "agreed"),
    [
        (((5,), (4,)), (0, 0), 0, True),
        (((4,), (5,)), (0, 0), 0, False),
        (((4,), (5,)), (0, 0), 30, True),
        (((6,), (1,)), (0, 29), 30, False),
        (((1,), (6,)), (29, 10), 0, True),
        (((1,), (6,)), (24, 24), 40, False),
        (((6,), (6,)), (28, 28), 0, True),
    ],
)
def test_an_offer_is_taken_where_it_does_no_harm(held, points, quiet, agreed):
    board = bytearray(Match().position.board)
    board[0] = board[35] = ord(".")
    match = Match(round=2, board=bytes(board), captured=held, points=points, quiet_turns=quiet, turn=51)
    view = view_of(GAME, match.state, "A", (), "")
    offered = type(view)(view.game, "A", view.observation, view.legal, offer="end_round")
    answer = PLAYER.decide(offered, Level.STRONG, BASILE, LITTLE, SeededDraws(bytes(32), "t"))
    assert (answer.agrees, answer.actions) == (agreed, ())


def test_nobody_decides_out_of_turn():
    state = Match().state
    (other,) = {"A", "B"} - set(GAME.to_act(state))
    with pytest.raises(ValueError, match="nothing to do"):
        PLAYER.decide(
            view_of(GAME, state, other, (), ""), Level.EASY, BASILE, LITTLE, SeededDraws(bytes(32), "t")
        )


ENOUGH = 100_000


def turn_of(state):
    return read_turn(GAME.observe(state, None))[0]


def check_end(before, end, after):
    """The engine's turn has ended too, with the same dice on the board and held."""
    old, new = before.position, after.position
    assert (new.round, new.turn, new.phase) != (old.round, old.turn, old.phase)
    if new.round == old.round and new.phase == "play":
        assert turn_of(after) == begin(end)
        return
    gained = [now - once for now, once in zip(new.points, old.points, strict=True)]
    assert gained[old.current] == sum(end.mine)
    assert gained[1 - old.current] == sum(end.theirs)
    assert end.is_won or new.phase == "over" or new.turn == 1


@settings(max_examples=sized(8, 12), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_action_is_the_engines_and_leads_where_it_does(seed):
    for state in islice(random_states(seed), 0, None, 17):
        turn, side = read_turn(GAME.observe(state, None))
        found = moves(turn, side)
        assert side == state.position.current
        actions = [action for action, _ in found]
        assert sorted(map(repr, actions)) == sorted(
            map(repr, GAME.legal_actions(state, GAME.to_act(state)[0]).actions)
        )
        for action, after in found:
            reached = follow(state, [action])
            if isinstance(after, End):
                check_end(state, after, reached)
            else:
                assert reached.position.turn == state.position.turn
                # Who has taken doubles that leave none, and done nothing else yet, seems to begin.
                assert turn_of(reached)._replace(fresh=False) == after
                assert sorted(repr(action) for action, _ in moves(after, side)) == sorted(
                    map(repr, GAME.legal_actions(reached, GAME.to_act(reached)[0]).actions)
                )


@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_way_through_a_turn_can_be_gone(seed):
    for state in islice(random_states(seed), 0, None, 40):
        turn, side = read_turn(GAME.observe(state, None))
        reach = explore(turn, side, ENOUGH)
        assert reach.ends
        assert len(set(reach.ends)) == len(reach.ends)
        for end in reach.ends[:: len(reach.ends) // 10 + 1]:
            *others, last = reach.path(end)
            before = follow(state, others)
            assert (before.position.round, before.position.turn) == (
                state.position.round,
                state.position.turn,
            )
            check_end(before, end, follow(before, [last]))


INVADING = """
    6  B3 B4 .  .  B6 B1
    5  B2 R5 .  .  .  B5
    4  .  .  .  .  .  .
    3  .  .  .  .  .  .
    2  .  .  .  .  .  .
    1  .  R4 R3 R2 R6 .
       a  b  c  d  e  f"""


@pytest.mark.parametrize("drawing", [INVADING, CROWDED, None], ids=["invading", "crowded", "start"])
def test_all_ends_of_a_turn_are_found(drawing):
    match = Match(drawing)
    turn, side = read_turn(match.public)
    ends, states = set(), [match.state]
    while states:
        state = states.pop()
        for action in GAME.legal_actions(state, GAME.to_act(state)[0]).actions:
            after = follow(state, [action])
            if (after.position.round, after.position.turn) == (1, 1):
                states.append(after)
            else:
                assert after.position.round == 1
                ends.add(turn_of(after))
    assert {begin(end) for end in explore(turn, side, ENOUGH).ends} == ends


def test_a_turn_of_very_many_ways_is_cut_short():
    match = Match(ALIKE, black_holds=(2, 5), bonus_left=4)
    turn, side = read_turn(match.public)
    whole, little = explore(turn, side, ENOUGH), explore(turn, side, 500)
    assert little.ends
    assert little.nodes * 3 < whole.nodes
    follow(match.state, little.path(little.ends[-1]))
