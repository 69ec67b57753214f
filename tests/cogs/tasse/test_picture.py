"""The picture of the cup: what all may know, for every kind of eyes; its words say all that it shows."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import cos, radians, sin

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot.texts import Texts, texts_for
from bot.ui.pages.lettering import _has
from bot.ui.pages.limits import ALT_TEXT, faults
from bot.ui.pages.page import Page, Sketch, digest
from bot.ui.pages.sprites import RGB, Pips
from cogs.tasse import picture
from cogs.tasse.face import TasseFace
from cogs.tasse.picture import (
    _SIGNS,
    AMBER,
    ANGLES,
    DIE,
    DIE_SIDE,
    FELT,
    HEIGHT,
    HOLLOW,
    INK,
    IVORY,
    PALETTE,
    PLATE,
    SHADE,
    WIDTH,
    Closed,
    CupDrawing,
    Opened,
    Twist,
    die_at,
    sketch,
    step_at,
)
from engines.tasse.model import Announce, Declare, Direct, Doubt, NextRound, Roll, Say, Show
from engines.tasse.scores import ALL_SCORES, NORMAL
from tests.support.pictures import LETTERS, SHAPES, contrast, eyes, near, opened, palette_of, sample
from tests.support.tasse_table import TasseTable

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = TasseFace()
DIE_FACES = st.integers(1, 6)
NAMES = ("Anne", "Bob", "Chloé")
TITLES = {
    "VRAI !": "truth",
    "BLUFF !": "bluff",
    "SEPT !": "seven",
    "DOUBLE 5 !": "double_five",
    "TRENTE ET UN !": "thirty_one",
    "NEUF !": "nine",
    "JOKER RÉUSSI !": "joker",
    "JOKER RATÉ !": "joker",
    "32 SUR 32 !": "32 on 32",
    "DUEL GAGNÉ !": "duel",
    "DUEL PERDU !": "duel",
    "FAUX PAS !": "slip",
    "TROP TARD !": "fall",
}


def shown(table: TasseTable, t: Texts = FRENCH) -> Sketch:
    found = sketch(table.seen(), t)
    assert found is not None
    return found


def drawn(table: TasseTable) -> CupDrawing:
    drawing = shown(table).drawing
    assert isinstance(drawing, CupDrawing)
    return drawing


def announced(score: str, *dice: int, names: tuple[str, ...] = NAMES) -> TasseTable:
    """Anne has rolled these dice, by default 6 and 4, and announced a score to the next one."""
    return TasseTable(names).act("1", Roll(), *(dice or (6, 4))).act("1", Announce(score))


@cache
def moments() -> dict[str, TasseTable]:
    """A table just after each turn of fortune."""
    joker = announced("66").act("2", Roll(), 3, 2).act("2", Show(), 3, 2)
    again = announced("66").act("2", Roll(), 3, 2).act("2", Show(), 3, 2)
    return {
        "bluff": announced("66").act("2", Doubt()),
        "truth": announced("64").act("2", Doubt()),
        "seven": announced("64").act("2", Roll(), 2, 5).act("2", Show()),
        "double_five": announced("64").act("2", Roll(), 5, 5).act("2", Show()),
        "thirty_one": announced("64").act("2", Roll(), 1, 3).act("2", Show()),
        "nine": announced("64").act("2", Roll(), 6, 3).act("2", Show()),
        "joker won": announced("62").act("2", Roll(), 3, 2).act("2", Show(), 6, 4),
        "joker lost": announced("66").act("2", Roll(), 3, 2).act("2", Show(), 6, 4),
        "32 on 32": joker,
        "slip": announced("62").act("2", Roll(), 6, 5).act("2", Say("4 2")),
        "fall": announced("62").expire(),
        "duel won": again.act("3", Declare("33"), 4, 4),
        "duel lost": announced("66")
        .act("2", Roll(), 3, 2)
        .act("2", Show(), 3, 2)
        .act("3", Declare("66"), 4, 1),
    }


# -- what is secret ----------------------------------------------------------------------------------------


@settings(max_examples=15, deadline=None)
@given(DIE_FACES, DIE_FACES, DIE_FACES, DIE_FACES, st.sampled_from([None, *NORMAL]))
def test_pixels_of_a_closed_cup_do_not_depend_on_the_dice(a: int, b: int, c: int, d: int, said) -> None:
    """Neither while the roller looks at them, nor once the cup has gone on, nor once they are rolled over."""
    pictures = []
    for dice in ((a, b), (c, d)):
        table = TasseTable().act("1", Roll(), *dice)
        if said is not None:
            table.act("1", Announce(said)).act("2", Roll(), *dice)
        pictures.append((drawn(table).paint(), shown(table).alt, shown(table).words))
    assert pictures[0] == pictures[1]


@pytest.mark.parametrize("said", ["4 2", "7", None], ids=["too low", "no such special", "too late"])
def test_a_slip_and_a_fall_lift_no_cup(said: str | None) -> None:
    pictures = []
    for dice in ((6, 5), (1, 1), (6, 2)):
        table = announced("62").act("2", Roll(), *dice)
        table = table.expire() if said is None else table.act("2", Say(said))
        drawing = drawn(table)
        assert drawing.twist.dice is None
        assert "Bob prend 1 point" in drawing.twist.lines
        assert shown(table).alt.startswith("La tasse est fermée.")
        pictures.append((drawing.paint(), shown(table).alt))
    assert len(set(pictures)) == 1


# -- the dice that come to light ---------------------------------------------------------------------------


@pytest.mark.parametrize("score", sorted(ALL_SCORES))
def test_both_dice_can_be_read_from_the_pixels(score: str) -> None:
    picture = opened(CupDrawing("Anne", "", None, "", twist=Twist(score, "VRAI !", "✓", ())).paint())
    assert picture.size == (WIDTH, HEIGHT)
    assert "".join(str(read_die(picture, number)) for number in (0, 1)) == score


@pytest.mark.parametrize("kind", moments())
def test_each_moment_has_its_title_its_dice_and_who_pays_also_in_words(kind) -> None:
    table = moments()[kind]
    drawing, said = drawn(table), shown(table).alt
    twist = drawing.twist
    assert kind.startswith(TITLES[twist.title])
    events = table.seen().scenes[-1].events
    (event,) = [each for each in events if isinstance(each, Opened | Closed)]
    assert twist.dice == getattr(event, "dice", None)
    for scored in (each for each in events if each.type == "scored"):
        assert f"{NAMES[int(scored.seat) - 1]} prend {scored.points} point" in " ".join(twist.lines)
    assert all(_has(sign) for sign in twist.sign)
    assert read_words(said) == (drawing.holder, drawing.standing, twist.dice)
    assert twist.title in said
    assert all(line in said for line in twist.lines)


@pytest.mark.parametrize(
    ("kind", "why", "standing"),
    [
        ("seven", "cinq et deux font sept", None),
        ("double_five", "deux cinq", None),
        ("thirty_one", "trois et un", None),
        ("nine", "six et trois font neuf", "64"),
    ],
)
def test_why_a_special_is_one_is_said_where_it_happens(kind, why, standing) -> None:
    """After a nine the standing announcement stays on the ladder."""
    table = moments()[kind]
    assert why in drawn(table).twist.lines[0]
    assert why in shown(table).alt
    assert drawn(table).standing == standing


def test_of_the_longest_turn_of_fortune_every_line_is_painted() -> None:
    """A 31 on a 21 costs both, turns the direction, and leaves the cup with who showed it."""
    drawing = drawn(announced("21").act("2", Roll(), 1, 3).act("2", Show()))
    assert drawing.twist.lines[-1] == "Bob a la tasse"
    for number in range(len(drawing.twist.lines)):
        lines = [line if n != number else "" for n, line in enumerate(drawing.twist.lines)]
        assert drawing.paint() != replace(drawing, twist=replace(drawing.twist, lines=tuple(lines))).paint()


def test_what_is_shown_is_seen_until_somebody_announces_again_or_a_round_begins() -> None:
    table = announced("66").act("2", Doubt())
    first = drawn(table)
    table.act("1", Roll(), 2, 1)
    assert drawn(table) == first, "rolling changes nothing: the same picture serves"
    table.act("1", Announce("32"))
    closed = drawn(table)
    assert closed.twist is None
    assert drawn(table.act("2", Roll(), 6, 6)) == closed
    fresh = TasseTable()
    assert drawn(fresh) == drawn(TasseTable().act("1", Direct(-1))), "nor does the direction"
    table = TasseTable(["A", "B"], threshold=1, rounds=2)
    while table.seen().to_act:
        table.expire()
    assert drawn(table).twist is not None
    assert drawn(table.act("1", NextRound())).twist is None


def test_the_dice_that_decided_it_are_shown_at_the_end() -> None:
    table = TasseTable(["Anne", "Bob"], threshold=1).act("1", Roll(), 6, 4).act("1", Announce("66"))
    table.act("2", Doubt())
    while table.seen().to_act:
        table.act("1", Roll(), 6, 4).act("1", Announce("66")).act("2", Doubt())
    page = FACE.board(table.seen(), FRENCH)
    (found,) = [block for block in page.blocks if isinstance(block, Sketch)]
    assert "BLUFF" in found.alt
    assert " a la tasse" not in found.alt
    assert faults(page) == []


def test_where_nobody_has_the_cup_and_nothing_was_shown_there_is_no_picture() -> None:
    table = TasseTable(["A", "B"])
    assert sketch(table.seen(), FRENCH) is not None
    table.leave("2")
    assert sketch(table.seen(), FRENCH) is None
    assert FACE.draw_words(table.seen(), FRENCH) is None
    assert faults(FACE.board(table.seen(), FRENCH)) == []


# -- the ladder --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("standing", [None, *NORMAL])
def test_the_ladder_can_be_read_from_the_pixels(standing: str | None) -> None:
    picture = opened(CupDrawing("Anne", "a la tasse", standing, "", "").paint())
    low = -1 if standing is None else NORMAL.index(standing)
    for place, score in enumerate(NORMAL):
        x, y = step_at(score)
        ground = sample(picture, x - 17, y - 15)
        if place == low:
            assert near(ground, AMBER)
            assert near(sample(picture, x, y - 35), AMBER), "an arrow points at it"
        else:
            assert near(ground, PLATE if place > low else FELT)
            assert not near(sample(picture, x, y - 35), AMBER)


# -- for every kind of eyes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", eyes())
def test_everything_stands_out_for_every_eye(kind: str) -> None:
    eye = eyes()[kind]

    def apart(one: RGB, other: RGB) -> float:
        return contrast(eye(one), eye(other))

    edge: RGB = tuple(round(part * (1 - SHADE)) for part in FELT)
    for ground in (FELT, edge):
        assert min(apart(ink, ground) for ink in (IVORY, AMBER)) >= LETTERS
        assert min(apart(shape, ground) for shape in (HOLLOW, picture.RIM, DIE.body)) >= SHAPES
    for plate in (PLATE, AMBER):
        assert apart(INK, plate) >= LETTERS
    assert apart(DIE.pip, DIE.body) >= LETTERS


def test_without_colours_each_sign_is_a_shape_of_its_own() -> None:
    fields = {}
    for sign in {*_SIGNS.values(), "✓", "✗", "★", "⚔"}:
        picture = opened(CupDrawing("", "", None, "", twist=Twist("64", "A", sign, ())).paint())
        fields[sign] = picture.convert("L").crop((540, 20, 620, 92)).tobytes()
    for one, other in combinations(fields.values(), 2):
        assert sum(abs(a - b) > 80 for a, b in zip(one, other, strict=True)) > len(one) / 40


def test_a_plate_of_who_loses_is_jagged() -> None:
    smooth = Twist("64", "A", "✓", ())
    one, other = (
        opened(CupDrawing("", "", None, "", twist=each).paint()).convert("L").tobytes()
        for each in (smooth, replace(smooth, against=True))
    )
    assert sum(abs(a - b) > 80 for a, b in zip(one, other, strict=True)) > 2000


@pytest.mark.parametrize("kind", [*moments(), "closed"])
def test_a_picture_is_light_and_keeps_to_its_palette(kind: str) -> None:
    long = ("Maximilienne-Élisabeth de Beaumo", "Дмитрий Звёздный из Петербурга", "W" * 32)
    table = announced("66", names=long) if kind == "closed" else moments()[kind]
    data = drawn(table).paint()
    assert len(data) <= 25_000
    assert palette_of(data) == list(PALETTE.colours), "no other colour was drawn with"


# -- in words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("score", [None, *NORMAL])
def test_the_words_say_what_the_picture_of_a_closed_cup_shows(score: str | None) -> None:
    table = TasseTable() if score is None else announced(score)
    drawing = drawn(table)
    assert read_words(shown(table).alt) == (drawing.holder, drawing.standing, None)
    assert (drawing.holder, drawing.standing) == ("Anne" if score is None else "Bob", score)


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
@pytest.mark.parametrize("name", ["*" * 32, "@everyone", "山田太郎", "🐉🐉", "Дмитрий"])
def test_any_name_is_painted_and_told_and_does_no_harm(name: str, t: Texts) -> None:
    table = announced("66", names=(name, "Bob")).act("2", Doubt())
    found = shown(table, t)
    assert name in found.alt
    assert not re.search(r"(?<!\\)[*@]", found.words)
    drawing = found.drawing
    assert all(_has(char) for text in (drawing.holder, *drawing.twist.lines) for char in text)
    assert len(found.alt) <= ALT_TEXT
    assert faults(Page(1, 1, (found,))) == []


def test_the_picture_is_in_one_language_and_equal_drawings_are_one() -> None:
    for table in (announced("33"), *moments().values()):
        assert shown(table, FRENCH).alt != shown(table, ENGLISH).alt
        assert not re.search(r"tasse|annonce|prend|levée", shown(table, ENGLISH).alt, re.IGNORECASE)
        one, other = drawn(table), drawn(table)
        assert (one, hash(one)) == (other, hash(other))
        assert digest(Page(1, 1, (shown(table),))) == digest(Page(1, 1, (shown(table),)))


def read_die(picture: Image.Image, number: int) -> int:
    """The value of a die by its pips, wherever a pip can be."""
    (x, y), turn = die_at(number), radians(ANGLES[number])
    spots = {spot for value in range(1, 7) for spot in Pips(value, DIE).spots}
    found = set()
    for across, down in spots:
        dx, dy = (across - 0.5) * DIE_SIDE, (down - 0.5) * DIE_SIDE
        seen = sample(picture, x + dx * cos(turn) + dy * sin(turn), y - dx * sin(turn) + dy * cos(turn))
        if near(seen, DIE.pip, 60):
            found.add((across, down))
    (value,) = (value for value in range(1, 7) if set(Pips(value, DIE).spots) == found)
    return value


def read_words(said: str) -> tuple[str, str | None, str | None]:
    """The holder, the standing score, and the dice that are shown, out of the French words."""
    holder = re.search(r"(\S+) a la tasse\.", said)
    standing = re.search(r"À égaler ou à battre : (double )?(\d+), annoncé par ", said)
    dice = re.search(r"La tasse est levée : ([^.]+)\.", said)
    assert holder is not None
    assert (dice is None) == said.startswith("La tasse est fermée.")
    score = None if standing is None else standing[2] * (2 if standing[1] else 1)
    return holder[1], score, None if dice is None else read_score(dice[1])


def read_score(words: str) -> str:
    if words.startswith("double "):
        return words[-1] * 2
    digits = {"un": "1", "deux": "2", "trois": "3", "quatre": "4", "cinq": "5", "six": "6"}
    found = re.search(r"(\w+) et (\w+)(?: font|$)", words)
    assert found is not None, words
    return digits[found[1]] + digits[found[2]]
