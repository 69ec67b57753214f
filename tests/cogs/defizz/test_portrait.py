"""What Défizz tells of somebody, each share from ten cases on."""

import pytest

from bot.texts import texts_for
from bot.ui.pages.page import Text
from cogs.defizz.portrait import portrait

FACTS = {
    "asked_chrono": 40,
    "judged_chrono": 30,
    "right_chrono": 21,
    "timed_chrono": 30,
    "ms_chrono": 96_000,
    "asked_cible": 20,
    "answered_cible": 20,
    "won_cible": 8,
    "exact_cible": 1,
    "asked_pingpong": 9,
    "judged_pingpong": 25,
    "right_pingpong": 20,
    "opened": 20,
    "raised": 9,
    "named": 5_000,
    "had": 20_000,
    "accepted": 9,
    "refused": 3,
}


def told(locale: str = "fr", **changed: int) -> str:
    blocks = portrait(FACTS | changed, texts_for(locale))
    return "\n".join(block.markdown for block in blocks if isinstance(block, Text)).replace("\u00a0", " ")


def test_it_tells_of_answers_mode_by_mode_and_of_stakes() -> None:
    assert told() == (
        "**Chrono** : 70 % de réponses justes sur 30.\n"
        "Au Chrono, une réponse vient en 3,2 s en moyenne.\n"
        "**Ping-pong** : 80 % de réponses justes sur 25.\n"
        "**Cible** : gagnée 8 fois sur 20, 5 % de nombres exacts.\n"
        "**Audace** : mise plus que le minimum 45 % des fois.\n"
        "Mise 25 % de ses jetons en moyenne.\n"
        "Mises au-dessus du minimum : acceptées 75 % des fois, sur 12."
    )
    assert "70% of 30 answers right" in told("en-US")


@pytest.mark.parametrize(
    ("changed", "word"),
    [
        ({"judged_chrono": 9}, "**Chrono**"),
        ({"timed_chrono": 9}, "Au Chrono"),
        ({"judged_pingpong": 9}, "Ping-pong"),
        ({"answered_cible": 9}, "Cible"),
        ({"opened": 9}, "Audace"),
        ({"refused": 0}, "acceptées"),
    ],
)
def test_a_share_of_few_cases_is_left_out(changed: dict[str, int], word: str) -> None:
    assert word in told()
    assert word not in told(**changed)


def test_few_questions_are_said_to_be_few() -> None:
    assert portrait({}, texts_for("fr")) == ()
    (few,) = portrait({"asked_chrono": 3, "asked_cible": 4}, texts_for("fr"))
    assert few.markdown.endswith("pas encore assez de questions pour en parler (7).")
