"""Z26: a question may show a picture, which tells nobody what it is called."""

from __future__ import annotations

import json
from io import BytesIO

import pytest
from PIL import Image

from bot.texts import texts_for
from bot.ui.pages.page import Sketch
from cogs.defizz.drawings import HEIGHT, HouseDrawing
from engines.defizz.atlas.maps import MAPS
from engines.defizz.atlas.sheets import find_sheet
from engines.defizz.deck import built_in_decks
from engines.defizz.drawings import DRAWINGS, key_of
from engines.defizz.faults import examine
from engines.defizz.shapes import Disc, Line
from tests.cogs.defizz.quiz import Quiz, brings
from tests.cogs.defizz.table import DUEL_100, FACE, MULTI_100, DefizzTable
from tests.cogs.soiree.company import Company as Soiree
from tests.engines.defizz.decks import chrono, cible, deck, pingpong
from tests.engines.soiree.decks import themed
from tests.support.plain_page import plain
from tests.support.sim import opened

SHOWN = {"name": "drapeau/japon", "alt": "Un disque rouge sur fond blanc."}
ALT = "Disque rouge, fond blanc."


@pytest.mark.parametrize("name", DRAWINGS)
def test_every_drawing_is_painted_in_its_proportions(name: str) -> None:
    picture = Image.open(BytesIO(HouseDrawing(key_of(name)).paint()))
    assert picture.height == HEIGHT
    assert picture.width / picture.height == pytest.approx(DRAWINGS[name].ratio, rel=0.1)
    assert len(picture.convert("RGB").quantize(4).getcolors() or ()) > 1


@pytest.mark.parametrize("name", MAPS)
def test_what_a_map_marks_is_much_darker_than_the_rest(name: str) -> None:
    """Brightness alone tells it, for who sees no colours."""
    picture = Image.open(BytesIO(HouseDrawing(key_of(name)).paint())).convert("L")
    shapes, high = DRAWINGS[name].shapes, HEIGHT - 24
    marks = [shape for shape in shapes if isinstance(shape, Disc) and shape.colour == "#1f1f24"]
    spots = [(shape.x + shape.radius * 0.8, shape.y) for shape in marks]
    if MAPS[name].line:
        assert isinstance(shapes[-1], Line)
        spots += shapes[-1].points[1:-1]
    if MAPS[name].land:
        ring = max(find_sheet(MAPS[name].sheet).lands[MAPS[name].land], key=len)
        spots.append((sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)))
    shown = [
        (x * high, y * high) for x, y in spots if 0.02 < y < 0.98 and 0.02 < x < DRAWINGS[name].ratio - 0.02
    ]
    assert shown
    for x, y in shown:
        around = picture.crop((round(x + 11), round(y + 11), round(x + 14), round(y + 14)))
        assert around.getextrema()[0] < 110, "land and sea are above 200"


def test_no_two_drawings_are_the_same() -> None:
    assert len(set(DRAWINGS.values())) == len(DRAWINGS)


def test_z26_the_picture_comes_with_the_question_and_goes_with_it() -> None:
    cards = deck(chrono("Japon", picture=SHOWN))
    table = DefizzTable(deck=cards, reader="bot").roll(DUEL_100)
    assert not pictures(table)
    (sketch,) = pictures(table.choose(0, "2", 100))
    assert (sketch.alt, sketch.drawing) == (SHOWN["alt"], HouseDrawing(key_of("drapeau/japon")))
    assert "japon" not in sketch.name + sketch.words + plain(FACE.board(table.seen(), texts_for("fr")))
    for seat in (None, "1", "2"):
        assert "japon" not in repr(table.seen(seat).observation).casefold(), "nobody is told the name"
    table.answer("2", "Japon", 5).answer("1", "Chine", 9)
    assert not pictures(table)


def test_z26_a_quizmaster_has_the_picture_beside_the_card() -> None:
    cards = deck(chrono("Japon", picture=SHOWN), multi=(chrono("Japon", picture=SHOWN),) * 3)
    table = DefizzTable(4, deck=cards, reader="master", first="2").roll(MULTI_100)
    assert not pictures(table, "1")
    (sketch,) = pictures(table.choose(0, None, 100), "1")
    assert (sketch.alt, sketch.drawing) == (SHOWN["alt"], HouseDrawing(key_of("drapeau/japon")))
    assert [pictures(table, seat) for seat in "234"] == [[], [], []], "they answer beside the board"


