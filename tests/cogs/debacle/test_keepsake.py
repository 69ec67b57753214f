"""The file at the end: the moves as they were played, to be read back and replayed."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import End, Status
from bot.tables.pending import NOTHING_PENDING
from bot.texts import texts_for
from bot.ui.pages.page import Attachment
from engines.core.protocol import Protocol
from engines.debacle.notation import read_game, requests
from tests.cogs.debacle.table import FACE, SEED, DebacleTable
from tests.engines.debacle.match import GAME
from tests.engines.debacle.playing import choose, random_tastes

T = texts_for("fr")


def played(seed: int) -> DebacleTable:
    """A random game with all that may happen at a table, to its end or until it is stopped."""
    chance = Random(seed)
    table = DebacleTable(options=chance.choice([{}, {"first": "1"}, {"first": "2"}]))
    tastes = random_tastes(chance)
    for _ in range(chance.randrange(250)):
        if table.over:
            return table
        fate = chance.random()
        if fate < 0.02:
            table.expire()
        elif fate < 0.04:
            table.offer(table.seat).accept(table.other)
        elif fate < 0.042:
            table.leave(chance.choice("12"))
        elif fate < 0.1 and table.held.table.pending.draft:
            table.undo()
        else:
            table.act(choose(chance, tastes, table.state))
    return (
        table.table(status=Status.CLOSED, end=End("stopped"), pending=NOTHING_PENDING)
        if not table.over
        else table
    )


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from(["fr", "en-US"]))
def test_any_game_is_kept_and_replayed_to_the_same_position(seed: int, locale: str) -> None:
    table = played(seed)
    (kept,) = FACE.keepsake(table.record(), table.held.table, texts_for(locale))
    assert isinstance(kept, Attachment)
    protocol = Protocol({"debacle": GAME})
    answers = [
        json.loads(protocol.answer(line.encode()))
        for line in requests(read_game(kept.data.decode()), ("1", "2"))
    ]
    assert all(answer["ok"] for answer in answers)
    dumped = json.loads(protocol.answer(b'{"do":"dump"}'))["state"]
    state = table.held.vault.state
    assert state is not None
    assert GAME.positions.parse(dumped["position"]) == state.position


def test_it_reads_turn_by_turn_and_explains_itself() -> None:
    table = DebacleTable().play("a1-a2 b1! f6! e6-e5").leave("1")
    (kept,) = FACE.keepsake(table.record(), table.held.table, T)
    assert isinstance(kept, Attachment)
    assert kept.name == "debacle-12.txt"
    text = kept.data.decode()
    assert text.endswith(
        "debacle red\nround 1 0:0\n1 red a1-a2 b1!\n2 black f6! e6-e5\n3 red red-leaves\nover 0:0 black\n"
    )
    assert "# Débâcle, table n° 12. Rejouer : python -m engines debacle-12.txt" in text


def test_what_was_undone_is_not_in_it() -> None:
    table = DebacleTable().play("a1-a2").undo().play("c1! b1!").leave("2")
    (kept,) = FACE.keepsake(table.record(), table.held.table, T)
    assert isinstance(kept, Attachment)
    assert "1 red c1! b1!" in kept.data.decode()


def test_a_running_table_has_none() -> None:
    table = DebacleTable().play("a1-a2 b1!")
    assert FACE.keepsake(table.record(), table.held.table, T) == ()


@pytest.mark.parametrize("winner", ["1", "2"])
def test_who_began_is_read_from_the_draw(winner: str) -> None:
    """The seed decides; both the drawn and the named beginning come out as the game's own."""
    table = DebacleTable(options={}).leave(winner)
    (kept,) = FACE.keepsake(table.record(), table.held.table, T)
    assert isinstance(kept, Attachment)
    begun = table.held.vault.state
    assert begun is not None
    assert read_game(kept.data.decode()).first == ("red", "black")[begun.position.starter]
    assert len(SEED.secret) == 32
