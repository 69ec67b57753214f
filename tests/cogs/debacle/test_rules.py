"""The rules, refusals and options in both languages fit Discord and lack nothing."""

import inspect
import re

import pytest

from bot.tables.model import Status
from bot.texts import texts_for
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from cogs.debacle.refusals import REASONS
from cogs.debacle.spec import SPEC
from engines.core.errors import Refusal
from engines.debacle import reasons
from tests.cogs.debacle.table import FACE, DebacleTable
from tests.engines.debacle.match import GAME, Match
from tests.support.plain_page import buttons

LOCALES = ["fr", "en-GB"]
T = texts_for("fr")


@pytest.mark.parametrize("locale", LOCALES)
def test_every_page_fits_and_leads_to_all_others(locale: str) -> None:
    pages = rulebook(SPEC, texts_for(locale))
    for number, page in enumerate(pages):
        assert check(page)
        assert check(fit(page))
        *ways, lesson = buttons(page)
        assert (lesson.verb, lesson.arg) == ("learn.open", "debacle.")
        assert [way.arg for way in ways] == [f"debacle.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


def test_everything_that_can_happen_is_explained() -> None:
    text = "\n".join(
        block.markdown for page in rulebook(SPEC, T) for block in page.blocks if isinstance(block, Text)
    )
    topics = (
        "rangée 1",
        "deux actions",
        "jamais en arrière",
        "6 devient un 1",
        "deux fois de suite",
        "montrer **plus**",
        "sauf un autre 1",
        "prend cette valeur",
        "Rebondir",
        "Retour au camp",
        "doubles",
        "même valeur",
        "le plus faible",
        "1 action en bonus",
        "2 pour un 4",
        "5 dés",
        "30 points",
        "60 tours",
        "300 tours",
        "10 minutes",
        "première case vide",
        "Trois absences de suite",
        "Abandonner",
        "brouillon",
        "/des verifier",
    )
    assert [topic for topic in topics if topic not in text] == []


def test_the_worked_example_is_played_as_it_is_told() -> None:
    match = Match("""
        6  B4 .  .  .  .  B5
        5  .  .  .  B6 .  .
        4  .  .  B2 B1 .  B3
        3  .  .  R5 .  .  .
        2  .  .  .  .  .  .
        1  R1 R2 R3 .  .  .
           a  b  c  d  e  f""")
    before = sum(match.position.captured[0])
    for word in ("c3xc4", "c4xd4", "d4xd5"):
        assert word in match.legal
        match.play(word)
    assert "R6" in match.drawing.split("\n")[1], "it shows 6 on row 5"
    assert sum(match.position.captured[0]) - before == 9
    assert match.left[0] == 1, "one action is left of two"
    assert "d5!" in match.legal, "it may still bounce"


@pytest.mark.parametrize("locale", LOCALES)
def test_every_reason_of_the_engine_has_a_sentence(locale: str) -> None:
    """The reasons are read from the engine's own file, so that a new one cannot be forgotten."""
    t = texts_for(locale)
    named = set(re.findall(r'"([a-z]+(?:_[a-z]+)+)"', inspect.getsource(reasons)))
    assert len(named) > 15
    for reason in named:
        said = FACE.spec.refusal(Refusal("illegal_action", reason, at="c2"), t)
        assert said is not None, reason
        assert said.endswith(".")
    assert set(REASONS) == named


def test_what_all_games_share_is_left_to_the_shared_sentences() -> None:
    assert FACE.spec.refusal(Refusal("not_your_turn"), T) is None
    assert FACE.spec.refusal(Refusal("over"), T) is None


@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("a1-b2", "La case b2 n’est pas voisine : un dé bouge d’une seule case à la fois, sans diagonale."),
        ("f6!", "Le dé en f6 est à l’adversaire. Choisissez l’un des vôtres."),
        (",", "Il vous reste des actions à jouer : jouez-les avant de terminer le tour."),
    ],
)
def test_an_illegal_move_is_answered_in_plain_words(word: str, said: str) -> None:
    with pytest.raises(Refusal) as refusal:
        DebacleTable().play(word)
    assert FACE.spec.refusal(refusal.value, T) == said


def test_the_host_chooses_who_begins() -> None:
    table = DebacleTable(options={}).table(status=Status.LOBBY).held.table
    (first,) = FACE.spec.offer_options(table, T, frozenset())
    assert first.name == "first"
    assert [(choice.value, choice.label, choice.hint) for choice in first.choices] == [
        ("drawn", "au hasard", None),
        ("1", "Anne", "les dés de Rouge"),
        ("2", "Bob", "les dés de Noir"),
    ]
    for choice in first.choices:
        GAME.setup(["1", "2"], {"first": choice.value})


def test_the_face_knows_how_many_may_play_and_how_fast() -> None:
    assert (FACE.spec.seats_min, FACE.spec.seats_max) == (GAME.seats_min, GAME.seats_max)
    assert [pace.days for pace in FACE.spec.paces] == [None, None, 1, 3, 7]
