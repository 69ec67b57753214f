"""What La Tasse tells of somebody, and from how many announcements on."""

import pytest

from bot.texts import texts_for
from bot.ui.pages.page import Text
from cogs.tasse.portrait import ENOUGH, portrait

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACTS = {
    "said": 97,
    "lies": 47,
    "free_lies": 6,
    "lies_caught": 10,
    "lies_passed": 34,
    "passed_by_10": 5,
    "faced": 90,
    "lies_faced": 40,
    "doubts": 20,
    "doubts_right": 13,
    "rolls": 97,
    "could": 41,
    "could_e6": 43_200_000,
    "var_e6": 22_000_000,
}


def told(locale: str = "fr", **changed: int) -> str:
    blocks = portrait(FACTS | changed, texts_for(locale))
    assert all(isinstance(block, Text) for block in blocks)
    return "\n".join(block.markdown for block in blocks if isinstance(block, Text)).replace("\u00a0", " ")


def test_it_tells_of_bluff_flair_and_luck() -> None:
    assert told() == (
        "**Bluff** : ment **48 %** du temps (47 sur 97 annonces).\n"
        "Mensonges pris : **23 %** (10 sur 44).\n"
        "Mensonges sans y être obligé : 13 %.\n"
        "Mensonges crus à dix crans ou plus au-dessus des dés : 15 %.\n"
        "**Flair** : doute à raison **65 %** des fois (13 sur 20) ; "
        "44 % des annonces reçues étaient fausses.\n"
        "**Crédulité** : croit **68 %** des mensonges reçus (27 sur 40).\n"
        "**Chance** : les dés ont permis de dire vrai ou de montrer 41 fois sur 97 ; on en attend 43. "
        "C’est dans la moyenne."
    )
    assert "lies **48%** of the time (47 of 97 claims)" in told("en-US")


def test_before_enough_announcements_it_says_how_many_are_missing() -> None:
    assert told(said=ENOUGH - 1) == (
        f"**Bluff** : pas encore assez d’annonces pour en parler ({ENOUGH - 1} sur {ENOUGH})."
    )
    assert "ment" in told(said=ENOUGH)
    assert portrait({}, FRENCH) == portrait({"said": 0, "rolls": 9}, FRENCH) == ()


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"lies_caught": 3, "lies_passed": 6}, "Mensonges pris"),
        ({"lies": 9}, "sans y être obligé"),
        ({"lies_passed": 9}, "Mensonges crus"),
        ({"doubts": 9}, "Flair"),
        ({"lies_faced": 9}, "Crédulité"),
    ],
)
def test_a_share_of_few_cases_is_left_out(changed: dict[str, int], word: str) -> None:
    assert word in told()
    assert word not in told(**changed)


@pytest.mark.parametrize(
    ("could", "words"),
    [
        (43, "dans la moyenne"),
        (49, "plutôt plus que la moyenne"),
        (37, "plutôt moins que la moyenne"),
        (53, "arrive une fois sur 27 "),
        (33, "arrive une fois sur 34 "),
    ],
)
def test_luck_is_told_by_how_rare_it_is(could: int, words: str) -> None:
    assert words in told(could=could)


def test_few_rolls_say_nothing_of_luck() -> None:
    assert "trop peu pour en juger" in told(rolls=19, could=19, could_e6=9_000_000, var_e6=4_000_000)
