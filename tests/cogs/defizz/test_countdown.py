"""People see how much time they have: a bar and words on the board, renewed where edits are to spare."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.tables.countdown import counts
from bot.tables.model import Manners
from bot.texts import texts_for
from bot.ui.frame.bar import bar_line
from bot.ui.showing.boards import _SPARE, _WINDOW
from bot.ui.showing.countdown import Countdown
from tests.cogs.defizz.company import Company, piles, place_of, playing
from tests.cogs.defizz.test_pieces import after, table

FULL, HALF, LAST = "▰▰▰▰▰▰▰▰▰▰", "▰▰▰▰▰▱▱▱▱▱ **mi-temps**", "▰▰▰▱▱▱▱▱▱▱ **10 dernières secondes**"
MOMENTS = {0: FULL, 14_999: FULL, 15_000: HALF, 19_999: HALF, 20_000: LAST, 30_000: LAST}
"""What is shown of thirty seconds, by ms after the beginning."""


@pytest.mark.parametrize(("ms", "shown"), MOMENTS.items())
def test_a_bar_and_words_say_how_much_time_is_left(ms: int, shown: str) -> None:
    assert bar_line(after(table(), ms), texts_for("fr")) == shown


def test_whoever_listens_has_words_alone_and_no_bar_to_be_read_out() -> None:
    made, t = table(Manners(accessible=True)), texts_for("fr")
    lines = [bar_line(after(made, ms), t) for ms in (0, 30_000, 50_000)]
    assert lines == ["", "**mi-temps**", "**10 dernières secondes**"]


def test_it_is_said_in_english_too() -> None:
    t = texts_for("en")
    assert [bar_line(after(table(), ms), t).partition(" ")[2] for ms in (15_000, 20_000)] == [
        "**half of the time left**",
        "**last 10 seconds**",
    ]


def test_there_is_none_where_the_clock_is_stopped_or_none_runs() -> None:
    sight = after(table(), 0)
    assert sight.table.alarm is not None
    stopped = replace(sight.table.alarm, stopped_at=sight.now)
    for alarm in (stopped, None, replace(sight.table.alarm, looks=())):
        assert bar_line(replace(sight, table=replace(sight.table, alarm=alarm)), texts_for("fr")) == ""


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
        assert alarm is not None
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
