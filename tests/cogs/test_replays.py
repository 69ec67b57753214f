"""*Revoir*: a table that is over, step by step, with what not everybody knew then, for whoever may know."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.tables.homes import private_place
from bot.tables.past.replays import Past, look_back
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.past import in_words, read_number
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Button, Page, Row, Select, Sketch
from engines.debacle.notation import read_word
from engines.defizz.model import Accept, Answer, Choose, Contest, Refuse, Vote
from engines.defizz.model import Roll as RollTheDie
from engines.diavolo.model import Grab
from engines.diavolo.model import Roll as Throw
from engines.tasse.events import Announced, Peeked
from engines.tasse.model import Announce, Doubt, Roll
from tests.cogs.test_profile import play
from tests.engines.by_hand import ByHand
from tests.engines.defizz.decks import chance, chrono, deck
from tests.engines.diavolo.table import BLACK_IS_BEST
from tests.engines.recording import Lived, live
from tests.engines.test_frames import table_of
from tests.support.counting_store import Counting
from tests.support.games import FACES, GAMES
from tests.support.plain_page import plain
from tests.support.sim import Person, opened
from tests.support.sim_papers import Paper
from tests.support.sim_tasse import one_sided, playing
from tests.support.store import FreshStore

THREE = ("Anne", "Bob", "Chloé")
STEP = re.compile(r"Étape (\d+) sur (\d+)")
HIDDEN = "Caché à ce moment-là"
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
HIDDEN_THEN = ("Caché à ce moment-là", "Hidden at that moment")
NOTED = ("Note de l’arbitre", "Referee’s note")
SHOWN = {face.spec.name: face(EmojiBook()) for face in FACES}
every_game = pytest.mark.parametrize("name", sorted(SHOWN))
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
DUEL_100, MULTI_100 = 1, 4


def step(paper: Paper) -> tuple[int, int]:
    """Which step is shown, and of how many."""
    found = STEP.search(str(paper))
    assert found, paper
    return int(found[1]), int(found[2])


async def revisits(person: Person, board: Paper) -> Paper:
    return (await person.presses(board, "open")).paper


async def test_a_game_is_gone_through_from_beginning_to_end_by_whoever_sees_the_channel() -> None:
    """Nothing is kept in memory for it; it tells what lay under the cup, and puts its pictures in words."""
    async with playing(*THREE, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        world, bob = company.world, company.people[1]
        anybody = world.person("Eve")
        shown = await revisits(anybody, company.board)
        number, most = step(shown)
        assert (number, most > 10) == (1, True)
        told = [str(shown)]
        for wanted in range(2, most + 1):
            shown = await anybody.leafs(shown, "show", f"{wanted - 1}.on")
            assert step(shown) == (wanted, most)
            told.append(str(shown))
            if wanted == 5:
                await world.restarts()
                shown = world.reread(shown)
        assert "**Bob** gagne la partie" in shown
        assert any(HIDDEN in page and ": un mensonge." in page for page in told)
        assert any(HIDDEN in page and ": la vérité." in page for page in told)
        shown = await anybody.leafs(shown, "show", f"{most - 2}.back")
        assert str(shown) == told[-2]
        assert str(await anybody.leafs(shown, "show", "0.first")) == told[0]

        shown = await revisits(bob, company.board)
        assert shown.pictures
        words = (await bob.presses(shown, "words")).paper
        assert "La tasse est fermée." in words
        assert (words.pictures, words.verbs) == ([], [])
        values = shown.piece("show", "list", is_list=True).values
        assert 2 <= len(values) <= 25
        assert list(values) == sorted(values, key=int)
        await bob.chooses(shown, "show", values[-1], "list")
        last = world.reread(shown)
        assert step(last)[0] == step(last)[1]
        await bob.erases()
        await world.passes(30)
        shown = await revisits(company.host, company.board)
        assert "Bob" not in shown
        assert "Anonyme 2" in shown


async def test_a_running_game_is_not_shown() -> None:
    async with playing(*THREE) as company:
        assert "open" not in company.board.verbs
        await company.host.types("tasse stop")
        shown = await revisits(company.host, company.board)
        assert step(shown) == (1, 1)
        assert "La table a été arrêtée avant la fin" in shown


async def test_a_replay_is_made_once_for_all_its_readers_and_told_of_a_packed_table(store) -> None:
    counting = Counting()
    async with playing(*THREE, store=counting, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        counting.asked.clear()
        for person in company.people:
            await person.presses(await revisits(person, company.board), "show", "1.on")
        assert counting.asked["log"] == 1
    async with playing(*THREE, store=store, seuil=2) as company:
        await company.plays_on(one_sided("Bob"))
        before = str(await revisits(company.host, company.board))
        assert await store.put_away(1)
        await company.world.restarts()
        assert str(await revisits(company.host, company.board)) == before


async def test_ones_own_past_tables_are_listed_newest_first_and_lead_to_their_replays() -> None:
    async with playing(*THREE, seuil=2) as company:
        anne, eve, world = company.host, company.world.person("Eve"), company.world
        empty = (await anne.types("mes-parties", lesquelles="over")).paper
        assert "Aucune de vos parties" in empty
        await company.plays_on(one_sided("Bob"))
        await anne.types("tasse essai")
        await anne.types("tasse stop")
        shown = (await anne.types("mes-parties", lesquelles="over")).paper
        lines = [line for line in str(shown).splitlines() if "La Tasse, table" in line and "<t:" in line]
        assert ["table 2" in line for line in lines] == [True, False]
        assert "gagnée" not in lines[0], "nobody has won it"
        assert "place : " in lines[1]
        opened_page = (await anne.chooses(shown, "open", "1")).paper
        assert step(opened_page)[0] == 1
        assert "Aucune de vos parties" in (await eve.types("mes-parties", lesquelles="over")).paper
        mine = (await anne.types("mes-parties")).paper
        await anne.presses(mine, "list")
        assert "Vos parties passées" in world.reread(mine)


async def test_a_long_list_has_pages() -> None:
    async with opened("Anne", "Bob", store=FreshStore()) as world:
        anne, bob = world.people["Anne"], world.people["Bob"]
        for ago in range(20):
            await play(world, anne, bob, ago=ago)
        shown = (await anne.types("mes-parties", lesquelles="over")).paper
        assert str(shown).count("<t:") == 15
        older = await anne.leafs(shown, "list", "15.older")
        assert str(older).count("<t:") == 5
        await anne.presses(older, "list", "0.newer")
        assert str(world.reread(shown)) == str(shown)
        broken = (await anne.chooses(world.reread(shown), "open", "1")).paper
        assert "je ne peux plus la rejouer" in broken, "it tells of no rules, and was so begun by the first"


# -- every step of any game -----------------------------------------------------------------------------


def past_of(name: str, seed: int) -> tuple[Face, Lived, Past]:
    lived = live(name, seed)
    return SHOWN[name], lived, look_back(table_of(lived), lived.record(), lived.game)


def buttons_of(page: Page) -> list[Button]:
    rows = [block for block in page.blocks if isinstance(block, Row)]
    return [button for row in rows for button in row.buttons if isinstance(button, Button)]


@every_game
@settings(max_examples=3, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_every_step_of_any_game_fits_into_a_message_in_both_languages(name, seed):
    face, _, past = past_of(name, seed)
    for number in range(len(past.frames)):
        page = face.replay(past, number, LANGUAGES[(seed + number) % 2])
        check(fit(page))
        assert all(block.alt for block in page.blocks if isinstance(block, Sketch))
        assert page.table_id == past.table.id


@every_game
def test_nothing_but_the_ways_to_other_steps_can_be_pressed(name):
    face, _, past = past_of(name, 5)
    last = len(past.frames) - 1
    for number in range(last + 1):
        page = face.replay(past, number, LANGUAGES[0])
        ways, *_ = (block for block in page.blocks if isinstance(block, Row))
        buttons, extras = list(ways.buttons), buttons_of(page)[len(ways.buttons) :]
        moments = [step for step, frame in enumerate(past.frames) if frame.moments]
        assert len(buttons) == (5 if moments else 4)
        if moments:
            following = [step for step in moments if step > number] or moments
            assert read_number(buttons.pop().arg) == following[0]
        told = in_words(page)
        assert {button.arg for button in extras} == {str(number)}
        pictured = any(isinstance(block, Sketch) for block in page.blocks)
        assert [button.verb for button in extras] == [
            *(["past.words"] if told is not None else []),
            "past.share",
            *(["past.film"] if pictured and number else []),
        ]
        if told is not None:
            check(fit(told))
        assert {button.verb for button in buttons} == {"past.show"}
        first, back, on, end = (read_number(button.arg) for button in buttons)
        assert (first, end) == (0, last)
        assert (back, on) == (max(0, number - 1), min(last, number + 1))
        assert [button.disabled for button in buttons] == [number == 0] * 2 + [number == last] * 2
        assert all(button.label and button.emoji for button in buttons)
        lists = [block for block in page.blocks if isinstance(block, Select)]
        for block in lists:
            assert block.verb == "past.show"
            chosen = [int(choice.value) for choice in block.choices]
            assert chosen == sorted(set(chosen))
            assert set(chosen) <= set(range(last + 1))


@pytest.mark.parametrize("name", ["tasse", "diavolo", "desfausse", "defizz", "soiree"])
def test_what_not_everybody_knew_is_told_beside_what_all_saw(name):
    told = []
    for seed in range(3):
        face, _, past = past_of(name, seed)
        pages = [plain(face.replay(past, number, LANGUAGES[0])) for number in range(len(past.frames))]
        heading = HIDDEN_THEN if face.spec.rules.secrets else NOTED
        hidden = [number for number, page in enumerate(pages) if heading[0] in page]
        for number in (*hidden, *range(0, len(pages), 5)):
            in_english = plain(face.replay(past, number, LANGUAGES[1]))
            assert (heading[1] in in_english) == (number in hidden)
        told += hidden
    assert told


def test_a_lie_under_the_cup_is_called_one_and_so_is_the_truth():
    seen = {True: 0, False: 0}
    for seed in range(12):
        face, _, past = past_of("tasse", seed)
        dice = None
        for number, frame in enumerate(past.frames):
            for event in frame.events:
                if isinstance(event, Peeked):
                    dice = event.dice
                elif isinstance(event, Announced):
                    words = plain(face.replay(past, number, LANGUAGES[0])).partition(HIDDEN_THEN[0])[2]
                    lie = dice != event.score
                    assert ("un mensonge" in words, "la vérité" in words) == (lie, not lie)
                    seen[lie] += 1
    assert all(seen.values())


def test_nobody_can_share_what_is_played_in_private_messages():
    face, lived, _ = past_of("tasse", 3)
    alone = replace(table_of(lived), guild_id=private_place(77))
    past = look_back(alone, lived.record(), lived.game)
    for number in range(len(past.frames)):
        verbs = {button.verb for button in buttons_of(face.replay(past, number, LANGUAGES[0]))}
        assert verbs <= {"past.show", "past.words"}


def test_what_names_no_step_leads_to_the_first_one():
    assert [read_number(arg) for arg in ("", "x", "12.on", "7", "-1", "9" * 30)] == [0, 0, 12, 7, 0, 0]


def hand_past(lived: ByHand) -> Past:
    return look_back(table_of(lived), lived.record(), lived.game)


def pages_of(lived: ByHand) -> list[str]:
    """All its steps in French; they can be told in English, too."""
    past, face = hand_past(lived), SHOWN[lived.game.name]
    steps = range(len(past.frames))
    assert all(plain(face.replay(past, number, ENGLISH)) for number in steps)
    return [plain(face.replay(past, number, FRENCH)).replace("\xa0", " ") for number in steps]


# -- La Tasse ------------------------------------------------------------------------------------------


def test_la_tasse_says_who_believed_what_and_what_lay_there():
    lived = ByHand(GAMES["tasse"], "ABC")
    lived.act("A", Roll(), 4, 2).act("A", Announce("66"))
    lived.act("B", Roll(), 6, 5).act("B", Announce("21"))
    believed = pages_of(lived)[3]
    assert "Nom 0** avait" in believed
    assert "un mensonge, et **Nom 1** y a cru." in believed


def test_la_tasse_says_that_the_truth_was_believed():
    lived = ByHand(GAMES["tasse"], "ABC")
    lived.act("A", Roll(), 4, 2).act("A", Announce("42"))
    lived.act("B", Roll(), 6, 5).act("B", Announce("65")).act("C", Doubt())
    pages = pages_of(lived)
    assert "Nom 0** avait bien" in pages[3]
    assert "et **Nom 1** y a cru." in pages[3]
    assert not any("un mensonge" in page for page in pages)


# -- Débâcle -------------------------------------------------------------------------------------------


def turns(*words: str, drafted: bool = True) -> ByHand:
    """Turns of a game, Red's first; those that are drafted have no click."""
    lived = ByHand(GAMES["debacle"], "AB")
    for turn in words:
        for word in turn.split():
            (seat,) = lived.game.to_act(lived.state)
            lived.act(seat, read_word(word), by_itself=drafted)
    return lived


