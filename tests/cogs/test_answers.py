"""What a click in the channel answers: what it showed to the clicker alone, at once; and nothing piles up."""

from tests.cogs.debacle.company import playing as debacle
from tests.cogs.defizz.company import playing as defizz
from tests.cogs.desfausse.company import gathered as gathered_for_desfausse
from tests.cogs.desfausse.company import playing as desfausse
from tests.support.sim import Paper
from tests.support.sim_tasse import dice_in, gathered, playing

THREE = ("Anne", "Bob", "Chloé")


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


async def test_help_on_the_board_shows_the_card() -> None:
    async with defizz(*THREE, "Dario") as company:
        person = await company.rolls()
        opened = (await person.presses(company.board, "help")).paper
        assert "La carte, rien que pour vous" in opened
        assert "pick" in opened.verbs


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
