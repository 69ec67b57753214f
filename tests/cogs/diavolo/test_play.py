"""Diavolo by its buttons and by its clocks: to a winner by the words alone, learners, languages, restarts."""

from bot.tables.proof.record import Record
from bot.tables.proof.verify import verify
from bot.ui.wire.responder import PASSING
from db.store import SqliteStore
from engines import GAMES
from tests.support.sim import Person
from tests.support.sim_diavolo import Company, playing, right_color
from tests.support.sim_papers import Paper

THREE = ("Anne", "Bob", "Chloé")
WRONG = {"black": "white", "white": "red", "red": "black", "grey": "red"}


async def test_who_reads_the_words_wins_and_who_is_out_watches() -> None:
    async with playing(*THREE, accessible=True) as company:
        await company.wakes_up_to(gems=(4, 1, 2))
        anne, bob, chloe = company.people
        await _round(company, [(bob, False), (anne, True), (chloe, True)])
        assert "💀 **Bob** n’a plus de gemme" in company.board
        assert company.gems == {"Anne": company.gems["Anne"], "Bob": 0, "Chloé": company.gems["Chloé"]}
        assert company.roller is not bob
        thrown = await company.rolls()
        assert "installez-vous et regardez la fin" in await bob.presses(thrown, "hand")
        assert "profitez du spectacle" in await company.grabs(bob, "red")
        assert str(company.board) == str(thrown)
        await _round(company, [(anne, True), (chloe, False)], thrown)
        while "rematch" not in company.board.verbs:
            await _round(company, [(anne, True), (chloe, False)])
        over = company.board
        assert "🏆 **Anne** garde ses gemmes et gagne la partie" in over
        (poster,) = over.pictures
        assert poster.startswith("Diavolo. ")
        assert len(over.files) == 1, "the throw is not shown any more"
        await bob.presses(over, "rematch")
        assert str(company.board).count("place réservée") == 2


async def test_a_whole_game_and_its_dice() -> None:
    async with playing("Anne", "Bob", enfants=True) as company:
        anne, bob = company.people
        while "rematch" not in company.board.verbs:
            await _round(company, [(bob, False), (anne, True)])
        assert str(company.board).index("**Anne** · 5 gemmes") < str(company.board).index("**Bob** · 0 gemme")
        (file,) = (await anne.types("des verifier")).shown.response.attachments
        assert verify(Record.load(company.world.file(file)), GAMES).ok


async def _round(company: Company, plays: list[tuple[Person, bool]], thrown: Paper | None = None) -> None:
    """A throw, if it does not lie there yet, and who then grabs the right colour (or a wrong one)."""
    assert thrown or company.board.files == []
    thrown = thrown or await company.rolls()
    assert len(thrown.files) == 1
    color = right_color(thrown)
    for person, knows in plays:
        if "grab" in company.board.verbs:  # the round ends with the last pawn of the right colour
            answer = await company.grabs(person, color if knows else WRONG[color])
            assert "pris, " in answer


async def test_d10_learners_see_the_order_die_alone_before_the_race_opens_by_itself() -> None:
    async with playing(*THREE, apprentissage=True) as company:
        lead = await company.rolls()
        assert "Ordre : " in lead
        (alone,) = lead.pictures
        assert alone.startswith("Ordre")
        assert "grab" not in lead.verbs
        assert "les dés arrivent" in lead
        await company.world.passes(4)
        opened = company.board
        assert opened.id == lead.id
        assert opened.verbs.count("grab") == 4
        assert opened.pictures[0].startswith("Noir")
        assert 9 < company.seconds_left <= 15
        anne = company.host
        assert "pris" in await company.grabs(anne, "black")


