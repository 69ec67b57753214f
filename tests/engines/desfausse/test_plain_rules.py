"""The engine beside the rules written word by word: the same discards, the same order, the same refusals."""

import json
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core.protocol import LONGEST_LIST
from engines.core.records import State
from engines.desfausse.dice import die, faces
from engines.desfausse.hands import choice_of, count_discards, discards, seats_asked
from engines.desfausse.model import Discard, Pass, Position, Rolled
from engines.desfausse.turns import is_cursed
from tests.engines.desfausse import plain_rules
from tests.engines.desfausse.table import GAME
from tests.support.chance import sized


def at_a_call(seed: int, most_seats: int = 4, most_dice: int = 5) -> State[Any, Any]:
    """Return a table at a call: any dice anywhere, values often alike, some already received."""
    random = Random(seed)
    many = random.randint(2, most_seats)
    setup = GAME.setup([f"s{number}" for number in range(many)], {})
    bag = list(range(1, 6 * many + 2))
    random.shuffle(bag)
    value, rolled, received = random.choice([2, 3, 4, 5, 6]), [], []
    for _ in setup.seats:
        hand = sorted(bag.pop() for _ in range(min(len(bag), random.randint(1, most_dice))))
        rolled.append(tuple(Rolled(number, face_of(random, number, many, value)) for number in hand))
    for hand in rolled:
        room = 9 - len(hand) if random.random() < 0.3 else random.choice([0, 0, 0, 1])
        received.append(tuple(sorted(bag.pop() for _ in range(min(room, len(bag))))))
    position = Position(
        phase="discard",
        round=2,
        turn=1,
        rolled=tuple(rolled),
        held=tuple(tuple(one.id for one in hand) for hand in rolled),
        received=tuple(received),
        rolls_left=(0,) * many,
        tokens=(1,) * many,
        missed=(0,) * many,
        choices=(None,) * many,
        call=value,
    )
    cursed = tuple(seat for seat in setup.seats if is_cursed(setup, position, seat))
    return State(setup, replace(position, cursed=cursed))


def face_of(random: Random, number: int, many: int, value: int) -> Any:
    shown = sorted(faces(die(number, many).kind), key=str)
    return value if value in shown and random.random() < 0.45 else random.choice(shown)


def plainly(state: State[Any, Any]) -> dict[str, plain_rules.Seated]:
    """Return the same table for the plain rules."""
    position, many = state.position, len(state.setup.seats)
    seats = {}
    for place, seat in enumerate(state.setup.seats):
        dice = []
        for one in position.rolled[place]:
            known = die(one.id, many)
            dice.append({"id": one.id, "kind": known.kind, "color": known.color, "face": one.face})
        seats[seat] = plain_rules.Seated(dice, len(position.received[place]))
        seats[seat].cursed = seats[seat].is_cursed
    return seats


def in_order(actions: list[dict[str, Any]]) -> list[str]:
    return sorted(json.dumps(action, sort_keys=True) for action in actions)


