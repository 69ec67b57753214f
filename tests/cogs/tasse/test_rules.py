"""The rules in both languages fit Discord and lack nothing."""

import re

import pytest

from bot.texts import texts_for
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from cogs.tasse.spec import SPEC
from cogs.tasse.words import dice_in_words, score_name
from engines.tasse.scores import ALL_SCORES, DUEL_SCORES, NORMAL
from tests.support.plain_page import buttons, plain

LOCALES = ["fr", "en-GB"]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_fits_and_leads_to_all_others(locale: str) -> None:
    pages = rulebook(SPEC, texts_for(locale))
    for number, page in enumerate(pages):
        assert check(page)
        assert check(fit(page))
        *ways, lesson = buttons(page)
        assert (lesson.verb, lesson.arg) == ("learn.open", "tasse.")
        assert [way.arg for way in ways] == [f"tasse.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_page_has_the_ladder_with_every_score_in_order(locale: str) -> None:
    t = texts_for(locale)
    ladder = plain(rulebook(SPEC, t)[0]).split("```")[1]
    names = [name for name in re.findall(r"double \d|\d\d", ladder) if name not in ("double 5", "31")]
    assert names == [score_name(score, t) for score in NORMAL]
    assert ladder.index("double 6") < ladder.index("7, double 5, 31, 9") < ladder.index("21")


def test_everything_that_can_happen_is_explained() -> None:
    text = "\n".join(
        block.markdown
        for page in rulebook(SPEC, texts_for("fr"))
        for block in page.blocks
        if isinstance(block, Text)
    )
    topics = (
        "Douter",
        "Croire",
        "sens",
        "Double 5",
        "**31**",
        "**9**",
        "Sur un 21",
        "joker",
        "32 sur 32",
        "Mauvaise annonce",
        "douglas",
        "2 points d’écart",
        "face de nul",
        "90 secondes",
        "Trois absences de suite",
        "Partir",
        "Gorgées",
        "/des verifier",
        "2, 4 ou 8",
    )
    assert [topic for topic in topics if topic not in text] == []


@pytest.mark.parametrize("locale", LOCALES)
def test_all_rolls_can_be_read_aloud(locale: str) -> None:
    t = texts_for(locale)
    said = {score: dice_in_words(score, t) for score in ALL_SCORES}
    assert len(set(said.values())) == len(ALL_SCORES)
    assert {score_name(score, t) for score in DUEL_SCORES if score[0] == score[1]} == {
        f"double {n}" for n in (1, 2, 3, 4, 6)
    }


def test_special_rolls_are_called_by_their_names() -> None:
    t = texts_for("fr")
    assert dice_in_words("52", t) == "7, car cinq et deux font sept"
    assert dice_in_words("63", t) == "9, car six et trois font neuf"
    assert dice_in_words("64", t) == "64, six et quatre"
    assert dice_in_words("33", t) == "double 3"
