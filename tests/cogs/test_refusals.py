"""What a click answers, what cannot be done, and that neither tells a secret."""

import re
from collections.abc import Callable
from itertools import count
from typing import Any

from bot.tables.proof.dice import Seed
from tests.cogs.debacle.company import playing as debacle
from tests.cogs.defizz.company import playing as defizz
from tests.cogs.desfausse.company import gathered as gathered_for_desfausse
from tests.cogs.desfausse.company import playing as desfausse
from tests.support.sim import World
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import Company, dice_in, gathered, playing

THREE = ("Anne", "Bob", "Chloé")
_HEX = re.compile(r"[0-9a-f]{16,64}")


async def test_a_stranger_who_moderates_and_whoever_is_not_awaited_play_for_nobody() -> None:
    async with playing(*THREE) as company:
        board = str(company.board)
        for stranger in (company.world.person("Zoé"), company.world.moderator("Modeste")):
            for verb in ("roll", "hand"):
                answer = await stranger.presses(company.board, verb)
                assert "Vous n’êtes pas à cette table" in answer
                assert answer.paper.pieces == []
        for person in company.others:
            assert f"on attend {company.holder.name}" in await person.presses(company.board, "roll")
        assert str(company.board) == board
        answer = await company.host.types("tasse retirer", membre=company.holder.member)
        assert "seulement au rythme détente" in answer
        assert "La table est arrêtée" in await stranger.types("tasse stop")


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


async def test_joining_a_running_game() -> None:
    async with gathered(*THREE) as company:
        lobby = company.board
        await company.host.presses(lobby, "begin")
        stranger = company.world.person("Zoé")
        assert "La partie a déjà commencé" in await stranger.presses_late(lobby, "join")
        assert "Zoé" not in company.board


async def test_leaving_in_ones_turn() -> None:
    async with playing(*THREE) as company:
        leaver, _ = await company.rolls()
        assert "Vous avez quitté la table" in await leaver.types("tasse quitter")
        assert f"**{leaver.name}**" in company.board
        assert "a quitté la table" in company.board
        assert company.holder is not leaver
        assert "Vous avez quitté cette partie" in await leaver.presses(company.board, "roll")
        assert leaver.letter.pieces == []


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


# -- what a click answers -------------------------------------------------------------------------------


async def test_a_roll_on_the_board_shows_the_dice_and_what_can_be_done_with_them() -> None:
    async with playing(*THREE) as company:
        person = company.holder
        opened = (await person.presses(company.board, "roll")).paper
        assert "regarde ses dés" in company.board
        assert dice_in(opened) == dice_in(person.letter)
        assert "say" in opened.verbs
        await person.chooses(opened, "say", "41")
        assert "**41**" in company.board
        assert "Un secret" in company.world.reread(opened)


async def test_a_roll_on_the_board_shows_others_nothing() -> None:
    async with playing(*THREE) as company:
        person, others = company.holder, company.others
        answer = await person.presses(company.board, "roll")
        assert len(answer.papers) == 1
        assert all("🎲" not in letter for other in others for letter in other.letters)


async def test_a_panel_in_the_channel_leads_nowhere_else() -> None:
    for playing_some in (playing, desfausse, defizz):
        async with playing_some(*THREE) as company:
            for person in company.people:
                opened = (await person.presses(company.board, "hand")).paper
                assert opened.links == []
                assert "dans le salon" not in opened
    async with debacle("Anne", "Bob") as company:
        for person in company.people:
            opened = (await person.presses(company.board, "hand")).paper
            assert opened.links == []
            assert "dans le salon" not in opened


async def test_one_panel_in_the_channel_takes_the_place_of_the_other() -> None:
    async with playing(*THREE) as company:
        person, other = company.holder, company.others[0]
        first = (await person.presses(company.board, "hand")).paper
        theirs = (await other.presses(company.board, "hand")).paper
        second = (await person.presses(company.board, "roll")).paper
        assert company.world.has_gone(first)
        assert not company.world.has_gone(theirs)
        third = (await person.presses(company.board, "hand")).paper
        assert company.world.has_gone(second)
        assert dice_in(third) == dice_in(person.letter)


async def test_refusals_do_not_pile_up() -> None:
    async with playing(*THREE) as company:
        other = company.others[0]
        shown: list[Paper] = [(await other.presses(company.board, "roll")).paper for _ in range(3)]
        assert all("Ce n’est pas à vous" in each for each in shown)
        assert [company.world.has_gone(each) for each in shown] == [True, True, False]
        panel = (await other.presses(company.board, "hand")).paper
        assert not company.world.has_gone(shown[-1])
        await other.presses(company.board, "roll")
        assert not company.world.has_gone(panel), "a refusal takes nothing away but a refusal"


async def test_what_is_older_than_a_token_stays() -> None:
    async with playing(*THREE, rythme="détente") as company:
        other = company.others[0]
        first = (await other.presses(company.board, "roll")).paper
        await company.world.passes(15 * 60)
        asked = len(company.world.requests("DELETE"))
        second = (await other.presses(company.board, "roll")).paper
        assert not company.world.has_gone(first)
        assert not company.world.has_gone(second)
        assert len(company.world.requests("DELETE")) == asked


