"""The buttons under a number that can be read in several ways (Z10)."""

from __future__ import annotations

import pytest

from bot.texts import texts_for
from bot.ui.pages.ids import Target
from cogs.defizz.readings import certain, remedies
from cogs.defizz.spec import SPEC
from cogs.defizz.words import quote_answer
from engines.core.errors import Refusal
from engines.defizz.deck import Cible
from engines.defizz.judging import read_proposal
from engines.defizz.model import Answer


def unclear(*readings: str, unit: str = "mètres") -> Refusal:
    return Refusal("illegal_action", "number_unclear", readings=list(readings), unit=unit)


@pytest.mark.parametrize(
    ("locale", "labels"),
    [("fr", ["42,195 mètres", "42\u202f195 mètres"]), ("en-GB", ["42.195 mètres", "42,195 mètres"])],
)
def test_z10_each_reading_has_a_button_with_its_unit(locale: str, labels: list[str]) -> None:
    offered = remedies(unclear("42.195", "42195"), texts_for(locale))
    assert [button.label for button in offered] == labels


def test_z10_a_year_is_offered_as_years_are_written() -> None:
    """As the reveal writes it: less than five digits may be a year, and have no space between them."""
    offered = remedies(unclear("73", "1973", unit=""), texts_for("fr"))
    assert [button.label for button in offered] == ["73", "1973"]


def test_z10_other_refusals_have_no_button() -> None:
    assert remedies(Refusal("illegal_action", "not_a_number"), texts_for("fr")) == ()


@pytest.mark.parametrize("number", ["42.195", "42195", "-753", "0.333333333", "9" * 30])
def test_z10_a_button_says_its_number_for_certain(number: str) -> None:
    (button,) = remedies(unclear(number, unit="u" * 200), texts_for("fr"))
    assert str(Target("g", 1, 1, button.verb, button.arg)).endswith(number)
    assert len(button.label) <= 80
    action = SPEC.action(button.verb, button.arg, ())
    assert action == Answer(certain(number))
    question = Cible(clue="", mode="cible", text="Combien de mètres ?", number=0, unit="mètres")
    assert len(read_proposal(certain(number), question).readings) == 1


def test_z10_everybody_reads_the_number_that_was_chosen_and_no_sign_of_ours() -> None:
    assert quote_answer(certain("42.195")) == "42,195"
    assert quote_answer("=3") == "=3"
