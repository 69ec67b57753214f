"""The pictures of hands hold what the observation says, whoever looks and however they see colours."""

import re
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageChops, ImageStat

from bot.texts import texts_for
from bot.ui.pages.limits import ALT_TEXT, faults
from bot.ui.pages.page import Page, digest
from bot.ui.pages.sprites import RGB, Pips, marked_die
from cogs.desfausse.picture import (
    _SLOT,
    _SMALLER,
    CHOSEN,
    GLOW,
    INK,
    LOCK,
    PAINTS,
    PALETTE,
    PLATE,
    SHADE,
    SIDES,
    TABLE,
    DevilMark,
    HandDrawing,
    HandsDrawing,
    Row,
    Shown,
    alt_text,
    die_at,
    drawing_of,
    hands_in_words,
    hands_sketch,
    received_die_at,
    row_die_at,
    sign,
    sketch,
)
from engines.desfausse.dice import die, faces
from engines.desfausse.model import Die, DieFace, Observation
from tests.cogs.desfausse.table import GAME, DesfausseTable, random_tables
from tests.support.pictures import LETTERS, SHAPES, contrast, eyes, laid, near, opened, palette_of, sample

FR, EN = texts_for("fr"), texts_for("en")
SORTS = (("small", "red"), ("small", "green"), ("big", "red"), ("big", "green"), ("angel", "white"))
_DIE = re.compile(r"(\d+) : (petit|gros|Ange) ?(rouge|vert|) ?(\d|diable|ange)(, verrouillé|)\.")


def hands(seed: int) -> Observation:
    """A seat's own hand somewhere in a random game, with received dice if there are any."""
    chance, found = Random(seed), None
    for table in islice(random_tables(seed, 90), chance.randint(1, 90)):
        seats = GAME.observe(table.state, None).in_play
        seen = [GAME.observe(table.state, seat) for seat in seats]
        given = [one for one in seen if any(one.received.values())]
        found = chance.choice(given or seen)
    assert found is not None
    return found


observations = st.builds(hands, st.integers(0, 10**6))


@lru_cache
def looks(scale: float) -> dict[tuple[str, str, DieFace | None], Image.Image]:
    """What each die looks like without colours, lying on the table."""
    found = {}
    for kind, color in SORTS:
        for face in (*faces(kind), None):
            paint = PAINTS[color]
            sprite = marked_die(round(SIDES[kind] * scale), paint, 0.0, sign(face, paint))
            table = laid(sprite, TABLE, round(96 * scale))
            found[kind, color, face] = table.convert("L")
    return found


def read_die(picture: Image.Image, x: float, y: float, scale: float = 1.0) -> tuple[str, str, DieFace | None]:
    """Read a die as who sees no colours: the one that looks most like it, by far."""
    half = round(96 * scale) / 2
    here = picture.convert("L").crop((round(x - half), round(y - half), round(x + half), round(y + half)))
    far = {
        die: ImageStat.Stat(ImageChops.difference(here.resize(look.size), look).point(_clearly)).mean[0]
        for die, look in looks(scale).items()
    }
    (best, nearest), (_, second) = sorted(far.items(), key=lambda one: one[1])[:2]
    assert nearest < 0.6 * second, (best, nearest, second)
    return best


def _clearly(difference: int) -> int:
    """The table is a little darker at its edges: that alone is no difference."""
    return 255 if difference > 45 else 0


@pytest.mark.parametrize("sort", SORTS)
def test_f1_every_face_of_every_die_can_be_read(sort: tuple[str, str]) -> None:
    kind, color = sort
    for face in (*sorted(faces(kind), key=str), None):
        picture = opened(HandDrawing((Shown(kind, color, face),)).paint())
        assert read_die(picture, *die_at(0, 1)) == (kind, color, face)


