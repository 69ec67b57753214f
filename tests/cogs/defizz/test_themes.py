"""Themes in words (Z25): those of the house in the reader's language, a server's own as it wrote them."""

from __future__ import annotations

import json

import pytest

from bot.tables.errors import Denied
from bot.texts import texts_for
from cogs.defizz.themes import THEMES, theme_words
from cogs.evenings.programme import find_themes
from engines.defizz.deck import built_in_decks, read_deck_text
from engines.defizz.shelf import MIXED, house_deck
from engines.defizz.themes import FAMILIES
from tests.cogs.defizz.quiz import NAME, Quiz, brings
from tests.cogs.defizz.test_filters import chooses, panel_with
from tests.engines.defizz import decks
from tests.support.sim import opened

ENGLISH, FRENCH = texts_for("en-GB"), texts_for("fr")


def own_deck() -> bytes:
    """A server's deck of two themes, one of which is a word of the house in other letters."""
    plain = json.loads(json.dumps(decks.MIXED))
    for number, card in enumerate(plain["cards"]):
        for question in card["questions"]:
            question["tags"] = ["Cinéma du samedi" if number % 2 else "Nos voisins"]
    return json.dumps(plain).encode()


def test_z25_every_theme_of_the_house_has_its_words() -> None:
    cards = [card for deck in built_in_decks() for card in deck.cards]
    tags = {tag for card in cards for question in card.questions for tag in question.tags}
    assert {*FAMILIES, *tags} == set(THEMES)
    assert all(theme_words(theme, FRENCH) == theme[:1].upper() + theme[1:] for theme in THEMES)


async def test_z25_whoever_reads_english_chooses_among_english_themes() -> None:
    async with opened() as world:
        dylan, bob = world.person("Dylan", locale="en-GB"), world.person("Bob")
        quiz = Quiz(world, [dylan, bob])
        await quiz.opens()
        panel = await panel_with(quiz, "themes")
        assert "Everyday life" in json.dumps(panel.components)
        assert "Vie quotidienne" not in json.dumps(panel.components)
        await chooses(quiz, "themes", "histoire", "musique", "sciences")
        assert "Themes: Science, History, Music" in quiz.board


async def test_z25_the_themes_of_a_server_stay_as_it_wrote_them() -> None:
    async with opened() as world:
        await brings(world.manager("Gérard"), own_deck(), nom=NAME)
        quiz = Quiz(world, [world.person("Dylan", locale="en-GB"), world.person("Bob")])
        await quiz.opens(NAME)
        panel = json.dumps((await panel_with(quiz, "themes")).components, ensure_ascii=False)
        assert "Cinéma du samedi" in panel
        assert "Nos voisins" in panel


def test_s3_a_theme_may_be_typed_as_it_is_shown() -> None:
    deck = house_deck(MIXED)
    assert find_themes("rivers and seas, Cinéma", deck, ENGLISH) == ("fleuves et mers", "cinéma")
    with pytest.raises(Denied) as denied:
        find_themes("rivers and seas", deck, FRENCH)
    assert "Cinéma" in denied.value.params["some"]
    assert find_themes("nos voisins", read_deck_text(own_deck().decode()), ENGLISH) == ("Nos voisins",)
