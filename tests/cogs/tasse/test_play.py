"""La Tasse by buttons, lists and the form: both phases, by private message and by the private panel."""

import pytest

from engines.tasse.scores import NORMAL
from tests.support.sim_tasse import Way, dice_in, one_sided, playing

WAYS: tuple[Way, ...] = ("letter", "panel")
THREE = ("Anne", "Bob", "Chloé")


@pytest.mark.parametrize("way", WAYS)
async def test_a_whole_game(way: Way) -> None:
    """By private messages, or by people who have closed theirs."""
    async with playing(*THREE, seuil=2) as company:
        if way == "panel":
            for person in company.people:
                person.closes_private_messages()
        assert await company.plays_on(one_sided("Bob"), way) > 5
        for words in ("🏆", "Classement", "Secret des dés"):
            assert words in company.board


async def test_several_rounds_of_a_game() -> None:
    async with playing(*THREE, seuil=1, manches=2) as company:
        assert "manche 1 sur 2" in company.board
        await company.plays_on(one_sided("Bob"), until="next_round")
        assert "1 manche gagnée" in company.board
        await company.people[1].presses(company.board, "next_round")
        assert "manche 2 sur 2" in company.board
        await company.plays_on(one_sided("Bob"))
        assert "**Bob** gagne la partie" in company.board


@pytest.mark.parametrize("way", WAYS)
async def test_a_turn_from_the_roll_to_the_doubt(way: Way) -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls(way)
        dice = dice_in(paper)
        assert "regarde ses dés" in company.board
        assert "🎲" not in company.board
        told = "21" if dice != "21" else "66"
        await company.announces(roller, paper, told)
        doubter = company.holder
        assert doubter is not roller
        assert f"**{roller.name}** annonce **{'21' if told == '21' else 'double 6'}**" in company.board
        await doubter.presses(await company.panel(doubter, way), "doubt")
        assert company.points[roller.name] == 1
        assert "🎲" in company.board or "gobelet_de_" in company.board


async def test_everything_happens_on_the_board_too() -> None:
    async with playing(*THREE) as company:
        person = company.holder
        await person.presses(company.board, "direction", "-1")
        assert "↑" in company.board
        await person.presses(company.board, "roll")
        opened = (await person.presses(company.board, "announce")).paper
        assert "Vos dés" in opened
        await person.chooses(opened, "say", "32")
        believer = company.holder
        assert believer is not person
        await believer.presses(company.board, "roll")
        assert company.holder is believer
        assert "announce" in company.board.verbs


@pytest.mark.parametrize("way", WAYS)
async def test_announcing_in_words(way: Way) -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls(way)
        form = await roller.presses(paper, "speak")
        assert form.form["title"] == "Taper l’annonce"
        await roller.fills(form, paper, text="soixante-quatre")
        assert "**64**" in company.board
        assert company.holder is not roller


async def test_a_slip_of_the_tongue_costs_a_point() -> None:
    async with playing(*THREE) as company:
        first, paper = await company.rolls()
        await company.announces(first, paper, "66")
        second, paper = await company.rolls()
        form = await second.presses(paper, "speak")
        assert "Au moins double 6" in str(form.form)
        await second.fills(form, paper, text="quarante et un")
        assert company.points[second.name] == 1


async def test_words_that_name_no_score_change_nothing_and_a_slip_costs_a_point() -> None:
    async with playing(*THREE) as company:
        roller, paper = await company.rolls()
        board = str(company.board)
        for words in ("@everyone", "**gras** _et_ `code`", "🎲" * 40, "a" * 100, "[x](https://exemple.org)"):
            form = await roller.presses(paper, "speak")
            assert "Ce texte ne nomme aucun score" in await roller.fills(form, paper, text=words)
            assert str(company.board) == board
        form = await roller.presses(paper, "speak")
        await roller.fills(form, paper, text="**99** @1 [7](8)")
        assert company.points[roller.name] == 1
        assert "**99**" not in company.board
        assert "[7](" not in company.board


@pytest.mark.parametrize("way", WAYS)
async def test_showing_a_special(way: Way) -> None:
    async with playing(*THREE, seuil=30) as company:
        for _ in range(60):
            person, paper = await company.rolls(way)
            if "show" in paper.verbs:
                break
            values = sorted(paper.piece("say", is_list=True).values, key=NORMAL.index)
            await company.announces(person, paper, values[0])
        assert "**Montrer** :" in paper
        points = sum(company.points.values())
        await person.presses(company.board if way == "panel" else paper, "show")
        assert sum(company.points.values()) > points
        assert f"**{person.name}** montre" in company.board


async def test_a_guided_table_has_no_form() -> None:
    async with playing(*THREE, annonces="guided") as company:
        first, paper = await company.rolls()
        assert "speak" not in paper.verbs
        await company.announces(first, paper, "64")
        _, paper = await company.rolls()
        values = paper.piece("say", is_list=True).values
        assert set(values) == set(NORMAL[NORMAL.index("64") :])


async def test_one_letter_a_turn_and_none_with_old_buttons() -> None:
    async with playing(*THREE) as company:
        first = company.holder
        letters = len(first.letters)
        _, paper = await company.rolls()
        assert len(first.letters) == letters
        await company.announces(first, paper, "32")
        second = company.holder
        assert second.letter.verbs == ["roll", "doubt"]
        assert company.world.reread(paper).pieces == []
        assert company.world.reread(paper).links