async def test_the_next_roller_waits_until_everybody_has_read() -> None:
    async with playing(*THREE) as company:
        thrown = await company.rolls()
        company.world.thinking = 0.3
        for person, color in zip(company.people, ("black", "white", "red"), strict=True):
            await company.grabs(person, color)
        await company.world.passes(0.6)
        pause = company.board
        assert "de lancer les dés" in pause
        assert "roll" not in pause.verbs
        assert "[Lancer]" in pause
        roller = company.roller
        early = await roller.presses_late(thrown, "grab", "red")
        assert "la partie a continué" in early
        await company.world.passes(3)
        assert "roll" in company.board.verbs
        company.world.thinking = 1.5
        assert (await company.rolls()).verbs.count("grab") == 4


async def test_what_is_said_in_passing_goes_away_and_the_board_stays_in_sight() -> None:
    async with playing(*THREE) as company:
        thrown = await company.rolls()
        told = (await company.grabs(company.host, "black")).paper
        assert "pris" in company.world.reread(told)
        await company.world.passes(PASSING)
        assert company.world.has_gone(told)
        assert company.world.reread(thrown).verbs.count("grab") == 4


async def test_who_plays_by_the_words_has_one_panel_that_says_what_was_taken() -> None:
    async with playing(*THREE) as company:
        bob = company.people[1]
        words = (await bob.presses(await company.rolls(), "words")).paper
        assert words.verbs.count("grab") == 4
        answer = await bob.presses(words, "grab", "white")
        assert answer.paper.id == words.id
        panel = company.world.reread(words)
        assert "Diablotin ⚪ blanc pris, 3,00 s." in panel
        assert panel.verbs == ["hand"]
        assert "Blanc (1)" in company.board
        await company.world.passes(6)
        assert not company.world.has_gone(panel)


async def test_each_is_answered_in_their_own_language() -> None:
    async with playing("Anne", "Bob") as company:
        company.world.locales[company.people[1].id] = "en-US"
        thrown = await company.rolls()
        anne, dylan = company.people
        assert "red" in str(await dylan.presses(thrown, "words")).lower()
        assert "Rouge" in await anne.presses(thrown, "words")
        assert "grab" in (await dylan.presses(company.board, "hand")).paper.verbs
        answer = await company.grabs(dylan, "black")
        assert "4.50 s" in answer or "6.00 s" in answer
        assert "Gemmes" in company.board


async def test_a_restart_in_the_middle_of_a_race(store: SqliteStore) -> None:
    async with playing("Anne", "Bob", store=store) as company:
        anne, bob = company.people
        thrown = await company.rolls()
        color = right_color(thrown)
        wrong = WRONG[color]
        await company.grabs(anne, wrong)
        await company.world.restarts(60)
        assert company.board.id == thrown.id
        assert company.board.pictures == thrown.pictures
        assert "pris" in await company.grabs(bob, color)
        await company.world.passes(1)
        assert company.gems == {"Anne": 4, "Bob": 5}


# -- clocks ---------------------------------------------------------------------------------------------


async def test_d9_the_dice_roll_by_themselves_after_one_call() -> None:
    async with playing(*THREE) as company:
        roller = company.roller
        assert 28 < company.seconds_left <= 30
        await company.world.passes(company.seconds_left - 9)
        calls = [paper for paper in company.world.papers() if "c’est à vous" in paper]
        assert len(calls) == 1
        assert f"<@{roller.id}>" in calls[0]
        await company.world.passes(11)
        board = company.world.papers()[0]
        assert "les dés roulent tout seuls" in board
        assert board.verbs.count("grab") == 4
        assert all("c’est à vous" not in paper for paper in company.world.papers())
        assert all(len(person.letters) == 0 for person in company.people)


async def test_without_hurry_only_the_race_has_a_clock() -> None:
    async with playing(*THREE, rythme="détente") as company:
        board = str(company.board)
        assert "⏳" not in board
        assert "options" in company.board.verbs
        await company.world.passes(24 * 3600)
        assert str(company.board) == board
        await company.rolls()
        assert 12 < company.seconds_left <= 15
        await company.world.passes(16)
        assert "de lancer les dés" in company.board
        assert set(company.gems.values()) == {4}
        assert "⏳" not in company.board
