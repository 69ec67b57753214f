"""`/tables`: moderators see what is open on their server, and stop it, wherever it is."""

from __future__ import annotations

import re

from discord import PermissionOverwrite

from tests.support.sim import Paper, Person, opened
from tests.support.store import FreshStore

MINUTE = 60


async def listed(person: Person) -> Paper:
    return (await person.types("tables")).paper


async def test_an_empty_server() -> None:
    async with opened() as world:
        page = await listed(world.moderator("Modeste"))
        assert "0 table en cours" in page
        assert "Aucune table n’est ouverte" in page
        assert page.pieces == []


async def test_every_table_is_listed_with_its_place_host_and_age() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob, modeste = *world.people.values(), world.moderator("Modeste")
        doomed = world.guild.create_text_channel("éphémère")
        await anne.types("tasse start", rythme="détente")
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        await anne.types("tasse pause")
        await bob.types("debacle start", doomed)
        await world.deletes(doomed)
        await world.passes(10 * MINUTE)
        page = await listed(modeste)
        assert "### 2 tables en cours" in page
        first, second = (line for line in str(page).splitlines() if line.startswith("- "))
        assert re.fullmatch(
            rf"- \*\*n° 1\*\* La Tasse · <#{world.channel.id}> · hôte : Anne · en pause · "
            r"dernière action <t:\d+:R>",
            first,
        )
        assert re.fullmatch(
            r"- \*\*n° 2\*\* Débâcle · salon supprimé · hôte : Bob · pas commencée · .*", second
        )
        assert [piece.arg for piece in page.pieces] == ["1.0", "2.0"]


async def test_a_moderator_stops_what_nobody_can_reach() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob, modeste = *world.people.values(), world.moderator("Modeste")
        doomed = world.guild.create_text_channel("éphémère")
        await anne.types("tasse start", doomed)
        await bob.presses(world.board_in(doomed), "join")
        await anne.presses(world.board_in(doomed), "begin")
        await world.deletes(doomed)
        page = await listed(modeste)
        assert "salon supprimé" in page
        await modeste.presses(page, "shut", "1.0")
        assert "✅ La table n° 1 (La Tasse) est arrêtée." in world.reread(page)
        assert "0 table en cours" in world.reread(page)
        assert "fermée" in await modeste.presses_late(page, "shut", "1.0")
        assert "Vous n’êtes à aucune table" in await anne.types("mes-parties")


async def test_a_table_that_cannot_be_read_is_listed_and_stopped() -> None:
    store = FreshStore()
    async with opened("Anne", "Bob", store=store) as world:
        anne, bob, modeste = *world.people.values(), world.moderator("Modeste")
        await anne.types("tasse start")
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        await world.bot.house.tables.set_aside(1, RuntimeError("the rules failed"))
        await world.passes(2)
        world.log.clear()
        page = await listed(modeste)
        assert "ne peut plus être lue (incident " in page
        await modeste.presses(page, "shut", "1.0")
        assert "est arrêtée" in world.reread(page)


async def test_each_stop_takes_the_right_for_the_tables_own_channel() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        local = world.person("Loïc")
        may = PermissionOverwrite(manage_messages=True)
        mine = world.guild.create_text_channel("mien", overwrites={local.member: may})
        theirs = world.guild.create_text_channel("leur")
        await anne.types("tasse start", theirs)
        await anne.types("debacle start", mine)
        page = (await local.types("tables", mine)).paper
        assert "« Gérer les messages »" in await local.presses(page, "shut", "1.0")
        assert "la table est ouverte" in world.board_in(theirs)
        await local.presses(page, "shut", "2.0")
        assert "table fermée" in world.board_in(mine)


async def test_long_lists_have_pages() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        modeste = world.moderator("Modeste")
        for name, host, games in (
            ("un", "Anne", ("tasse", "debacle", "desfausse")),
            ("deux", "Bob", ("diavolo", "defizz")),
            ("trois", "Chloé", ("tasse", "debacle")),
        ):
            channel = world.guild.create_text_channel(name)
            for game in games:
                await world.people[host].types(f"{game} start", channel)
        page = await listed(modeste)
        assert "### 7 tables en cours" in page
        assert [piece.arg for piece in page.pieces if piece.verb == "shut"] == [f"{n}.0" for n in range(1, 6)]
        await modeste.presses(page, "tables", "1")
        second = world.reread(page)
        assert [piece.arg for piece in second.pieces if piece.verb == "shut"] == ["6.1", "7.1"]
        for number in (6, 7):
            await modeste.presses(world.reread(page), "shut", f"{number}.1")
        assert "### 5 tables en cours" in world.reread(page)
        assert "tables" not in world.reread(page).verbs


async def test_another_servers_tables_are_out_of_reach() -> None:
    async with opened("Anne") as world:
        there = world.elsewhere("L’autre")
        mod = there.moderator("Modeste")
        await there.person("Zoé").types("tasse start")
        page = (await mod.types("tables")).paper
        (piece,) = page.pieces
        await world.people["Anne"].types("tasse start")
        assert "1 table en cours" in (await mod.types("tables"))
        assert piece.arg == "1.0"
        stored = there.env.backend.get_message(page.channel_id, page.id)
        _rename(stored.components, "shut:1.0", "shut:2.0")
        assert "pas de table" in await mod.presses(there.reread(page), "shut", "2.0")
        assert "la table est ouverte" in world.board


def _rename(components: list[object], old: str, new: str) -> None:
    """Forge a custom id in a stored message."""
    for component in components:
        if isinstance(component, dict):
            if str(component.get("custom_id", "")).endswith(old):
                component["custom_id"] = component["custom_id"].replace(old, new)
            _rename(component.get("components", []), old, new)
