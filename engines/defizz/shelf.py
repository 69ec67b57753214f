"""The decks that come with the game, by the names that tables know: each alone, or all mixed (Z23)."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from typing import Final, Literal, TypeAlias, get_args

from engines.core.records import Refusal
from engines.defizz.deck import Card, Chance, Deck, Kind, Question, built_in_decks, mark_of

MARK: Final = "/"
"""How the name of a single deck of the house begins, and no name of a server's own."""
MIXED: Final = ""
CLASSIC: Final = f"{MARK}classique"
TODAY: Final = f"{MARK}aujourdhui"
HOUSE_DECKS: Final = (MIXED, CLASSIC, TODAY)
"""The names; the first is what a table plays with where its host chooses nothing."""


@cache
def house_deck(name: str) -> Deck:
    """Return the deck of one of the HOUSE_DECKS; raises KeyError for another name."""
    classic, today = built_in_decks()
    if name == MIXED:
        cards = (*classic.cards, *today.cards)
        return Deck(format=1, name=classic.name, language="fr", licence=classic.licence, cards=cards)
    return {CLASSIC: classic, TODAY: today}[name]


# Themes as people choose them: the tags of questions, those of the house's decks by families (Z25).

THEMES_AT_MOST: Final = 25
"""How many themes of a deck can be chosen: those of most questions."""
FAMILIES: Final[Mapping[str, tuple[str, ...]]] = {
    "histoire": ("histoire", "antiquité", "fêtes et religions", "mythologie"),
    "géographie": ("géographie", "pays et capitales", "fleuves et mers", "villes et monuments", "france"),
    "sciences": ("sciences", "mathématiques", "astronomie", "espace", "corps humain", "techniques"),
    "nature": ("nature", "animaux", "plantes"),
    "arts et lettres": ("arts", "littérature", "langue française", "contes et jeunesse", "bande dessinée"),
    "musique": ("musique", "chanson", "rap"),
    "écrans": ("cinéma", "séries", "télévision", "web"),
    "sport et jeux": ("sport", "jeux", "jeux vidéo"),
    "vie quotidienne": ("vie quotidienne", "cuisine", "mode", "marques"),
    "société": ("société", "institutions", "économie et monnaies"),
    "francophonie": ("francophonie", "québec", "belgique", "suisse", "afrique"),
}
"""The tags of each family, case folded; any other tag is a theme of its own."""
_FAMILY_OF: Final = {tag: family for family, tags in FAMILIES.items() for tag in tags}


def theme_of(question: Question) -> str | None:
    """Return the theme of a question, that of its first tag; None for luck, and without tags."""
    if isinstance(question, Chance) or not question.tags:
        return None
    return _FAMILY_OF.get(question.tags[0].casefold(), question.tags[0])


def themes_of(deck: Deck) -> tuple[str, ...]:
    """Return the themes of a deck's questions, those of most questions first, THEMES_AT_MOST of them."""
    themes = Counter(theme_of(question) for card in deck.cards for question in card.questions)
    del themes[None]
    return tuple(sorted(themes, key=lambda theme: (-themes[theme], str(theme)))[:THEMES_AT_MOST])  # type: ignore[arg-type]


# Which questions of a deck a table plays with: those of some themes, or of an easy or a hard game (Z25).

Level: TypeAlias = Literal["mixed", "easy", "hard"]
LEAST_CARDS: Final = 10
"""The fewest cards of each pile that a choice may leave."""
_RATINGS: Final = {"easy": (1,), "hard": (2, 3)}
_LOOKED_AT: Final = 40
"""Among so many questions the most different one is looked for."""


def choose_cards(deck: Deck, themes: Collection[str], level: Level) -> Deck:
    """Return the deck with only the questions that fit; all of them where nothing is chosen.

    Cards whose questions all fit stay, in their order. The other questions that fit make new cards behind
    them, three by three. What was made once is not changed by the same choice. Raises Refusal `bad_options`
    (`too_few_cards`, with the numbers left as `duel` and `multi`, and `least`).
    """
    if not themes and level == "mixed":
        return deck
    piles = {kind: tuple(_choose_pile(deck, kind, themes, level)) for kind in get_args(Kind)}
    if any(len(pile) < LEAST_CARDS for pile in piles.values()):
        left = {kind: len(pile) for kind, pile in piles.items()}
        raise Refusal("bad_options", "too_few_cards", **left, least=LEAST_CARDS)
    whole = {card.id for pile in piles.values() for card in pile}
    kept = tuple(card for card in deck.cards if card.id in whole)
    known = {card.id for card in kept}
    made = tuple(card for pile in piles.values() for card in pile if card.id not in known)
    return replace(deck, cards=(*kept, *made))


def _choose_pile(deck: Deck, kind: Kind, themes: Collection[str], level: Level) -> Iterator[Card]:
    left: list[Question] = []
    for card in deck.cards:
        if card.pile != kind:
            continue
        fitting = [question for question in card.questions if _fits(question, themes, level)]
        asking = [question for question in fitting if not isinstance(question, Chance)]
        if len(fitting) == len(card.questions) and asking:
            yield card
        else:
            left += asking
    yield from _make_cards(kind, left)


def _fits(question: Question, themes: Collection[str], level: Level) -> bool:
    """Return whether a question fits; luck has neither theme nor difficulty, and always does."""
    if isinstance(question, Chance):
        return True
    if themes and theme_of(question) not in themes:
        return False
    return level == "mixed" or question.difficulty in _RATINGS[level]


def _make_cards(kind: Kind, questions: Sequence[Question]) -> Iterator[Card]:
    """Yield cards of three questions, each as different as can be; nobody can choose which come together."""
    left = sorted(questions, key=mark_of)
    while len(left) >= 3:
        chosen = [left.pop(0)]
        while len(chosen) < 3:
            near = range(min(len(left), _LOOKED_AT))
            chosen.append(left.pop(min(near, key=lambda place: _likeness(left[place], chosen))))
        name = sha256("".join(map(mark_of, chosen)).encode()).hexdigest()[:12]
        yield Card(id=f"x-{name}", pile=kind, questions=tuple(chosen))


def _likeness(question: Question, others: Sequence[Question]) -> int:
    theme = theme_of(question)
    return sum((theme_of(other) == theme) + 2 * (other.mode == question.mode) for other in others)
