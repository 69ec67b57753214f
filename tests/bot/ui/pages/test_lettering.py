"""Names are painted with their accents and in their scripts; where the font ends, a plainer form stands."""

from __future__ import annotations

import unicodedata
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.ui.pages.lettering import _has, font, shorten, wrap, writable, write

ALPHABETS = (
    "àâæçéèêëîïôœùûüÿÀÂÆÇÉÈÊËÎÏÔŒÙÛÜŸñßåøãõ",
    "ąćčďđęěğĺľłńňőřśşšťţůűźżžĄĆČĎĐĘĚĞŁŃŇŐŘŚŞŠŤŮŰŹŻŽ",
    "ấầẩẫậắằẳẵặếềểễệốồổỗộớờởỡợứừửữựỳỵỷỹ",
    "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώΐΰΑΒΓΔΕΖΗΘ",
    "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґўђјљњћџ",
)
SIGNS = "0123456789/+#&.,;:!?’«»…–—×→↓↑\u202f\u00a0"


def written(text: str) -> bytes:
    picture = Image.new("RGB", (260, 60))
    write(picture, 130, 30, text, 30, (255, 255, 255))
    return picture.tobytes()


def test_the_font_comes_with_its_licence() -> None:
    folder = resources.files("bot.ui.pages").joinpath("fonts")
    assert font(20).getname() == ("DejaVu Sans", "Condensed")
    assert "Permission is hereby granted" in folder.joinpath("LICENSE.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("letters", [*ALPHABETS, SIGNS])
def test_latin_greek_and_cyrillic_letters_are_written_as_they_are(letters: str) -> None:
    assert [letter for letter in letters if not _has(letter)] == []
    named = letters.split("/", maxsplit=1)[0]
    assert writable(named, "#1") == unicodedata.normalize("NFC", named)


def test_an_accent_is_seen() -> None:
    assert written("Élise") != written("Elise")
    assert written("Дмитрий") != written("Ωμέγα") != written("\uffff" * 5)


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("𝓐𝓷𝓷𝓮 de 𝔹ois", "Anne de 𝔹ois"),
        ("Ａｎｎｅ", "Anne"),
        ("Anne 山田", "Anne"),
        ("山\u0308 Bob", "Bob"),
        ("E\u0301lise", "Élise"),
        ("Bob 👩\u200d👩\u200d👧", "Bob"),
        ("김민수", "GMS"),
        ("さくらこ", "SKR"),
        ("🐉\ufe0f🐉", "DD"),
        ("🇫🇷", "FR"),
        ("山田太郎", "#7"),
        ("…", "…"),
        ("", "#7"),
    ],
)
def test_what_the_font_lacks_is_written_more_plainly_or_by_initials(name: str, shown: str) -> None:
    assert writable(name, "#7") == shown


@given(st.text(max_size=40))
def test_whatever_people_are_called_something_is_written_and_never_a_box(name: str) -> None:
    shown = writable(name, "#7")
    assert shown.strip()
    assert all(map(_has, shown))
    assert writable(shown, "#7") == shown


@given(st.text(st.characters(codec="utf-8"), max_size=40), st.integers(40, 300))
def test_a_text_takes_no_more_room_than_there_is(name: str, room: int) -> None:
    text = writable(name, "#7")
    shown = shorten(text, 20, room)
    assert font(20).getlength(shown) <= room
    assert shown == text or shown.endswith("…")
    assert text.startswith(shown.rstrip("…").rstrip())


def test_a_text_is_cut_no_more_than_needed() -> None:
    text = "Jean-Baptiste de la Tour"
    room = font(20).getlength(text)
    assert shorten(text, 20, room) == text
    cut = shorten(text, 20, room - 1)
    assert len(cut) >= len(text) - 2


@given(st.text(st.characters(codec="utf-8"), max_size=120), st.integers(60, 400), st.integers(1, 4))
def test_wrapped_lines_have_room_and_leave_nothing_out(name: str, room: int, most: int) -> None:
    text = writable(name, "#7")
    lines = wrap(text, 20, room, most)
    assert 1 <= len(lines) <= most
    assert all(font(20).getlength(line) <= room for line in lines)
    if not any(line.endswith("…") for line in lines):
        assert " ".join(lines) == text


def test_a_line_is_filled_before_the_next_one() -> None:
    text = "La tasse garde son secret."
    room = font(20).getlength("La tasse garde")
    assert wrap(text, 20, room, 3) == ("La tasse garde", "son secret.")
    assert wrap(text, 20, room, 1) == (shorten(text, 20, room),)
    assert wrap(text, 20, 1000, 3) == (text,)
