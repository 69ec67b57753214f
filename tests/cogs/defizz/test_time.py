"""A question in pieces, the bar of the time that is left, and the host's console that stops the clock."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.model import Manners
from bot.tables.sight import Sight
from bot.tables.timing import counts, openings
from bot.texts import texts_for
from bot.ui.frame.console import PAUSE, RESUME, console_page, orders
from bot.ui.frame.drawn import bar_line
from bot.ui.frame.lobby import read_choice
from bot.ui.pages.limits import check
from bot.ui.showing.boards import _SPARE, _WINDOW, EDITS, _share
from bot.ui.showing.redrawing import Countdown
from cogs.defizz.words import MOMENTS, pieces, readable_part
from engines.defizz.deck import Chrono, built_in_deck
from tests.cogs.defizz.company import Company, piles, place_of, playing
from tests.cogs.defizz.table import FACE, MULTI_100, DefizzTable, random_tables
from tests.engines.defizz.decks import chrono, cible, deck
from tests.support.plain_page import buttons, plain
from tests.support.sim_papers import Paper

T = texts_for("fr")
CHRONOS = tuple(q.text for card in built_in_deck().cards for q in card.questions if isinstance(q, Chrono))
LONG = "Dans quelle ville de la Marne les rois de France étaient-ils sacrés, de Louis VIII à Charles X ?"
FULL, HALF, LAST = "▰▰▰▰▰▰▰▰▰▰", "▰▰▰▰▰▱▱▱▱▱ **mi-temps**", "▰▰▰▱▱▱▱▱▱▱ **10 dernières secondes**"
BARS = {0: FULL, 14_999: FULL, 15_000: HALF, 19_999: HALF, 20_000: LAST, 30_000: LAST}
"""What is shown of thirty seconds, by ms after the beginning."""
FOUR = ("Anne", "Bob", "Chloé", "Dario")


@given(st.text(max_size=300))
def test_z9_the_pieces_make_the_text(text: str) -> None:
    cut = pieces(text)
    assert "".join(cut) == text
    assert 1 <= len(cut) <= len(MOMENTS)
    assert all(piece[-1].isspace() for piece in cut[:-1]), "no word is torn"


@given(st.text(max_size=300), st.integers(-60_000, 60_000))
def test_z9_more_and_more_can_be_read(text: str, elapsed: int) -> None:
    now, later = readable_part(text, elapsed), readable_part(text, elapsed + 2_000)
    if now != text:
        assert text.startswith(now.removesuffix("…").rstrip())
        assert len(later.removesuffix(" …")) >= len(now.removesuffix(" …"))
    assert readable_part(text, MOMENTS[-1]) == text


def test_z9_of_the_decks_questions_every_piece_says_something() -> None:
    for text in CHRONOS:
        cut = pieces(text)
        assert (
            all(len(piece.split()) >= 1 and len(piece) < 0.75 * len(text) for piece in cut) or len(cut) == 1
        )
    assert sum(len(pieces(text)) >= 2 for text in CHRONOS) > 0.9 * len(CHRONOS)


def table(manners: Manners | None = None) -> DefizzTable:
    cards = deck(chrono("Reims"), cible(3), cible(4))
    for card in cards["cards"]:
        card["questions"][0]["text"] = LONG
    made = DefizzTable(deck=cards, manners=manners or Manners(), reader="bot")
    return made.roll(MULTI_100).choose(0, None, 100)


def after(made: DefizzTable, ms: int, seat: str | None = None) -> Sight:
    return replace(made.seen(seat), now=made.seen().now + ms)


@pytest.mark.parametrize("seat", [None, "1", "4"])
def test_z9_board_panel_and_form_show_as_much(seat: str | None) -> None:
    made = table()
    for ms, whole in ((0, False), (1_999, False), (2_000, False), (3_999, False), (4_000, True)):
        sight = after(made, ms, seat)
        page = FACE.board(sight, T) if seat is None else FACE.panel(sight, T)
        assert ("Charles X" in plain(page)) is whole
        assert "Dans quelle ville" in plain(page)
        if seat is not None:
            form = FACE.form_or_page("answer", "", sight, T)
            assert ("Charles X" in form.words + form.fields[0].hint) is whole
    assert plain(FACE.board(after(made, 1_999), T)) != plain(FACE.board(after(made, 2_000), T))


def test_z9_who_plays_reads_nothing_before_the_board_shows_it() -> None:
    """The board may have to wait for an edit of its channel; private messages and pages do not."""
    made = table()
    alarm = made.held.table.alarm
    assert alarm is not None
    made.table(alarm=replace(alarm, unseen=True))
    panel = FACE.panel(after(made, 3_000, "1"), T)
    assert "Dans quelle ville" not in plain(panel)
    assert not [button for button in buttons(panel) if button.verb in ("answer", "pass")]
    board = FACE.board(after(made, 3_000), T)
    assert readable_part(LONG, 0) in plain(board), "it begins with its first piece, however late"
    assert any(button.verb == "answer" for button in buttons(board))
    assert _share(replace(alarm, unseen=True), alarm.opened_at) == EDITS


def test_a_table_can_have_it_whole_at_once() -> None:
    made = table(Manners(at_once=True))
    assert made.held.table.alarm is not None
    assert openings(made.held.table.alarm) == ()
    assert "Charles X" in plain(FACE.board(after(made, 0), T))
    assert read_choice((), "at_once", ["true"]) == ("at_once", True)


async def test_z9_it_appears_on_the_board_and_can_be_answered_before() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        await company.comes_to("chrono")
        first = str(company.board)
        assert " …" in first
        assert "Réponse notée" in await company.says(company.awaited[0], "rien de tel")
        await company.world.passes(2)
        second = str(company.board)
        assert second != first
        await company.world.restarts()
        await company.world.passes(4)
        assert " …" not in company.board
        assert company.question is not None


def test_z9_each_piece_finds_an_edit_of_the_channel_left() -> None:
    """Before a piece came out, others may use up no more than what leaves it one of the edits in a window."""
    alarm = table().held.table.alarm
    shares = [_share(alarm, alarm.opened_at + moment) for moment in MOMENTS]
    assert shares == [1, 2, 3]
    assert shares[-1] < EDITS, "one is left for how it ends"
    assert _share(replace(alarm, looks=()), alarm.opened_at) < EDITS


# -- the bar --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ms", "shown"), BARS.items())
def test_a_bar_and_words_say_how_much_time_is_left(ms: int, shown: str) -> None:
    assert bar_line(after(table(), ms), texts_for("fr")) == shown


def test_whoever_listens_has_words_alone_and_where_no_clock_runs_there_is_no_bar() -> None:
    t, english = texts_for("fr"), texts_for("en")
    spoken = table(Manners(accessible=True))
    lines = [bar_line(after(spoken, ms), t) for ms in (0, 30_000, 50_000)]
    assert lines == ["", "**mi-temps**", "**10 dernières secondes**"]
    said = [bar_line(after(table(), ms), english).partition(" ")[2] for ms in (15_000, 20_000)]
    assert said == ["**half of the time left**", "**last 10 seconds**"]
    sight = after(table(), 0)
    stopped = replace(sight.table.alarm, stopped_at=sight.now)
    for alarm in (stopped, None, replace(sight.table.alarm, looks=())):
        assert bar_line(replace(sight, table=replace(sight.table, alarm=alarm)), t) == ""


def bar(company: Company) -> str:
    """The line of the board with the time that is left; "" where there is none."""
    found = re.search(r"^[▰▱]{10}.*$", str(company.board), re.MULTILINE)
    return "" if found is None else found[0]


def edits(company: Company) -> int:
    """How many edits of the board have been asked for."""
    world = company.world
    return sum(world.place(request) == world.channel.id for request in world.requests("PATCH"))


async def seconds_until(company: Company, shown: str) -> int:
    """Wait for a bar, and return how many seconds that took."""
    for waited in range(120):
        if bar(company) == shown:
            return waited
        await company.world.passes(1)
    raise AssertionError(company.board)


async def test_the_board_is_edited_at_half_time_and_for_the_last_ten_seconds() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot", rythme="détente") as company:
        assert bar(company) == "", "where no clock runs, there is none"
        await company.comes_to("cible")
        assert bar(company) == FULL
        before = edits(company)
        assert await seconds_until(company, HALF) > 0
        assert await seconds_until(company, LAST) > 0
        assert edits(company) == before + 2
        assert company.world.accidents() == []


async def test_what_people_do_comes_first_and_a_restart_loses_no_step() -> None:
    """Where the channel has used two of its edits lately, a step waits for the others to be free again."""
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        await company.comes_to("cible")
        house = company.world.bot.house
        alarm = (await house.tables.table(1)).alarm
        assert alarm is not None
        await company.world.passes((counts(alarm)[0] - house.tables.now()) / 1000 - 1)
        before = edits(company)

        async def edit_other_messages() -> None:
            for _ in range(_SPARE):
                house.publisher.boards._ration.note(company.world.channel.id)

        with company.world.env._bot_scope():
            house.tasks.spawn(edit_other_messages(), "others")
        await company.world.passes(3)
        assert (edits(company), bar(company)) == (before, FULL)
        await company.world.passes(_WINDOW - 2.5)
        assert (edits(company), bar(company)) == (before + 1, HALF)
        await company.world.restarts()
        assert bar(company) == FULL, "nobody loses time, and a minute at least is left"
        assert await seconds_until(company, HALF) > 0
        assert await seconds_until(company, LAST) > 0


async def test_a_race_that_another_edit_has_shown_begins_all_the_same() -> None:
    """A step of the decision before, or a click's answer, may draw the board before the publisher does."""
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        top = piles("chrono")
        await company.wakes_up_to(**top)
        house = company.world.bot.house
        edited: list[bool] = []

        async def show() -> None:
            table = await house.tables.table(1)
            if table.alarm is not None and table.alarm.unseen:
                await house.publisher.boards.refresh(1)
                edited.append(True)

        house.tables.after_commit.add(lambda _done: house.tasks.spawn(show(), "another edit") and None)
        person = await company.rolls()
        pile = top["duel" if "Duel" in company.board else "multi"]
        await company.stakes(person, await company.picks(person, place_of(pile, "chrono")))
        alarm = (await house.tables.table(1)).alarm
        assert edited
        assert (alarm.race, alarm.unseen) == (True, False)


