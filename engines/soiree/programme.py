"""The programme of an evening: which rounds are played, and which cards fit them (S3, S4)."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from engines.core.records import Refusal
from engines.defizz.deck import Card, Chance, Deck, Question
from engines.defizz.shelf import HOUSE_DECKS, MARK, MIXED
from engines.soiree.model import Options, Preset, Round

_LEVELS = {"easy": (1,), "hard": (2, 3)}
PART: Final = "/"
"""Stands in the id of a card between the name of its part of the evening's cards and its own id.

No card's own id has it, so that a deck may have it in its name.
"""
HOUSE: Final = MARK
"""What a round calls all decks of the house together: each of them is a part of the evening's cards."""


def rounds_of(options: Options) -> tuple[Round, ...]:
    """Return the rounds that are played: the programme or, where it is empty, the preset's (S3)."""
    return options.programme or PRESETS[options.evening]


def decks_of(deck: str | None) -> tuple[str, ...]:
    """Return the names of the decks that a round's `deck` means; none for all of the evening's cards (S3)."""
    if deck == HOUSE:
        return tuple(name for name in HOUSE_DECKS if name != MIXED)
    return () if deck is None else (deck,)


def fitting_questions(card: Card, wanted: Round) -> tuple[int, ...]:
    """Return the places of a card's questions that fit a round (S3); a round of défis asks of any mode."""
    decks = decks_of(wanted.deck)
    if decks and card.id.rpartition(PART)[0] not in decks:
        return ()
    return tuple(place for place, question in enumerate(card.questions) if _fits(question, wanted))


def find_fitting(deck: Deck, wanted: Round) -> tuple[str, ...]:
    """Return the ids of the cards that fit a round, in the deck's order (S4)."""
    return tuple(card.id for card in deck.cards if fitting_questions(card, wanted))


def check_programme(rounds: Sequence[Round], deck: Deck) -> tuple[tuple[str, ...], ...]:
    """Return the fitting cards of each round; raises Refusal `bad_options` where some may run short (S4).

    Its reason is `too_few_cards`, with the round's number (from 1), what it needs, and what it has for sure.
    """
    fitting = tuple(find_fitting(deck, wanted) for wanted in rounds)
    for place, wanted in enumerate(rounds):
        before = list(zip(rounds[:place], fitting[:place], strict=True))
        for cards in _kinds(deck, wanted, fitting[place]):
            taken = sum(min(_most_used(earlier), len(cards & set(theirs))) for earlier, theirs in before)
            if len(cards) - taken < wanted.length:
                facts = {"round": place + 1, "needed": wanted.length, "found": max(0, len(cards) - taken)}
                raise Refusal("bad_options", "too_few_cards", **facts)
    return fitting


def _fits(question: Question, wanted: Round) -> bool:
    tags = set(question.tags)
    if wanted.themes and tags.isdisjoint(wanted.themes):
        return False
    if not tags.isdisjoint(wanted.without):
        return False
    if wanted.level != "mixed" and question.difficulty not in _LEVELS[wanted.level]:
        return False
    if wanted.play == "challenges":
        return True
    return not isinstance(question, Chance) and (not wanted.modes or question.mode in wanted.modes)


def _kinds(deck: Deck, wanted: Round, fitting: tuple[str, ...]) -> list[set[str]]:
    """Return the sets of cards each of which must suffice: both piles for défis, else all in one."""
    if wanted.play == "all":
        return [set(fitting)]
    return [{card for card in fitting if deck.card(card).pile == kind} for kind in ("duel", "multi")]


def _most_used(wanted: Round) -> int:
    """Return how many cards a round may use: of défis, its cards of both piles."""
    return wanted.length if wanted.play == "all" else 2 * wanted.length


# Programmes that are ready made (S3); their rounds have no titles, since those are for people.

_WARM_UP: Final = Round(length=8, level="easy", modes=("chrono",))
_FINALE: Final = Round(length=5, stakes=True, worth=2)

PRESETS: Final[Mapping[Preset, tuple[Round, ...]]] = MappingProxyType(
    {
        "apero": (_WARM_UP, Round(length=5, modes=("cible",)), Round(length=5, stakes=True)),
        "soiree": (
            _WARM_UP,
            Round(length=8, modes=("cible",)),
            Round(length=8, modes=("chrono",), speed=True),
            Round(play="challenges", length=6),
            Round(length=5, modes=("pingpong",)),
            Round(length=10),
            _FINALE,
        ),
        "finale": (
            Round(length=10, level="hard", modes=("chrono",), speed=True),
            Round(length=6, level="hard", modes=("pingpong",)),
            Round(play="challenges", length=8),
            Round(length=6, level="hard", stakes=True, worth=2),
        ),
    }
)
"""About half an hour, an hour and a half, and an hour of hard ones."""
