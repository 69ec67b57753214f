"""The programme of an evening: which rounds are played, and which cards fit them (S3, S4)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from engines.core.codec import Codec
from engines.core.records import Frozen, Refusal, SeatName
from engines.defizz.dealing import QuizDealer, find_question
from engines.defizz.deck import Card, Chance, Deck, Question
from engines.defizz.shelf import HOUSE_DECKS, MARK, MIXED
from engines.soiree.model import Options, Position, Preset, Round, Setup

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


# The evening's cards as the runtime needs them: several decks in one, and which were turned (S4, S5).


def gather_decks(parts: Mapping[str, Deck]) -> Deck:
    """Return one deck of several by their names; rounds choose among its parts by these (S3).

    A card's new id is the name of its deck, a slash, and its own. Raises ValueError for no deck at all.
    """
    if not parts:
        raise ValueError("an evening needs a deck")
    cards = (
        replace(card, id=f"{name}{PART}{card.id}") for name, deck in parts.items() for card in deck.cards
    )
    first = next(iter(parts.values()))
    licence = ", ".join(dict.fromkeys(deck.licence for deck in parts.values() if deck.licence))
    return Deck(
        format=1, name=" + ".join(parts), language=first.language, licence=licence, cards=tuple(cards)
    )


@dataclass(frozen=True, slots=True)
class _Bare(Frozen):
    """A setup whose deck stands elsewhere: `deck` are the ids of its cards in their order."""

    game: Literal["soiree"]
    seats: tuple[SeatName, ...]
    options: Options
    programme: tuple[Round, ...]
    fitting: tuple[tuple[str, ...], ...]
    deck: tuple[str, ...]


OPTIONS: Final = Codec(Options)
_BARE: Codec[_Bare] = Codec(_Bare)


class SoireeDealer(QuizDealer):
    """The Dealer of an evening: all cards are one pile, whichever of Défizz's they belong to (S5)."""

    choices = frozenset({"evening", "programme"})

    def parts(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        """Return the names of the decks that rounds of the programme ask for (S3)."""
        rounds = options.get("programme", ())
        named = (each.get("deck") if isinstance(each, Mapping) else None for each in rounds)
        return tuple(dict.fromkeys(name for deck in named if deck for name in decks_of(deck)))

    def gather(self, parts: Mapping[str, Deck]) -> Deck:
        """Return one deck of several (S3)."""
        return gather_decks(parts)

    def themes(self, deck: Deck) -> tuple[str, ...]:
        """Return no themes: each round of the programme has its own (S3)."""
        del deck
        return ()

    def origin(self, deck: str, card: str) -> str:
        """Return the deck of the programme that a card comes from, else the table's."""
        part, found, _ = card.rpartition(PART)
        return part if found else deck

    def choose(self, deck: Deck, options: Mapping[str, Any]) -> Deck:
        """Return the whole deck; raises Refusal `bad_options` where the programme may run short (S4)."""
        read = {name: options[name] for name in self.choices if name in options}
        check_programme(rounds_of(OPTIONS.parse(read, "bad_options")), deck)
        return deck

    def piles(self, deck: Deck) -> tuple[tuple[str, ...], ...]:
        """Return the ids of all cards, sorted."""
        return (tuple(sorted(card.id for card in deck.cards)),)

    def setup_piles(self, setup: Setup) -> tuple[tuple[str, ...], ...]:
        """Return the pile of a setup's deck."""
        return self.piles(setup.deck)

    def read_split(self, setup: str, deck: str, digest: str) -> Setup:
        """Return the setup of both texts."""
        bare = _BARE.load(setup)
        own = self._find_played(bare.deck, deck, digest)
        return Setup(bare.game, bare.seats, bare.options, bare.programme, bare.fitting, own)

    def list_all_turned(self, setup: Setup, position: Position) -> frozenset[str]:
        """Return the ids of all cards that have been turned this evening."""
        del setup
        return frozenset(position.used)

    def find_newly_turned(self, before: Position, after: Position) -> tuple[str, ...]:
        """Return the ids of the cards that a step turned."""
        return after.used[len(before.used) :]

    def words(self, setup: Setup, position: Position, card: str, part: int) -> str | None:
        """Return the text of a question, None where its card has not been turned this evening."""
        question = find_question(setup.deck, card, part)
        return question.text if question is not None and card in position.used else None
