"""Tables that nobody comes back to, hosts and players who are away, and servers that took us off."""

from __future__ import annotations

import re

from bot.tables.model import Status
from db.store import SqliteStore
from tests.cogs.debacle.company import playing as debacle
from tests.support.sim import World, opened
from tests.support.sim_tasse import gathered, playing
from tests.support.store import FreshStore

MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR
THREE = ("Anne", "Bob", "Chloé")


async def test_a_relaxed_table_is_reminded_of_and_closes() -> None:
    async with playing(*THREE, rythme="détente") as company:
        letters = len(company.host.letters)
        await days_pass(company.world, 6.9)
        assert "💤" not in company.board
        await company.world.passes(3 * HOUR)
        assert "💤 Personne n’a joué depuis une semaine : la table se fermera <t:" in company.board
        told = [letter for letter in company.host.letters[letters:] if "💤" in letter]
        assert len(told) == 1
        assert "`/tasse statut` la reprend" in told[0]
        assert [link.rsplit("/", 1)[1] for link in told[0].links] == [str(company.channel.id)]
        assert not any("💤" in letter for person in company.people[1:] for letter in person.letters)
        await days_pass(company.world, 6.8)
        assert len([letter for letter in company.host.letters if "💤" in letter]) == 1
        await company.world.passes(5 * HOUR)
        assert "Personne n’a joué depuis deux semaines" in company.board
        assert "💤" not in company.board
        assert "rematch" in company.board.verbs
        assert "Dés vérifiés" in await company.host.types("des verifier")


async def test_whoever_plays_takes_the_reminder_off_the_board() -> None:
    async with playing("Anne", "Bob", rythme="détente") as company:
        await days_pass(company.world, 7.1)
        assert "💤" in company.board
        await company.rolls("panel")
        assert "💤" not in company.board


async def test_a_table_that_cannot_be_read_says_when_it_closes() -> None:
    async with playing("Anne", "Bob") as company:
        await company.world.bot.house.tables.set_aside(1, RuntimeError("the rules failed"))
        company.world.log.clear()
        await days_pass(company.world, 7.1)
        assert "ne peut plus être lue" in company.board
        assert "La table se fermera d’elle-même" in company.board
        assert "`/tasse stop`" in company.host.letter
        await days_pass(company.world, 7)
        assert "Cette table est terminée, et ne peut plus être lue" in company.board


async def test_anybody_at_the_table_begins_for_a_host_who_is_away() -> None:
    async with gathered(*THREE) as company:
        bob = company.people[1]
        assert "chacun à la table peut commencer à partir de <t:" in company.board
        refused = str(await bob.presses(company.board, "begin"))
        assert "Seul l’hôte (Anne)" in refused
        moment = re.search(r"à partir de <t:(\d+):T>", refused)
        assert moment
        assert f"<t:{moment[1]}:T>" in company.board
        left = int(moment[1]) - company.world.env.now().timestamp()
        assert 4 * MINUTE < left <= 5 * MINUTE
        await company.world.passes(left + 1)
        stranger = company.world.person("Dan")
        assert "à partir de" not in (told := str(await stranger.presses(company.board, "begin")))
        assert "Seul l’hôte (Anne)" in told
        await bob.presses(company.board, "begin")
        assert "a la tasse" in company.board


async def test_anybody_at_the_table_ends_an_old_pause_of_the_hosts() -> None:
    async with playing(*THREE) as company:
        bob = company.people[1]
        await company.host.types("tasse pause")
        assert "après 5 minutes, par n’importe qui à la table" in company.board
        assert "reprend ici" not in await bob.types("tasse statut")
        await company.world.passes(5 * MINUTE)
        assert "La table reprend ici" in await bob.types("tasse statut")
        assert "en pause" not in company.board
        assert "Seul l’hôte (Anne)" in await bob.types("tasse pause"), "the host stays the host"


async def test_in_debacle_the_other_one_parts_with_who_does_not_come() -> None:
    async with debacle("Anne", "Bob", rythme="1 jour") as company:
        absent, other = company.mover, company.waiting
        assert "absent" not in company.board.verbs
        await company.world.passes(company.seconds_left + 1)
        assert company.mover is other
        assert "absent" not in company.board.verbs, "it is not their turn"
        await company.world.passes(company.seconds_left + 1)
        assert company.mover is absent
        button = company.board.piece("absent")
        assert button.label == f"Retirer {absent.name}"
        assert "jamais écoulé" in await absent.presses(company.board, "absent")
        await other.presses(company.board, "absent")
        assert f"**{other.name}**" in str(company.board).partition("gagne la partie")[0]
        assert "a quitté la partie" in company.board