async def test_z26_the_letter_of_a_quizmaster_shows_the_picture_that_came_with_a_deck() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        assert "est importé" in await brings(world.manager("Gérard"), everywhere(), nom="quiz")
        quiz = Quiz(world, list(world.people.values())[:3])
        await quiz.gathers(lecteur="master")
        await quiz.takes("quiz")
        await quiz.host.presses(quiz.board, "begin")
        assert not quiz.host.letter.files
        await quiz.poses()
        assert [file.filename for file in quiz.host.letter.files] == ["question.webp"]
        assert ALT in json.dumps(quiz.host.letter.components, ensure_ascii=False)
        assert "japon.webp" not in json.dumps(quiz.host.letter.components)


async def test_s9_the_letter_of_who_leads_an_evening_shows_the_picture() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        assert "est importé" in await brings(world.manager("Gérard"), everywhere(), nom="quiz")
        quiz = Soiree(world, list(world.people.values())[:3], world.channel)
        await quiz.gathers()
        panel = (await quiz.host.presses(quiz.board, "options")).paper
        await quiz.host.chooses(panel, "option", '"quiz"', "deck")
        assert "Paquet : quiz" in quiz.board
        panel = (await quiz.host.presses(quiz.board, "options")).paper
        await quiz.host.chooses(panel, "option", '"1"', "quizmaster")
        await quiz.host.presses(quiz.board, "begin")
        assert not quiz.host.letter.files
        await quiz.host.presses(quiz.host.letter, "next")
        assert [file.filename for file in quiz.host.letter.files] == ["question.webp"]
        assert ALT in json.dumps(quiz.host.letter.components, ensure_ascii=False)


def everywhere() -> bytes:
    """A deck with cards enough for an evening, and a picture for every question."""
    asked = [chrono("Japon"), cible(312), pingpong("do", "ré")]
    shown = [{**question, "picture": {**SHOWN, "alt": ALT}} for question in asked] * 20
    return json.dumps(themed(deck(*shown)), ensure_ascii=False).encode()


def pictures(table: DefizzTable, seat: str | None = None) -> list[Sketch]:
    """What is drawn on the board, or for a seat alone."""
    seen, t = table.seen(seat), texts_for("fr")
    page = FACE.board(seen, t) if seat is None else FACE.panel(seen, t)
    return [block for block in page.blocks if isinstance(block, Sketch)]


@pytest.mark.parametrize(
    ("picture", "where", "reason"),
    [
        ({**SHOWN, "name": "drapeau/atlantide"}, "picture.name", "no_such_picture"),
        ({**SHOWN, "name": "../../etc/passwd"}, "picture.name", "no_such_picture"),
        ({**SHOWN, "alt": "Le drapeau du Japon, un disque"}, "picture.alt", "tells_the_answer"),
        ({**SHOWN, "alt": "court"}, "picture.alt", "string_too_short"),
        ({"name": "drapeau/japon"}, "picture.alt", "missing"),
        ("drapeau/japon", "picture", "dataclass_type"),
    ],
)
def test_z26_a_picture_that_is_none_or_tells_the_answer_is_found(picture, where, reason) -> None:  # type: ignore[no-untyped-def]
    found = examine(deck(chrono("Japon", picture=picture)))[1]
    assert [(one.where.rpartition("questions.")[2][2:], one.reason) for one in found][:1] == [(where, reason)]


def test_z26_the_deck_of_today_shows_pictures_that_tell_nothing() -> None:
    asked = [question for card in built_in_decks()[1].cards for question in card.questions]
    shown = [question for question in asked if question.picture is not None]
    assert len(shown) >= 24
    assert len({question.picture for question in shown}) == len(shown)


async def test_z26_the_board_carries_the_picture_under_a_name_that_tells_nothing() -> None:
    async with opened("Anne", "Bob") as world:
        shown = deck(*[chrono("Nippon", picture=SHOWN)] * 6)
        await brings(world.manager("Gérard"), json.dumps(shown).encode(), nom="images")
        quiz = Quiz(world, list(world.people.values()))
        await quiz.opens("images")
        await quiz.host.presses(quiz.board, "begin")
        await quiz.poses()
        (file,) = quiz.board.files
        assert file.filename == "question.webp"
        assert world.file(file)[8:12] == b"WEBP"
        assert SHOWN["alt"] in json.dumps(quiz.board.components, ensure_ascii=False)
        while "answer" in quiz.board.verbs:
            await quiz.says(quiz.awaited[0], "Chine")
        assert not quiz.board.files
