"""Facts stay as they were where somebody’s words have been erased: verdicts and numbers are kept."""

from __future__ import annotations

import pytest

from bot.tables.proof.record import Line, Record
from bot.tables.proof.recounting import story_of
from bot.tables.proof.replay import rules_of
from engines.core.game import AnyGame
from tests.stored.frozen import OVER, RECORDS
from tests.support.games import GAMES


def typed(record: Record) -> list[str]:
    return [line.payload["text"] for line in record.entries if line.kind == "act" and "text" in line.payload]


def without_words(line: Line, game: AnyGame) -> Line:
    if line.kind != "act":
        return line
    return line.model_copy(update={"payload": game.without_words("action", line.payload, line.seat)})


@pytest.mark.parametrize("name", OVER)
def test_without_words_facts_are_the_same(name: str) -> None:
    record = Record.load(RECORDS[name])
    game = GAMES[record.game]
    if not all(map(game.replays, rules_of(record))):
        assert story_of(record, game) is None
        return
    entries = tuple(without_words(line, game) for line in record.entries)
    erased = record.model_copy(update={"entries": entries})
    before, after = story_of(record, game), story_of(erased, game)
    assert before is not None
    assert after is not None
    assert not any(typed(erased))
    assert game.facts(after) == game.facts(before)


def test_words_were_typed_at_some_of_these_tables() -> None:
    games = {record.game for name in OVER if any(typed(record := Record.load(RECORDS[name])))}
    assert {"defizz", "soiree"} <= games