def notes(lived: ByHand) -> dict[int, str]:
    """What is noted, by the steps."""
    found = {
        number: page.partition("On pouvait prendre plus")[2] for number, page in enumerate(pages_of(lived))
    }
    return {number: note.partition("\n")[0] for number, note in found.items() if note}


@pytest.mark.parametrize("drafted", [True, False])
def test_debacle_says_what_more_could_be_taken_in_a_turn_and_by_which_die(drafted):
    told = notes(turns("f1-f2 e1-e2", "f6-f5 f5-e5", "e2-e3 e3-e4", "a6! b6!", drafted=drafted))
    (number,) = told
    assert number == (4 if drafted else 8), "at the end of the turn"
    assert told[number] == ", dès la première action : le 2 en e4, avec le 3 en e5 (pris à ce tour : 0)."


def test_debacle_says_after_how_many_actions_it_was_there():
    told = notes(turns("f1-f2 e1-e2", "f6-f5 a6!", "e2-e3 e3-e4", "f5-e5 b6!"))
    assert told[4] == ", après 1 action : le 2 en e4, avec le 3 en e5 (pris à ce tour : 0)."


def test_debacle_notes_nothing_where_as_much_was_taken():
    assert not notes(turns("f1-f2 e1-e2", "f6-f5 f5-e5", "e2-e3 e3-e4", "e5xe4 , a6!"))


