"""The lobby, with buttons and commands, as people go through it."""

from discord import AllowedMentions

from bot.tables.playing.seating import SEATS_AT_MOST
from tests.support.sim import opened
from tests.support.sim_tasse import gathered

HALF_AN_HOUR = 30 * 60


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


async def test_the_host_role_moves_on_and_the_last_one_closes() -> None:
    async with gathered("Anne", "Bob") as company:
        anne, bob = company.people
        await anne.presses(company.board, "quit")
        assert "Hôte : **Bob**" in company.board
        assert "Seul l’hôte (Bob)" in await anne.presses(company.board, "fill")
        await bob.presses(company.board, "quit")
        assert "table fermée" in company.board
        assert "Tout le monde est parti" in company.board
        assert company.board.pieces == []


async def test_who_is_alone_cannot_begin_without_a_computer() -> None:
    async with gathered("Anne", "Bob") as company:
        anne, bob = company.people
        before = company.board
        await bob.presses(before, "quit")
        refused = await anne.presses_late(before, "begin")
        assert "au moins 2 pour commencer" in refused
        assert "« ➕ Ordinateur »" in refused
        assert "1 place prise" in company.board


async def test_joining_twice() -> None:
    async with gathered("Anne", "Bob") as company:
        for person in company.people:
            assert "Vous êtes déjà à cette table" in await person.presses(company.board, "join")
        assert "2 places prises" in company.board


async def test_quitting_without_a_seat() -> None:
    async with gathered("Anne") as company:
        stranger = company.world.person("Zoé")
        assert "Vous n’êtes pas à cette table" in await stranger.presses(company.board, "quit")
        assert "Il n’y a pas de table de ce jeu" in await stranger.types(
            "tasse quitter", company.world.guild.create_text_channel("ailleurs")
        )


async def test_only_the_host_or_a_moderator_begins() -> None:
    async with gathered("Anne", "Bob") as company:
        moderator = company.world.moderator("Modeste")
        assert "Seul l’hôte (Anne)" in await company.people[1].presses(company.board, "begin")
        assert (await moderator.presses(company.board, "begin")).papers == []
        assert "a la tasse" in company.board


async def test_a_full_table() -> None:
    names = [f"P{n}" for n in range(SEATS_AT_MOST + 1)]
    async with opened(*names) as world:
        people = list(world.people.values())
        await people[0].types("tasse start")
        for person in people[1:SEATS_AT_MOST]:
            await person.presses(world.board, "join")
        answer = await people[SEATS_AT_MOST].presses(world.board, "join")
        assert "La table est complète (25 places)" in answer
        await people[0].presses(world.board, "begin")
        assert "a la tasse" in world.board


async def test_an_idle_lobby_closes_itself() -> None:
    async with gathered("Anne", "Bob") as company:
        world = company.world
        await world.passes(HALF_AN_HOUR - 60)
        await company.people[1].presses(company.board, "quit")
        await world.passes(HALF_AN_HOUR - 10)
        assert "la table est ouverte" in company.board
        await world.passes(20)
        assert "Rien ne s’est passé depuis 30 minutes" in company.board
        assert company.board.pieces == []
        await company.host.types("tasse start")
        assert "la table est ouverte" in company.board


async def test_closed_private_messages_are_told_and_can_be_opened_later() -> None:
    async with gathered("Anne") as company:
        bob = company.world.person("Bob")
        bob.closes_private_messages()
        answer = await bob.presses(company.board, "join")
        assert "**Bob** 🖱️" in company.board
        assert "vos messages privés sont fermés" in answer
        again = await bob.presses(answer.paper, "knock")
        assert "vos messages privés sont fermés" in again
        bob.opens_private_messages()
        assert "vos messages privés arrivent" in str(await bob.presses(answer.paper, "knock")).lower()
        assert "**Bob** 🔔" in company.board


async def test_a_host_with_closed_private_messages_is_told_too() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        anne.closes_private_messages()
        answer = await anne.types("tasse start")
        assert "vos messages privés sont fermés" in answer
        assert "**Anne** 🖱️" in world.board


async def test_one_table_of_a_game_in_a_channel() -> None:
    async with gathered("Anne", "Bob") as company:
        answer = await company.people[1].types("tasse start")
        assert "Une table de ce jeu est déjà ouverte ici" in answer
        assert f"/{company.channel.id}/{company.board.id}" in answer
        assert len(company.world.papers()) == 1


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


async def test_a_moderator_stops_a_table() -> None:
    async with gathered("Anne") as company:
        moderator = company.world.moderator("Modeste")
        assert "La table est arrêtée" in await moderator.types("tasse stop")
        assert "La table a été fermée" in company.board
        assert await company.world.store.live() == []


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
