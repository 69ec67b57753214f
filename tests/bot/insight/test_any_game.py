"""A profile of any game, whatever its rules: random tables, looked back on, summed up, and put into words."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.insight.model import Finished, Played, Seated
from bot.insight.profile import FORM, sum_up
from bot.tables.digests.digesting import make_digest
from bot.tables.digests.model import Digest
from bot.tables.model import Held, Table, Vault
from bot.texts import texts_for
from engines.core.telling import COMMON
from tests.engines.recording import live
from tests.engines.test_frames import table_of
from tests.support.games import FACES, GAMES
from tests.support.stored import SEED

every_game = pytest.mark.parametrize("name", sorted(GAMES))
few = settings(max_examples=3, deadline=None)
TABLES = 4
FIRST = 100
"""The user at the first seat of each table, as `table_of` has it."""
SPECS = {face.spec.name: face.spec for face in FACES if face.spec.planned is None}


def played(number: int, table: Table, digest: Digest) -> Played | None:
    """The table as whoever sat first finds it in the store; None for who led it and has no place."""
    places, facts = digest.places or {}, digest.facts or {}
    seats = tuple(
        Seated(tuple(person.user_id for person in seat.people), places[ordinal])
        for ordinal, seat in enumerate(table.seats)
        if ordinal in places
    )
    won = table.seats[0].name in table.end.winners
    ended = Finished(number, table.game, 10, number, seats, digest.unrated)
    return Played(ended, won, facts[0]) if 0 in places else None


def looked_back(name: str, number: int, seed: int) -> Played | None:
    """A random table that is over, which is kept by the places and facts of its game."""
    lived = live(name, seed)
    table = table_of(lived)
    digest = make_digest(Held(table, Vault(SEED, lived.state)), lived.record(), lived.game)
    names, facts = [seat.name for seat in table.seats], lived.game.facts(lived.story())
    places = {seat: sheet["place"] for seat, sheet in facts.items()}
    assert {names[ordinal]: sheet for ordinal, sheet in (digest.facts or {}).items()} == facts
    assert {names[ordinal]: place for ordinal, place in (digest.places or {}).items()} == places
    return played(number, table, digest)


@every_game
@few
@given(seed=st.integers(0, 2**32))
def test_results_and_facts_tell_the_same_and_every_number_adds_up(name, seed):
    tables = [looked_back(name, number, seed + number) for number in range(TABLES)]
    games = [one for one in tables if one is not None]
    profile = sum_up(FIRST, games)
    facts = Counter(profile.facts)
    assert profile.played == facts["played"] == len(games)
    assert profile.won == facts["won"]
    assert (profile.places, profile.seats) == (facts["place"], facts["seats"])
    assert len(profile.form) == min(FORM, len(games))
    for fact in profile.facts:
        assert facts[fact] == sum(one.facts[fact] for one in games), "every table has every number"


@pytest.mark.parametrize("name", sorted(SPECS))
def test_whoever_has_done_nothing_has_no_portrait(name):
    for t in map(texts_for, ("fr", "en-US")):
        assert SPECS[name].portrait({}, t) == ()
        assert SPECS[name].portrait(dict.fromkeys(COMMON, 1), t) == ()