async def test_whoever_begins_desfausse_is_shown_their_hand_at_once() -> None:
    async with gathered_for_desfausse(*THREE) as company:
        opened = (await company.host.presses(company.board, "begin")).paper
        assert "Votre main" in opened.pictures[0]
        assert opened.pictures == company.host.letter.pictures
        assert "stop" in opened.verbs
        await company.host.presses(opened, "stop")
        assert "lancent encore" in company.board
        assert "**Anne**" not in str(company.board).partition("lancent encore")[0]


async def test_where_the_beginning_reveals_nothing_nothing_opens() -> None:
    async with gathered(*THREE) as company:
        assert (await company.host.presses(company.board, "begin")).papers == []


async def test_what_was_before_the_last_scene_opens_from_the_menu() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        await company.announces(roller, paper, paper.piece("say", is_list=True).values[-1])
        assert "lance les dés en secret" not in company.board
        story = (await company.others[0].presses(company.board, "story")).paper
        assert "lance les dés en secret" in story
        assert "annonce" in story
        again = (await company.others[0].presses(company.board, "story")).paper
        assert company.world.has_gone(story)
        assert "annonce" in again


async def test_who_only_watches_reads_the_story_without_a_secret() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        assert "gobelet_de_" in str(paper)
        await company.announces(roller, paper, paper.piece("say", is_list=True).values[-1])
        watcher = company.world.person("Zoé")
        story = (await watcher.presses(company.board, "story")).paper
        assert "en secret" in story
        assert "gobelet_de_" not in str(story)


async def test_an_entry_of_a_menu_can_be_chosen_again() -> None:
    """Discord keeps it chosen, and sends it no second time, until the message is updated."""
    async with playing(*THREE) as company:
        person, world = company.people[0], company.world
        before = company.board
        for _ in range(2):
            asked = len(world.requests("POST", "/callback$"))
            assert "En bref" in await person.presses(company.board, "rules")
            (answer,) = world.requests("POST", "/callback$")[asked:]
            assert (answer.json["type"], answer.json.get("data")) == (7, {})
        assert str(company.board) == str(before)


# -- secrecy --------------------------------------------------------------------------------------------


def _only(number: int) -> Callable[[], Seed]:
    return lambda: Seed(number.to_bytes(32, "big"))


def _sent(world: World, private_to: int | None) -> list[Any]:
    """Everything sent in order, except to the private channel of one person; promises are made equal."""
    hidden = None
    if private_to is not None:
        hidden = world.people[list(world.people)[private_to]].member.user.dm_channel.id
    return [
        (request.method, request.path, _HEX.sub("#", str(request.json)))
        for request in world.env.http_requests
        if world.place(request) != hidden or hidden is None
        if "/callback" not in request.path
    ]


async def _anne_rolls(number: int) -> tuple[str, list[Any], list[str]]:
    """Anne begins, rolls and says something: her dice, what others were sent, and what they are shown."""
    async with gathered(*THREE, new_seed=_only(number)) as company:
        await _let_first_begin(company)
        anne, *others = company.people
        panel = anne.letter
        await anne.presses(panel, "roll")
        dice = dice_in(company.world.reread(panel))
        await anne.chooses(company.world.reread(panel), "say", "21")
        shown = [str((await person.presses(company.board, "hand")).paper) for person in others]
        shown += [str(letter) for person in others for letter in person.letters]
        shown.append(_HEX.sub("#", str(company.board)))
        return dice, _sent(company.world, private_to=0), shown


async def _let_first_begin(company: Company) -> None:
    await company.host.sets(company.board, '"1"', "first")
    await company.host.presses(company.board, "begin")


async def test_other_dice_change_nothing_for_others() -> None:
    first, sent, shown = await _anne_rolls(1)
    for number in count(2):
        dice, other_sent, other_shown = await _anne_rolls(number)
        assert other_sent == sent
        assert other_shown == shown
        if dice != first and number > 3:
            return


async def test_the_seed_is_told_at_the_end_and_not_before() -> None:
    seed = Seed((7).to_bytes(32, "big"))
    async with gathered(*THREE, new_seed=lambda: seed) as company:
        await company.host.presses(company.board, "begin")
        roller, paper = await company.rolls()
        await company.announces(roller, paper, "21")
        await company.host.types("tasse statut")
        await company.host.types("mes-donnees exporter")
        assert seed.hex not in str([request.json for request in company.world.env.http_requests])
        assert seed.commitment[:16] in str([request.json for request in company.world.env.http_requests])
        await company.host.types("tasse stop")
        assert seed.hex in company.board


async def test_dice_are_never_in_the_channel_before_they_are_shown() -> None:
    async with gathered(*THREE) as company:
        await company.host.presses(company.board, "begin")
        for score in ("32", "41", "64"):
            roller, paper = await company.rolls()
            assert "🎲" in paper
            await company.announces(roller, paper, score)
            public = [str(each) for each in company.world.papers()]
            assert not any("🎲" in each or "gobelet_de_" in each for each in public)
