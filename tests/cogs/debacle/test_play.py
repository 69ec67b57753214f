"""Débâcle on Discord: drafts, special moves, offers, clocks, languages, restarts and the end."""

import re
from dataclasses import fields
from typing import Any

from bot.texts.grammar import elide
from db.store import SqliteStore
from engines.debacle.notation import read_game, write_game
from tests.cogs.debacle.company import Company, gathered, playing
from tests.engines.debacle.match import Match
from tests.engines.debacle.test_turns import NEAR
from tests.support.sim import Person
from tests.support.sim_papers import Paper

TWO = ("Anne", "Bob")
HOUR = 3600


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


async def test_the_board_in_words_and_the_own_board() -> None:
    async with playing(*TWO) as company:
        said = (await company.people[1].presses(company.board, "words")).paper
        assert "1 en a1" in said
        own = (await company.people[1].presses(company.board, "hand")).paper
        assert "le camp de Noir en bas" in own.pictures[0]
        assert "le camp de Rouge en bas" in company.board.pictures[0]


async def test_by_correspondence_a_turn_ends_only_when_its_player_says_so() -> None:
    async with gathered(*TWO, rythme="3 jours") as company:
        await company.host.presses(company.board, "begin")
        assert 2 * 86_400 < company.seconds_left <= 3 * 86_400
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


# -- special moves, languages, the rematch, a restart ---------------------------------------------------


async def _stands_at(company: Company, drawing: str, **given: Any) -> Person:
    """Put the dice where a drawing has them, Red to move; who has the red dice."""
    position = Match(drawing, **given).position
    await company.wakes_up_to(**{each.name: getattr(position, each.name) for each in fields(position)})
    assert company.mover is company.people[0]
    return company.people[0]


async def test_b6_a_die_that_comes_through_goes_back_by_a_list() -> None:
    async with playing(*TWO) as company:
        anne = await _stands_at(company, NEAR)
        await anne.chooses(anne.letter, "die", "a5")
        assert "La Taverne" in anne.letter  # read alone, it says which table it is about
        assert "[Rouler a5→a6 (5→6), retour au camp]" in anne.letter
        await anne.presses(anne.letter, "do", "a5-a6")
        assert "die" not in anne.letter.verbs
        assert "revient d’abord dans le sien" in company.board
        assert "{Retour au camp…: Revenir en b1, Revenir en d1, Revenir en e1}" in anne.letter
        await anne.chooses(anne.letter, "back", "=d1")
        assert "Il reste 1 action à jouer" in anne.letter


async def test_b11_the_deadline_plays_the_draft_and_makes_the_return_that_is_owed() -> None:
    async with playing(*TWO) as company:
        anne = await _stands_at(company, NEAR)
        await anne.chooses(anne.letter, "die", "a5")
        await anne.presses(anne.letter, "do", "a5-a6")
        await company.world.passes(company.seconds_left + 1)
        assert company.mover is company.people[1]
        assert "b1=6" in company.board.pictures[0]
        assert "roule a5→a6 (5→6)" in company.board
        assert "laisse passer le temps" in company.board
        assert all(not {"die", "do", "back", "undo"} & set(letter.verbs) for letter in anne.letters)


async def test_an_english_speaker_reads_english_on_a_french_board() -> None:
    async with gathered("Anne") as company:
        dylan = company.world.person("Dylan", locale="en-US")
        company.people.append(dylan)
        await dylan.presses(company.board, "join")
        await company.host.presses(company.board, "begin")
        if company.mover is not dylan:
            await _flips(company, company.host, ("a1", "b1"))
        assert "Choose a die" in dylan.letter
        assert "Black, 6 dice" in dylan.letter.pictures[0]
        assert "C’est à" in company.board
        die = dylan.letter.piece("die", is_list=True).values[0]
        await dylan.chooses(dylan.letter, "die", die)
        assert "Flip " in dylan.letter
        asked = await dylan.presses(company.board, "resign")
        assert "resign" in str(asked).lower()


async def _flips(company: Company, person: Person, dice: tuple[str, ...]) -> None:
    for die in dice:
        await company.moves(die, f"{die}_")
    assert company.mover is not person


async def test_a_rematch_keeps_pace_and_seats_and_hands_the_moves_out() -> None:
    async with playing(*TWO, rythme="détente") as company:
        assert "grant" not in company.board.verbs
        await _flips(company, company.mover, ("a1", "b1") if company.mover.name == "Anne" else ("a6", "b6"))
        await company.host.resigns(company.board)
        over = company.board
        assert "🏆 ⚫ **Bob** (Noir) gagne la partie" in over
        (moves,) = [file for file in over.files if file.filename == "debacle-1.txt"]
        text = company.world.file(moves).decode()
        assert "a1! b1!" in text or "a6! b6!" in text
        assert "red-leaves" in text
        story = (await company.host.presses(over, "story")).paper
        assert [file.filename for file in story.files] == ["debacle.png"]
        await company.people[1].presses(over, "rematch")
        assert "Hôte : **Bob**" in company.board
        assert "détente" in company.board
        assert "place réservée" in company.board


async def test_a_restart_in_the_middle_of_a_draft(store: SqliteStore) -> None:
    async with playing(*TWO, store=store) as company:
        mover, waiting = company.mover, company.waiting
        first, second = company.board.piece("die", is_list=True).values[:2]
        await company.moves(first, f"{first}_")
        await mover.chooses(mover.letter, "die", second)
        letter, board = mover.letter, company.board
        await company.world.restarts(30)
        assert (mover.letter.id, company.board.id) == (letter.id, board.id)
        assert "**Brouillon**" in company.board
        await mover.presses(letter, "undo")
        assert "Brouillon" not in company.board
        await company.moves(first, f"{first}_")
        page = (await mover.chooses(company.board, "die", second)).paper
        await company.world.restarts()
        await mover.presses(page, "do", f"{second}_")
        assert company.mover is waiting
        assert f"flippe {first}" in company.board


async def test_who_has_no_private_messages_plays_in_the_channel() -> None:
    async with gathered(*TWO) as company:
        for person in company.people:
            person.closes_private_messages()
        await company.host.presses(company.board, "begin")
        mover = company.mover
        panel: Paper = (await mover.presses(company.board, "hand")).paper
        for die in panel.piece("die", is_list=True).values[:2]:
            await mover.chooses(company.world.reread(panel), "die", die)
            await mover.presses(company.world.reread(panel), "do", f"{die}_")
        assert company.mover is not mover


async def test_b11_a_day_a_turn_has_two_reminders_and_takes_the_turn() -> None:
    async with playing(*TWO, rythme="1 jour") as company:
        mover, waiting = company.mover, company.waiting
        own, others = len(mover.letters), len(waiting.letters)
        for left in (12 * HOUR, HOUR):
            await company.world.passes(company.seconds_left - left - 60)
            assert len(mover.letters) == own
            before = mover.letter
            await company.world.passes(120)
            assert mover.letter.id > before.id
            assert len(mover.letters) == own
            assert "🔔 **Débâcle**" in mover.letter
            assert ":f>" in mover.letter
        assert len(waiting.letters) == others
        await company.world.passes(company.seconds_left + 1)
        assert company.mover is waiting
        assert "laisse passer le temps" in company.board
        assert "À vous de jouer" in waiting.letter
        assert 23 * HOUR < company.seconds_left <= 24 * HOUR