def test_debacle_counts_doubles_as_they_are_worth_together():
    told = notes(turns("d1! e1!", "a6! b6!"))
    assert told[2].startswith(", dès la première action : les doubles en ")
    assert told[2].endswith(", 5 en tout (pris à ce tour : 0).")
    assert not notes(turns("d1! e1!", "*b1,c1 f6!"))


# -- Défizz --------------------------------------------------------------------------------------------


def quiz(*questions: dict[str, Any], **options: Any) -> ByHand:
    return ByHand(GAMES["defizz"], "ABC", reader="bot", shuffle=False, deck=deck(*questions), **options)


def note_of(lived: ByHand) -> str:
    return pages_of(lived)[-1].partition("Sans ce refus")[2].partition("\n")[0]


@pytest.mark.parametrize("resolver", ["highest", "lowest", "coin"])
def test_z5_z12_after_a_refusal_the_same_dice_say_who_would_have_won(resolver):
    lived = quiz(chance(resolver))
    lived.act("A", RollTheDie(), DUEL_100).act("A", Choose(0, "B", 300)).act("B", Refuse())
    past = hand_past(lived)
    again = quiz(chance(resolver))
    again.act("A", RollTheDie(), DUEL_100).act("A", Choose(0, "B", 300))
    step = again.game.act(again.state, "B", Accept(), past.dice(past.frames[-1].first))
    (winner,) = [event.winner for event in step.events if event.type == "settled"]
    assert note_of(lived).endswith(f"les mêmes dés donnaient le défi à **Nom {'ABC'.index(winner)}**.")


