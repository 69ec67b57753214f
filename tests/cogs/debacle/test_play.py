"""Débâcle by lists and buttons, on the board and by private message, with drafts, offers and the end."""

from __future__ import annotations

import re

from bot.texts.grammar import elide
from engines.debacle.notation import read_game, write_game
from tests.cogs.debacle.company import gathered, playing

TWO = ("Anne", "Bob")


async def test_a_whole_game_from_the_first_turn_to_the_winner() -> None:
    """Three rounds of 11 points each, two of them taken at once."""
    async with playing(*TWO) as company:
        await company.loses_on_purpose()
        assert "🔴 **Anne** (Rouge) gagne la partie ! 33 points contre 0" in company.board
        assert "Secret des dés" in company.board
        (file,) = [file for file in company.board.files if file.filename.endswith(".txt")]
        assert file.filename == "debacle-1.txt"
        game = write_game(read_game(company.world.file(file).decode()))
        assert game.endswith("over 33:0 red\n")
        assert game.count(" *") == game.count(" agreed") == 3


async def test_dice_meet_and_one_is_captured() -> None:
    async with playing(*TWO) as company:
        await company.plays_until("capturés :")
        assert re.search(r"capture ([a-f][1-6]) \(\d\) avec", str(company.board))


async def test_a_turn_is_drafted_undone_and_ended() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        die, row = ("a1", "2") if "(Rouge).\n" in company.board else ("a6", "5")
        letters = len(mover.letters)
        assert "À vous de jouer" in mover.letter
        await company.moves(die, f"{die}-a{row}")
        assert len(mover.letters) == letters
        assert f"**Brouillon** {elide('de', f'**{mover.name}**')}" in company.board
        assert f"roule {die}→a{row}" in company.board
        await mover.presses(mover.letter, "undo")
        assert "Brouillon" not in company.board
        await company.moves(die, f"{die}-a{row}")
        await company.moves(f"a{row}", f"a{row}_")
        assert company.mover is waiting
        assert f"**{mover.name}** roule {die}→a{row}" in company.board
        assert "À vous de jouer" in waiting.letter
        assert not set(mover.letter.verbs) & {"die", "do", "undo", "pass"}


async def test_everything_happens_from_the_board_too() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        die = company.board.piece("die", is_list=True).values[0]
        assert "Ce n’est pas à vous" in await waiting.chooses(company.board, "die", die)
        page = (await mover.chooses(company.board, "die", die)).paper
        assert "que fait-il ?" in page
        await mover.presses(page, "die", "")
        assert "À vous de jouer" in company.world.reread(page)
        page = (await mover.chooses(company.board, "die", die)).paper
        await mover.presses(page, "do", f"{die}_")
        assert f"flippe {die}" in company.world.reread(page)
        assert "undo" in company.board.verbs
        await mover.presses(company.board, "undo")
        assert "undo" not in company.board.verbs


async def test_the_other_player_can_neither_undo_nor_end_the_turn() -> None:
    async with playing(*TWO) as company:
        waiting, die = company.waiting, company.board.piece("die", is_list=True).values[0]
        await company.moves(die, f"{die}_")
        before = str(company.board)
        assert "Ce n’est pas à vous" in await waiting.presses(company.board, "undo")
        assert str(company.board) == before


async def test_old_buttons_do_nothing() -> None:
    async with playing(*TWO) as company:
        mover = company.mover
        die = company.board.piece("die", is_list=True).values[0]
        page = (await mover.chooses(company.board, "die", die)).paper
        await company.moves(die, f"{die}_")
        before = str(company.board)
        assert "plus à jour" in await mover.presses_late(page, "do", f"{die}_")
        assert str(company.board) == before


async def test_a_round_ends_by_agreement() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        await mover.presses(company.board, "offer")
        assert f"**{mover.name}** propose d’arrêter la manche" in company.board
        assert "propose d’arrêter" in waiting.letter
        await waiting.presses(waiting.letter, "decline")
        assert "propose d’arrêter" not in company.board
        assert "accept" not in waiting.letter.verbs
        await waiting.presses(company.board, "offer")
        await mover.presses(company.board, "accept")
        assert "d’un commun accord" in company.board
        assert "manche 2, tour 1" in company.board


async def test_resigning_is_asked_twice() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        asked = (await mover.presses(company.board, "resign")).paper
        assert "rematch" not in company.board.verbs
        await mover.presses(asked, "resign", "yes")
        assert f"**{waiting.name}** " in company.board
        assert f"**{mover.name}** a quitté la partie" in company.board


async def test_the_board_in_words_and_the_own_board() -> None:
    async with playing(*TWO) as company:
        said = (await company.people[1].presses(company.board, "words")).paper
        assert "1 en a1" in said
        own = (await company.people[1].presses(company.board, "hand")).paper
        assert "le camp de Noir en bas" in own.pictures[0]
        assert "le camp de Rouge en bas" in company.board.pictures[0]


async def test_a_game_by_correspondence() -> None:
    async with gathered(*TWO, rythme="3 jours") as company:
        await company.host.presses(company.board, "begin")
        assert 2 * 86_400 < company.seconds_left <= 3 * 86_400


async def test_by_correspondence_a_turn_ends_only_when_its_player_says_so() -> None:
    async with gathered(*TWO, rythme="3 jours") as company:
        await company.host.presses(company.board, "begin")
        mover, waiting = company.mover, company.waiting
        die, row = ("a1", "2") if "(Rouge)." in company.board else ("a6", "5")
        await company.moves(die, f"{die}-a{row}")
        await company.moves(f"a{row}", f"a{row}_")
        assert company.mover is mover
        assert "Le tour est complet" in company.board
        assert "Le tour est complet" in mover.letter
        assert not set(mover.letter.verbs) & {"die", "do", "pass", "offer"}
        assert "Ce n’est pas à vous" in await waiting.presses(company.board, "end")
        await mover.presses(mover.letter, "undo")
        assert "Le tour est complet" not in mover.letter
        await company.moves(f"a{row}", f"a{row}_")
        await mover.presses(mover.letter, "end")
        assert company.mover is waiting
        assert "À vous de jouer" in waiting.letter
        assert f"**{mover.name}** roule {die}→a{row}" in company.board


async def test_time_is_doubled_at_an_accessible_table() -> None:
    async with gathered(*TWO, accessible=True) as company:
        await company.host.presses(company.board, "begin")
        assert 600 < company.seconds_left <= 1200


async def test_the_deadline_plays_what_was_drafted() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        die = company.board.piece("die", is_list=True).values[0]
        await company.moves(die, f"{die}_")
        await company.world.passes(company.seconds_left + 2)
        assert company.mover is waiting
        assert f"**{mover.name}** flippe {die}" in company.board
        assert "laisse passer le temps" in company.board