@settings(max_examples=15, deadline=None)
@given(observations)
def test_the_hand_can_be_read_from_the_picture(seen: Observation) -> None:
    drawing = drawing_of(seen, FR)
    picture = opened(drawing.paint())
    assert picture.size == drawing.size
    found = [read_die(picture, *die_at(place, len(seen.dice))) for place in range(len(seen.dice))]
    assert found == [(one.kind, one.color, one.face) for one in seen.dice]
    for place, one in enumerate(drawing.received):
        at = received_die_at(place, len(seen.dice))
        assert read_die(picture, *at, _SMALLER) == (one.kind, one.color, None)
    held = len(seen.hands[seen.seat or ""])
    if seen.phase not in ("demon", "over"):
        assert len(seen.dice) + len(drawing.received) == held


def test_f2_a_picked_die_is_framed_and_a_devil_is_locked() -> None:
    dice = tuple(Shown(kind, color, face) for kind, color in SORTS[:4] for face in (4, "D"))
    for place, one in enumerate(dice):
        plain = opened(HandDrawing(dice).paint())
        x, y = die_at(place, 8)
        corner = (x + SIDES[one.kind] * 0.44, y - SIDES[one.kind] * 0.44)
        keyhole = near(sample(plain, corner[0], corner[1] + 5, 0), INK, 45)
        locked = keyhole and near(sample(plain, corner[0] - 9, corner[1] + 13, 0), LOCK)
        assert locked == (one.face == "D")
        if one.face != "D":
            picked = (*dice[:place], replace(one, picked=True), *dice[place + 1 :])
            picture = opened(HandDrawing(picked).paint())
            framed = [
                near(sample(picture, die_at(at, 8)[0], die_at(at, 8)[1] - 58, 0), CHOSEN) for at in range(8)
            ]
            assert framed == [at == place for at in range(8)]


def test_everybodys_hands_stand_in_rows() -> None:
    table = DesfausseTable("2 3 4 5 3 D", "D D D D 4 5", "6 6 5 5 5 5", hands="shown").stop()
    shown = GAME.observe(table.state, None).hands
    drawn = hands_sketch(shown, {"1": "Anne", "2": "Bob", "3": "Chloé"}, FR)
    picture = opened(drawn.drawing.paint())
    for row, dice in enumerate(shown.values()):
        for place, one in enumerate(dice):
            assert read_die(picture, *row_die_at(row, place), _SMALLER) == (
                one.kind,
                one.color,
                one.face,
            )
    assert drawn.alt.startswith("Anne : petit rouge 2, petit rouge 3, petit vert 4")


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Élise", "Élise"),
        ("Ωμέγα", "Ωμέγα"),
        ("山田", "#2"),
        ("Jean  Ünal", "Jean Ünal"),
        ("W" * 32, "W" * 32),
        ("i" * 32, "i" * 32),
    ],
)
def test_a_name_is_written_as_far_as_the_font_goes_and_leaves_the_dice_alone(name, written) -> None:
    drawn = hands_sketch({"1": (), "2": (Die(7, "small", "red", 4),)}, {"1": "Anne", "2": name}, FR)
    assert [row.name for row in drawn.drawing.rows] == ["Anne", written]
    assert name in drawn.alt
    assert read_die(opened(drawn.drawing.paint()), *row_die_at(1, 0), _SMALLER) == (
        "small",
        "red",
        4,
    )


def test_a_picture_is_light_and_keeps_to_its_palette() -> None:
    """The fullest hand that there is, with picked, locked and received dice; and six such hands in rows."""
    sorts = [(kind, color) for kind, color in SORTS if kind != "angel"]
    dice = tuple(Shown(*sorts[n % 4], 4 if n % 3 else "D", bool(n % 3 == 1)) for n in range(8))
    received = tuple(Shown(*SORTS[n % 5]) for n in range(6))
    hand = HandDrawing((*dice, Shown("angel", "white", "A")), received, "Pour le prochain tour")
    rows = HandsDrawing(tuple(Row("Jean", hand.dice) for _ in range(6)))
    for drawing, most in ((hand, 20_000), (rows, 35_000)):
        data = drawing.paint()
        assert len(data) <= most
        assert palette_of(data) == list(PALETTE.colours), "no other colour was drawn with"


