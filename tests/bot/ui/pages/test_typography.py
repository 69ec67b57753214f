"""French spaces, put in at one place."""

import pytest

from bot.ui.pages.typography import set_spaces


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("À vous ! Vraiment ?", "À vous\u00a0! Vraiment\u00a0?"),
        ("**À vous !** Lancez : oui", "**À vous\u00a0!** Lancez\u00a0: oui"),
        ("il dit « 64 », puis « 65 ».", "il dit «\u00a064\u00a0», puis «\u00a065\u00a0»."),
        ("un <:de:1> et <t:1:R>", "un <:de:1> et <t:1:R>"),
        ("Your turn! It is: 64", "Your turn! It is: 64"),
    ],
)
def test_spaces_do_not_break_before_high_signs(written: str, shown: str) -> None:
    assert set_spaces(written) == shown
