"""`/jouer` and `/aide`: from nothing to a table, as people do it."""

from cogs import GAMES
from tests.support.sim import opened
from tests.support.sim_tasse import gathered


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


async def test_english_speakers_find_the_same_games() -> None:
    async with opened() as world:
        dylan = world.person("Dylan", locale="en-GB")
        shelf = (await dylan.types("jouer")).paper
        assert "What shall we play?" in shelf
        assert "Open a table" in shelf


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
