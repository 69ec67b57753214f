"""Z25: a table plays with some themes of a deck, or with its easy or hard questions; else nothing changes."""

from __future__ import annotations

import json

import pytest

from engines.core.errors import Refusal
from engines.defizz.choosing import LEAST_CARDS, choose_cards
from engines.defizz.deck import Chance, built_in_deck
from engines.defizz.shelf import HOUSE_DECKS, TODAY, house_deck
from engines.defizz.themes import FAMILIES, theme_of, themes_of
from tests.engines.defizz.table import GAME

SEATS = ("1", "2", "3")


def asked(deck):
    return [(card.pile, question) for card in deck.cards for question in card.questions]


def test_Z25_without_a_choice_the_deck_is_the_same_object():
    for deck in map(house_deck, HOUSE_DECKS):
        assert choose_cards(deck, (), "mixed") is deck
    assert GAME.setup(SEATS, {}).deck is built_in_deck()


@pytest.mark.parametrize("name", HOUSE_DECKS)
def test_Z25_only_what_fits_is_asked_and_as_much_of_it_as_makes_cards(name):
    deck = house_deck(name)
    themes = themes_of(deck)[1:]
    for wanted, level, ratings in ((themes, "mixed", {1, 2, 3}), ((), "easy", {1}), ((), "hard", {2, 3})):
        chosen = choose_cards(deck, wanted, level)
        kept = [one for one in asked(chosen) if not isinstance(one[1], Chance)]
        fitting = [
            (pile, question)
            for pile, question in asked(deck)
            if not isinstance(question, Chance)
            and question.difficulty in ratings
            and (not wanted or theme_of(question) in wanted)
        ]
        assert {question.text for _, question in kept} <= {question.text for _, question in fitting}
        assert len(fitting) - len(kept) <= 4, "what is left of each pile makes no card of three"
        assert all(one in asked(deck) for one in asked(chosen)), "each in the pile that it was in"
        assert len({card.id for card in chosen.cards}) == len(chosen.cards)


def test_Z25_a_card_that_fits_stays_as_it_is_and_a_second_choice_changes_nothing():
    deck = house_deck("")
    chosen = choose_cards(deck, themes_of(deck)[:-1], "mixed")
    kept = [card for card in deck.cards if card in chosen.cards]
    assert len(kept) > len(deck.cards) // 2
    assert [card for card in chosen.cards if card in deck.cards] == kept
    assert choose_cards(chosen, themes_of(deck)[:-1], "mixed") == chosen


def test_Z25_too_few_cards_are_refused_with_their_numbers():
    with pytest.raises(Refusal) as caught:
        GAME.setup(SEATS, {"themes": ["musique"], "difficulty": "hard"})
    assert (caught.value.code, caught.value.reason) == ("bad_options", "too_few_cards")
    left = caught.value.params
    assert left["least"] == LEAST_CARDS > min(left["duel"], left["multi"])


@pytest.mark.parametrize("options", [{"themes": "musique"}, {"themes": [3]}, {"difficulty": "dur"}])
def test_Z25_what_is_no_choice_is_refused(options):
    with pytest.raises(Refusal) as caught:
        GAME.setup(SEATS, options)
    assert caught.value.code == "bad_options"


def test_Z25_a_tag_is_in_one_family_and_every_theme_of_the_house_is_one():
    tags = [tag for family in FAMILIES.values() for tag in family]
    assert len(set(tags)) == len(tags)
    assert set(themes_of(house_deck(""))) <= set(FAMILIES)


def test_Z25_the_choice_is_stored_with_the_setup():
    setup = GAME.setup(SEATS, {"themes": list(themes_of(built_in_deck())[:5])})
    text = GAME.setups.dump(setup)
    assert GAME.setups.load(text) == setup
    assert json.loads(text)["options"]["themes"] == list(setup.options.themes)


def test_Z25_a_question_on_a_card_that_was_made_is_found_in_the_deck_again():
    dealer, deck = GAME.dealer, house_deck("")
    setup = GAME.setup(SEATS, {"deck": deck, "difficulty": "hard"})
    made = next(card for card in setup.deck.cards if card.id not in {one.id for one in deck.cards})
    for part, question in enumerate(made.questions):
        card, place = dealer.locate(deck, setup, made.id, part)
        assert deck.card(card).questions[place] == question
    assert dealer.locate(built_in_deck(), setup, "x-nowhere", 0) is None
    assert dealer.locate(house_deck(TODAY), setup, "d001", 0) is None
