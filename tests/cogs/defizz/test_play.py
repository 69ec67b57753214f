"""Défizz on SimCord by buttons, lists, forms and private messages."""

from tests.cogs.defizz.company import Company, gathered, playing, right_answers
from tests.support.sim import Person
from tests.support.sim_papers import Paper

THREE = ("Anne", "Bob", "Chloé")
FOUR = (*THREE, "Dario")


async def test_a_whole_game_that_the_bot_reads() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        assert await company.plays_until_over("Bob") > 8
        for words in ("gagne la partie", "Classement", "Secret des dés"):
            assert words in company.board


async def test_a_whole_game_of_experts_with_a_bank() -> None:
    async with gathered(*FOUR, expert=True, enrichissement=True) as company:
        await company.host.sets(company.board, "3000", "bank")
        assert "Banque (enrichissement) : 3 000" in company.board
        await company.host.presses(company.board, "begin")
        assert "🏦 Banque : 3 000" in company.board
        await company.poses()
        assert "Au secours" not in company.board
        assert "Mise" not in company.board
        await company.plays_until_over("Dario")
        assert "gagne la partie" in company.board


async def test_two_people_need_the_bot_to_read_or_a_computer() -> None:
    async with gathered("Anne", "Bob") as company:
        assert "de 3 à 12 personnes" in company.board
        assert "[Commencer avec 1 ordinateur]" in company.board
        await company.host.sets(company.board, '"bot"', "reader")
        assert "Lecteur : le bot" in company.board
        await company.host.presses(company.board, "begin")
        assert "Lecteur : le bot" in company.board


async def test_z3_help_is_read_in_private_and_leads_on_from_there() -> None:
    async with playing(*FOUR) as company:
        person = await company.rolls()
        others = [one for one in company.people if one is not person]
        greetings = {one.name: one.letter.id for one in company.people}
        assert "La carte, rien que pour vous" in await person.presses(company.board, "help")
        (card,) = person.letters
        assert "La carte, rien que pour vous" in card
        assert card.id != greetings[person.name], "a message that calls, in the place of the greeting"
        assert all([each.id for each in one.letters] == [greetings[one.name]] for one in others)
        for one in others:
            shown = (await one.presses(company.board, "hand")).paper
            assert "La carte, rien que pour vous" not in shown
        letter = person.letter
        code = next(piece.arg for piece in letter.pieces if piece.verb == "pick")
        page = await person.leafs(letter, "pick", code)
        lists = [piece for piece in page.pieces if piece.is_list]
        if lists:
            await person.chooses(page, "pick", lists[0].values[0])
            page = company.world.reread(letter)
        await person.presses(page, "choose")
        assert "⚔️" in company.board
        assert "help" not in company.world.reread(letter).verbs


async def test_z9_a_chrono_is_answered_by_all_at_once() -> None:
    async with playing(*FOUR) as company:
        await _asked(company, "chrono")
        reader = company.named(r"Lecteur : \*\*(\w+)\*\*")
        right = right_answers(company.question)
        first, second = company.awaited[:2]
        await _says_nothing_to(company, reader, right)
        assert "Réponse notée, " in await company.says(second, "rien de tel")
        assert f"Réponse donnée : **{second.name}**" in company.board
        assert "rien de tel" not in company.board
        own = (await second.presses(company.board, "hand")).paper
        assert "Votre réponse : « rien de tel »" in own
        assert "On attend" not in own, "nobody tells them when the others are done"
        again = await second.presses(company.board, "answer")
        assert again.form is None
        assert "Vous avez déjà répondu" in again
        assert "Vous lisez ce défi" in await reader.presses(company.board, "answer")
        await _says_nothing_to(company, reader, right)
        assert "Réponse notée, " in await company.says(first, right[0])
        card = reader.letter
        await _judged(company, reader)
        assert f"🏆 **{first.name}** remporte" in company.board
        assert "Bonne réponse" in company.board
        assert company.world.has_gone(card)


async def test_z9_the_time_runs_out() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        await _asked(company, "chrono")
        person = company.awaited[0]
        board = company.board
        form = await person.presses(board, "answer")
        await company.world.passes(40)
        before = str(company.board)
        assert "Personne n’a gagné" in before
        answer = await person.fills(form, board, text=right_answers_of(company))
        assert "n’est plus à jour" in answer or "Trop tard" in answer
        assert str(company.board) == before


def right_answers_of(company: Company) -> str:
    return right_answers(company.question)[0]


