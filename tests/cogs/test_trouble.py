"""Messages deleted or buried, channels, rights and people gone; the bot's own troubles."""

import re
from collections.abc import Mapping
from contextlib import suppress

import pytest
from discord import PermissionOverwrite

from bot.meters import METERS
from bot.tables.asks import Ask, ByPerson
from bot.tables.model import Denied, Status
from bot.tables.ports import Audience, Posted
from bot.tables.timing import Precedence
from tests.support.asks import ask_of
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, gathered, playing
from tests.support.store import FreshStore
from tests.support.waiting import until

THREE = ("Anne", "Bob", "Chloé")


async def test_talk_buries_the_board_and_it_is_posted_anew() -> None:
    """By what its players do in private, or by a press on it."""
    async with playing(*THREE) as company:
        before = company.board
        await _talk(company)
        assert company.board.id == before.id
        roller, paper = await company.rolls()
        assert company.board.id != before.id
        assert company.world.papers()[-1].id == company.board.id
        old = company.world.reread(before)
        assert "la table continue plus bas" in old
        assert old.pieces == []
        assert old.links == [_link(company, company.board)]
        await company.announces(roller, paper, "32")
        before = company.board
        await _talk(company)
        await company.holder.presses(before, "roll")
        assert company.board.id != before.id
        assert "announce" in company.board.verbs


async def _talk(company: Company) -> None:
    for n in range(9):
        await company.host.says(f"blabla {n}")


async def test_an_old_board_is_posted_anew() -> None:
    async with playing(*THREE, rythme="détente") as company:
        before = company.board
        await company.world.passes(2 * 3600)
        assert company.board.id == before.id
        await company.rolls()
        assert company.board.id != before.id
        assert company.world.reread(before).pieces == []


async def test_status_brings_the_board_down_and_edits_no_private_message_that_says_the_same() -> None:
    async with playing(*THREE) as company:
        world, before, panel = company.world, company.board, company.holder.letter
        assert panel.pieces
        assert "La table revient ici, tout en bas" in await company.host.types("tasse statut")
        await world.passes(5)
        assert company.board.id != before.id
        assert "a la tasse" in await world.person("Zoé").types("tasse statut")
        assert len(world.papers()) == 2
        assert panel.channel_id not in [world.place(request) for request in world.requests("PATCH")]


async def test_a_deleted_board_pauses_the_table_which_goes_on_in_another_channel() -> None:
    async with playing(*THREE) as company:
        moderator, holder = company.world.moderator("Modeste"), company.holder
        letter = holder.letter
        await moderator.deletes(company.board)
        assert "est en pause : le message de la table a été supprimé" in company.host.letter
        assert company.world.reread(letter).pieces == []
        assert "La table est en pause" in await holder.presses_late(letter, "roll")
        await company.world.passes(600)
        company.channel = company.world.guild.create_text_channel("ailleurs")
        assert "La table reprend ici" in await holder.types("tasse statut", company.channel)
        assert company.points == dict.fromkeys(THREE, 0)
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "32")
        assert "**32**" in company.board
        assert company.world.papers() == []


async def test_a_deleted_lobby_is_shown_again() -> None:
    async with gathered("Anne", "Bob") as company:
        moderator = company.world.moderator("Modeste")
        await moderator.deletes(company.board)
        await company.host.types("tasse statut")
        assert "2 places prises" in company.board


async def test_a_channel_that_is_forbidden_pauses_the_table() -> None:
    async with playing(*THREE) as company:
        board, holder = company.board, company.holder
        channel = f"/channels/{company.channel.id}/messages"
        for method, path in (("PATCH", f"{channel}/*"), ("PATCH", "/webhooks/*"), ("POST", channel)):
            company.world.env.inject_error(method, path, status=403, code=50013, times=None)
        await holder.presses(holder.letter, "roll")
        assert "je n’ai plus le droit d’écrire" in company.host.letter
        assert "announce" not in company.world.reread(board).verbs
        company.world.env.backend.faults.clear()
        assert "La table reprend ici" in await company.host.types("tasse statut")
        assert "announce" in company.board.verbs


async def test_a_board_that_was_forbidden_says_that_there_is_a_pause_and_gives_way_to_the_next_one() -> None:
    async with playing(*THREE) as company:
        world, board = company.world, company.board
        bot = Person(world, "le bot", world.bot.user)
        world.allows(bot, company.channel, view_channel=False, send_messages=False)
        for method, path in (("PATCH", f"/channels/{company.channel.id}/*"), ("PATCH", "/webhooks/*")):
            world.env.inject_error(method, path, status=403, code=50001, times=None)
        await company.holder.presses(company.holder.letter, "roll")
        assert "en pause" not in world.reread(board)
        world.env.backend.faults.clear()
        world.allows(bot, company.channel, view_channel=True, send_messages=True)
        await world.passes(30)
        assert "La table est en pause" in world.reread(board)
        assert "La table reprend ici" in await company.host.types("tasse statut")
        assert company.board.id != board.id
        assert "announce" in company.board.verbs
        assert world.reread(board).pieces == []


