"""Lessons: every branch of every script is walked, and people learn by real clicks, also after a restart."""

from collections.abc import Iterator
from functools import cache

import pytest

from bot.tables.lessons import LEARNER, OTHER, Lesson, Walk, follow
from bot.tables.model import Person, Status
from bot.texts import texts_for
from bot.ui.frame.face import Face
from bot.ui.frame.lesson import STEP, lesson_page, read_place
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.ids import Target
from bot.ui.pages.limits import faults, fit
from bot.ui.pages.page import Button, Page, Row, Select, Sketch, Text
from cogs import GAMES as SHOWN
from cogs import make_faces
from engines.core.records import Refusal
from tests.support.games import FACES as EVERY
from tests.support.sim import opened

MOST_CLICKS = 8
Choices = tuple[int, ...]
LANGUAGES = (texts_for("fr"), texts_for("en-US"))
ANNE = Person(7, "Anne", 8)
FACES = {name: face for name, face in make_faces(EmojiBook(), EVERY).items() if face.spec.lesson is not None}

every_lesson = pytest.mark.parametrize("face", FACES.values(), ids=list(FACES))


def lesson_of(face: Face) -> Lesson:
    assert face.spec.lesson is not None
    return face.spec.lesson


def go(face: Face, choices: Choices, language: int = 0) -> Walk:
    t = LANGUAGES[language]
    walk = follow(lesson_of(face), face.spec.rules, choices, ANNE, t, t.locale)
    assert walk is not None, f"the script knows no {choices}"
    return walk


@cache
def branches(face: Face) -> tuple[tuple[Choices, Walk], ...]:
    """Every place of a lesson that some choices lead to, with those choices."""

    def below(choices: Choices) -> Iterator[tuple[Choices, Walk]]:
        walk = go(face, choices)
        yield choices, walk
        for number in range(len(walk.step.ways) if walk.step else 0):
            yield from below((*choices, number))

    return tuple(below(()))


def page_of(face: Face, choices: Choices, walk: Walk, language: int = 0) -> Page:
    return lesson_page(face, lesson_of(face), walk, choices, LANGUAGES[language])


def places(page: Page) -> list[Choices]:
    """Where the buttons and entries of a page lead to in its lesson."""
    led: list[Choices] = []
    for block in page.blocks:
        if isinstance(block, Select):
            assert block.verb == STEP
            led += [(*read_place(block.arg)[1], int(choice.value)) for choice in block.choices]
        if isinstance(block, Row):
            buttons = (button for button in block.buttons if isinstance(button, Button))
            led += [read_place(button.arg)[1] for button in buttons if button.verb == STEP]
    return led


@every_lesson
def test_every_branch_leads_to_the_end_in_a_few_clicks_and_never_back(face) -> None:
    lesson = lesson_of(face)
    ends = [choices for choices, walk in branches(face) if walk.step is None]
    assert len(ends) >= 4, "there is something to choose"
    assert 3 <= min(map(len, ends)) <= max(map(len, ends)) <= MOST_CLICKS
    assert {walk.number for _, walk in branches(face)} == set(range(len(lesson.steps) + 1))
    for number, step in enumerate(lesson.steps):
        assert step.ways
        assert all(lesson.index(way.to) > number for way in step.ways if way.to)
    for choices, walk in branches(face):
        ways = len(walk.step.ways) if walk.step else 0
        unknown = (*choices, ways)
        assert follow(lesson, face.spec.rules, unknown, ANNE, LANGUAGES[0], "fr") is None


@every_lesson
@pytest.mark.parametrize("language", range(len(LANGUAGES)), ids=[t.locale for t in LANGUAGES])
def test_every_page_keeps_within_the_limits_and_has_no_dead_button(face, language) -> None:
    """Its custom ids hold the whole way; pictures have words; it is the same at every look."""
    for choices, walk in branches(face):
        page = page_of(face, choices, walk, language)
        assert faults(fit(page)) == []
        assert sum(len(block.markdown) for block in page.blocks if isinstance(block, Text)) < 2000
        assert all(0 < len(block.alt) <= 1024 for block in page.blocks if isinstance(block, Sketch))
        ways = len(walk.step.ways) if walk.step else 0
        ahead = [place for place in places(page) if len(place) > len(choices)]
        assert sorted(ahead) == [(*choices, number) for number in range(ways)], choices
        assert all(place in ((), choices[:-1]) for place in places(page) if place not in ahead)
        for button in (each for row in page.blocks if isinstance(row, Row) for each in row.buttons):
            assert len(str(Target("g", 0, 0, button.verb, button.arg))) <= 100
            assert button.label
            assert not button.disabled


@every_lesson
def test_every_page_says_something_new_in_both_languages(face: Face) -> None:
    french, english = (
        {str(page_of(face, choices, walk, n).blocks[0]) for choices, walk in branches(face)} for n in (0, 1)
    )
    assert not french & english
    for choices, walk in branches(face):
        again = page_of(face, choices, go(face, choices))
        assert page_of(face, choices, walk) == again, "it is the same at every look"
        said = [walk.step.words] if walk.step else list(lesson_of(face).recall)
        said += [walk.way.said] if walk.way else []
        assert all(LANGUAGES[0](words) and LANGUAGES[1](words) != words for words in said)


