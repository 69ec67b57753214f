"""What is told of a turn: every kind of event has its line, or its place on the board."""

from __future__ import annotations

from itertools import islice
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.texts import Texts, texts_for
from cogs.defizz.story import SHOWN, TELLERS, lines, list_events
from cogs.defizz.words import Voice
from engines.defizz import events
from tests.cogs.defizz.table import DUEL_100, MULTI_100, DefizzTable, random_tables
from tests.engines.defizz.decks import chrono, deck

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CITIES = deck(chrono("Reims"))


def test_every_kind_of_event_is_told_or_shown() -> None:
    kinds = {kind.__dataclass_fields__["type"].default for kind in get_args(events.DefizzEvent)}
    assert set(TELLERS) | SHOWN == kinds
    assert not set(TELLERS) & SHOWN


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from((FRENCH, ENGLISH)))
def test_the_lines_name_who_did_what(seed: int, t: Texts) -> None:
    """Whoever an event with a line is about stands in it, and so does what they paid."""
    for table in islice(random_tables(seed), 150):
        voice = Voice(table.held.table, t)
        for event in table.held.vault.scenes[-1].events:
            for line in lines((event,), voice):
                assert "{" not in line
                seat = getattr(event, "seat", None)
                if seat is not None and event.type != "judged":
                    assert voice.name(seat) in line
                if isinstance(event, events.Refused):
                    assert voice.chips(event.paid) in line
                if isinstance(event, events.Staked):
                    assert voice.chips(event.stake) in line
                    assert voice.few_names(event.seats) in line
                if isinstance(event, events.StakesReturned):
                    assert all(voice.chips(n) in line for n in event.returned.values())


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 2**32))
def test_a_turn_is_told_from_its_beginning_until_the_next_die_falls(seed: int) -> None:
    for table in islice(random_tables(seed), 80):
        told = list_events(table.seen())
        starts = [event for event in told if isinstance(event, events.RoundStarted)]
        assert len(starts) <= 2
        if table.state.position.phase not in ("roll", "over"):
            assert len(starts) <= 1


def test_z13_the_turn_before_is_told_until_the_die_falls_again() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(DUEL_100).choose(0, "2", 300).click("2", "meet")
    table.click("1", "pass").click("2", "pass")
    voice = Voice(table.held.table, FRENCH)
    said = lines(list_events(table.seen()), voice)
    assert said == [
        "⚔️ **Anne** défie **Bob** sur « indice d1.0 » et monte à 300 🪙.",
        "👍 **Bob** accepte.",
        "🪙 Chacun paie 300 : **Anne** et **Bob**.",
        "↩️ Mises rendues : 300 🪙 à **Anne** et **Bob**.",
        "🔁 **Anne** rejoue son tour, avec une autre carte.",
    ]
    table.roll(MULTI_100)
    assert lines(list_events(table.seen()), voice) == ["🔁 **Anne** rejoue son tour, avec une autre carte."]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (events.PileShuffled("duel"), "🔀 Toutes les cartes Duel ont servi"),
        (events.PileShuffled("multi"), "🔀 Toutes les cartes Multi ont servi"),
        (events.QuestionChosen("bot", 0, "clé", False), "📖 Le bot a choisi « clé »."),
        (events.QuestionChosen("2", 0, "clé", True), "⏳ Temps écoulé : la question est « clé »."),
        (events.Challenged("1", 0, "clé", None, None, False, False), "⚔️ **Anne** défie tout le monde"),
        (events.Refused("2", 100, True), "⏳ Temps écoulé : **Bob** refuse et paie 100 🪙."),
        (events.NumberDrawn(7), "🎲 Tirage au sort : **7**."),
        (events.BankClosed("2", 300), "🏦 La banque ferme : ses derniers 300 🪙 vont à **Bob**."),
        (events.BankClosed(None, 0), "🏦 La banque est vide"),
        (events.StakesReturned("nobody", {}, 300), "300 🪙 perdus."),
        (events.Left("2", True, 300, False), "🚪 Trois absences de suite : **Bob** quitte la table. Ses 300"),
        (events.Left("2", False, 0, False), "🚪 **Bob** quitte la table."),
        (events.RoundStarted(1, "2", "bot", True, False), "🎲 Tirage au sort : **Bob** commence."),
    ],
)
def test_lines_that_come_seldom(event: events.DefizzEvent, line: str) -> None:
    (said,) = lines((event,), Voice(DefizzTable().held.table, FRENCH))
    assert said.startswith(line)


def test_z6_who_takes_up_a_raise_one_after_the_other_shares_a_line() -> None:
    table = DefizzTable(5, deck=CITIES, reader="bot").roll(MULTI_100).choose(0, None, 300)
    table.click("2", "meet").click("3", "meet").click("4", "refuse").click("5", "meet")
    assert lines(list_events(table.seen()), Voice(table.held.table, FRENCH))[1:4] == [
        "👍 **Bob** et **Chloé** acceptent.",
        "👎 **Dario** refuse et paie 100 🪙.",
        "👍 **Élise** accepte.",
    ]


def test_z13_stakes_return_by_their_sums() -> None:
    event = events.StakesReturned("nobody", {"1": 300, "2": 100, "3": 300}, 0)
    (said,) = lines((event,), Voice(DefizzTable().held.table, FRENCH))
    assert said == "↩️ Mises rendues : 300 🪙 à **Anne** et **Chloé** ; 100 🪙 à **Bob**."


def test_z19_who_was_silent_together_shares_a_line() -> None:
    table = DefizzTable(deck=CITIES, reader="bot").roll(MULTI_100).choose(0, None, 100).click("2", "pass")
    said = lines(list_events(table.expire().seen()), Voice(table.held.table, FRENCH))
    late = [line for line in said if "Temps écoulé" in line]
    assert late == ["⏳ Temps écoulé pour **Anne**, **Chloé** et **Dario**."]


def test_z14_the_reader_who_is_silent_again_and_again_is_told_of_once() -> None:
    table = DefizzTable(deck=CITIES).roll(MULTI_100).choose(0, None, 100)
    for seat in "123":
        table.answer(seat, "Lyon", int(seat))
    for _ in range(3):
        table.expire()
    said = lines(list_events(table.seen()), Voice(table.held.table, FRENCH))
    assert said.count("⏳ Sans réponse du lecteur, l’avis du bot compte.") == 1


@pytest.mark.parametrize(
    ("options", "who"), [({}, "12 personnes"), ({"teams": True}, "12 équipes"), ({"people": 4}, "12 équipes")]
)
def test_many_are_counted_where_their_names_stand_beside(options: dict[str, object], who: str) -> None:
    table = DefizzTable(12, reader="bot").table(options=options).roll(MULTI_100).choose(0, None, 100)
    said = lines(list_events(table.seen()), Voice(table.held.table, FRENCH))
    assert said[-1] == f"🪙 Chacun paie 100 : {who}."


def test_typed_and_written_words_do_nothing_in_a_line() -> None:
    event = events.Challenged("1", 0, "@everyone **gras**", "2", 100, False, False)
    (said,) = lines((event,), Voice(DefizzTable().held.table, FRENCH))
    assert "@everyone" not in said
    assert "**gras**" not in said
