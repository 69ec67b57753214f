"""Every badge is given exactly at its border, and not below it."""

from collections.abc import Iterator, Mapping

import pytest

from bot.insight.badges import ANY_GAME, Badge, Outing
from bot.texts import texts_for
from cogs import GAMES
from cogs.rankings.profile import shelves_of
from tests.engines.test_facts import described

MOST = 20
"""So many badges there are at most."""
SPECS = tuple(face.spec for face in GAMES if face.spec.planned is None)
SHELVES = shelves_of(SPECS)

Facts = Mapping[str, int]

BORDERS: Mapping[str, tuple[Facts, tuple[Facts, ...]]] = {
    "Parole d’or": (
        {"won": 1, "said": 8, "lies": 3, "free_lies": 0},
        ({"won": 0}, {"said": 7}, {"free_lies": 1}),
    ),
    "Visage de marbre": ({"lies_passed": 5, "lies_caught": 0}, ({"lies_passed": 4}, {"lies_caught": 1})),
    "Fin nez": ({"doubts": 4, "doubts_right": 4}, ({"doubts_right": 3}, {"doubts": 3, "doubts_right": 3})),
    "Gros culot": ({"passed_by_10": 3}, ({"passed_by_10": 2, "passed_by_6": 9},)),
    "Éclair": ({"fast_1250": 1}, ({"fast_1250": 0, "fast_1500": 9},)),
    "Main sûre": ({"won": 1, "rounds": 10, "wrong": 0, "none": 3}, ({"won": 0}, {"rounds": 9}, {"wrong": 1})),
    "Matière grise": ({"grey_right": 3}, ({"grey_right": 2},)),
    "Ricochets": ({"chain_4": 1}, ({"chain_4": 0, "chain_3": 9},)),
    "Petit mais costaud": ({"aces": 4}, ({"aces": 3, "captures": 9},)),
    "Sans partage": (
        {"won": 1, "rounds": 3, "rounds_won": 3},
        ({"won": 0}, {"rounds_won": 2}, {"rounds": 2, "rounds_won": 2}),
    ),
    "Grand ménage": ({"dice_4": 1}, ({"dice_4": 0, "dice_3": 9},)),
    "Bonne étoile": ({"won": 1, "turns": 8, "cursed": 0}, ({"won": 0}, {"turns": 7}, {"cursed": 1})),
    "Cadeaux d’enfer": ({"given": 8}, ({"given": 7, "cursed_given": 9},)),
    "Contre vents et diables": ({"won": 1, "got": 4, "cursed_got": 2}, ({"won": 0}, {"got": 3})),
    "Dans le mille": ({"exact_cible": 2}, ({"exact_cible": 1},)),
    "Sans faute": (
        {"judged_chrono": 5, "right_chrono": 5, "judged_pingpong": 3, "right_pingpong": 3},
        ({"right_chrono": 4}, {"right_pingpong": 2}, {"judged_chrono": 4, "right_chrono": 4}),
    ),
    "Gros lot": ({"pot_4000": 1}, ({"pot_4000": 0, "pot_2000": 9},)),
    "Tête haute": ({"won": 1, "accepted": 3, "refused": 0}, ({"won": 0}, {"accepted": 2}, {"refused": 1})),
    "Devant tout le monde": ({"won": 1, "seats": 6}, ({"seats": 5},)),
    "Touche-à-tout": ({"won": 1}, ({"won": 0},)),
}
"""Facts that earn each badge, and changes of them with which they do not any more."""


class Asked(dict[str, int]):
    """Facts that note which of them were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.names: set[str] = set()

    def get(self, name: str, default: int = 0) -> int:
        self.names.add(name)
        return 1 if name == "won" else default


def every_badge() -> Iterator[tuple[str, Badge]]:
    for game, badges in SHELVES.items():
        for badge in badges:
            yield game, badge


def outing(facts: Facts) -> Outing:
    return Outing(1, True, facts)


def test_there_are_few_and_each_has_a_border_here() -> None:
    names = [badge.name for _, badge in every_badge()]
    assert len(set(names)) == len(names) <= MOST
    assert set(BORDERS) == set(names)
    assert set(SHELVES) == {spec.name for spec in SPECS if spec.badges} | {ANY_GAME}
    signs = [badge.emoji for _, badge in every_badge()]
    assert len(set(signs)) == len(signs)


@pytest.mark.parametrize("badge", [pytest.param(badge, id=badge.name) for _, badge in every_badge()])
def test_it_is_given_at_its_border_and_not_below(badge: Badge) -> None:
    facts, changes = BORDERS[badge.name]
    assert badge.rule(outing(facts))
    for change in changes:
        assert not badge.rule(outing({**facts, **change})), change
    assert not badge.rule(Outing(2, True, {}))


def test_who_is_second_or_shares_the_place_is_not_ahead_of_everybody() -> None:
    (ahead,) = [badge for _, badge in every_badge() if badge.name == "Devant tout le monde"]
    assert not ahead.rule(Outing(2, True, {"seats": 6}))
    assert not ahead.rule(Outing(1, False, {"seats": 6}))


@pytest.mark.parametrize(("game", "badge"), [*every_badge()])
def test_it_asks_for_facts_that_there_are(game: str, badge: Badge) -> None:
    asked = Asked()
    badge.rule(outing(asked))
    changed = {name for change in BORDERS[badge.name][1] for name in change}
    assert asked.names | changed | set(BORDERS[badge.name][0]) <= set(described(game or SPECS[0].name))


def test_both_languages_have_words_for_it() -> None:
    english = texts_for("en-US")
    for _, badge in every_badge():
        assert badge.name[0].isupper()
        assert badge.deed[0].islower()
        assert english(badge.deed) != badge.deed
