"""What comes after a game: the proof of its dice, and the rematch."""

from bot.tables.keeping.retention import DAY
from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from engines import GAMES
from tests.support.sim_tasse import one_sided, playing

THREE = ("Anne", "Bob", "Chloé")


async def test_a_rematch_keeps_options_and_seats() -> None:
    async with playing(*THREE, seuil=1, annonces="guided") as company:
        await company.plays_on(one_sided("Bob"))
        over = company.board
        commitment = str(over).partition("empreinte : `")[2][:16]
        assert len(commitment) == 16
        anne, bob, _ = company.people
        await bob.presses(over, "rematch")
        lobby = company.board
        assert lobby.id != over.id
        assert "Hôte : **Bob**" in lobby
        assert "guidées" in lobby
        assert str(lobby).count("place réservée") == 2
        assert commitment not in lobby
        assert "La revanche est ouverte" in company.world.reread(over)
        await anne.presses(lobby, "join")
        assert str(company.board).count("place réservée") == 1
        await bob.presses(company.board, "begin")
        assert "a la tasse" in company.board
        assert "Chloé" not in company.board


async def test_several_people_want_the_rematch_at_once() -> None:
    async with playing(*THREE, seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over = company.board
        anne, bob, _ = company.people
        await anne.presses(over, "rematch")
        await bob.presses_late(over, "rematch")
        assert str(company.board).count("place réservée") == 1
        assert len(company.world.papers()) == 3, "the way to the end, the end, and one rematch"
        stranger = company.world.person("Zoé")
        assert "Vous n’êtes pas à cette table" in await stranger.presses_late(over, "rematch")


async def test_the_dice_are_verified_and_handed_out() -> None:
    async with playing("Anne", "Bob", seuil=1) as company:
        assert "n’est pas terminée" in await company.host.types("des verifier")
        await company.plays_on(one_sided("Bob"))
        answer = await company.world.person("Zoé").types("des verifier")
        assert "Dés vérifiés" in answer
        (file,) = answer.shown.response.attachments
        record = Record.load(company.world.file(file))
        assert verify(record, GAMES).ok
        assert "n’y a pas de table" in await company.host.types("des verifier", table=99)


async def test_a_game_whose_log_was_erased_says_so() -> None:
    async with playing("Anne", "Bob", seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        world, over = company.world, company.board
        boards, shown = len(world.papers()), str(over)
        table = await world.bot.house.tables.table(1)
        later = table.changed_at + 40 * DAY
        assert await world.store.forget([1], later) == 1
        said = "Le journal de cette partie a été effacé après 40 jours."
        assert said in await company.host.types("des verifier")
        assert said in await company.host.types("des verifier", table=1)
        assert said in await company.host.presses(over, "rematch")
        assert await company.host.presses(over, "rules")
        assert len(world.papers()) == boards
        assert str(world.reread(over)) == shown
        await company.host.types("tasse start")
        assert "la table est ouverte" in company.board


async def test_the_dice_of_another_server_are_its_own() -> None:
    async with playing("Anne", "Bob", seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        env = company.world.env
        other = env.create_guild("Ailleurs")
        channel = other.create_text_channel("jeux")
        member = other.add_member(company.host.member.user)
        shown = await company.world.done(lambda: member.slash(channel, "des verifier", table=1))
        assert "n’y a pas de table" in shown