@settings(max_examples=sized(200, 400), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_F5_every_listed_discard_is_legal_and_every_legal_one_is_listed(seed):
    state = at_a_call(seed)
    seats, setup, position = plainly(state), state.setup, state.position
    assert [seat for seat in setup.seats if seats[seat].cursed] == list(position.cursed)
    for seat in setup.seats:
        expected = plain_rules.legal_discards(seats, seat, position.call)
        assert (seat in seats_asked(setup, position)) == bool(expected)
        if expected:
            choice = choice_of(setup, position, seat)
            listed = [GAME.actions.plain(action) for action in discards(choice)]
            assert in_order(listed) == in_order(expected)
            assert count_discards(choice) == len(expected)
            legal = GAME.legal_actions(state, seat)
            assert legal.complete == (len(expected) < LONGEST_LIST)
            assert Pass() in legal.actions
        else:
            assert GAME.legal_actions(state, seat).actions == ()


@settings(max_examples=sized(100, 300), deadline=None)
@given(seed=st.integers(0, 2**32))
def test_F5_what_is_refused_is_what_the_plain_rules_forbid(seed):
    """Actions that are nearly legal: legal ones of this seat or another, with one thing changed."""
    state, random = at_a_call(seed, most_seats=3, most_dice=4), Random(seed)
    seats, setup, position = plainly(state), state.setup, state.position
    for seat in seats_asked(setup, position):
        plain = plain_rules.legal_discards(seats, seat, position.call)
        legal = set(in_order(plain))
        but_curse = set(in_order([without_curse(one) for one in plain if "curse" in one]))
        for other in seats_asked(setup, position):
            sample = list(discards(choice_of(setup, position, other)))
            for action in random.sample(sample, min(10, len(sample))):
                for tried in (action, *damaged(action, random, len(setup.seats))):
                    (said,) = in_order([GAME.actions.plain(tried)])
                    if tried.curse is None and said in but_curse:
                        continue  # it is left out
                    refusal = GAME.objection(state, seat, tried)
                    assert (refusal is None) == (said in legal), (tried, refusal)


def without_curse(plain: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in plain.items() if name != "curse"}


def damaged(action: Discard, random: Random, many: int) -> list[Discard]:
    """Return the action with one die more, less or another one somewhere, another place, another curse."""
    number = random.randint(1, 6 * many + 1)
    more = tuple(sorted({*action.combo, number}))
    out = tuple(sorted({*action.out, number}))
    swapped = tuple(sorted({*action.out[1:], number}))
    return [
        Discard(more, action.out, action.to, action.curse),
        Discard(action.combo[1:], action.out, action.to, action.curse),
        Discard(action.combo, out, action.to, action.curse),
        Discard(action.combo, action.out[1:], action.to, action.curse),
        Discard(action.combo, swapped, action.to, action.curse),
        Discard(action.combo[::-1], action.out, action.to, action.curse),
        Discard(action.combo, action.out, (("s0", action.out),), action.curse),
        Discard(action.combo, action.out, (("s1", action.out[1:]),), action.curse),
        Discard(action.combo, action.out, (("s1", action.out), ("s2", ())), action.curse),
        Discard(action.combo, action.out, action.to, None),
        Discard(action.combo, action.out, action.to, (("s0", number),)),
        Discard(action.combo, action.out, action.to, ()),
    ]


@settings(max_examples=200, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_F4_and_F6_choices_in_any_order_give_the_same_discards_in_the_order_of_the_rules(seed):
    state, random = at_a_call(seed), Random(seed)
    setup, position = state.setup, state.position
    chosen = {}
    for seat in seats_asked(setup, position):
        ways = list(discards(choice_of(setup, position, seat)))
        chosen[seat] = random.choice(ways) if random.random() < 0.9 else Pass()
    if not chosen:
        return
    results = []
    for order in list(permutations(chosen))[:6]:
        after, dice = state, Random(seed)
        for seat in order:
            assert results or GAME.to_act(after) == tuple(
                one for one in chosen if after.position.choices[setup.seats.index(one)] is None
            )
            step = GAME.act(after, seat, chosen[seat], lambda n, dice=dice: dice.randint(1, n))
            after = step.state
        results.append((after, tuple(event for event in step.events if event.type != "chose")))
    assert all(result == results[0] for result in results)
    assert_in_order(plainly(state), chosen, results[0][1])
    assert_settled(plainly(state), chosen, results[0][1])


def assert_in_order(seats: Any, chosen: dict[str, Any], events: Any) -> None:
    """The moments that were told are those that the plain rules compare out of every pair."""
    (opened,) = [event for event in events if event.type == "opened"]
    plain = {seat: GAME.actions.plain(action) for seat, action in chosen.items()}
    moment = {seat: number for number, together in enumerate(opened.order) for seat in together}
    assert set(moment) == {seat for seat, action in chosen.items() if isinstance(action, Discard)}
    for one, other in permutations(moment, 2):
        first = plain_rules.goes_first(seats, one, other, plain)
        difference = moment[one] - moment[other]
        assert (difference < 0 if first else difference > 0) if first is not None else difference == 0


def assert_settled(seats: Any, chosen: dict[str, Any], events: Any) -> None:
    """Every die went where the plain rules carry it, and the same seats have won (F8 to F10)."""
    (opened,) = [event for event in events if event.type == "opened"]
    settling, winners = plain_rules.Settling(seats), []
    for together in opened.order:
        winners = settling.moment({seat: GAME.actions.plain(chosen[seat]) for seat in together})
        if winners:
            break
    discardings = [event.discarding for event in events if event.type == "discarded"][: len(settling.told)]
    told = [
        (one.seat, place.die.id, place.to, place.where)
        for one in discardings
        if one.call == opened.call
        for place in (*one.places, *one.curses)
    ]
    assert told == settling.told
    won = [event.winners for event in events if event.type == "round_won"][:1]
    if winners:
        assert won == [tuple(winners)]
