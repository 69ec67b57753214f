"""The pages of replays: every step of any game, in both languages, with what not everybody knew then."""

from __future__ import annotations

from dataclasses import replace

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
from engines.tasse.events import Announced, Peeked
from tests.engines.recording import Lived, live
from tests.engines.test_frames import table_of
from tests.support.games import FACES
from tests.support.plain_page import plain

LANGUAGES = (texts_for("fr"), texts_for("en-US"))
HIDDEN = ("Caché à ce moment-là", "Hidden at that moment")
NOTED = ("Note de l’arbitre", "Referee’s note")
SHOWN = {face.spec.name: face(EmojiBook()) for face in FACES}
every_game = pytest.mark.parametrize("name", sorted(SHOWN))


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
        for t in LANGUAGES:
            page = face.replay(past, number, t)
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
    for seed in range(8):
        face, _, past = past_of(name, seed)
        pages = [plain(face.replay(past, number, LANGUAGES[0])) for number in range(len(past.frames))]
        heading = HIDDEN if face.spec.rules.secrets else NOTED
        told += [page for page in pages if heading[0] in page]
        plainly = [plain(face.replay(past, number, LANGUAGES[1])) for number in range(len(past.frames))]
        assert [heading[0] in page for page in pages] == [heading[1] in page for page in plainly]
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
                    words = plain(face.replay(past, number, LANGUAGES[0])).partition(HIDDEN[0])[2]
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
