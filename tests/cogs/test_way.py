"""The way of a click and of a deadline: what is known is not asked again, and no page is drawn twice."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.look import Look
from bot.tables.sight import Scenery, Sight
from bot.ui.pages.page import Page
from bot.ui.showing.pages import Pages, PageWithDigest
from tests.cogs.desfausse.company import playing as desfausse
from tests.support.counting_store import Counting
from tests.support.sim_tasse import Company, playing

THREE = ("Anne", "Bob", "Chloé")


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Counter[object]:
    """What was worked out and drawn: each sight by its seat, each page by its kind and reader."""
    counted: Counter[object] = Counter()
    see, once = Scenery.seen_from, Pages._draw_once

    def see_counted(self: Scenery, seat: str | None) -> Sight:
        counted["see", seat] += 1
        return see(self, seat)

    def once_counted(
        self: Pages, look: Look, key: Any, sight: Sight, draw: Callable[[], Page], *needs: Any
    ) -> PageWithDigest:
        def draw_counted() -> Page:
            counted[key] += 1
            return draw()

        return once(self, look, key, sight, draw_counted, *needs)

    monkeypatch.setattr(Scenery, "seen_from", see_counted)
    monkeypatch.setattr(Pages, "_draw_once", once_counted)
    return counted


def _reads(store: Counting) -> set[str]:
    return set(store.asked) & {"posted", "contact", "load", "boards", "server"}


def _writes(store: Counting) -> set[str]:
    """What was written at once, so that somebody had to wait for it."""
    return set(store.asked) & {"commit", "note_posted", "forget_posted", "note_contact", "set_fact"}


async def _settled(company: Company, store: Counting, seen: Counter[object]) -> None:
    """One whole turn is played, so that everybody has been written to; counting begins now."""
    roller, paper = await company.rolls()
    await company.announces(roller, paper, "32")
    store.asked.clear()
    seen.clear()


@pytest.mark.parametrize("from_board", [True, False])
async def test_a_click_reads_nothing_and_shows_each_page_once(
    from_board: bool, seen: Counter[object]
) -> None:
    store = Counting()
    async with playing(*THREE, store=store) as company:
        await _settled(company, store, seen)
        person = company.holder
        await person.presses(company.board if from_board else person.letter, "roll")
        assert "annoncer ou montrer" in company.board
        assert "Vos dés" in person.letter
        assert _reads(store) == set()
        assert store.asked["commit"] == store.asked["note_published"] == 1
        assert store.asked["note_redrawn"] == 3, "the board, the letters of who rolled and of who is believed"
        assert _writes(store) == {"commit"}, "all else goes with others' writes"
        assert max(seen.values()) == 1, seen
        assert sum(kind == "see" for kind, *_ in seen) == 4, "the channel and three seats"
        assert sum(kind != "see" for kind, *_ in seen) == 2, "the board, and the panel of who rolled"


async def test_a_deadline_shows_each_page_once(seen: Counter[object]) -> None:
    store = Counting()
    async with playing(*THREE, store=store) as company:
        await _settled(company, store, seen)
        await company.world.passes(company.seconds_left - 5)  # the reminder is over
        assert store.asked["mark_warned"] == 1
        assert _reads(store) == set()
        store.asked.clear()
        seen.clear()
        await company.world.passes(7)
        assert "a dépassé" in company.board or "absence" in company.board
        assert store.asked["commit"] == store.asked["note_published"] == 1
        assert _reads(store) == set()
        assert max(seen.values()) == 1, seen


async def test_all_who_ask_at_once_are_shown_the_same(seen: Counter[object]) -> None:
    store = Counting()
    async with playing(*THREE, store=store) as company:
        await _settled(company, store, seen)
        for person in company.people:
            await person.presses(company.board, "hand")
            await person.presses(company.board, "hand")
        assert max(seen.values()) == 1, seen
        assert _reads(store) == set()


async def test_what_one_person_does_leaves_the_panels_of_others_alone(seen: Counter[object]) -> None:
    store = Counting()
    async with desfausse(*THREE, store=store) as company:
        anne, *others = company.people
        letters = [str(person.letter) for person in others]
        store.asked.clear()
        seen.clear()
        await company.stops(anne)
        assert "Vos dés sont posés" in anne.letter
        assert [str(person.letter) for person in others] == letters
        drawn = [kind for kind, *_ in seen if kind != "see"]
        assert sorted(drawn) == ["board", "panel"], "the board, and the panel of who has stopped"
        assert store.asked["note_redrawn"] == 2


async def test_the_end_of_a_game_is_shown_from_one_look(seen: Counter[object]) -> None:
    store = Counting()
    async with playing(*THREE, store=store) as company:
        await _settled(company, store, seen)
        await company.host.types("tasse stop")
        assert "Classement" in company.board
        assert store.asked["load"] == 3, "for what is shown, for the record of the game, to look back on it"
        assert store.asked["posted"] == 0
        assert max(seen.values()) == 1, seen
