"""Small decks of servers' own for frozen tables of quizzes, and what people answer to a question."""

import json
from base64 import b64decode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from importlib import resources
from itertools import cycle, islice
from random import Random
from typing import Any

from engines.defizz.deck import DECKS
from engines.defizz.editing import Book
from engines.defizz.faults import read_deck

NAMES = ("Le tour du pays", "Au pays des dés")
"""The decks of the server where Défizz is played."""
PICTURED = "Le musée d’en face"
"""The deck of the server where evenings are played: its questions have themes, and some have a picture."""
PICTURE = b64decode(
    b"UklGRloAAABXRUJQVlA4TE0AAAAvP8ALABdAIEBxpvB/mTkCgUQihP3ZRhDIJkYHyn9xzH/8ExMoiiSpOZKE83MSiB4pbObMN6L/E5D+"
    b"GIrxKUj1aOzxYTWNPaR68pd4SgA="
)
"""A die on a blue ground, as WebP."""

_CHRONO = (
    ("Un sacre", "Dans quelle ville sacrait-on les rois ?", ["Reims", "la cité des sacres"], ["Rennes"]),
    ("De la rouille", "Quel métal rouille ?", ["fer"], []),
    ("Une tour", "Quel ingénieur a donné son nom à la tour ?", ["Gustave Eiffel", "Eiffel"], []),
    ("Un sommet", "Quel est le plus haut sommet des Alpes ?", ["Mont Blanc"], ["Cervin"]),
    ("Du lait", "Quel animal donne le roquefort ?", ["brebis", "la brebis"], ["vache"]),
    ("De l’eau", "Quel fleuve traverse Nantes ?", ["la Loire"], ["la Seine"]),
)
_CIBLE = (
    ("Un géant", "Quelle est la hauteur de la tour, sans antenne ?", 312, "mètre"),
    ("Un cercle", "Combien vaut le rapport du cercle à son diamètre ?", 3.14, None),
    ("Du froid", "À quelle température cette eau salée gèle-t-elle ?", -5, "degré"),
    ("Une prise", "En quelle année la Bastille fut-elle prise ?", 1789, None),
    ("Des dés", "Combien de points porte un dé ?", 21, "point"),
)
_PINGPONG = (
    ("Une gamme", "Les notes", [["do", "ut"], ["ré"], ["mi"], ["fa"], ["sol"], ["la"], ["si"]]),
    ("Une main", "Les doigts", [["pouce"], ["index"], ["majeur"], ["annulaire"], ["auriculaire"]]),
    ("Trois fois", "Les mousquetaires", [["Athos"], ["Porthos"], ["Aramis"], ["d’Artagnan", "dartagnan"]]),
)
_CHANCE = ("highest", "reader", "lowest", "nearest", "coin", "reader")

_THEMES = ("histoire", "nature", "musique")
_EXTRAS: Mapping[str, Mapping[str, Any]] = {
    "chrono": {"picture": {"name": sha256(PICTURE).hexdigest(), "alt": "Un carré blanc sur un fond bleu."}},
    "cible": {
        "picture": {"name": "drapeau/japon", "alt": "Un disque rouge au milieu d’un drapeau."},
        "source": "https://example.org/musee",
        "anecdote": "Le gardien l’a mesuré lui-même, un soir d’hiver.",
    },
}
"""What else there is to a question of a mode."""

_WRONG = ("Rennes", "pomme", "aucune idée", "@everyone **non**", "l’été 42", "Ünïcode 🎲")
_NUMBERS = ("trois cents", "1 800", "3,2", "-4", "dix-sept", "312 mètres", "beaucoup", "20")


@cache
def content(name: str) -> str:
    """Return the JSON text of a deck as the store keeps it: eight cards a pile."""
    cards = list(map(_dressed, _cards(NAMES[0]))) if name == PICTURED else _cards(name)
    plain = {"format": 1, "name": name, "language": "fr", "licence": "CC0-1.0", "cards": cards}
    return DECKS.dump(read_deck(plain))


