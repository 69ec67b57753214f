"""Rights count in the channel of the table, wherever people type or click; `/tables` for moderators."""

import json
import re
from dataclasses import replace

import pytest
from discord import PermissionOverwrite

from tests.support.sim import Channel, Person, World, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, gathered, one_sided, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")
NO_TABLE = "Il n’y a pas de table"
NOT_HOST = "Seul l’hôte"
MINUTE = 60


def room(company: Company, name: str = "ailleurs") -> Channel:
    return company.world.guild.create_text_channel(name)


def turned_to(paper: Paper, table_id: int, verb: str) -> Paper:
    """The message with a button of this verb for another table, as after an older backup came back."""
    text = json.dumps(paper.components)
    for n, piece in enumerate(paper.pieces):
        kind, _, drawn, *_ = piece.custom_id.split(":")
        meant = f"void:{n}" if n else f"{verb}:"
        text = text.replace(piece.custom_id, f"{kind}:{table_id}:{drawn}:{meant}")
    return replace(paper, components=json.loads(text))


async def board_elsewhere(world: World, person: Person, channel: Channel) -> Paper:
    """The board of another table, that this person has opened in this channel."""
    await person.types("tasse start", channel)
    return world.board_in(channel)


# -- moderating ------------------------------------------------------------------------------------------


async def test_who_moderates_its_channel_moderates_a_table_from_everywhere_and_nobody_else() -> None:
    async with playing(*THREE) as company:
        anne, bob, _ = company.people
        other = room(company)
        company.world.allows(bob, other, manage_messages=True)
        await anne.types("tasse pause")
        assert NOT_HOST in await bob.types("tasse stop", other)
        assert "reprend ici" not in await bob.types("tasse statut", other)
        assert "L’hôte a mis la table en pause" in company.board
        assert company.world.papers(other) == []
        company.world.allows(bob, company.channel, manage_messages=True)
        assert "La table est arrêtée" in await bob.types("tasse stop", room(company))
        assert "personne ne gagne" in company.board


async def test_a_server_s_moderator_may_be_none_in_a_channel() -> None:
    async with gathered(*THREE) as company:
        moderator = company.world.moderator("Modeste")
        company.world.allows(moderator, company.channel, manage_messages=False)
        assert "Seul l’hôte, ou la modération" in await moderator.presses(company.board, "options")
        assert NOT_HOST in await moderator.presses(company.board, "begin")
        await company.host.presses(company.board, "begin")
        assert NOT_HOST in await moderator.types("tasse stop")
        assert NOT_HOST in await moderator.types("tasse pause")
        assert NOT_HOST in await moderator.types("tasse retirer", membre=company.holder.member)


async def test_buttons_count_in_the_table_s_channel_too() -> None:
    async with playing(*THREE) as company:
        world, other = company.world, room(company)
        moderator = world.person("Modeste")
        world.allows(moderator, other, manage_messages=True)
        own = await board_elsewhere(world, moderator, other)
        shown = await moderator.presses_late(turned_to(own, 1, "options"), "options")
        assert "Seul l’hôte, ou la modération" in shown
        assert shown.paper.pieces == []
        assert NOT_HOST in await moderator.presses_late(turned_to(own, 1, "console"), "console")
        before = str(company.board)
        remove = turned_to(own, 1, "remove")
        assert NOT_HOST in await moderator.presses_late(remove, "remove")
        assert str(company.board) == before
        world.allows(moderator, company.channel, manage_messages=True)
        assert (await moderator.presses_late(turned_to(own, 1, "options"), "options")).paper.pieces


async def test_a_thread_has_the_rights_of_its_channel() -> None:
    async with playing(*THREE, fil=True) as company:
        (thread,) = company.channel.threads
        inside, outside = company.world.person("Ida"), company.world.person("Otto")
        company.world.allows(outside, room(company), manage_messages=True)
        assert NOT_HOST in await outside.types("tasse stop", thread)
        company.world.allows(inside, company.channel, manage_messages=True)
        assert "en pause" in await inside.types("tasse pause", thread)
        assert "La table est arrêtée" in await inside.types("tasse stop")


