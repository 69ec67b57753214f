"""Computers in the lobby and in people's places, and tables where somebody plays for the first time."""

import pytest

from bot.tables.model import Status, Table
from tests.support import sim_diavolo, sim_tasse
from tests.support.asks import ask_of
from tests.support.sim import World, opened
from tests.support.sim_tasse import gathered, playing
from tests.support.store import FreshStore

LINE = "🤖 L’ordinateur joue pour **{name}**, jusqu’au prochain appui."
TWO = ("Anne", "Bob")


async def newest(world: World, number: int = 1) -> Table:
    return await world.bot.house.tables.table(number)


async def test_alone_the_second_click_is_the_first_roll_and_the_panel_follows_each_decision() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        world.works_apart()
        await anne.types("tasse start")
        assert "[Commencer avec 1 ordinateur]" in world.board
        host = ask_of((await newest(world)).host_id or 0, "Anne", 77)
        await world.does(lambda: world.bot.house.tables.set_option(host, 1, "first", "1"))
        await anne.presses(world.board, "fill")
        assert "la table est ouverte" not in world.board
        assert "🤖 Basile, moyen" in world.board
        aside = (await anne.presses(world.board, "roll")).paper
        assert "regarde ses dés" in world.board
        await anne.chooses(aside, "say", "32")
        assert "À vous" not in world.reread(aside), "the computer is awaited"
        await world.passes(60)
        assert world.bot.care.thinking.pid, "it thinks in a process of its own"
        told = world.reread(aside)
        assert "À vous" in told
        assert set(told.verbs) & {"roll", "doubt"}


async def test_the_host_chooses_levels_and_characters() -> None:
    async with gathered("Anne") as company:
        anne, world = company.host, company.world
        panel = (await anne.presses(company.board, "invite")).paper
        assert "Un ordinateur ne voit que ce que sa place peut voir" in panel
        await anne.presses(panel, "add", "facile")
        assert "- **🤖 Basile, facile**\n" in company.board, "no mark of private messages behind it"
        assert "2 places prises" in company.board
        assert "[Commencer]" in company.board
        panel = world.reread(panel)
        assert "À la table : 🤖 Basile, facile." in panel
        await anne.chooses(panel, "add", "fort.gaspard")
        assert "🤖 Gaspard, fort" in company.board
        assert not any("gaspard" in value for value in world.reread(panel).piece("add", "who").values)
        await anne.chooses(world.reread(panel), "remove", "2")
        assert "Basile" not in company.board
        assert "🤖 Gaspard, fort" in world.reread(panel)


async def test_who_is_not_host_seats_nobody() -> None:
    async with gathered("Anne", "Bob") as company:
        anne, bob = company.people
        asked = (await bob.presses(company.board, "invite")).paper
        assert "Seul l’hôte, ou la modération, invite des ordinateurs" in asked
        assert asked.pieces == []
        panel = (await anne.presses(company.board, "invite")).paper
        await anne.presses(company.board, "quit")
        assert "Seul l’hôte (Bob)" in await anne.presses(panel, "add", "moyen")
        assert "Seul l’hôte (Bob)" in await anne.presses(company.board, "fill")
        assert "🤖" not in company.board


async def test_opponents_are_typed_with_the_command() -> None:
    async with opened("Anne") as world:
        await world.people["Anne"].types("tasse start", adversaires=8, niveau="fort")
        assert "9 places prises" in world.board
        assert "🤖 Basile, fort" in world.board
        assert "🤖 Basile 2, fort" in world.board, "nobody is there twice by the same name"


@pytest.mark.parametrize("game", ["tasse", "diavolo", "debacle", "desfausse", "defizz"])
async def test_one_press_opens_a_table_against_the_computer(game: str) -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        page, number = (await anne.types("jouer")).paper, 0
        while game not in [piece.arg for piece in page.pieces if piece.verb == "trial"]:
            page, number = await anne.leafs(page, "page", str(number + 1)), number + 1
        await anne.presses(page, "trial", game)
        table = await newest(world)
        assert (table.game, table.status, len(table.seats)) == (game, Status.PLAYING, 2)
        assert "🤖 Basile, moyen" in world.board or game in ("desfausse", "diavolo")
        sight = await world.bot.house.tables.sight(1, anne.id)
        assert sight.to_act == ("1",) or game == "desfausse", "who tries it reads before anything happens"
        assert "déjà ouverte ici" in await anne.types(f"{game} essai", niveau="fort")
        await anne.types(f"{game} stop")
        await anne.types(f"{game} essai", niveau="fort")
        (computer,) = [seat.computer for seat in (await newest(world, 2)).seats if seat.computer]
        assert computer.level.value == "fort"