def unfinished() -> str:
    """Return the JSON text of a card that still lacks a question, as the store keeps it beside a deck."""
    card = _dressed(_cards(NAMES[0])[0])
    return Book({}, (), ({**card, "id": "en cours", "questions": card["questions"][:2]},)).rest


def answer_to(text: str, mode: str, random: Random) -> str:
    """Return what somebody may type: often right, at times misspelt, wrong, or a number in words."""
    known = _known().get(text)
    chance = random.random()
    if known is None or chance < 0.25:
        return random.choice(_NUMBERS if mode in ("cible", "chance") else _WRONG)
    right = random.choice(known)
    if chance < 0.5:
        return misspelt(right, random)
    return right


def misspelt(text: str, random: Random) -> str:
    """Return the text in capitals, without an accent, with a letter twice, or with an article before it."""
    place = random.randrange(len(text))
    doubled = text[:place] + text[place] + text[place:]
    return random.choice((text.upper(), text.replace("é", "e"), doubled, f"le {text} !"))


@cache
def _known() -> Mapping[str, tuple[str, ...]]:
    """What is right, by the text of the question, in the two small decks and in the built-in one."""
    built_in = resources.files("engines.defizz.decks").joinpath("fr.json").read_text(encoding="utf-8")
    cards = [*json.loads(built_in)["cards"], *_cards(NAMES[0]), *_cards(NAMES[1])]
    questions = [question for card in cards for question in card["questions"]]
    return {question["text"]: _right(question) for question in questions if _right(question)}


def _right(question: Mapping[str, Any]) -> tuple[str, ...]:
    match question["mode"]:
        case "chrono":
            return tuple(question["answers"])
        case "pingpong":
            return tuple(wordings[0] for wordings in question["answers"])
        case "cible":
            return (str(question["number"]), f"{question['number']} environ", str(question["number"] + 1))
    return ()


def _cards(name: str) -> list[dict[str, Any]]:
    """The cards of a deck, the Duel pile first."""
    return [*_pile("duel", NAMES.index(name)), *_pile("multi", NAMES.index(name) + 2)]


def _pile(pile: str, turn: int) -> list[dict[str, Any]]:
    """Eight cards; `turn` says with which question of each kind they begin."""
    kinds = [
        [
            _question("chrono", clue, text, answers=answers, reject=reject)
            for clue, text, answers, reject in _CHRONO
        ],
        [_question("cible", clue, text, number=number, unit=unit) for clue, text, number, unit in _CIBLE],
        [_question("pingpong", clue, text, answers=answers) for clue, text, answers in _PINGPONG],
        [_luck(resolver, place) for place, resolver in enumerate(_CHANCE)],
    ]
    columns = [islice(cycle(kind), turn, None) for kind in kinds]
    order = [next(columns[place % 4]) for place in range(24)]
    return [
        {"id": f"{pile[0]}{number + 1}", "pile": pile, "questions": order[3 * number : 3 * number + 3]}
        for number in range(8)
    ]


def _dressed(card: Mapping[str, Any]) -> dict[str, Any]:
    """The card with a theme and a level for each question; and what else there is to its mode."""
    return {
        **card,
        "questions": [
            {**question, "tags": [theme], "difficulty": level, **_EXTRAS.get(question["mode"], {})}
            for level, (theme, question) in enumerate(zip(_THEMES, card["questions"], strict=True), 1)
        ],
    }


def _luck(resolver: str, place: int) -> dict[str, Any]:
    facts = {"max": 20} if resolver == "nearest" else {}
    return _question(
        "chance", f"Le sort n° {place + 1}", f"Que le sort décide ({place + 1})", resolver=resolver, **facts
    )


def _question(mode: str, clue: str, text: str, **facts: Any) -> dict[str, Any]:
    return {"mode": mode, "clue": clue, "text": text, **facts}