@pytest.mark.parametrize("whole_server", [True, False], ids=["server", "one channel"])
async def test_the_channel_is_gone(whole_server: bool) -> None:
    async with opened("Anne") as world:
        refuge, doomed = world.guild.create_text_channel("refuge"), world.guild.create_text_channel("perdu")
        anne = world.people["Anne"]
        bob = world.moderator("Bob") if whole_server else world.person("Bob")
        world.allows(bob, refuge, manage_messages=True)
        await anne.types("tasse start", doomed)
        await bob.presses(world.board_in(doomed), "join")
        await anne.presses(world.board_in(doomed), "begin")
        await world.deletes(doomed)
        answer = await bob.types("tasse stop", refuge)
        assert ("La table est arrêtée" if whole_server else NOT_HOST) in answer


# -- removing --------------------------------------------------------------------------------------------


async def test_a_moderator_removes_a_player_at_any_pace() -> None:
    async with gathered(*THREE) as company:
        anne, bob, _ = company.people
        moderator, lobby = company.world.moderator("Modeste"), company.board
        await anne.presses(lobby, "begin")
        assert "peut retirer n’importe qui" in await anne.types("tasse retirer", membre=bob.member)
        assert "C’est fait" in await moderator.types("tasse retirer", membre=bob.member)
        assert "**Bob** 0 · a quitté la table" in company.board
        for person, said, places in (
            (moderator, "retirer quelqu’un.", ["1", "3"]),
            (anne, "attendue.", ["3"]),
        ):
            panel = (await person.presses_late(lobby, "options")).paper
            assert said in panel
            assert list(panel.piece("remove", is_list=True).values) == places
            if person is anne:
                assert "peut retirer n’importe qui" in await anne.chooses(panel, "remove", "3")
        panel = (await moderator.presses_late(lobby, "options")).paper
        await moderator.chooses(panel, "remove", "1")
        assert "**Chloé** gagne la partie" in company.board


async def test_who_was_removed_from_the_lobby_does_not_come_back() -> None:
    async with opened(*THREE) as world:
        anne, bob, _ = world.people.values()
        await anne.types("tasse start")
        await bob.presses(world.board, "join")
        await anne.types("tasse retirer", membre=bob.member)
        assert "On vous a fait quitter cette table" in await bob.presses(world.board, "join")
        await world.restarts()
        assert "On vous a fait quitter cette table" in await bob.presses(world.board, "join")
        assert "Bob" not in world.board


# -- seeing ----------------------------------------------------------------------------------------------


async def test_a_record_of_a_hidden_channel_is_one_that_does_not_exist_but_a_seat_is_enough() -> None:
    async with playing(*THREE) as company:
        world, other, bob, zoe = company.world, room(company), company.people[1], company.world.person("Zoé")
        await bob.types("tasse quitter")
        for person in (bob, zoe):
            world.allows(person, company.channel, view_channel=False)
        none = str(await zoe.types("des verifier", other, table=99))
        assert NO_TABLE in none
        assert str(await zoe.types("des verifier", other, table=1)) == none, "while it runs"
        await company.host.types("tasse stop")
        answer = await zoe.types("des verifier", other, table=1)
        assert str(answer) == none
        assert answer.shown.response.attachments == []
        assert "Dés vérifiés" in await bob.types("des verifier", other, table=1)
        world.allows(zoe, company.channel, view_channel=True)
        assert "Dés vérifiés" in await zoe.types("des verifier", other, table=1)
        await world.deletes(company.channel)
        assert "Dés vérifiés" in await bob.types("des verifier", other, table=1)
        assert NO_TABLE in await zoe.types("des verifier", other, table=1)


async def test_a_private_thread_is_for_its_members() -> None:
    async with opened("Anne", "Ida", "Zoé") as world:
        anne, ida, zoe = world.people.values()
        manager = world.person("Gérard")
        world.allows(manager, world.channel, manage_threads=True)
        backend = world.env.backend
        thread = backend.create_thread(world.channel.id, "secret", world.bot.user.id, type=12)
        for person in (anne, ida):
            backend.add_thread_member(thread.id, person.id)
        place = world.channel.threads[0]
        await anne.types("tasse start", place)
        await anne.types("tasse stop", place)
        for person in (ida, manager):
            assert "Dés vérifiés" in await person.types("des verifier", table=1)
        assert NO_TABLE in await zoe.types("des verifier", table=1)


async def test_a_button_tells_nothing_of_a_table_in_a_hidden_channel() -> None:
    async with playing(*THREE) as company:
        world, other, zoe = company.world, room(company), company.world.person("Zoé")
        own = await board_elsewhere(world, zoe, other)
        world.allows(zoe, company.channel, view_channel=False)
        for verb in ("words", "hand", "rules", "options", "join", "console", "quit", "rematch"):
            none = await zoe.presses_late(turned_to(own, 99, verb), verb)
            hidden = await zoe.presses_late(turned_to(own, 1, verb), verb)
            assert NO_TABLE in none
            assert str(hidden) == str(none)
            assert hidden.paper.pieces == []
        assert "Zoé" not in company.board


