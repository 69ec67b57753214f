"""The way to a table: the shelf, the lobby, its options, presets and settings, as people use them."""

import pytest
from discord import AllowedMentions

from cogs import GAMES
from tests.support.sim import opened
from tests.support.sim_tasse import gathered, playing


async def test_a_table_opens_from_its_card() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob = world.people.values()
        shelf = (await anne.types("jouer")).paper
        assert world.papers() == [], "only who asks sees the games"
        assert all(game.spec.title in shelf for game in GAMES)
        await anne.presses(shelf, "open", "desfausse")
        assert "DESfausse : la table est ouverte" in world.board
        assert "Hôte : **Anne**" in world.board
        await bob.presses(world.board, "join")
        await anne.presses(world.board, "begin")
        assert "DESfausse" in world.board
        assert "la table est ouverte" not in world.board


async def test_the_usual_settings_are_those_of_the_command() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        await anne.presses((await anne.types("jouer")).paper, "open", "tasse")
        await anne.types("tasse stop")
        await anne.types("tasse start")
        first, second = [await world.bot.house.tables.table(number) for number in (1, 2)]
        assert (first.options, first.manners, first.host_id) == (
            second.options,
            second.manners,
            second.host_id,
        )


async def test_a_second_table_of_a_game_is_refused_with_the_way_to_the_first() -> None:
    async with gathered("Anne", "Bob") as company:
        bob = company.people[1]
        shelf = (await bob.types("jouer")).paper
        answer = await bob.presses(shelf, "open", "tasse")
        assert "déjà ouverte ici" in answer
        assert f"/{company.channel.id}/{company.board.id}" in answer
        assert len(company.world.papers()) == 1


async def test_help_is_the_same_page_also_by_private_message() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        assert str(await anne.types("aide")) == str(await anne.types("jouer"))
        assert {"aide", "jouer"} <= set(anne.member.user.available_commands())


async def test_rules_and_my_tables_stand_below() -> None:
    async with gathered("Anne") as company:
        anne = company.host
        shelf = (await anne.types("jouer")).paper
        shown = (await anne.presses(shelf, "rules", "diavolo")).papers
        assert any("Diavolo · En bref" in paper for paper in shown)
        assert "Ouvrir une table" in company.world.reread(shelf), "the shelf stays where it is"
        assert "en attente, 1 à table" in await anne.presses(shelf, "list")


async def test_a_game_that_is_gone_is_told_to_be_old() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        shelf = (await anne.types("jouer")).paper
        del world.bot.house.faces["desfausse"]
        assert "n’est plus à jour" in await anne.presses(shelf, "open", "desfausse")
        assert "n’est plus à jour" in await anne.presses(shelf, "rules", "desfausse")
        assert world.papers() == []


async def test_my_profile_and_the_ranking_stand_below_and_go_by_what_was_played_here_last() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        await anne.types("desfausse start")
        await anne.types("desfausse stop")
        shelf = (await anne.types("jouer")).paper
        mine = (await anne.presses(shelf, "mine", "")).papers[-1]
        assert "Votre profil : DESfausse" in mine
        assert "Classement : DESfausse" in (await anne.presses(shelf, "look", "")).papers[-1]
        assert "Ouvrir une table" in world.reread(shelf), "the shelf stays where it is"
        await anne.chooses(mine, "show", f"diavolo.{anne.id}", "games")
        assert "Classement : Diavolo" in (await anne.presses(world.reread(mine), "look")).paper
        assert "Votre profil : Diavolo" in world.reread(mine)


# -- the lobby ------------------------------------------------------------------------------------------


async def test_a_table_opens_with_its_promise() -> None:
    async with gathered("Anne") as company:
        board = company.board
        assert "la table est ouverte" in board
        assert "Hôte : **Anne**" in board
        assert "Empreinte des dés" in board
        assert board.verbs == ["join", "quit", "fill", "invite", "dice", "options", "ask", "rules"]


async def test_sitting_down_and_getting_up() -> None:
    async with gathered("Anne", "Bob") as company:
        bob = company.people[1]
        assert "2 places prises" in company.board
        assert "vous êtes à la table" in bob.letter
        await bob.presses(company.board, "quit")
        assert "1 place prise" in company.board
        assert "Bob" not in company.board
        answer = await bob.presses(company.board, "join")
        assert answer.papers == []
        assert "**Bob** 🔔" in company.board