async def test_z10_a_target_goes_round_and_a_number_that_is_none_or_unclear_is_asked_back() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        await _asked(company, "cible")
        first = company.awaited[0]
        assert "Il faut un nombre" in await company.says(first, "beaucoup")
        shown = await company.says(first, "3 mille 5")
        assert "plusieurs façons" in shown
        assert company.awaited == [first]  # nothing has changed
        assert "mille" not in company.board
        readings = [(piece.verb, piece.arg) for piece in shown.paper.pieces]
        assert readings == [("reading", "3005"), ("reading", "3500")]
        await first.presses(shown.paper, "reading", "3500")
        assert "« 3500 »" in company.board
        assert "reading" not in company.world.reread(shown.paper).verbs
        second = company.awaited[0]
        assert "déjà été proposé" in await company.says(second, "3 500")
        assert "Vous avez déjà répondu" in await first.presses(company.board, "answer")
        await company.says(second, str(company.question.number))
        assert f"🏆 **{second.name}** remporte" in company.board


async def test_z10_an_unclear_number_is_not_answered_when_its_time_is_over() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        await _asked(company, "cible")
        first = company.awaited[0]
        shown = await company.says(first, "3 mille 5")
        await company.world.passes(40)
        assert company.awaited != [first]
        late = await first.presses(shown.paper, "reading", "3500")
        assert "3500" not in company.board
        assert "n’est plus à jour" in late


async def test_z11_z14_a_ping_pong_is_judged_answer_by_answer() -> None:
    async with playing(*FOUR) as company:
        await _asked(company, "pingpong")
        reader = company.named(r"Lecteur : \*\*(\w+)\*\*")
        letters = len(reader.letters)
        answers = company.question.answers
        first = company.awaited[0]
        await company.says(first, answers[0][0])
        letter = reader.letter
        assert len(reader.letters) == letters, "one message a card, redrawn"
        assert answers[1][0] in letter
        assert {"judge", "overrule"} <= set(letter.verbs)
        assert "C’est au lecteur" in await first.presses(company.board, "judge", "right")
        await reader.presses(letter, "judge", "right")
        assert f"✅ **{first.name}**" in company.board
        second = company.awaited[0]
        await company.says(second, "rien de tel")
        await overrules(company, reader, company.board, "right")
        assert "le bot disait : faux ; jugé juste" in company.board
        third = company.awaited[0]
        await third.presses(company.board, "pass")
        assert f"⛔ **{third.name}** sort du défi." in company.board
        assert "judge" not in company.world.reread(letter).verbs


async def test_an_answer_survives_a_restart() -> None:
    async with playing(*THREE, lecteur="bot") as company:
        await _asked(company, "cible")
        person, board = company.awaited[0], company.board
        form = await person.presses(board, "answer")
        await company.world.restarts()
        await person.fills(form, board, text="123456")
        assert "« 123456 »" in company.board


async def test_without_private_messages_the_card_is_under_a_button() -> None:
    async with playing(*FOUR) as company:
        for person in company.people:
            person.closes_private_messages()
        await _asked(company, "pingpong")
        reader = company.named(r"Lecteur : \*\*(\w+)\*\*")
        await company.says(company.awaited[0], company.question.answers[0][0])
        shown = (await reader.presses(company.board, "hand")).paper
        assert company.question.answers[1][0] in shown
        await overrules(company, reader, shown, "wrong")
        assert "le bot disait : juste ; jugé faux" in company.board


async def test_who_opened_it_in_english_reads_english() -> None:
    async with gathered("Anne") as company:
        await company.host.presses(company.board, "quit")
        dylan = company.world.person("Dylan", locale="en-US")
        company.people = [dylan]
        await dylan.types("defizz start", lecteur="bot")
        await company.world.people["Anne"].presses(company.board, "join")
        await dylan.presses(company.board, "begin")
        assert "Reader: the bot" in company.board


# -- shared steps ------------------------------------------------------------------------------------------


async def _asked(company: Company, mode: str, resolver: str | None = None) -> None:
    """Play up to a question of this mode."""
    await company.comes_to(mode, resolver)
    await company.reads()


async def _says_nothing_to(company: Company, reader: Person, right: list[str]) -> None:
    """What is right stands nowhere but in the reader's own message."""
    assert right[0] in reader.letter
    for text in right:
        assert text not in company.board
        for one in company.people:
            assert one is reader or all(text not in letter for letter in one.letters)


async def overrules(company: Company, reader: Person, paper: Paper, verdict: str) -> None:
    """Give this verdict against the bot's, which takes a second click."""
    sure = (await reader.presses(paper, "overrule", verdict)).paper
    assert "juger quand même" in sure
    assert company.board.verbs.count("overrule") == 1, "nothing is judged yet"
    await reader.presses(company.world.reread(sure), "judge", verdict)


async def _judged(company: Company, reader: Person) -> None:
    while "judge" in company.board.verbs:
        await reader.presses(company.board, "judge", "right" if "**juste**" in company.board else "wrong")
