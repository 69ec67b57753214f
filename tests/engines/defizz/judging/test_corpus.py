"""What the judging makes of labelled guesses: by hand, in the blind sets, and made by rule (Z14)."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import resources

import pytest

from engines.defizz.deck import built_in_decks
from tests.engines.defizz.judging.by_rule import made
from tests.engines.defizz.judging.corpus import BLIND, OLDEST, Pair, pairs

README = resources.files("engines.defizz.decks").joinpath("README.md").read_text("utf-8")


@cache
def by_rule() -> tuple[Pair, ...]:
    return tuple(pair for deck in built_in_decks() for pair in made(deck))


def count(labelled: list[Pair] | tuple[Pair, ...], outcome: str) -> list[str]:
    return [f"{pair.guess} ({pair.groups[0][0]})" for pair in labelled if pair.outcome == outcome]


def told(name: str) -> Iterator[str]:
    """Yield how often the pairs of a file are judged wrongly: a row of the decks' README for each kind."""
    for kind in ("Chrono", "Ping-pong"):
        labelled = [pair for pair in pairs(name) if pair.kind == kind]
        right, wrong = sum(pair.right for pair in labelled), sum(not pair.right for pair in labelled)
        found = Counter(pair.outcome for pair in labelled)
        yield (
            f"| {name.removesuffix('.txt')} | {kind} | {found['refused']} of {right} | "
            f"{found['accepted']} of {wrong} | {found['credited wrongly']} |"
        )


def test_Z14_the_corpus_is_large_and_says_each_thing_once():
    written = [pair for name in (OLDEST, *BLIND) for pair in pairs(name)]
    assert len(written) >= 4000
    for name in (OLDEST, *BLIND):
        assert len({(pair.guess, pair.groups, pair.meant) for pair in pairs(name)}) == len(pairs(name))
    assert len(by_rule()) >= 0.5 * len(written)
    for kind in ("Chrono", "Ping-pong"):
        for right in (True, False):
            assert sum(pair.kind == kind and pair.right == right for pair in written) >= 500


@pytest.mark.parametrize("name", [OLDEST, *BLIND])
def test_Z14_few_guesses_are_judged_wrongly_as_the_readme_says(name):
    assert all(row in README for row in told(name)), list(told(name))
    if name in BLIND:
        labelled = pairs(name)
        refused, accepted = count(labelled, "refused"), count(labelled, "accepted")
        assert len(refused) <= 0.045 * sum(pair.right for pair in labelled), refused
        assert len(accepted) <= 0.01 * sum(not pair.right for pair in labelled), accepted
        assert not count(labelled, "credited wrongly")


def test_Z14_what_people_do_to_every_answer_is_judged_fairly():
    labelled = by_rule()
    assert len(count(labelled, "refused")) <= 0.01 * len(labelled)
    assert not count(labelled, "accepted")
    assert not count(labelled, "credited wrongly")
