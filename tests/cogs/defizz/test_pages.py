"""Any position of any game: pages fit Discord, offer what is legal, and are silent on secrets."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import Person
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import faults, fit
from bot.ui.pages.page import Text as TextBlock
from engines.defizz.ballots import Contest
from engines.defizz.leading import is_led
from engines.defizz.model import Choose, Roll
from tests.cogs.defizz.table import (
    DUEL_100,
    FACE,
    GAME,
    MULTI_100,
    DefizzTable,
    offered,
    opened,
    random_tables,
)
from tests.engines.defizz.decks import chrono, deck, pingpong
from tests.engines.defizz.twins import defizz_twins
from tests.support.plain_page import buttons, plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SEEDS = st.integers(0, 2**32)


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.sampled_from((FRENCH, ENGLISH)))
def test_every_page_of_a_game_fits(seed: int, t: Texts) -> None:
    for table in islice(random_tables(seed), 120):
        pages = [FACE.board(table.seen(), t)]
        pages += [FACE.panel(table.seen(seat), t, "La Taverne") for seat in table.state.setup.seats]
        for page in pages:
            assert faults(page) == []
            assert faults(fit(page)) == []


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_what_is_offered_is_what_is_legal(seed: int) -> None:
    """All that a seat may do can be reached from its panel and from the board, and nothing else."""
    for table in islice(random_tables(seed), 80):
        if table.over:
            return
        for seat in table.state.setup.seats:
            sight = table.seen(seat)
            legal = GAME.legal_actions(table.state, seat)
            mine = offered(FACE.panel(sight, FRENCH), sight)
            assert all(GAME.refusal(table.state, seat, action) is None for action in mine)
            led = {action for action in legal.actions if is_led(action)}
            assert led <= mine, "what a quizmaster leads with stands in their panel"
            mine -= led
            if seat not in table.to_act:
                assert all(isinstance(action, Contest) for action in mine), "a reader turns its own verdict"
                continue
            public = offered(FACE.board(table.seen(), FRENCH), sight)
            assert public >= {action for action in legal.actions if not _raises(table, action)} - led
            on_board = {action for action in public if isinstance(action, Roll | Contest)}
            assert mine - on_board == public - on_board, "the die lies on the board, and verdicts stand there"


def _raises(table: DefizzTable, action: Any) -> bool:
    """A stake above the minimum is typed, not pressed."""
    die = table.state.position.die
    return isinstance(action, Choose) and die is not None and (action.stake or 0) > die.minimum


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_z3_z9_what_an_audience_may_not_know_changes_nothing_that_it_sees(seed: int) -> None:
    """Two tables with other answers, other unasked questions, or other proposals to an open Chrono."""
    for table in islice(random_tables(seed), 3, 100, 4):
        for audience in (None, *table.state.setup.seats):
            for twin in islice(defizz_twins(table.state, audience), 2):
                mine, other = table.seen(audience), table.twin(twin).seen(audience)
                show = FACE.board if audience is None else FACE.panel
                assert show(mine, FRENCH) == show(other, FRENCH)
                assert FACE.wants_panel(mine) == FACE.wants_panel(other)


@settings(max_examples=5, deadline=None)
@given(SEEDS)
def test_the_board_has_the_same_buttons_for_all_and_the_chips_of_all(seed: int) -> None:
    for table in islice(random_tables(seed), 60):
        pages = [FACE.board(table.seen(seat), FRENCH) for seat in (None, *table.state.setup.seats)]
        assert len({tuple(buttons(page)) for page in pages}) == 1
        if not table.over:
            said = plain(FACE.board(table.seen(), FRENCH)).replace("\u202f", " ")
            for n in table.state.position.chips:
                assert n == 0 or f"**{n:,}**".replace(",", " ") in said


def test_a_table_of_twelve_fits() -> None:
    for step in _a_big_multi():
        for t in (FRENCH, ENGLISH):
            for page in (FACE.board(step.seen(), t), FACE.panel(step.seen("12"), t)):
                assert faults(page) == []
                assert faults(fit(page)) == []
                assert not any(_is_cut(block) for block in fit(page).blocks)


def test_a_race_of_twelve_that_nobody_answers_fits() -> None:
    """Twelve teams, each called by the names of its two people, some signs of which are escaped."""
    table = DefizzTable(12, reader="bot", teams=True).roll(MULTI_100)
    pairs = [Person(n, f"Nom *n*° {n}, long de 30 lettres", None) for n in range(2)]
    seats = [replace(seat, people=tuple(pairs)) for seat in table.held.table.seats]
    table.table(seats=tuple(seats)).choose(0, None, 100)
    for moment in (table, DefizzTable.like(table).expire()):
        page = FACE.board(moment.seen(), FRENCH)
        assert faults(page) == []
        assert not any(_is_cut(block) for block in fit(page).blocks)


def _is_cut(block: Any) -> bool:
    return isinstance(block, TextBlock) and block.markdown.endswith("…")


def _a_big_multi() -> list[DefizzTable]:
    """The moments of a Multi in which all but the reader say something long."""
    table = DefizzTable(12, deck=deck(chrono("Reims"))).roll(MULTI_100)
    table.choose(0, None, 300)
    for seat in range(2, 12):
        table.click(str(seat), "meet")
    for seat in range(1, 12):
        table.answer(str(seat), "une réponse *assez* longue " * 6, seat)
    moments = [DefizzTable.like(table)]
    for _ in range(11):
        table.click("12", "judge", "wrong")
    return [*moments, table]


def test_z14_the_reader_sees_a_long_list_whole() -> None:
    """As long as the longest of the built-in deck: 1750 characters of answers, with many at the table."""
    answers = [f"réponse n° {n}|autre mot n° {n}" for n in range(52)]
    table = DefizzTable(12, deck=deck(pingpong(*answers))).roll(MULTI_100).choose(0, None, 100)
    for seat in range(1, 12):
        table.answer(str(seat), f"autre mot n° {seat}").click("12", "judge", "right")
    table.answer("1", "une réponse *assez* longue " * 6)
    page = fit(FACE.panel(table.seen("12"), FRENCH, "La Taverne"))
    assert faults(page) == []
    assert not any(_is_cut(block) for block in page.blocks)
    assert "autre mot n°\u00a051" in plain(page)


def test_Z24_the_longest_anecdote_fits_below_the_longest_list() -> None:
    answers = [f"réponse n° {n}|autre mot n° {n}" for n in range(52)]
    asked = pingpong(*answers, anecdote="a" * 220, source="s" * 500, tags=["t" * 100])
    table = DefizzTable(12, deck=deck(asked), reader="bot").roll(MULTI_100).choose(0, None, 100)
    assert faults(FACE.board(table.seen(), FRENCH)) == []
    while table.seen().observation.phase == "answer":
        table.answer(table.seen().to_act[0], "une réponse *assez* longue " * 6)
    for page in (FACE.board(table.seen(), FRENCH), FACE.story(table.seen(), FRENCH)):
        assert faults(page) == []
        assert "a" * 220 in plain(page)


def test_every_page_of_a_choice_fits() -> None:
    table = DefizzTable(12).roll(DUEL_100)
    for t in (FRENCH, ENGLISH):
        for page in opened(FACE.panel(table.seen("1"), t), table.seen("1")):
            assert faults(page) == []
            assert faults(fit(page)) == []