async def test_beside_a_computer_the_bot_reads_unless_the_host_wants_otherwise() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        await anne.types("defizz start")
        assert "[Commencer avec 1 ordinateur]" in world.board
        await anne.presses((await anne.presses(world.board, "invite")).paper, "add", "moyen")
        assert "Lecteur : le bot" in world.board
        await anne.types("defizz stop")
        await anne.types("defizz start", lecteur="seat", adversaires=1)
        assert "Lecteur" not in world.board
        assert "[Commencer avec 1 ordinateur]" in world.board


async def test_english_speakers_read_of_computers_in_english() -> None:
    async with opened() as world:
        dylan = world.person("Dylan", locale="en-GB")
        await dylan.types("tasse start")
        panel = (await dylan.presses(world.board, "invite")).paper
        for words in ("A computer sees only what its seat may see", "[Add: easy]", "Gaspard, strong"):
            assert words in panel


@pytest.mark.parametrize("offered", [True, False])
async def test_a_program_that_the_host_chooses_sits_down_if_it_is_still_offered(offered) -> None:
    async with opened("Anne", programs={"alpha": ("true",)}) as world:
        anne = world.people["Anne"]
        await anne.types("tasse start")
        panel = (await anne.presses(world.board, "invite")).paper
        if not offered:
            world.bot.care.programs._programs.clear()  # as after a start without it
        await anne.chooses(panel, "add", "moyen.@alpha", "program")
        assert ("🤖 alpha, programme" in world.board) is offered
        assert ("alpha" in world.board) is offered


# -- in people’s places ---------------------------------------------------------------------------------


async def test_the_board_says_for_whom_a_computer_plays_until_they_press_anything() -> None:
    async with playing("Anne", "Bob") as company:
        bob = company.people[1]
        await bob.presses(company.board, "away")
        assert LINE.format(name="Bob") in company.board
        assert LINE.format(name="Anne") not in company.board
        await company.host.presses(company.board, "hand")
        assert LINE.format(name="Bob") in company.board, "Anne is not Bob"
        await bob.presses(company.board, "hand")
        assert "L’ordinateur joue" not in company.board


async def test_the_host_chooses_what_becomes_of_who_is_away() -> None:
    async with gathered("Anne", "Bob") as company:
        await company.host.sets(company.board, "true", "stand_in", page="1")
        assert "Absents : un ordinateur joue" in company.board
        assert (await company.world.bot.house.tables.table(1)).manners.stand_in


async def test_nobody_is_called_by_private_message_for_whom_a_computer_plays() -> None:
    async with playing("Anne", "Bob") as company:
        (other,) = company.others
        letters = rf"/channels/{other.member.user.dm_channel.id}/messages$"
        await other.presses(company.board, "away")
        before = len(company.world.requests("POST", letters))
        roller, panel = await company.rolls("panel")
        await company.announces(roller, panel, "32")
        await company.world.passes(20)
        assert len(company.world.requests("POST", letters)) == before


# -- first games ----------------------------------------------------------------------------------------


def forgetful() -> FreshStore:
    """A store where nobody has finished any game."""
    store = FreshStore()
    store.all_know_the_games = False
    return store


async def test_the_first_decision_has_twice_the_time_and_all_can_read_why() -> None:
    async with sim_tasse.playing(*TWO, store=forgetful()) as company:
        holder = company.holder
        assert 170 < company.seconds_left <= 180
        assert f"🌱 Premières décisions, deux fois plus de temps : **{holder.name}**." in company.board
        assert "🌱 Premières décisions : vous avez deux fois plus de temps." in holder.letter


async def test_who_knows_the_game_has_the_usual_time() -> None:
    async with sim_tasse.playing(*TWO) as company:
        assert 80 < company.seconds_left <= 90
        assert "🌱" not in company.board


async def test_a_throw_is_tried_in_private_and_costs_nothing() -> None:
    async with sim_diavolo.playing(*TWO, store=forgetful()) as company:
        lines = len(await company.world.store.log(1))
        person = company.host
        shown = (await person.presses(company.board, "practice")).paper
        (said,) = shown.pictures
        right = sim_diavolo.color_asked_for(said)
        told = (await person.presses(shown, "practice", f"0.{right}")).paper
        assert "c’était la bonne couleur" in told
        again = (await person.presses(told, "practice", "1")).paper
        (other,) = again.pictures
        assert other != said
        wrong = "red" if sim_diavolo.color_asked_for(other) != "red" else "black"
        assert "Il fallait prendre" in (await person.presses(again, "practice", f"1.{wrong}")).paper
        assert set(company.gems.values()) == {5}
        assert len(await company.world.store.log(1)) == lines
        await company.rolls()
        assert "n’est plus à jour" in await person.presses_late(again, "practice", f"1.{wrong}")
