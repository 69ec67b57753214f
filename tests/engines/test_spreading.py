"""Z28: what was shuffled is laid so that neighbours have little in common, and always in the same way."""

import json
from itertools import pairwise
from random import Random
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.core.decks import LOOKED_AT, spread
from engines.defizz.dealing import DefizzDealer
from engines.defizz.shelf import CLASSIC, MIXED, house_deck
from engines.soiree.programme import SoireeDealer
from tests.engines.defizz.decks import chance, chrono, cible, deck

ON_A_CARD = st.lists(st.integers(0, 6), max_size=3, unique=True).map(tuple)
CARDS = st.lists(ON_A_CARD, max_size=60).map(lambda marks: {f"c{n}": on for n, on in enumerate(marks)})


def shared(one: str | None, other: str, marks: dict[str, tuple[int, ...]]) -> int:
    return 0 if one is None else len({*marks[one]} & {*marks[other]})


@given(CARDS, st.randoms(use_true_random=False))
def test_Z28_spreading_keeps_every_card_once(marks: dict[str, tuple[int, ...]], chance: Random) -> None:
    order = chance.sample(list(marks), len(marks))
    assert sorted(spread(order, marks)) == sorted(order)
    assert spread(order, marks) == spread(tuple(order), dict(reversed(marks.items())))


@given(CARDS, st.randoms(use_true_random=False), st.booleans())
def test_Z28_no_card_near_by_would_share_less(
    marks: dict[str, tuple[int, ...]], chance: Random, follows: bool
) -> None:
    order = chance.sample(list(marks), len(marks))
    before = order.pop() if follows and order else None
    left = list(order)
    for last, card in pairwise((before, *spread(order, marks, before))):
        assert card is not None
        costs = [shared(last, other, marks) for other in left[:LOOKED_AT]]
        assert left.index(card) == costs.index(min(costs)), "the first of those that share least"
        left.remove(card)


@given(st.lists(st.text(min_size=1), unique=True))
def test_Z28_without_themes_the_shuffle_stays_as_it_is(order: list[str]) -> None:
    assert spread(order, {}) == tuple(order)


@pytest.mark.parametrize("name", [CLASSIC, MIXED])
@pytest.mark.parametrize("pile", ["duel", "multi"])
def test_Z28_an_evening_never_asks_from_one_theme_twice_in_a_row(
    name: str, pile: Literal["duel", "multi"]
) -> None:
    """So long a game uses no more than these cards of a pile; the last ones are what was left."""
    whole = house_deck(name)
    themes = {card: {*on} for card, on in DefizzDealer().themes_on(whole).items()}
    numbers = {name: n for n, name in enumerate(sorted(set().union(*themes.values())))}
    marks = {card: tuple(numbers[one] for one in on) for card, on in themes.items()}
    for seed in range(20):
        order = Random(seed).sample(whole.pile(pile), len(whole.pile(pile)))
        laid = spread(order, marks)
        assert not any(themes[one] & themes[other] for one, other in pairwise(laid[:50]))
        assert any(themes[one] & themes[other] for one, other in pairwise(order[:50])), "as it was shuffled"


def test_Z28_a_card_has_the_themes_of_its_questions_but_for_luck() -> None:
    plain = deck(
        *(chrono(tags=["rap", "Québec"]), cible(tags=["chanson"]), chance(tags=["hasard"])),
        *(chrono(tags=["Vélos"]), cible(), cible(tags=["sport"])),
    )
    for dealer in (DefizzDealer(), SoireeDealer()):
        read = dealer.read(json.dumps(plain))
        assert dealer.themes_on(read) == {
            **dict.fromkeys(("d1", "m1"), ("musique",)),
            **dict.fromkeys(("d2", "m2"), ("Vélos", "sport et jeux")),
        }
