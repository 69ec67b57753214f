"""The rules in both languages fit Discord and lack nothing; the options are those of the engine."""

from dataclasses import fields

import pytest

from bot.texts import texts_for
from bot.ui.frame.rulebook import rulebook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Text
from cogs.diavolo.face import DiavoloFace
from cogs.diavolo.spec import SPEC
from engines.diavolo.model import Options
from tests.support.plain_page import buttons, plain
from tests.support.tasse_table import lobby_table

FACE = DiavoloFace()


@pytest.mark.parametrize("locale", ["fr", "en-US"])
def test_every_page_fits_and_knows_the_way(locale: str) -> None:
    pages = rulebook(SPEC, texts_for(locale))
    for number, page in enumerate(pages):
        assert check(page) == page
        assert [len(b.markdown) for b in fit(page).blocks if isinstance(b, Text)] == [
            len(b.markdown) for b in page.blocks if isinstance(b, Text)
        ]
        *ways, lesson = buttons(page)
        assert (lesson.verb, lesson.arg) == ("learn.open", "diavolo.")
        assert [way.arg for way in ways] == [f"diavolo.{n}" for n in range(len(pages))]
        assert [way.disabled for way in ways] == [n == number for n in range(len(pages))]


@pytest.mark.parametrize(
    "topic",
    [
        "De 2 à 6",  # D1
        "5 gemmes",
        "plus grande somme",  # D2
        "plus petite somme",
        "plus grand écart",
        "faces impaires",
        "plus haute valeur",
        "plus proche du dé Ordre",
        "touchent, c’est une égalité",
        "à égalité en tête",  # D3
        "à 4 ou plus",  # D4
        "un seul gris",
        "ne s’échange pas",  # D5
        "l’instant où Discord a reçu le clic",
        "la bonne couleur est épuisée",  # D6
        "15 secondes",
        "jamais plus de 5",  # D7
        "personne ne gagne",  # D8
        "30 secondes pour lancer",  # D9
        "Deux dés par couleur",  # D10
        "Apprentissage",
        "diablotin ne revient pas",  # D11
        "Trois absences de suite",  # C3
        "Accessible",
        "/des verifier",
    ],
)
def test_everything_that_can_happen_is_explained(topic: str) -> None:
    text = "\n".join(plain(page) for page in rulebook(SPEC, texts_for("fr")))
    assert topic in text


def test_the_example_is_the_one_of_the_rules() -> None:
    orders = plain(rulebook(SPEC, texts_for("fr"))[1])
    assert "Sommes 11, 12 et 13 : la plus grande est rouge, la plus petite noire." in orders
    assert "noir et blanc ont chacun un 6, donc **gris**" in orders


def test_no_page_is_left_in_french() -> None:
    for french, english in zip(
        rulebook(SPEC, texts_for("fr")), rulebook(SPEC, texts_for("en-US")), strict=True
    ):
        theirs = plain(french).split("\n\n")
        assert not [paragraph for paragraph in plain(english).split("\n\n") if paragraph in theirs]


def test_the_options_are_those_of_the_engine_with_its_defaults_first() -> None:
    specs = {spec.name: spec for spec in FACE.spec.offer_options(lobby_table(), texts_for("fr"), frozenset())}
    assert set(specs) == {field.name for field in fields(Options)}
    for field in fields(Options):
        assert specs[field.name].choices[0].value == field.default
    assert [choice.value for choice in specs["first"].choices] == ["drawn", "1", "2", "3"]
    assert specs["first"].choices[1].label == "Anne"
