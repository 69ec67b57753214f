"""What is told of a turn; any page of any game fits, offers what is legal, and is silent on secrets."""

from dataclasses import replace
from itertools import islice
from typing import Any, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.model import Manners, Person
from bot.texts import Texts, texts_for
from bot.ui.pages.limits import check, faults, fit
from bot.ui.pages.page import Text as TextBlock
from cogs.defizz.story import SHOWN, TELLERS, lines, list_events
from cogs.defizz.words import Voice
from engines.defizz import events
from engines.defizz.leading import is_led
from engines.defizz.model import Choose, Contest, Name, Roll
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
from tests.engines.defizz.decks import chance, chrono, deck, pingpong
from tests.engines.defizz.twins import defizz_twins
from tests.support.plain_page import buttons, plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
CITIES = deck(chrono("Reims"))
T = texts_for("fr")
SEEDS = st.integers(0, 2**32)


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


def board(table: DefizzTable) -> str:
    return plain(check(FACE.board(table.seen(), T))).replace("\u202f", " ")


def panel(table: DefizzTable, seat: str) -> str:
    return plain(check(FACE.panel(table.seen(seat), T))).replace("\u202f", " ")


def test_z11_the_board_names_who_is_still_in() -> None:
    table = DefizzTable(deck=deck(pingpong("do", "ré", "mi")), reader="bot").roll(MULTI_100)
    table.choose(0, None, 100).answer("1", "do")
    assert "Participent : **Anne**, **Bob**, **Chloé** et **Dario**" in board(table)
    table.answer("2", "Reims")
    assert "Encore en lice : **Anne**, **Chloé** et **Dario**" in board(table)
    assert "Encore en lice : **Anne**, **Chloé** et **Dario**" in panel(table, "1")
    assert "Participent" not in board(table)


def test_z12_a_draw_of_the_bot_in_the_readers_place_is_told() -> None:
    table = DefizzTable(deck=deck(chance("reader")), reader="bot").roll(MULTI_100).choose(0, None, 100, 2)
    assert "🏆 **Bob** remporte 400 🪙." in board(table)
    assert "🎲 Le bot lit, et il a tiré au sort." in board(table)
    table = DefizzTable(deck=deck(chance("reader"))).roll(MULTI_100).choose(0, None, 100)
    assert "Les propositions s’écrivent dans le salon" in board(table)
    table.act("4", Name("2"))
    assert "🏆 **Bob** remporte 300 🪙." in board(table)
    assert "tiré au sort" not in board(table)


def test_an_accessible_table_has_no_bars_to_be_read_out() -> None:
    table = DefizzTable()
    assert "▰" in board(table)
    spoken = board(DefizzTable(manners=Manners(accessible=True)))
    assert "▰" not in spoken
    assert "▱" not in spoken
    assert "**Anne** · **1 900**" in spoken


@settings(max_examples=5, deadline=None)
@given(SEEDS, st.sampled_from((FRENCH, ENGLISH)))
def test_every_page_of_a_game_fits_with_the_same_board_and_the_chips_of_all(seed, t) -> None:
    for table in islice(random_tables(seed), 100):
        board = FACE.board(table.seen(), t)
        pages = [board] + [FACE.panel(table.seen(seat), t, "La Taverne") for seat in table.state.setup.seats]
        for page in pages:
            assert faults(page) == []
            assert faults(fit(page)) == []
        for seat in table.state.setup.seats:
            assert buttons(FACE.board(table.seen(seat), t)) == buttons(board)
        if not table.over and t is FRENCH:
            said = plain(board).replace("\u202f", " ")
            for n in table.state.position.chips:
                assert n == 0 or f"**{n:,}**".replace(",", " ") in said


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
