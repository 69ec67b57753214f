"""The options panel, the rules' pages and the server's settings."""

import pytest

from tests.support.sim import opened
from tests.support.sim_tasse import gathered, playing


async def test_the_host_sets_options_in_the_panel() -> None:
    async with gathered("Anne", "Bob") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.chooses(panel, "option", "5", "threshold")
        assert "à 5 points" in company.board
        panel = company.world.reread(panel)
        await company.host.chooses(panel, "option", '"guided"', "announce")
        assert "guidées" in company.board
        assert "à 5 points" in company.board


async def test_the_panel_has_pages() -> None:
    async with gathered("Anne", "Bob") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.presses(panel, "options", "1")
        second = company.world.reread(panel)
        await company.host.chooses(second, "option", "true", "thread")
        assert "Dans un fil à part" in company.board
        again = company.world.reread(panel)
        assert [piece.arg for piece in again.pieces] == [piece.arg for piece in second.pieces]


async def test_only_the_host_and_moderators_get_lists() -> None:
    async with gathered("Anne", "Bob") as company:
        answer = await company.people[1].presses(company.board, "options")
        assert "Seul l’hôte, ou la modération" in answer
        assert answer.paper.pieces == []
        moderator = company.world.moderator("Modeste")
        panel = (await moderator.presses(company.board, "options")).paper
        await moderator.chooses(panel, "option", "3", "rounds")
        assert "Manches : 3" in company.board


async def test_who_is_no_longer_host_is_refused() -> None:
    async with gathered("Anne", "Bob") as company:
        anne = company.host
        panel = (await anne.presses(company.board, "options")).paper
        await anne.presses(company.board, "quit")
        assert "Seul l’hôte (Bob)" in await anne.chooses(panel, "option", "5", "threshold")
        assert "Réglages habituels" in company.board


async def test_an_option_of_a_game_that_has_begun() -> None:
    async with gathered("Anne", "Bob") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.presses(company.board, "begin")
        answer = await company.host.chooses(panel, "option", "5", "threshold")
        assert "La partie a déjà commencé" in answer
        assert "on sort à 10" in company.board


async def test_the_host_removes_somebody_by_list_or_command() -> None:
    async with gathered("Anne", "Bob", "Chloé") as company:
        anne, bob, chloe = company.people
        panel = (await anne.presses(company.board, "options")).paper
        await anne.presses(panel, "options", "2")
        last = company.world.reread(panel)
        choices = last.piece("remove", is_list=True).values
        assert len(choices) == 2
        await anne.chooses(last, "remove", choices[0])
        assert "Bob" not in company.board
        assert "Seul l’hôte (Anne)" in await bob.types("tasse retirer", membre=chloe.member)
        assert "C’est fait" in await anne.types("tasse retirer", membre=chloe.member)
        assert "1 place prise" in company.board
        assert "n’est plus à la table" in await anne.types("tasse retirer", membre=chloe.member)


async def test_options_typed_with_the_command() -> None:
    async with gathered("Anne", seuil=7, manches=3, annonces="guided", rythme="détente", fil=True) as company:
        for words in ("à 7 points", "Manches : 3", "guidées", "détente", "Dans un fil à part"):
            assert words in company.board


@pytest.mark.parametrize("where", ["command", "button"])
async def test_the_rules_page_by_page(where: str) -> None:
    async with gathered("Anne") as company:
        reader = company.world.person("Zoé")
        if where == "command":
            answer = await reader.types("tasse regles")
        else:
            answer = await reader.presses(company.board, "rules")
        page = answer.paper
        seen = {str(page)}
        for number in range(1, 5):
            await reader.presses(page, "rules", f"tasse.{number}")
            page = company.world.reread(page)
            seen.add(str(page))
        assert len(seen) == 5
        assert any("L’échelle" in text for text in seen)


async def test_a_thread_for_the_table() -> None:
    async with playing("Anne", "Bob", fil=True) as company:
        (thread,) = company.channel.threads
        board = company.world.board_in(thread)
        assert "a la tasse" in board
        moved = company.world.papers()[0]
        assert "la table continue plus bas" in moved
        assert moved.links == [
            f"https://discord.com/channels/{company.world.guild.id}/{thread.id}/{board.id}"
        ]
        assert moved.pieces == []
        company.channel = thread
        person, panel = await company.rolls()
        assert "🎲 Vos dés" in panel
        assert person.name in company.board


async def test_sips_are_locked_until_the_server_allows_them() -> None:
    async with gathered("Anne") as company:
        panel = (await company.host.presses(company.board, "options")).paper
        assert "sips" not in [piece.arg for piece in panel.pieces]
        assert "la modération doit d’abord le permettre" in panel
        manager = company.world.manager("Gérard")
        answer = await manager.types("reglages", gorgees=True)
        assert "Option « gorgées » : permise" in answer
        panel = (await company.host.presses(company.board, "options")).paper
        await company.host.chooses(panel, "option", "true", "sips")
        assert "une gorgée par point" in company.board


async def test_the_server_chooses_the_language_of_what_all_see() -> None:
    async with opened("Anne") as world:
        manager = world.manager("Gérard")
        await manager.types("reglages", langue="English")
        await world.people["Anne"].types("tasse start")
        assert "the table is open" in world.board
        assert "Vous êtes déjà à cette table" in await world.people["Anne"].presses(world.board, "join")
