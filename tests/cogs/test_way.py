"""What a click costs: nothing is asked or drawn twice, tokens are used, pictures travel, nothing is kept."""

import tracemalloc
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from bot.tables.sight import Look, Scenery, Sight
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Page
from bot.ui.showing.pages import Pages, PageWithDigest
from tests.cogs.defizz.company import Quiz
from tests.cogs.desfausse.company import playing as desfausse
from tests.support.counting_store import Counting
from tests.support.pictures import opened
from tests.support.sim import Person, World
from tests.support.sim_company import Company as Anybody
from tests.support.sim_company import begun, gathered
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, playing

THREE = ("Anne", "Bob", "Chloé")
BY_TOKEN = "/webhooks/*/messages/@original"


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
async def test_a_click_reads_nothing_and_shows_each_page_once(from_board, seen) -> None:
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


# -- what a click allows --------------------------------------------------------------------------------


def edits(world: World, paper: Paper) -> tuple[int, int]:
    """How often this message was edited by the bot itself, and any by the token of a click."""
    ordinary = world.requests("PATCH", f"/channels/{paper.channel_id}/messages/{paper.id}$")
    return len(ordinary), len(world.requests("PATCH", "/webhooks/.*@original$"))


def by(token: str, world: World) -> int:
    """How many edits of the clicked message this token was tried for."""
    return len(world.requests("PATCH", f"/{token}/messages/@original$"))


async def acts_in_private(company: Company) -> None:
    """Roll and announce in the private message: the board follows, though nobody clicked it for that."""
    roller, paper = await company.rolls()
    await company.announces(roller, paper, "32")


async def clicked(company: Company) -> Paper:
    """Click the board so that it is redrawn; it is the same message afterwards."""
    board = company.board
    await company.holder.presses(board, "roll")
    assert company.board.id == board.id
    return board


async def test_a_board_that_was_clicked_follows_for_fourteen_minutes_without_a_request_of_the_bots_own() -> (
    None
):
    async with playing(*THREE, rythme="détente") as company:
        world = company.world
        own, by_token = edits(world, company.board)
        assert own == 0
        assert by_token > 0, "the answer to the command allows edits of the board that it posted"
        board = await clicked(company)
        (allowed,) = world.bot.house.passes._passes.values()
        assert allowed.token
        for told in (repr(allowed), str(world.log)):
            assert allowed.token not in told, "it is nowhere but in memory"
        before = edits(world, board)
        await company.announces(company.holder, company.holder.letter, "32")
        own, by_token = edits(world, board)
        assert own == before[0]
        assert by_token > before[1]
        assert "**32**" in world.reread(board)
        await world.passes(14 * 60)
        before = edits(world, board)
        await company.rolls()
        assert edits(world, board) == (before[0] + 1, before[1])
        assert "regarde ses dés" in world.reread(board)


@pytest.mark.parametrize(
    ("status", "code", "requests"),
    [(404, 10015, 1), (401, 50027, 1), (404, 10008, 1), (403, 50001, 2), (400, 0, 1), (500, 0, 2)],
)
async def test_a_token_that_died_early_costs_nothing_but_a_request(status, code, requests) -> None:
    """Or two, where the picture might be to blame, and words are tried."""
    async with playing(*THREE) as company:
        board = await clicked(company)
        token = company.world.bot.house.passes._passes[board.id].token
        company.world.env.inject_error("PATCH", BY_TOKEN, status=status, code=code, times=None)
        tried, (own, _) = by(token, company.world), edits(company.world, board)
        await company.announces(company.holder, company.holder.letter, "32")
        assert "**32**" in company.world.reread(board)
        assert company.board.id == board.id
        await company.rolls()
        assert edits(company.world, board)[0] > own
        assert by(token, company.world) - tried == requests


async def test_a_click_that_was_answered_aside_allows_nothing() -> None:
    """What @original means then is the answer that only the clicker sees."""
    async with playing(*THREE) as company:
        board, onlooker = company.board, company.others[0]
        aside = (await onlooker.presses(board, "hand")).paper
        known = set(company.world.bot.house.passes._passes)
        await company.others[0].presses(board, "rules")
        assert set(company.world.bot.house.passes._passes) == known == {board.id}
        await acts_in_private(company)
        assert company.world.reread(aside).components == aside.components
        assert "**32**" in company.world.reread(board)


async def test_a_private_message_that_was_clicked_follows_by_its_token() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        await company.world.passes(10)
        own = edits(company.world, paper)[0]
        await roller.types("tasse quitter")
        assert company.world.reread(paper).components != paper.components
        assert edits(company.world, paper)[0] == own


# -- memory ---------------------------------------------------------------------------------------------