async def test_a_channel_that_is_deleted_pauses_the_table() -> None:
    async with playing(*THREE) as company:
        world = company.world
        refuge = world.guild.create_text_channel("refuge")
        await world.deletes(company.channel)
        assert "le salon de la table n’existe plus" in company.host.letter
        company.channel = refuge
        assert "La table reprend ici" in await company.host.types("tasse statut", refuge)
        await company.rolls()
        assert "announce" in company.board.verbs


async def test_where_the_bot_may_not_write_no_table_opens() -> None:
    async with opened("Anne") as world:
        mute = world.guild.create_text_channel(
            "muet", overwrites={world.bot.user: PermissionOverwrite(send_messages=False)}
        )
        anne = world.people["Anne"]
        assert "Je ne peux pas écrire dans ce salon" in await anne.types("tasse start", mute)
        assert "Vous n’êtes à aucune table" in await anne.types("mes-parties")


async def test_who_has_left_the_server_leaves_the_table() -> None:
    async with gathered(*THREE) as company:
        leaver = company.people[2]
        company.world.env.inject_error(
            "POST",
            f"/channels/{leaver.member.user.dm_channel.id}/messages",
            status=400,
            code=50278,
            times=None,
        )
        await company.host.sets(company.board, '"3"', "first")
        await company.host.presses(company.board, "begin")
        assert f"**{leaver.name}** 0 · a quitté la table" in company.board
        assert company.holder is not leaver


async def test_letters_that_stop_arriving_in_the_game() -> None:
    async with playing(*THREE) as company:
        second = company.others[0]
        for person in company.others:
            person.closes_private_messages()
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "32")
        believer, panel = await company.rolls("panel")
        assert believer is not roller
        assert "🎲" in panel
        assert second.letters


def _link(company: Company, board: Paper) -> str:
    return f"https://discord.com/channels/{company.world.guild.id}/{company.channel.id}/{board.id}"


@pytest.mark.parametrize("first", ["pause", "loss"])
async def test_a_board_that_is_lost_with_a_pause_comes_back_once_the_table_goes_on(first: str) -> None:
    async with playing(*THREE) as company:
        world, host, board = company.world, company.host, company.board
        house = world.bot.house

        async def pause() -> None:
            with suppress(Denied):
                await house.tables.suspend(Ask(ByPerson(host.id, "Anne"), house.tables.now(), 0), 1)

        def lose() -> None:
            house.publisher.boards.whereabouts.note_deleted(board.id)

        async def both() -> None:
            with world.env._bot_scope():
                if first == "loss":
                    lose()
                house.tasks.spawn(pause(), "pause")
                if first == "pause":
                    lose()

        await world.run(both)
        await world.moderator("Modeste").deletes(board)
        assert (await house.tables.table(1)).status is Status.PAUSED
        assert "La table reprend ici" in await host.types("tasse statut")
        assert company.board.id != board.id
        await company.rolls()


# -- the bot’s own troubles -----------------------------------------------------------------------------


async def test_time_without_a_connection_does_not_count() -> None:
    async with playing(*THREE) as company:
        before, board = company.seconds_left, str(company.board)
        await company.world.connection("ready")
        assert str(company.board) == board, "a second one moves nothing"
        await company.world.connection("disconnect")
        await company.world.passes(3600)
        assert company.points == dict.fromkeys(THREE, 0)
        assert "Temps écoulé" not in company.board
        await company.world.connection("resumed")
        assert before - 5 <= company.seconds_left <= before + 5
        await company.world.passes(company.seconds_left + 1)
        assert "Temps écoulé" in company.board


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


async def test_a_store_that_fails_after_the_click_was_taken_or_while_the_board_is_redrawn() -> None:
    store = Forgetful()
    async with playing(*THREE, store=store) as company:
        store.times = 1
        assert "mal passé" not in await company.holder.presses(company.board, "roll")
        await company.world.passes(10)
        (accident,) = company.world.accidents()
        assert "answer not shown" in accident
        assert "announce" in company.board.verbs
        store.times = 3
        await company.world.passes(company.seconds_left + 20)
        assert store.times == 0
        assert len(company.world.accidents()) > 1
        company.world.log.clear()
        assert "Temps écoulé" in company.board


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


async def behind(world: World) -> float:
    """What stands in the figures after the bot's next look around (every half minute)."""
    await world.passes(30)
    return METERS["behind_seconds"].values[()]


async def test_what_does_not_get_through_is_behind_until_it_does() -> None:
    async with playing("Anne", "Bob") as company:
        world = company.world
        assert await behind(world) == 0
        world.env.inject_error("PATCH", "*", status=500, times=None)
        await company.rolls()
        first = await behind(world)
        assert 0 < first <= 30
        assert await behind(world) == pytest.approx(first + 30, abs=1)
        world.env.backend.faults.clear()
        await world.passes(60)
        assert await behind(world) == 0


async def test_boards_give_way_to_whoever_waits_for_an_answer() -> None:
    async with opened("Anne", "Bob") as world:
        await world.people["Anne"].types("tasse start")
        precedence = world.bot.tasks.precedence = Precedence(10_000)
        answered = precedence.begin()
        await world.bot.house.tables.join(ask_of(world.people["Bob"].id, "Bob", 77), 1)
        await until(lambda: precedence._nobody_waits._waiters)  # somebody lets it pass
        assert "Bob" not in world.board
        answered()
        await until(lambda: "Bob" in world.board)  # it is edited in real time
