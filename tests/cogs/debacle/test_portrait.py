"""What Débâcle tells of somebody."""

from bot.texts import texts_for
from bot.ui.pages.page import Text
from cogs.debacle.portrait import ENOUGH, portrait

FACTS = {"turns": 80, "captures": 24, "captured": 84, "chains": 3, "doubles": 5, "recoveries": 7}


def told(locale: str = "fr", **changed: int) -> str:
    blocks = portrait(FACTS | changed, texts_for(locale))
    return "\n".join(block.markdown for block in blocks if isinstance(block, Text)).replace("\u00a0", " ")


def test_it_tells_of_captures_and_of_no_luck() -> None:
    assert told() == (
        "**Captures** : 24 dés en 80 tours, qui montraient 3,5 en moyenne.\n"
        "**Combinaisons** : 3 suites de captures par rebonds, 5 prises de doubles.\n"
        "**Retours** : 7 dés récupérés.\n"
        "**Chance** : on n’en raconte pas, aucun dé n’y est tiré au sort."
    )
    assert "24 dice in 80 turns, showing 3.5 on average" in told("en-US")


def test_little_is_not_told_of() -> None:
    assert portrait({}, texts_for("fr")) == ()
    assert told(turns=ENOUGH - 1).endswith(f"({ENOUGH - 1} sur {ENOUGH}).")
    assert "**Captures** : aucune en 80 tours." in told(captures=0, captured=0)


def test_one_of_each_is_said_of_as_one() -> None:
    words = told(captures=1, captured=4, chains=1, doubles=1, recoveries=1)
    assert "1 dé en 80 tours, qui montrait 4." in words
    assert "1 suite de captures par rebonds, 1 prise de doubles." in words
    assert "1 dé récupéré." in words
