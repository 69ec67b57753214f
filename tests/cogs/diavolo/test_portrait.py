"""What Diavolo tells of somebody: precision, and how reactions spread."""

from bot.texts import texts_for
from bot.ui.pages.charts import BarsDrawing
from bot.ui.pages.limits import ALT_TEXT
from bot.ui.pages.page import Block, Sketch, Text
from cogs.diavolo.portrait import ENOUGH, portrait
from engines.diavolo.tally import BUCKET, SLOWEST

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACTS = {
    "rounds": 40,
    "right": 30,
    "wrong": 6,
    "none": 4,
    "right_timed": 24,
    "right_ms": 21_000,
    "fast_500": 4,
    "fast_750": 14,
    "fast_1250": 6,
}


def split(blocks: tuple[Block, ...]) -> tuple[str, Sketch]:
    text, sketch = blocks
    assert isinstance(text, Text)
    assert isinstance(sketch, Sketch)
    return text.markdown.replace("\u00a0", " "), sketch


def test_it_tells_how_surely_and_how_fast() -> None:
    words, sketch = split(portrait(FACTS, FRENCH))
    assert words == (
        "**Précision** : le bon pion **75 %** des fois, un autre 15 %, aucun 10 %, sur 40 manches.\n"
        "**Réflexes** : 0,88 s en moyenne pour le bon pion ; la moitié en moins de 1 s."
    )
    assert sketch.drawing == BarsDrawing(
        (("0,5", 4), ("0,75", 14), ("1", 0), ("1,25", 6)), "bons pions", "secondes"
    )


def test_the_spread_is_said_in_words_and_in_bars_of_text() -> None:
    _, sketch = split(portrait(FACTS, FRENCH))
    assert sketch.alt.replace("\u00a0", " ") == (
        "Temps de réaction pour le bon pion. 0,5 à 0,75 s : 4 fois, 0,75 à 1 s : 14 fois, "
        "1,25 à 1,5 s : 6 fois."
    )
    rows = sketch.words.strip("`\n").splitlines()
    assert rows == ["0,5 ▰▰▰ 4", "0,75 ▰▰▰▰▰▰▰▰▰▰▰▰ 14", "1 · 0", "1,25 ▰▰▰▰▰ 6"]
    _, english = split(portrait(FACTS, ENGLISH))
    assert "0.5 to 0.75" in english.alt


def test_all_times_fit_into_the_words_of_a_picture() -> None:
    everywhere = {f"fast_{least}": 99_999 for least in range(0, SLOWEST + 1, BUCKET)}
    for t in (FRENCH, ENGLISH):
        _, sketch = split(portrait(FACTS | everywhere, t))
        assert len(sketch.alt) <= ALT_TEXT
        assert not sketch.alt.endswith("…")


def test_little_is_not_told_of() -> None:
    assert portrait({}, FRENCH) == ()
    (few,) = portrait(FACTS | {"rounds": ENOUGH - 1}, FRENCH)
    assert f"({ENOUGH - 1} sur {ENOUGH})" in few.markdown
    (precision,) = portrait(FACTS | {"right_timed": ENOUGH - 1}, FRENCH)
    assert "Réflexes" not in precision.markdown
