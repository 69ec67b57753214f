"""Z25 on SimCord: the host leaves out themes, or wants an easy or a hard game."""

from __future__ import annotations

import json

from engines.defizz.deck import Chance
from engines.defizz.shelf import TODAY, house_deck
from engines.defizz.themes import theme_of, themes_of
from tests.bot.tables.test_shuffling import codes
from tests.cogs.defizz.quiz import NAME, Quiz, brings, deck
from tests.support.sim import Paper, opened


async def panel_with(quiz: Quiz, name: str) -> Paper:
    """The page of the options panel on which this list is."""
    panel = (await quiz.host.presses(quiz.board, "options")).paper
    for page in ("1", "2"):
        if any(piece.arg == name for piece in panel.pieces):
            break
        await quiz.host.presses(panel, "options", page)
        panel = quiz.world.reread(panel)
    return panel


async def chooses(quiz: Quiz, name: str, *values: str) -> str:
    """The host picks these values in a list; what they are answered."""
    panel = await panel_with(quiz, name)
    first, *also = [json.dumps(value, ensure_ascii=False) for value in values]
    return str(await quiz.host.chooses(panel, "option", first, name, also))


async def test_z25_a_table_plays_with_the_themes_and_the_level_that_its_host_chose() -> None:
    async with opened("Anne", "Bob") as world:
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens()
        wanted = ("écrans", "sport et jeux", "musique", "histoire")
        await chooses(quiz, "themes", *wanted)
        await chooses(quiz, "difficulty", "hard")
        assert "Thèmes : " in quiz.board
        assert "Difficulté : difficile" in quiz.board
        await quiz.host.presses(quiz.board, "begin")
        await quiz.turns()
        table_id = quiz.board.piece("rules").table
        state = (await world.bot.house.tables._ledger.held(table_id)).vault.state
        assert state is not None
        for card in state.setup.deck.cards:
            for question in card.questions:
                assert isinstance(question, Chance) or theme_of(question) in wanted
                assert isinstance(question, Chance) or question.difficulty in (2, 3)
        await quiz.host.types("defizz stop")
        assert codes(await world.bot.house.tables.record(table_id)) == set()


async def test_z25_all_themes_chosen_are_as_none_and_no_choice_leaves_too_few_cards() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom=NAME)
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens(TODAY)
        every = themes_of(house_deck(TODAY))
        panel = await panel_with(quiz, "themes")
        assert panel.piece("option", "themes").label == "Thèmes joués\u00a0: tous"
        assert "**Thèmes joués**" not in panel, "nothing is ticked"
        await chooses(quiz, "themes", *every)
        assert "Thèmes" not in quiz.board
        await chooses(quiz, "difficulty", "easy")
        before = str(quiz.board)
        told = await chooses(quiz, "themes", "musique")
        assert "il resterait trop peu de cartes" in told
        assert "il en faut 10 de chaque" in told
        assert str(quiz.board) == before
        assert "il resterait trop peu de cartes" in await chooses(quiz, "deck", NAME)
        assert str(quiz.board) == before