@every_lesson
def test_a_lesson_is_played_by_the_real_rules(face: Face) -> None:
    rules, lesson = face.spec.rules, lesson_of(face)
    for choices, walk in branches(face):
        state = walk.held.vault.state
        assert state is not None
        rules.check(state)
        assert not rules.is_over(state)
        assert walk.held.table.status is Status.PLAYING
        for way in walk.step.ways if walk.step else ():
            first = way.moves[0]
            assert first.seat in (LEARNER, OTHER, "")
            assert (first.seat == LEARNER) or way.label, "the computer goes on by a button of the lesson"
        if choices:
            before = go(face, choices[:-1])
            assert walk.way is before.step.ways[choices[-1]]
            if walk.way.moves:
                assert len(walk.held.vault.scenes) == len(walk.way.moves)
    assert len(lesson.recall) == 3


def test_dice_that_nobody_rolls_are_a_mistake_in_the_script() -> None:
    from dataclasses import replace

    face = FACES["tasse"]
    lesson = lesson_of(face)
    first = lesson.steps[0]
    move = first.ways[0].moves[0]
    for draws, error in (((*move.draws, 1), ValueError), (move.draws[:-1], Refusal)):
        way = replace(first.ways[0], moves=(replace(move, draws=draws),))
        wrong = replace(lesson, steps=(replace(first, ways=(way,)), *lesson.steps[1:]))
        with pytest.raises(error):
            follow(wrong, face.spec.rules, (0,), ANNE, LANGUAGES[0], "fr")


def words_of(face: Face, choices: Choices, language: int = 0) -> str:
    page = page_of(face, choices, go(face, choices, language), language)
    return "\n".join(str(getattr(block, "markdown", getattr(block, "alt", ""))) for block in page.blocks)


def test_who_learns_sees_their_own_dice_and_not_what_lies_under_the_cup_of_another() -> None:
    face = FACES["tasse"]
    assert "Vos dés" in words_of(face, (0,))
    assert "42" not in words_of(face, (0, 0))
    assert "42" in words_of(face, (0, 0, 0)), "now the cup is lifted"
    assert "Votre main" in words_of(FACES["desfausse"], ())
    assert "**Gemmes**" in words_of(FACES["diavolo"], (0,)), "without secrets it is the board"


def test_the_cards_of_a_lesson_are_in_the_language_of_who_learns() -> None:
    face = FACES["defizz"]
    assert "planète rouge" in words_of(face, (0, 0))
    assert "red planet" in words_of(face, (0, 0), 1)


# -- by real clicks --------------------------------------------------------------------------------------


async def test_somebody_learns_by_clicks_that_nobody_else_sees_also_after_a_restart() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        rules = (await anne.types("tasse regles")).paper
        page = (await anne.presses(rules, "open", "tasse.")).paper
        assert "leçon, étape 1" in page, "the rules lead to the lesson"
        page = (await anne.types("tuto", jeu="tasse")).paper
        assert "leçon, étape 1" in page
        page = await anne.leafs(page, "step", "tasse.0")
        assert "cela se lit 53" in str(page).replace("*", "")
        await world.restarts()
        await anne.chooses(page, "step", "0")
        page = world.reread(page)
        assert "**🤖 Basile** annonce **double 1** à **Anne**" in page
        assert world.papers() == []
        assert await world.bot.house.tables.tables_of(anne.id) == []
        for arg in ("tasse.001", "tasse.0010"):
            page = await anne.leafs(page, "step", arg)
        assert "À retenir" in page
        await anne.presses(page, "trial", "tasse")
        assert "**Anne**" in world.board
        assert "🤖" in world.board


async def test_all_games_can_be_chosen_also_by_private_message() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        page = (await anne.types("tuto")).paper
        assert all(face.spec.title in page for face in SHOWN if face.spec.lesson is not None)
        assert "tuto" in anne.member.user.available_commands()


async def test_a_choice_of_an_earlier_script_begins_again() -> None:
    async with opened("Anne") as world:
        anne = world.people["Anne"]
        page = (await anne.types("tuto", jeu="tasse")).paper
        old = {**page.components[0]}
        assert old
        stored = world.env.backend.get_message(page.channel_id, page.id)
        for row in stored.components[0]["components"]:
            for button in row.get("components", ()):
                button["custom_id"] = button["custom_id"].replace("tasse.0", "tasse.77")
        await anne.presses(world.reread(page), "step", "tasse.77")
        assert "leçon, étape 1" in world.reread(page)


def test_every_game_of_the_house_has_a_lesson_but_the_evening_whose_parts_are_learnt_as_defizz() -> None:
    assert [face.spec.name for face in SHOWN if face.spec.lesson is None] == ["soiree"]
