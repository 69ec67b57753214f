"""Every refusal has a sentence, in both languages, whatever facts come with it."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from bot.texts import Texts, texts_for
from bot.ui.frame.notices import REASONS, sentence

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-GB")
ROOT = Path(__file__).parents[4]


def places(wording: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(wording) if name}


def test_every_reason_of_the_tables_has_a_sentence() -> None:
    used = set()
    for room in ("bot", "cogs"):
        for path in (ROOT / room).rglob("*.py"):
            used |= set(re.findall(r'Denied\(\s*"([a-z_]+)"', path.read_text(encoding="utf-8")))
    assert used - REASONS.keys() == set()
    assert used, "the tables refuse something"


def test_the_last_wording_needs_least() -> None:
    for reason, wordings in REASONS.items():
        needed = [len(places(wording)) for wording in wordings]
        assert needed == sorted(needed, reverse=True), reason


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_each_is_a_whole_sentence_with_and_without_facts(t: Texts) -> None:
    for reason, wordings in REASONS.items():
        facts = {name: "7" for wording in wordings for name in places(wording)}
        for params in ({}, facts):
            said = sentence(reason, params, t)
            assert said[0].isupper() or not said[0].isalpha(), said
            assert said[-1] in ".!7`", said
            assert "{" not in said, said


def test_english_is_not_french() -> None:
    same = [reason for reason in REASONS if sentence(reason, {}, ENGLISH) == sentence(reason, {}, FRENCH)]
    assert same == []


def test_the_richest_wording_whose_facts_are_known_is_said() -> None:
    assert "https://x" in sentence("stale", {"link": "https://x"}, FRENCH)
    assert sentence("too_few", {"n": 2}, FRENCH).startswith("Il faut être au moins 2")
    assert sentence("too_few", {}, FRENCH).startswith("Il manque du monde")


def test_names_in_it_are_harmless() -> None:
    said = sentence("not_host", {"host": "@everyone **x**"}, FRENCH)
    assert "@everyone" not in said
    assert "**x**" not in said


def test_an_unknown_reason_is_our_fault() -> None:
    assert sentence("no_such_reason", {"incident": "ab12"}, ENGLISH) == sentence(
        "internal", {"incident": "ab12"}, ENGLISH
    )