async def test_closed_private_messages_are_told_and_can_be_opened_later() -> None:
    async with opened("Anne", "Bob") as world:
        anne, bob = world.people.values()
        for person in (anne, bob):
            person.closes_private_messages()
        assert "vos messages privés sont fermés" in await anne.types("tasse start")
        assert "**Anne** 🖱️" in world.board
        answer = await bob.presses(world.board, "join")
        assert "**Bob** 🖱️" in world.board
        for told in (answer, await bob.presses(answer.paper, "knock")):
            assert "vos messages privés sont fermés" in told
        bob.opens_private_messages()
        assert "vos messages privés arrivent" in str(await bob.presses(answer.paper, "knock")).lower()
        assert "**Bob** 🔔" in world.board


async def test_names_do_nothing_in_messages() -> None:
    async with opened() as world:
        wicked = world.person("@everyone **Max** <@1> [x](http://y)")
        await wicked.types("tasse start")
        assert "**Max**" not in world.board
        assert "@everyone" not in world.board
        assert "<@1>" not in world.board
        nobody = AllowedMentions.none().to_dict()
        sent = world.requests("POST", r"/(callback|messages)$")
        assert sent
        for request in sent:
            body = request.json.get("data", request.json)
            assert body["allowed_mentions"] == nobody


async def test_the_command_quits_and_stops() -> None:
    async with gathered("Anne", "Bob", "Chloé") as company:
        anne, bob, chloe = company.people
        assert "Vous avez quitté la table" in await bob.types("tasse quitter")
        assert "Bob" not in company.board
        assert "Seul l’hôte (Anne)" in await chloe.types("tasse stop")
        assert "La table est arrêtée" in await anne.types("tasse stop")
        assert "La table a été fermée avant le début" in company.board
        assert "Il n’y a pas de table de ce jeu" in await anne.types("tasse stop")


async def test_several_tables_at_once() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        anne, bob, chloe = world.people.values()
        attic = world.guild.create_text_channel("grenier")
        await anne.types("tasse start")
        await chloe.types("tasse start", attic)
        await bob.presses(world.board, "join")
        await bob.presses(world.board_in(attic), "join")
        await anne.presses(world.board, "begin")
        assert "a la tasse" in world.board
        assert "2 places prises" in world.board_in(attic)
        await chloe.presses(world.board_in(attic), "begin")
        assert "**Chloé** 0" in world.board_in(attic)
        assert "Chloé" not in world.board
        mine = await bob.types("mes-parties")
        assert str(mine).count("La Tasse") == 2
        assert f"<#{attic.id}>" in mine


async def test_an_old_button_after_the_table_closed() -> None:
    async with gathered("Anne", "Bob") as company:
        before = company.board
        await company.host.types("tasse stop")
        late = company.world.person("Zoé")
        assert "Cette table est fermée" in await late.presses_late(before, "join")
        assert "fermée" in company.board


# -- options and settings -------------------------------------------------------------------------------


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
        second = await company.host.leafs(panel, "options", "1")
        await company.host.chooses(second, "option", "true", "thread")
        assert "Dans un fil à part" in company.board
        again = company.world.reread(panel)
        assert [piece.arg for piece in again.pieces] == [piece.arg for piece in second.pieces]


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
        last = await anne.leafs(panel, "options", "2")
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
            page = await reader.leafs(page, "rules", f"tasse.{number}")
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
        await company.host.sets(company.board, "true", "sips")
        assert "une gorgée par point" in company.board


async def test_the_server_chooses_the_language_of_what_all_see() -> None:
    async with opened("Anne") as world:
        manager = world.manager("Gérard")
        await manager.types("reglages", langue="English")
        await world.people["Anne"].types("tasse start")
        assert "the table is open" in world.board
        assert "Vous êtes déjà à cette table" in await world.people["Anne"].presses(world.board, "join")


async def test_a_preset_is_one_word_and_what_was_typed_goes_before_it() -> None:
    async with gathered("Anne", "Bob", format="short") as company:
        assert "à 5 points" in company.board
        assert "Tempo" not in company.board
    async with gathered("Anne", "Bob", format="first", seuil=7) as company:
        assert "à 7 points" in company.board
        assert "guidées" in company.board
        await company.host.presses(company.board, "begin")
        assert 170 < company.seconds_left <= 180