async def test_a_button_never_means_a_table_of_another_server() -> None:
    async with playing(*THREE) as company:
        await company.rolls()
        board = str(company.board)
        away = company.world.elsewhere("Ailleurs")
        bob = company.people[1]
        bob = replace(bob, world=away, member=away.guild.add_member(bob.member.user))
        own = await board_elsewhere(away, bob, away.channel)
        none = str(await bob.presses_late(turned_to(own, 99, "words"), "words"))
        assert NO_TABLE in none
        for verb in ("words", "hand", "options", "resign", "quit"):
            assert str(await bob.presses_late(turned_to(own, 1, verb), verb)) == none, verb
        assert str(company.board) == board


# -- threads ---------------------------------------------------------------------------------------------


async def test_a_thread_is_for_who_may_open_one_or_moderates() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob = world.people.values()
        moderator = world.moderator("Modeste")
        for person in (anne, bob, moderator):
            world.allows(person, world.channel, create_public_threads=False)
        assert "Créer des fils publics" in await anne.types("tasse start", fil=True)
        assert world.papers() == []
        await anne.types("tasse start")
        panel = (await anne.presses(world.board, "options")).paper
        panel = await anne.leafs(panel, "options", "1")
        assert "Créer des fils publics" in await anne.chooses(panel, "option", "true", "thread")
        assert "Dans un fil" not in world.board
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        assert "a la tasse" in world.board
        assert world.channel.threads == []
        await anne.types("tasse stop")
        await moderator.types("tasse start", fil=True)
        await bob.presses(world.board, "join")
        await moderator.presses(world.board, "begin")
        assert len(world.channel.threads) == 1


async def test_the_rematch_of_a_table_in_a_thread_opens_none_for_others() -> None:
    async with playing("Anne", "Bob", fil=True, seuil=1) as company:
        bob, hall = company.people[1], company.channel
        company.world.allows(bob, hall, create_public_threads=False)
        (company.channel,) = hall.threads
        await company.plays_on(one_sided("Bob"))
        await bob.presses(company.board, "rematch")
        company.channel = hall
        await company.host.presses(company.board, "join")
        await bob.presses(company.board, "begin")
        assert "a la tasse" in company.board
        assert len(hall.threads) == 1


# -- all tables of a server -----------------------------------------------------------------------------


async def listed(person: Person) -> Paper:
    return (await person.types("tables")).paper


async def test_an_empty_server_and_a_table_that_cannot_be_read() -> None:
    async with opened("Anne", "Bob", store=FreshStore()) as world:
        anne, bob, modeste = *world.people.values(), world.moderator("Modeste")
        page = await listed(modeste)
        assert "0 table en cours" in page
        assert "Aucune table n’est ouverte" in page
        assert page.pieces == []
        await anne.types("tasse start")
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        tables = world.bot.house.tables
        await world.does(lambda: tables.set_aside(1, RuntimeError("the rules failed")))
        await world.passes(2)
        world.log.clear()
        page = await listed(modeste)
        assert "ne peut plus être lue (incident " in page
        assert "est arrêtée" in await modeste.leafs(page, "shut", "1.0")


async def test_every_table_is_listed_with_its_place_host_and_age_and_stopped_where_nobody_can_reach_it() -> (
    None
):
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
        here = rf"- \*\*n° 1\*\* La Tasse · <#{world.channel.id}> · hôte : Anne · en pause · "
        assert re.fullmatch(here + r"dernière action <t:\d+:R>", first)
        gone = r"- \*\*n° 2\*\* Débâcle · salon supprimé · hôte : Bob · pas commencée · .*"
        assert re.fullmatch(gone, second)
        assert [piece.arg for piece in page.pieces] == ["1.0", "2.0"]
        left = await modeste.leafs(page, "shut", "2.0")
        assert "✅ La table n° 2 (Débâcle) est arrêtée." in left
        assert "1 table en cours" in left
        assert "fermée" in await modeste.presses_late(page, "shut", "2.0")
        assert "Débâcle" not in await bob.types("mes-parties")


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
        second = await modeste.leafs(page, "tables", "1")
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