async def test_a_step_that_an_answer_has_shown_is_not_shown_again() -> None:
    async with playing("Anne", "Bob", "Chloé", lecteur="bot") as company:
        await company.comes_to("chrono")
        house = company.world.bot.house
        alarm = (await house.tables.table(1)).alarm
        assert alarm is not None
        await seconds_until(company, HALF)
        await company.says(company.awaited[0], "rien de tel")
        assert bar(company) == HALF, "nobody else's answer gives anybody more time"
        before = edits(company)
        await Countdown(house.tables, house.publisher.boards, house.tasks)._renew(1)
        assert edits(company) == before


# -- the host’s console ---------------------------------------------------------------------------------


async def ordered(company: Company, order: str) -> Paper:
    """The host gives an order and confirms it; the console afterwards."""
    host = company.host
    paper = (await host.presses(company.board, "console")).paper
    paper = await host.leafs(paper, "order", order)
    assert [piece.arg for piece in paper.pieces if piece.verb == "order"] == [f"{order}.yes"]
    await host.presses(paper, "order", f"{order}.yes")
    return company.world.reread(paper)


async def test_only_who_leads_may_open_it() -> None:
    async with playing(*FOUR) as company:
        assert "Seul l’hôte" in await company.people[1].presses(company.board, "console")
        paper = (await company.host.presses(company.board, "console")).paper
        assert "outils de l’hôte" in paper
        assert "Annuler la carte" not in paper, "there is none yet"
        assert "Mettre en pause" in paper


