"""What cannot be done is refused to the clicker alone, with its sentence, and changes nothing."""

from tests.support.sim_tasse import gathered, playing

THREE = ("Anne", "Bob", "Chloé")


async def test_a_stranger() -> None:
    async with playing(*THREE) as company:
        stranger, board = company.world.person("Zoé"), str(company.board)
        for verb in ("roll", "hand"):
            answer = await stranger.presses(company.board, verb)
            assert "Vous n’êtes pas à cette table" in answer
            assert answer.paper.pieces == []
        assert str(company.board) == board


async def test_out_of_turn() -> None:
    async with playing(*THREE) as company:
        board = str(company.board)
        for person in company.others:
            assert f"on attend {company.holder.name}" in await person.presses(company.board, "roll")
        assert str(company.board) == board


async def test_what_others_open_shows_no_dice() -> None:
    async with playing(*THREE) as company:
        await company.rolls()
        for person in company.others:
            answer = await person.presses(company.board, "announce")
            assert "🎲" not in answer
            assert "say" not in answer.paper.verbs


async def test_a_stale_message() -> None:
    async with playing(*THREE) as company:
        before = company.board
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "32")
        answer = await company.holder.presses_late(before, "roll")
        assert "Ce bouton n’est plus à jour" in answer
        assert f"/{company.channel.id}/{company.board.id}" in answer
        assert "announce" not in company.board.verbs


async def test_twice() -> None:
    async with playing(*THREE) as company:
        before, roller = company.board, company.holder
        letter = roller.letter
        await roller.presses(before, "roll")
        dice = str(company.world.reread(letter))
        assert "Ce bouton n’est plus à jour" in await roller.presses_late(before, "roll")
        assert "Ce bouton n’est plus à jour" in await roller.presses_late(letter, "roll")
        assert dice in [str(each) for each in roller.letters]


async def test_nothing_to_show() -> None:
    async with playing(*THREE) as company:
        for _ in range(30):
            roller, paper = await company.rolls()
            if "show" not in paper.verbs:
                break
            await company.announces(roller, paper, "21")
        board = str(company.board)
        assert "Il n’y a rien à montrer avec ces dés" in await roller.presses(company.board, "show")
        assert str(company.board) == board


async def test_joining_a_running_game() -> None:
    async with gathered(*THREE) as company:
        lobby = company.board
        await company.host.presses(lobby, "begin")
        stranger = company.world.person("Zoé")
        assert "La partie a déjà commencé" in await stranger.presses_late(lobby, "join")
        assert "Zoé" not in company.board


async def test_beginning_twice() -> None:
    async with gathered(*THREE) as company:
        lobby = company.board
        await company.host.presses(lobby, "begin")
        assert "La partie a déjà commencé" in await company.host.presses_late(lobby, "begin")


async def test_leaving_in_ones_turn() -> None:
    async with playing(*THREE) as company:
        leaver, _ = await company.rolls()
        assert "Vous avez quitté la table" in await leaver.types("tasse quitter")
        assert f"**{leaver.name}**" in company.board
        assert "a quitté la table" in company.board
        assert company.holder is not leaver
        assert "Vous avez quitté cette partie" in await leaver.presses(company.board, "roll")
        assert leaver.letter.pieces == []


async def test_the_last_but_one_leaves() -> None:
    async with playing("Anne", "Bob") as company:
        await company.people[1].types("tasse quitter")
        assert "**Anne** gagne la partie" in company.board


async def test_the_host_role_moves_on_in_the_game() -> None:
    async with playing(*THREE) as company:
        await company.host.types("tasse quitter")
        assert "La table est arrêtée" in await company.people[1].types("tasse stop")
        assert "personne ne gagne" in company.board


async def test_a_panel_of_a_table_that_is_over() -> None:
    async with playing(*THREE) as company:
        holder = company.holder
        letter = holder.letter
        panel = (await holder.presses(company.board, "hand")).paper
        await company.host.types("tasse stop")
        assert company.world.reread(letter).verbs == ["rematch"]
        assert company.world.reread(panel).verbs == ["rematch"]
        assert "Cette table est fermée" in await holder.presses_late(panel, "roll")


async def test_the_form_of_a_turn_that_has_passed() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        form = await roller.presses(paper, "speak")
        await company.announces(roller, paper, "32")
        board = str(company.board)
        answer = await roller.fills(form, paper, text="64")
        assert "Ce bouton n’est plus à jour" in answer
        assert str(company.board) == board


async def test_no_table_here() -> None:
    async with gathered("Anne") as company:
        elsewhere = company.world.guild.create_text_channel("ailleurs")
        for command in ("statut", "stop", "quitter"):
            answer = await company.host.types(f"tasse {command}", elsewhere)
            assert "Il n’y a pas de table de ce jeu ici" in answer
        assert "Il n’y a pas encore eu de table ici" in await company.host.types("des verifier", elsewhere)


async def test_a_moderator_plays_for_nobody() -> None:
    async with playing(*THREE) as company:
        moderator = company.world.moderator("Modeste")
        assert "Vous n’êtes pas à cette table" in await moderator.presses(company.board, "roll")
        answer = await company.host.types("tasse retirer", membre=company.holder.member)
        assert "seulement au rythme détente" in answer
        assert "La table est arrêtée" in await moderator.types("tasse stop")
