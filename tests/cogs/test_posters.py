"""The poster of a game that is over: what all knew, for every kind of eyes, light, and uploaded once."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from bot.tables.model import End
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts, texts_for
from bot.ui.frame.derived import DerivedFace
from bot.ui.frame.ending import Standing, Tell, sketch_poster
from bot.ui.frame.face import Face
from bot.ui.pages import poster
from bot.ui.pages.lettering import _has
from bot.ui.pages.limits import ALT_TEXT, cut, faults
from bot.ui.pages.page import Page, Sketch
from bot.ui.pages.poster import Caption, Line, PosterDrawing, line_boxes
from bot.ui.pages.sprites import RGB
from cogs.tasse.face import TasseFace
from engines.tasse.model import Announce, Doubt, Roll
from tests.cogs.test_moments import FACES, LANGUAGES, is_ours, sight_of
from tests.stored.frozen import RECORDS
from tests.support.pictures import LETTERS, SHAPES, contrast, eyes, near, opened, sample
from tests.support.sim_tasse import one_sided, playing
from tests.support.tasse_table import TasseTable

FRENCH = texts_for("fr")
OURS = [name for name, data in RECORDS.items() if is_ours(Record.load(data))]
every_record = pytest.mark.parametrize("name", OURS)
every_game = pytest.mark.parametrize("face", FACES.values(), ids=list(FACES))
NAMES = ("Anne", "Bob", "Chloé", "Dario")
LONG = (
    "Maximilienne-Élisabeth de Beaumo",
    "Дмитрий Звёздный из Петербурга",
    "Jean-Baptiste de la Tour d’Auver",
    "Ωμέγα του Αλέξανδρου Παπαδιαμάντ",
)
HARD = ("山田太郎", "🐉🐉", "محمد علي", "*_@everyone:** <@1>")


def shown(name: str, t: Texts, *names: str) -> tuple[Sketch, Sight]:
    record = Record.load(RECORDS[name])
    sight = sight_of(record, *names)
    found = FACES[record.game].look_back(record, sight, t).poster
    assert found is not None
    return found, sight


def drawn(found: Sketch | None) -> PosterDrawing:
    assert isinstance(found.drawing, PosterDrawing)
    return found.drawing


def heaviest(face: Face, most: int = 20) -> PosterDrawing:
    """As many letters as a poster can have, in the colours of a game."""
    names = [cut(name, most) for name in LONG]
    told = "{} annonce double 6 avec 21, deux et un, et {} soulève la tasse avec un grand sourire."
    return PosterDrawing(
        face.spec.title,
        face.spec.accent,
        f"{names[0]} gagne la partie !",
        tuple(Line(n + 1, names[n % 4], "12 points", n == 0) for n in range(9)),
        tuple(Caption("Le plus beau bluff démasqué", told.format(*pair)) for pair in (names[:2], names[2:])),
        sign=face.sign,
    )


# -- what it tells -----------------------------------------------------------------------------------------


@every_record
@pytest.mark.parametrize("t", LANGUAGES, ids=["fr", "en"])
def test_its_words_give_the_places_the_winners_and_the_first_moments(name: str, t: Texts) -> None:
    found, sight = shown(name, t, *NAMES)
    face = FACES[sight.table.game]
    assert found.alt.startswith(f"{face.spec.title}. ")
    places = [(place.number, seat) for place in sight.places for seat in place.seats]
    told = re.findall(r"(?<=[.!] )(\d+)\. (\w+)(?: \(\w+\))?, ([^.]+)\.", found.alt)
    names = {seat.name: seat.people[0].name for seat in sight.table.seats}
    assert [(int(number), name) for number, name, _ in told] == [
        (number, names[seat]) for number, seat in places
    ]
    scores = [standing.notes[0] for standing in face.draw_end(sight, t).ranking]
    assert [score for *_, score in told] == scores
    for seat in sight.table.end.winners:
        assert names[seat] in found.alt.split(" 1. ")[0]
    assert len(drawn(found).captions) == 2


@every_record
def test_what_is_painted_is_what_its_words_say(name: str) -> None:
    found, sight = shown(name, FRENCH, *NAMES)
    drawing, said = drawn(found), " ".join(found.alt.split())
    painted = " ".join("".join(char for char in said if _has(char)).split())  # signs are said, not drawn
    assert " ".join(drawing.headline.split()) in said
    for line in drawing.lines:
        assert f" {line.number}. {line.name}" in said
        assert f", {line.score}" in said
    assert [line.won for line in drawing.lines] == [
        seat in sight.table.end.winners for place in sight.places for seat in place.seats
    ]
    for caption in drawing.captions:
        assert caption.title
        assert caption.title in said
        assert " ".join(caption.told.split())[-12:] in painted


@every_record
@pytest.mark.parametrize("names", [LONG, HARD], ids=["long", "hard"])
def test_any_name_is_painted_and_told(name: str, names: Sequence[str]) -> None:
    found, sight = shown(name, FRENCH, *names)
    drawing = drawn(found)
    texts = [drawing.headline, *(line.name for line in drawing.lines)]
    texts += [text for caption in drawing.captions for text in (caption.title, caption.told)]
    assert all(_has(char) for text in texts for char in text)
    assert all(line.name for line in drawing.lines)
    assert all(line.name.split(" (")[0] in drawing.headline for line in drawing.lines if line.won)
    placed = [sight.table.seat(seat) for place in sight.places for seat in place.seats]
    for person in (person for seat in placed for person in seat.people):
        assert re.sub(r"\s+", " ", person.name) in found.alt
    assert len(found.alt) <= ALT_TEXT
    assert faults(Page(1, 1, (found,))) == []
    assert len(drawing.paint()) <= 26_000


def test_of_more_people_than_there_is_room_for_the_last_are_counted_and_a_stopped_game_has_none() -> None:
    def of(people: int) -> Tell:
        places = [Standing(n, "1", f"**N{n}**", (f"{n} points",)) for n in range(1, people + 1)]
        return lambda _: (places, ())

    over = ended()
    for people, lines, rest in ((9, 9, ""), (10, 8, "et 2 autres"), (20, 8, "et 12 autres")):
        drawing = drawn(sketch_poster(TasseFace().badge, b"", of(people), over, FRENCH))
        assert (len(drawing.lines), drawing.rest) == (lines, rest)
        assert opened(drawing.paint()).size == (1200, 675)
    stopped = replace(over, table=replace(over.table, end=End("stopped", (), "")))
    assert sketch_poster(TasseFace().badge, b"", of(2), stopped, FRENCH) is None
    table = TasseTable().act("1", Roll(), 6, 4).act("1", Announce("66")).act("2", Doubt())
    blocks = TasseFace().board(table.seen(), FRENCH).blocks
    assert [block.name for block in blocks if isinstance(block, Sketch)] == ["tasse.png"], (
        "nor has a running one"
    )


def ended(*dice: int) -> Sight:
    """A game of La Tasse that ends because somebody leaves, with dice under the cup that nobody has seen."""
    table = TasseTable(("Anne", "Bob")).act("1", Roll(), *(dice or (6, 4))).leave("2")
    return table.seen()


def test_what_lay_under_the_cup_at_the_end_is_not_in_it() -> None:
    face = TasseFace()
    posters = []
    for dice in ((6, 4), (1, 1), (6, 2)):
        sight = ended(*dice)

        def tell(seen: Sight) -> tuple[Sequence[Standing], Sequence[str]]:
            return face.draw_end(seen, FRENCH).ranking, ()

        posters.append(sketch_poster(face.badge, face.sign, tell, sight, FRENCH))
    assert posters[0] is not None
    assert posters[0] == posters[1] == posters[2]


# -- for every kind of eyes --------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", eyes())
@every_game
def test_all_words_stand_out_for_every_eye(face: Face, kind: str) -> None:
    eye = eyes()[kind]

    def apart(one: RGB, other: RGB) -> float:
        return contrast(eye(one), eye(other))

    for ground, ink in product(poster.grounds_of(face.spec.accent), (poster.IVORY, poster.GOLD)):
        assert apart(ink, ground) >= LETTERS
    assert apart(poster.INK, poster.PLATE) >= LETTERS
    for ground in poster.grounds_of(face.spec.accent):
        assert apart(poster.PLATE, ground) >= SHAPES


def test_without_colours_a_winner_is_known_by_plate_and_star() -> None:
    won = PosterDrawing("A", 0x3A7CA5, "", (Line(1, "Anne", "3", won=True), Line(2, "Bob", "1")))
    lost = replace(won, lines=(replace(won.lines[0], won=False), won.lines[1]))
    one, other = (opened(each.paint()).convert("L") for each in (won, lost))
    left, top, right, bottom = map(round, line_boxes(2, poster.WIDTH - 56)[0])
    plate = one.getpixel((right - 8, (top + bottom) // 2))
    assert isinstance(plate, int)
    assert plate > 200 > 60 > other.getpixel((right - 8, (top + bottom) // 2))
    star = one.crop((left + 70, top + 8, left + 140, bottom - 8)).tobytes()
    assert sum(part < 80 for part in star) > 250


@every_game
def test_a_poster_is_wide_light_and_keeps_to_its_colours(face: Face) -> None:
    drawing = heaviest(face)
    data = drawing.paint()
    picture = opened(data)
    assert picture.size == (1200, 675)
    assert len(data) <= 26_000
    found = {colour for _, colour in picture.getcolors(1 << 20) or ()}
    assert found <= set(poster.palette_of(face.spec.accent, drawing.sign).colours)
    head, body = poster.grounds_of(face.spec.accent)
    assert near(sample(picture, 600, 10), head, 0)
    assert near(sample(picture, 640, 660), body, 0)


def test_each_game_has_a_colour_and_a_sign_of_its_own_and_equal_ends_have_equal_posters() -> None:
    faces = list(FACES.values())
    assert len({poster.grounds_of(face.spec.accent) for face in faces}) == len(faces)
    signs = [face.sign for face in faces if not isinstance(face, DerivedFace)]
    assert all(signs)
    assert len(set(signs)) == len(signs)
    one, same = (shown(OURS[-1], FRENCH, *NAMES)[0] for _ in range(2))
    assert (one, hash(one.drawing)) == (same, hash(same.drawing))
    assert drawn(one) != replace(drawn(one), headline="other")


@pytest.mark.parametrize("words", [6, 12, 40])
def test_both_moments_are_told_however_long_they_are(words: int) -> None:
    captions = (Caption("Titre", "bluff " * words), Caption("Titre", "tasse " * words))
    whole = PosterDrawing("A", 0x3A7CA5, "", (Line(1, "Anne", "3", won=True),), captions)
    pictures = {opened(each.paint()).tobytes() for each in (whole, replace(whole, captions=captions[:1]))}
    assert len(pictures) == 2


@every_game
def test_a_name_does_not_run_into_its_score(face: Face) -> None:
    """However long the name is, its picture goes on as that of a shorter one where the score stands."""
    one, other = (
        opened(replace(heaviest(face), lines=(Line(1, name, "12 points"),), captions=()).paint())
        for name in ("W" * 40, "W" * 60)
    )
    box = (poster.WIDTH - 260, 250, poster.WIDTH, 340)
    assert one.crop(box).tobytes() == other.crop(box).tobytes()
    blank = replace(heaviest(face), lines=(Line(1, "A", "12 points"),), captions=())
    assert opened(blank.paint()).crop(box).tobytes() == one.crop(box).tobytes()


def test_no_word_runs_over_the_edge() -> None:
    picture = opened(heaviest(next(iter(FACES.values())), most=32).paint())
    for x in (8, 40, poster.WIDTH - 40, poster.WIDTH - 8):
        column = picture.crop((x, 225, x + 1, poster.HEIGHT))
        assert len(column.getcolors(1000) or ()) == 1


# -- on its way --------------------------------------------------------------------------------------------


async def test_the_end_has_its_poster_and_uploads_it_once() -> None:
    """Neither what is pressed there, nor the rematch that it leads to, nor a restart sends it again."""
    async with playing("Anne", "Bob", seuil=1) as company:
        await company.plays_on(one_sided("Bob"))
        over = company.board
        pictures = {file.filename: file.id for file in over.files}
        assert set(pictures) == {"gobelet.webp"}
        assert opened(company.world.file(over.files[0])).size == (1200, 675)
        assert any(alt.startswith("La Tasse. Bob gagne la partie") for alt in over.pictures)

        await company.host.presses(over, "rules")
        await company.people[1].presses(company.world.reread(over), "rematch")
        await company.world.passes(10)
        await company.world.restarts()
        publisher = company.world.bot.house.publisher
        await company.world.run(lambda: publisher.boards.refresh(1))
        publisher.publish_soon(1)
        await company.world.passes(10)
        again = company.world.reread(over)
        assert "🔁 La revanche est ouverte." in again
        assert {file.filename: file.id for file in again.files} == pictures
        assert again.pictures == over.pictures
        before = company.world.file(over.files[0])
        await company.people[1].erases()
        await company.world.passes(10)
        again = company.world.reread(over)
        assert "Bob" not in " ".join(again.pictures), "an erased name is painted over"
        assert company.world.file(again.files[0]) != before
