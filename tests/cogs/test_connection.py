"""The bot's own troubles: a lost connection, a store that fails, a Discord that answers errors, the end."""

import re
from collections.abc import Mapping

from bot.tables.ports import Audience, Posted
from tests.support.sim_tasse import Company, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")


def _deadline(company: Company) -> float:
    found = re.search(r"⏳ Jusqu’à <t:(\d+):T>", str(company.board))
    assert found, company.board
    return int(found[1]) - company.world.env.now().timestamp()


async def test_time_without_a_connection_does_not_count() -> None:
    async with playing(*THREE) as company:
        before = _deadline(company)
        await company.world.connection("disconnect")
        await company.world.passes(3600)
        assert company.points == dict.fromkeys(THREE, 0)
        assert "Temps écoulé" not in company.board
        await company.world.connection("resumed")
        assert before - 5 <= _deadline(company) <= before + 5
        await company.world.passes(_deadline(company) + 1)
        assert "Temps écoulé" in company.board


async def test_a_second_ready_moves_nothing() -> None:
    async with playing(*THREE) as company:
        before = str(company.board)
        await company.world.connection("ready")
        assert str(company.board) == before


async def test_a_store_that_fails_once() -> None:
    store = FreshStore()
    async with playing(*THREE, store=store) as company:
        board = str(company.board)
        store.fail_next = OSError("disk full")
        answer = await company.holder.presses(company.board, "roll")
        assert "Quelque chose s’est mal passé de mon côté" in answer
        incident = re.search(r"incident n° ([0-9a-f]{8})", str(answer))
        assert incident
        (accident,) = company.world.accidents()
        assert incident[1] in accident
        company.world.log.clear()
        assert "disk full" not in answer
        assert str(company.board) == board
        await company.rolls()
        assert "announce" in company.board.verbs


class Forgetful(FreshStore):
    """Neither notes where the messages are nor finds them, so many times."""

    times = 0

    async def posted(self, table_id: int) -> Mapping[Audience, Posted]:
        self._fail()
        return await super().posted(table_id)

    async def note_posted(self, posted: Posted) -> None:
        self._fail()
        await super().note_posted(posted)

    def note_redrawn(self, posted: Posted) -> None:
        self._fail()
        super().note_redrawn(posted)

    def _fail(self) -> None:
        if self.times:
            self.times -= 1
            raise OSError("disk full")


async def test_a_store_that_fails_while_the_board_is_redrawn() -> None:
    store = Forgetful()
    async with playing(*THREE, store=store) as company:
        store.times = 3
        await company.world.passes(_deadline(company) + 20)
        assert store.times == 0
        assert company.world.accidents()
        company.world.log.clear()
        assert "Temps écoulé" in company.board


async def test_a_store_that_fails_after_the_click_was_taken() -> None:
    store = Forgetful()
    async with playing(*THREE, store=store) as company:
        store.times = 1
        assert "mal passé" not in await company.holder.presses(company.board, "roll")
        await company.world.passes(10)
        (accident,) = company.world.accidents()
        assert "answer not shown" in accident
        company.world.log.clear()
        assert "announce" in company.board.verbs


async def test_an_answer_that_discord_does_not_take() -> None:
    async with playing(*THREE) as company:
        holder = company.holder
        company.world.env.inject_error("POST", "/interactions/*/callback", status=404, code=10062)
        await holder.presses(company.board, "roll")
        assert "announce" in company.board.verbs
        assert "🎲" in holder.letter


async def test_whoever_clicks_during_the_stop_is_told_to_retry() -> None:
    async with playing(*THREE) as company:
        company.world.bot.router.stop()
        board = str(company.board)
        answer = await company.holder.presses(company.board, "roll")
        assert "Le bot redémarre" in answer
        assert str(company.board) == board
        await company.world.restarts()
        await company.holder.presses(company.board, "roll")
        assert "announce" in company.board.verbs
