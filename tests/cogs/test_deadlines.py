"""Time that runs out and time that does not count: deadlines, pauses, absences, tables left alone."""

import re

import pytest

from bot.tables.model import Status
from bot.ui.frame.spec import GameSpec
from tests.cogs.debacle.company import playing as debacle
from tests.support import sim_company
from tests.support.games import FACES
from tests.support.sim import World, opened
from tests.support.sim_tasse import gathered, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")
TURN = 90
WARNING = 30
MINUTE = 60
HOUR = 3600
DAY = 24 * HOUR


async def test_one_warning_then_the_cup_falls() -> None:
    async with playing(*THREE) as company:
        holder, letters = company.holder, len(company.holder.letters)
        await company.world.passes(company.seconds_left - WARNING - 2)
        assert len(holder.letters) == letters
        await company.world.passes(4)
        assert "c’est à vous de jouer" in holder.letter
        assert len(holder.letters) == letters, "it takes the place of the panel"
        assert company.points[holder.name] == 0
        reminder = holder.letter
        await company.world.passes(WARNING - 5)
        assert holder.letter.id == reminder.id
        await company.world.passes(5)
        assert "Temps écoulé" in company.board
        assert company.points[holder.name] == 1
        assert "1 absence" in company.board


async def test_who_has_no_private_messages_is_called_in_the_channel() -> None:
    async with gathered(*THREE) as company:
        for person in company.people:
            person.closes_private_messages()
        await company.host.presses(company.board, "begin")
        holder = company.holder
        await company.world.passes(company.seconds_left - WARNING + 1)
        call = company.world.papers()[-1]
        assert f"<@{holder.id}>, c’est à vous" in call
        (sent,) = [
            request
            for request in company.world.requests("POST", f"/channels/{company.channel.id}/messages$")
            if "c’est à vous" in str(request.json)
        ]
        assert sent.json["allowed_mentions"]["users"] == [str(holder.id)]
        board = company.world.papers()[0]
        await holder.presses(board, "roll")
        await holder.chooses((await holder.presses(company.world.papers()[0], "announce")).paper, "say", "21")
        assert all("c’est à vous" not in paper for paper in company.world.papers())


async def test_without_hurry_nothing_runs_out_and_the_host_removes_who_is_awaited() -> None:
    async with playing(*THREE, rythme="détente") as company:
        board, letters = str(company.board), len(company.holder.letters)
        assert "⏳" not in board
        await company.world.passes(24 * 3600)
        assert str(company.board) == board
        assert len(company.holder.letters) == letters
        await company.rolls()
        awaited, other = company.holder, company.others[-1]
        refused = await company.host.types("tasse retirer", membre=other.member)
        assert "l’hôte ne peut retirer que la personne attendue" in refused
        moderator = company.world.moderator("Modeste")
        assert "C’est fait" in await moderator.types("tasse retirer", membre=awaited.member)
        assert company.holder is not awaited


async def test_time_that_the_bot_was_away_does_not_count_and_a_minute_at_least_is_left() -> None:
    async with playing(*THREE) as company:
        for away in (10 * 60, 36 * 3600):
            before = company.seconds_left
            await company.world.restarts(away)
            assert 60 <= company.seconds_left <= before + 31
        assert company.points == dict.fromkeys(THREE, 0)
        await company.world.passes(company.seconds_left - 3)
        await company.world.restarts(1)
        assert company.seconds_left > 55
        (letter,) = company.holder.letters
        assert str(company.deadline) in letter
        await company.world.passes(company.seconds_left + 1)
        assert "Temps écoulé" in company.board


@pytest.mark.parametrize("spec", [face.spec for face in FACES], ids=lambda spec: spec.name)
async def test_the_host_pauses_and_resumes(spec: GameSpec) -> None:
    game = spec.name
    kind = type(game, (sim_company.Company,), {"game": game, "games": FACES})
    names = ("Anne", "Bob", "Chloé")[: spec.seats_max]
    async with sim_company.gathered(kind, *names) as company:
        host, bob = company.people[:2]
        assert "n’a pas encore commencé" in await host.types(f"{game} pause")
        await host.presses(company.board, "begin")
        left = company.seconds_left
        running = company.board
        assert "Seul l’hôte (Anne)" in await bob.types(f"{game} pause")
        assert f"`/{game} statut` la relance" in await host.types(f"{game} pause")
        assert "L’hôte a mis la table en pause" in company.board
        assert "en pause" in await host.types(f"{game} pause")
        stored = await company.world.store.load(1)
        for person in company.people:
            for piece in running.pieces:
                if not piece.is_list:
                    await person.presses_late(running, piece.verb, piece.arg)
        assert await company.world.store.load(1) == stored, "whatever is pressed"
        await company.world.passes(3600)
        assert "L’hôte a mis la table en pause" in company.board
        assert "reprend ici" in await host.types(f"{game} statut")
        assert "L’hôte a mis la table en pause" not in company.board
        assert abs(company.seconds_left - left) < 15


# -- tables left alone ----------------------------------------------------------------------------------


async def test_a_relaxed_table_is_reminded_of_and_closes() -> None:
    """Whoever plays takes the reminder off the board."""
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
        await company.rolls("panel")
        assert "💤" not in company.board
        await days_pass(company.world, 7.1)
        assert "💤" in company.board
        await days_pass(company.world, 6.8)
        assert len([letter for letter in company.host.letters if "💤" in letter]) == 2
        await company.world.passes(5 * HOUR)
        assert "Personne n’a joué depuis deux semaines" in company.board
        assert "💤" not in company.board
        assert "rematch" in company.board.verbs
        assert "Dés vérifiés" in await company.host.types("des verifier")


async def test_a_table_that_cannot_be_read_says_when_it_closes() -> None:
    async with playing("Anne", "Bob") as company:
        tables = company.world.bot.house.tables
        await company.world.does(lambda: tables.set_aside(1, RuntimeError("the rules failed")))
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


# -- servers that took us off ------------------------------------------------------------------------------


async def test_the_tables_of_a_server_close_when_it_takes_us_off() -> None:
    async with opened("Anne", "Bob", store=FreshStore()) as world:
        there = world.elsewhere("L’autre")
        await there.person("Zoé").types("tasse start")
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
        assert [live.table_id for live in await world.store.live()] == [1]
        assert "la table est ouverte" in there.board
        assert any("La partie est finie" in letter for letter in anne.letters)


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