def test_z5_nobody_can_say_who_would_have_answered():
    lived = quiz(chrono())
    lived.act("A", RollTheDie(), DUEL_100).act("A", Choose(0, "B", 300)).act("B", Refuse())
    assert not note_of(lived)


def test_z6_where_others_were_still_to_decide_nothing_is_certain():
    lived = quiz(chance())
    lived.act("A", RollTheDie(), MULTI_100).act("A", Choose(0, None, 300)).act("B", Refuse())
    assert not note_of(lived)
    lived.act("C", Refuse())
    assert note_of(lived)


def test_z21_single_votes_stay_secret_afterwards_too():
    lived = quiz(chrono("Reims"), contest=True)
    lived.act("A", RollTheDie(), DUEL_100).act("A", Choose(0, "B", 100))
    lived.act("B", Answer("Rennes")).act("A", Answer("Reims"))
    before = len(pages_of(lived))
    lived.act("B", Contest("B")).act("A", Vote(turn=True)).act("C", Vote(turn=False))
    told = pages_of(lived)[before:]
    assert len(told) == 3
    assert not any("Caché à ce moment-là" in page for page in told)


# -- Diavolo -------------------------------------------------------------------------------------------


def test_d5_a_pawn_that_was_taken_again_is_told_with_who_was_quicker():
    lived = ByHand(GAMES["diavolo"], "AB").act("A", Throw(), *BLACK_IS_BEST)
    lived.act("A", Grab("black", 0), ms=1200)
    lived.act("B", Grab("black", 0), ms=-200, heard=300)  # clicked earlier, heard of later
    lived.act("A", Grab("red", 0), ms=500).settle()
    lines = pages_of(lived)[-1].partition("Dans l’ordre des clics :\n")[2].splitlines()[:3]
    assert [line.partition(" · ")[0] for line in lines] == ["✅ **Nom 1**", "✅ **Nom 0**", "❌ **Nom 0**"]
    assert lines[1].endswith("repris par **Nom 1**, plus rapide")


def test_d5_where_nobody_lost_a_pawn_the_board_tells_it_all():
    lived = ByHand(GAMES["diavolo"], "AB").act("A", Throw(), *BLACK_IS_BEST)
    lived.act("A", Grab("black", 0), ms=1200).act("B", Grab("red", 0), ms=100).settle()
    assert "Dans l’ordre des clics" not in pages_of(lived)[-1]
