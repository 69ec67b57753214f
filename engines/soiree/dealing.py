"""The evening's cards as the runtime needs them: several decks in one, and which were turned (S4, S5)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from engines.core.codec import Codec
from engines.core.records import Frozen, SeatName
from engines.defizz.dealing import QuizDealer, find_question
from engines.defizz.deck import Deck
from engines.soiree.model import Options, Position, Round, Setup
from engines.soiree.programme import PART, check_programme, decks_of, rounds_of


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