@pytest.mark.parametrize("seeing", eyes())
def test_everything_stands_out_for_every_eye(seeing: str) -> None:
    eye = eyes()[seeing]

    def apart(one: RGB, other: RGB) -> float:
        return contrast(eye(one), eye(other))

    edge: RGB = tuple(round(part * (1 - SHADE)) for part in TABLE)
    for ground in (TABLE, edge, GLOW):
        for color, paint in PAINTS.items():
            assert apart(paint.rim if color == "white" else paint.body, ground) >= SHAPES
    for paint in PAINTS.values():
        assert apart(paint.pip, paint.body) >= LETTERS
    for ground in (TABLE, edge):
        assert apart(INK, ground) >= LETTERS
        assert apart(CHOSEN, ground) >= SHAPES
    assert apart(INK, PLATE) >= LETTERS
    assert apart(INK, LOCK) >= LETTERS
    assert apart(CHOSEN, GLOW) >= SHAPES


def test_colours_kinds_and_devils_are_told_by_form_too() -> None:
    """Each colour has corners and pips of its own, in grey and of one brightness; big dice are bigger.

    A devil's mark covers what no pips cover, whatever the die's colour.
    """
    assert len({paint.shape for paint in PAINTS.values()}) == len(PAINTS)
    assert len({paint.pips for paint in PAINTS.values()}) == len(PAINTS)
    masks = []
    for paint in PAINTS.values():
        plain = replace(paint, body=(60, 60, 60), pip=(255,) * 3, rim=(60,) * 3, inlay=None)
        die_of_4 = laid(marked_die(90, plain, 0.0, Pips(4, plain)), TABLE, 130)
        masks.append(list(die_of_4.convert("L").tobytes()))
        faces = [Pips(value, paint) for value in range(2, 7)] + [DevilMark(paint.pip, paint.body)]
        assert len({bytes(marked_die(60, paint, 0.0, mark).tobytes()) for mark in faces}) == 6
    for one, other in combinations(masks, 2):
        differing = sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True))
        assert differing / len(one) > 0.02
    assert 1.4 * SIDES["small"] <= SIDES["big"] < _SLOT / _SMALLER


# -- in words ----------------------------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(observations, st.data())
def test_the_words_say_the_whole_hand(seen: Observation, data) -> None:
    picked = data.draw(st.sets(st.sampled_from(seen.rerollable))) if seen.rerollable else set()
    said = alt_text(seen, FR, picked)
    assert len(said) <= ALT_TEXT
    read = [(int(n), kind, color, face, bool(locked)) for n, kind, color, face, locked in _DIE.findall(said)]
    kinds = {"small": "petit", "big": "gros", "angel": "Ange"}
    colors = {"red": "rouge", "green": "vert", "white": ""}
    names = {"D": "diable", "A": "ange"}
    assert read == [
        (number, kinds[one.kind], colors[one.color], names.get(str(one.face), str(one.face)), one.face == "D")
        for number, one in enumerate(seen.dice, 1)
    ]
    again = re.search(r"À relancer : ([\d, ]+)\.", said)
    numbers = {int(number) for number in again[1].split(", ")} if again else set()
    assert numbers == {number for number, one in enumerate(seen.dice, 1) if one.id in picked}
    received = seen.received[seen.seat or ""]
    assert ("Reçus ce tour" in said) == bool(received)
    for t in (FR, EN):
        assert faults(Page(1, 1, (sketch(seen, t, picked),))) == []


def test_the_most_dice_that_there_are_fit_in_the_words() -> None:
    """All 37 of six people with long names, nine at most each, in both languages."""
    every = [replace(die(number, 6), face="D") for number in range(1, 38)]
    hands: dict[str, list[Die]] = {str(n): every[n * 7 : n * 7 + 7] for n in range(6)}
    names = dict.fromkeys(hands, "Jean-Baptiste de la Tour d’Argent")
    for t in (FR, EN):
        assert len(hands_in_words(hands, names, t)) <= ALT_TEXT


def test_equal_hands_are_equal_drawings() -> None:
    seen = hands(7)
    one, other = drawing_of(seen, FR), drawing_of(seen, FR)
    assert (one, hash(one)) == (other, hash(other))
    assert digest(Page(1, 1, (sketch(seen, FR),))) == digest(Page(1, 1, (sketch(seen, FR),)))