async def test_a_pause_stops_the_clock_and_says_so_to_all() -> None:
    async with playing(*FOUR) as company:
        await company.world.passes(10)
        left = company.seconds_left
        console = await ordered(company, PAUSE)
        assert "C’est fait : Mettre en pause" in console
        assert "L’hôte a mis la table en pause" in company.board
        assert "roll" not in company.board.verbs
        await company.world.passes(240)
        assert "L’hôte a mis la table en pause" in company.board
        assert "La table revient" in await company.people[1].types("defizz statut")
        assert "L’hôte a mis la table en pause" in company.board
        await ordered(company, RESUME)
        assert abs(company.seconds_left - left) < 5
        assert "roll" in company.board.verbs


async def test_a_card_is_taken_back_in_a_pause_that_ends_by_the_command_too() -> None:
    async with playing(*FOUR) as company:
        await company.rolls()
        await ordered(company, PAUSE)
        assert "C’est fait : Annuler la carte" in await ordered(company, "void")
        assert "reprend ici" in await company.host.types("defizz statut")
        assert "rejoue son tour" in company.board
        assert "roll" in company.board.verbs
        assert "Lecteur : le bot" not in company.board
        await ordered(company, "replace_reader")
        assert "Lecteur : le bot" in company.board
        await ordered(company, "end_after_round")
        assert "La partie s’arrêtera après ce tour." in company.board


async def test_an_order_for_a_turn_that_is_over_is_not_obeyed() -> None:
    async with playing(*FOUR) as company:
        await company.rolls()
        host = company.host
        paper = (await host.presses(company.board, "console")).paper
        paper = await host.leafs(paper, "order", "void")
        await company.world.passes(61)
        before = str(company.board)
        assert "n’est plus à jour" in await host.presses(paper, "order", "void.yes")
        assert str(company.board) == before


def test_it_offers_what_the_rules_obey_and_names_it_in_both_languages() -> None:
    for seed in range(4):
        for table in random_tables(seed):
            sight = table.seen()
            for t in (T, texts_for("en-US")):
                may = orders(sight, FACE, t)
                racing = sight.table.alarm is not None and sight.table.alarm.race
                assert set(may) == set() if table.over else {*sight.commands, *(() if racing else (PAUSE,))}
                assert all(name and what for name, what in may.values())
                check(console_page(sight, FACE, t))


def test_a_race_has_no_pause() -> None:
    table = DefizzTable(reader="bot").roll(4).choose(1, None, 100)
    assert table.held.table.alarm.race
    assert PAUSE not in orders(table.seen(), FACE, T)