def remembered(world: World) -> dict[str, int]:
    """How much is known of tables, channels and forms by everything that could grow."""
    house, library = world.bot.house, world.bot._connection._view_store
    boards, publisher = house.publisher.boards, house.publisher
    return {
        "boards": len(boards.whereabouts._known),
        "channels": len(boards.whereabouts._talk),
        "locks": len(boards._locks) + len(house.private._locks),
        "looks": len(house.tables._looks),
        "posts": len(house.posts),
        "work": len(publisher._work),
        "deadlines": len(house.tables.deadlines),
        "tables": len(house.tables._ledger._cache),
        "views": len(library._views) + len(library._synced_message_views),
        "forms": len(library._modals),
    }


async def test_a_closed_table_is_forgotten_with_its_thread() -> None:
    async with playing("Anne", "Bob", fil=True) as company:
        world = company.world
        assert remembered(world)["channels"] == 1, "the thread; nobody plays where it was opened"
        (thread,) = company.channel.threads
        await company.host.types("tasse stop", thread)
        await world.passes(10)
        assert not any(remembered(world).values()), remembered(world)


async def test_talk_under_a_board_that_stands_is_counted_after_another_closed() -> None:
    """Two tables in one channel: the end of one does not make the other's board sink unseen."""
    async with playing("Anne", "Bob") as company:
        world = company.world
        await world.people["Bob"].types("diavolo start")
        await world.people["Bob"].types("diavolo stop")
        assert world.channel.id in world.bot.house.publisher.boards.whereabouts._talk
        await company.host.types("tasse stop")
        await world.passes(10)
        assert not any(remembered(world).values()), remembered(world)


async def test_a_table_whose_channel_is_gone_is_forgotten() -> None:
    async with playing("Anne", "Bob") as company:
        await company.world.deletes(company.channel)
        known = remembered(company.world)
        assert (known["boards"], known["channels"]) == (0, 0)


async def test_forms_that_nobody_sends_are_not_kept() -> None:
    async with gathered(Quiz, "Anne", lecteur="bot", équipes=True) as quiz:
        for _ in range(5):
            assert (await quiz.host.presses(quiz.board, "title")).form is not None
        assert remembered(quiz.world)["forms"] == 0


def test_long_texts_are_not_kept() -> None:
    tracemalloc.start()
    try:
        for number in range(12):
            for made in (tidy, escape):
                made(f"{number} " + "mot " * 1000, 4000)
        assert tracemalloc.get_traced_memory()[0] < 40_000, "one of these functions would keep more"
    finally:
        tracemalloc.stop()


# -- pictures -------------------------------------------------------------------------------------------


class Players(Anybody):
    """Two people at a table of Débâcle."""

    game = "debacle"

    @property
    def mover(self) -> Person:
        return self.named(r"C’est à \S+ \*\*(\w+)\*\* \(\w+\)")

    async def acts(self) -> None:
        """Whoever's turn it is does the first thing that their first die can do, from the board."""
        cell = self.board.piece("die", is_list=True).values[0]
        answer = await self.mover.chooses(self.board, "die", cell)
        deed = next(piece for piece in answer.paper.pieces if piece.verb == "do")
        await self.mover.presses(answer.paper, "do", deed.arg)

    def picture_of(self, paper: Paper) -> bytes:
        """The one file of a message."""
        (file,) = paper.files
        assert file.filename == "debacle.png"
        return self.world.file(file)

    def refuse(self, method: str, channel_id: int, status: int, code: int) -> None:
        """Let Discord refuse the bot’s next message or edit in a channel, also by the token of a click."""
        path = f"/channels/{channel_id}/messages"
        ways = [path + "/*", "/webhooks/*/messages/@original"] if method == "PATCH" else [path]
        for way in ways:
            self.world.env.inject_error(method, way, status=status, code=code, message="No files here")


async def test_the_board_is_a_picture_with_its_position_in_words_and_each_action_brings_a_new_one() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        before, first = company.board, company.picture_of(company.board)
        (alt,) = before.pictures
        assert "Rouge, 6 dés : a1=1, b1=2" in alt
        assert opened(first).size > (600, 400)
        assert "```" not in before
        await company.acts()
        assert company.board.id == before.id
        assert company.picture_of(company.board) != first
        assert company.board.pictures != before.pictures
        await company.host.types("debacle statut")
        assert company.board.id != before.id
        assert company.picture_of(company.board)
        old = company.world.reread(before)
        assert old.files == old.pictures == [], "a board that has moved keeps none"


async def test_a_channel_that_takes_no_files_gets_the_text_board() -> None:
    async with begun(Players, "Anne", "Bob") as company:
        company.refuse("PATCH", company.channel.id, 403, 50013)
        await company.acts()
        assert company.board.files == company.board.pictures == []
        assert "R = Rouge, N = Noir" in company.board
        assert "die" in company.board.verbs or "undo" in company.board.verbs
        await company.acts()  # and the game goes on, with a picture as soon as there may be one
        assert company.board.files
        assert "```" not in company.board
