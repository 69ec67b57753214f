"""What only a referee could note: facts of games that are played by hand, on the steps they belong to."""

from __future__ import annotations

from typing import Any

import pytest

from bot.tables.past.replays import Past, look_back
from bot.texts import texts_for
from bot.ui.pages.emojis import EmojiBook
from engines.debacle.notation import read_word
from engines.defizz.ballots import Contest, Vote
from engines.defizz.model import Accept, Answer, Choose, Refuse
from engines.defizz.model import Roll as RollTheDie
from engines.diavolo.model import Grab
from engines.diavolo.model import Roll as Throw
from engines.tasse.model import Announce, Doubt, Roll
from tests.engines.by_hand import ByHand
from tests.engines.defizz.decks import chance, chrono, deck
from tests.engines.diavolo.table import BLACK_IS_BEST
from tests.engines.test_frames import table_of
from tests.support.games import FACES, GAMES
from tests.support.plain_page import plain

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
SHOWN = {face.spec.name: face(EmojiBook()) for face in FACES}
DUEL_100, MULTI_100 = 1, 4


def past_of(lived: ByHand) -> Past:
    return look_back(table_of(lived), lived.record(), lived.game)


def pages_of(lived: ByHand) -> list[str]:
    """All its steps in French; they can be told in English, too."""
    past, face = past_of(lived), SHOWN[lived.game.name]
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
    past = past_of(lived)
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
