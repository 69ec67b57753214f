"""Small decks for tests: questions in one line each, piles in a known order."""

from itertools import cycle, islice
from typing import Any


def chrono(*answers: str, **more: Any) -> dict[str, Any]:
    return _question("chrono", answers=list(answers or ("Reims",)), **more)


def cible(number: float = 100, **more: Any) -> dict[str, Any]:
    return _question("cible", number=number, **more)


def pingpong(*answers: str, **more: Any) -> dict[str, Any]:
    """Each answer with its wordings between bars: "do|ut"."""
    return _question(
        "pingpong", answers=[text.split("|") for text in answers or ("do|ut", "ré", "mi")], **more
    )


def chance(resolver: str = "highest", **more: Any) -> dict[str, Any]:
    return _question("chance", resolver=resolver, **more)


def deck(*duel: dict[str, Any], multi: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """A deck whose piles have a card for each three of these questions, the last ones repeated to fill it up.

    Without `multi` both piles have the same questions. Card ids are d1, d2... and m1, m2...
    """
    cards = [*_cards("duel", duel), *_cards("multi", multi or duel)]
    return {"format": 1, "name": "essai", "language": "fr", "licence": "MIT", "cards": cards}


def _cards(pile: str, questions: tuple[dict[str, Any], ...]) -> list[dict[str, Any]]:
    many = -(-len(questions) // 3)
    filled = list(islice(cycle(questions), many * 3))
    return [
        {
            "id": f"{pile[0]}{number + 1}",
            "pile": pile,
            "questions": [
                {
                    **question,
                    "clue": f"indice {pile[0]}{number + 1}.{place}",
                    "text": f"question {pile[0]}{number + 1}.{place}",
                }
                for place, question in enumerate(filled[3 * number : 3 * number + 3])
            ],
        }
        for number in range(many)
    ]


def _question(mode: str, **facts: Any) -> dict[str, Any]:
    return {"mode": mode, **facts}


MIXED = deck(
    *(chrono("Reims", "la cité des sacres", reject=["Rennes"]), cible(312, unit="mètre"), pingpong()),
    *(chance("highest"), chance("lowest"), chance("coin")),
    *(chance("nearest", max=20), chance("reader"), chrono("fer", exact=True)),
    multi=(
        *(pingpong("un", "deux", "trois", "quatre", "cinq"), chrono("pomme"), cible(3.14)),
        *(chance("reader"), chance("nearest", max=6), pingpong("mars")),
        *(cible(-5), chrono("Mont Blanc"), chance("coin")),
    ),
)
"""Every mode and every resolver, in both piles."""