async def test_the_button_goes_once_they_come_back() -> None:
    async with debacle("Anne", "Bob", rythme="1 jour") as company:
        for _ in range(2):
            await company.world.passes(company.seconds_left + 1)
        assert "absent" in company.board.verbs
        before, waiting = company.board, company.waiting
        die = company.board.piece("die", is_list=True).values[0]
        await company.moves(die, f"{die}_")
        assert "absent" not in company.board.verbs
        assert "plus à jour" in await waiting.presses_late(before, "absent")
        assert "rematch" not in company.board.verbs


# -- servers that took us off ------------------------------------------------------------------------------


async def test_the_tables_of_a_server_close_when_it_takes_us_off() -> None:
    store = FreshStore()
    async with opened("Anne", "Bob", store=store) as world:
        there = world.elsewhere("L’autre")
        zoe = there.person("Zoé")
        await zoe.types("tasse start")
        anne, bob = world.people.values()
        await anne.types("debacle start", rythme="1 jour")
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        await anne.types("tasse start")
        sent = _asked(world)
        assert sent
        await _taken_off(world)
        for table_id in (2, 3):
            table = await world.bot.house.tables.table(table_id)
            assert (table.status, table.end.why) == (Status.CLOSED, "left")
        await world.passes(5 * MINUTE)
        assert _asked(world) == sent, "there is nobody to show it to"
        assert [live.table_id for live in await store.live()] == [1]
        assert "la table est ouverte" in there.board
        assert "La partie est finie" in (await _letters(world, anne.id))
        await days_pass(world, 30.1)
        assert await store.load(2) is None
        assert (await store.export(anne.id))["seats"] == []
        assert (await store.load(1)) is not None
    if isinstance(store, SqliteStore):
        await store.close()


async def test_an_outage_of_a_server_closes_nothing() -> None:
    async with playing("Anne", "Bob") as company:
        world = company.world

        async def out() -> None:
            world.env.backend.emit("GUILD_DELETE", {"id": str(world.guild.id), "unavailable": True})

        await world.run(out)
        guild = world.bot.get_guild(world.guild.id)
        assert guild is not None
        await world.bot.on_guild_remove(guild)
        assert (await world.bot.house.tables.table(1)).status is Status.PLAYING
        assert await world.store.departed(2**53) == []


async def test_a_server_that_is_missing_at_the_start_took_us_off_meanwhile() -> None:
    async with opened("Anne") as world:
        there = world.elsewhere("L’autre")
        await there.person("Zoé").types("tasse start")
        await world.people["Anne"].types("tasse start")
        await world.restarts()
        tables = world.bot.house.tables
        assert [(await tables.table(n)).status for n in (1, 2)] == [Status.LOBBY] * 2
        del world.env.backend.guilds[there.guild.id]
        await world.restarts()
        tables = world.bot.house.tables
        assert [(await tables.table(n)).end.why for n in (1, 2)] == ["left", None]
        assert await world.store.departed(2**53) == [there.guild.id]


async def days_pass(world: World, days: float) -> None:
    """Let days pass while the bot is not there, and then the two minutes until it has looked round."""
    await world.restarts(days * DAY)
    await world.passes(2 * MINUTE)


async def _taken_off(world: World) -> None:
    async def leave() -> None:
        guild_id = world.guild.id
        del world.env.backend.guilds[guild_id]
        world.env.backend.emit("GUILD_DELETE", {"id": str(guild_id)})

    await world.run(leave)


def _asked(world: World) -> int:
    """How often the bot has asked Discord for anything in the world's channel, or by the token of a click."""
    ways = (f"/channels/{world.channel.id}/", "/webhooks/")
    return sum(any(way in request.path for way in ways) for request in world.env.http_requests)


async def _letters(world: World, user_id: int) -> str:
    person = next(one for one in world.people.values() if one.id == user_id)
    return "\n".join(map(str, person.letters))
