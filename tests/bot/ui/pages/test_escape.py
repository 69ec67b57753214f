"""What people typed shows as typed and does nothing; how it is written, spaced and dated."""

import re
import unicodedata
from dataclasses import replace
from importlib import resources

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.tables.model import Alarm
from bot.texts import texts_for
from bot.ui.pages.escape import escape, label, read_plain, set_spaces, tidy
from bot.ui.pages.lettering import _has, font, shorten, wrap, writable, write
from bot.ui.pages.page import countdown, end_of, time_left
from tests.support.tasse_table import NOON, lobby_table

# Discord drops the backslash before a sign and shows the sign.
_ESCAPE = re.compile(r"\\([^\w\s]|_)")

# Unicode's DerivedCoreProperties.txt, Default_Ignorable_Code_Point: first and last of each range.
IGNORABLE = (
    *((0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F)),
    *((0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F)),
    *((0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A)),
    (0xE0000, 0xE0FFF),
)
JOINED = re.compile("(?<=[^a-z0-9 ])\u200d(?=[^a-z0-9 ])")
EMOJIS = ("👨‍👩‍👧", "❤️‍🔥", "1️⃣", "🏳️‍🌈", "👩🏽‍💻", "🙂‍↔️", "👁️‍🗨️", "‼️", "☠️")


def shown(markdown: str) -> str:
    """What a reader sees."""
    return _ESCAPE.sub(r"\1", markdown).replace("\u200b", "")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30))
def test_it_shows_as_it_was_typed(text: str) -> None:
    assert shown(escape(text)) == tidy(text)


@given(st.text(alphabet="@<>#&!:*_~|`[]()\\-+1. aé\n", max_size=40))
def test_nothing_in_it_means_anything(text: str) -> None:
    plain = re.sub(r"\\.", "", escape(text))
    assert re.search(r"[*_~|`\[\]<>@:#\\]", plain) is None


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(1, 50))
def test_it_is_one_short_line_of_visible_characters(text: str, most: int) -> None:
    line = tidy(text, most)
    assert 1 <= len(line) <= most
    assert all(char == " " or not char.isspace() for char in line)
    assert {unicodedata.category(char) for char in JOINED.sub("", line)}.isdisjoint({"Cc", "Cf"})


def test_mentions_are_torn_apart() -> None:
    assert "@everyone" not in escape("@everyone")
    assert "<@1" not in escape("<@123>")
    assert "<t:" not in escape("<t:0:R>")
    assert "](" not in re.sub(r"\\.", "", escape("[ici](http://mal.example)"))


def test_lists_and_headings_do_not_begin() -> None:
    assert escape("- a") == "\\- a"
    assert escape("1. a") == "\u200b1. a"
    assert escape("# a") == "\\# a"
    assert escape("Jean-Pierre (3+1)") == "Jean-Pierre (3+1)"


def test_invisible_backward_and_piled_up_characters_go() -> None:
    assert tidy("a\u202eb\u200bc\u3164d\x00e") == "abcde"
    assert tidy("a\n\n\tb") == "a b"
    assert len(tidy("a" + "\u0336" * 20)) == 3
    assert tidy("\u200b\u2800 ") == "…"


def test_what_unicode_draws_as_nothing_is_no_name() -> None:
    unseen = [chr(code) for first, last in IGNORABLE for code in range(first, last + 1)]
    for char in unseen:
        assert tidy(char) == "…", hex(ord(char))
        assert tidy(f"a{char}b") == "ab", hex(ord(char))
    assert tidy("".join(unseen)) == "…"
    assert tidy("\U0001d159\u2800\u0301\u200d\ufe0f") == "…"


@pytest.mark.parametrize("mark", ["\u0336", "\u20dd", "\u0903"], ids=["Mn", "Me", "Mc"])
def test_marks_of_any_kind_do_not_pile_up_and_need_a_letter_of_their_own(mark: str) -> None:
    assert tidy("a" + mark * 20 + "b") == "a" + mark * 2 + "b"
    assert tidy("a\u0336\u20dd\u0903\u0336b") == "a\u0336\u20ddb"
    assert tidy("\u20dd\u0336a") == "a"
    assert tidy("a \u20ddb") == "a b"


@pytest.mark.parametrize("emoji", EMOJIS)
def test_emojis_of_several_signs_stay_whole(emoji: str) -> None:
    assert tidy(emoji) == emoji
    assert tidy(f"Zoé {emoji}") == f"Zoé {emoji}"
    assert escape(emoji) == emoji


def test_what_makes_emojis_hides_nothing_elsewhere() -> None:
    assert tidy("a\u200db\ufe0fc") == "abc"
    assert tidy("★\u200d") == tidy("\u200d★") == "★"
    assert tidy("❤\ufe0f\ufe0f\ufe0f") == "❤\ufe0f"
    assert tidy("❤\u200d\u200d🔥") == "❤\u200d🔥"
    assert tidy("👨\u200d" * 40)[-2:] == "👨…"


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert tidy("x" * 40) == "x" * 31 + "…"
    assert tidy("x" * 32) == "x" * 32


def test_labels_are_not_escaped_because_they_are_not_markdown() -> None:
    assert label("*Zoé*\n<@1>") == "*Zoé* <@1>"


@given(st.text())
def test_what_was_escaped_is_read_as_it_was_typed(name: str) -> None:
    line = f"🏆 **{escape(name)}** <:gobelet_de_6_1f2e:123> gagne <a:x:1>la **partie** !"
    assert read_plain(line) == f"🏆 {tidy(name)} gagne la partie !"


# -- painted letters ---------------------------------------------------------------------------------------


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


# -- spaces and moments ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("À vous ! Vraiment ?", "À vous\u00a0! Vraiment\u00a0?"),
        ("**À vous !** Lancez : oui", "**À vous\u00a0!** Lancez\u00a0: oui"),
        ("il dit « 64 », puis « 65 ».", "il dit «\u00a064\u00a0», puis «\u00a065\u00a0»."),
        ("un <:de:1> et <t:1:R>", "un <:de:1> et <t:1:R>"),
        ("Your turn! It is: 64", "Your turn! It is: 64"),
    ],
)
def test_spaces_do_not_break_before_high_signs(written: str, shown: str) -> None:
    assert set_spaces(written) == shown


FRENCH = texts_for("fr")


def test_moments_are_whole_seconds_and_never_later_than_they_are() -> None:
    assert countdown(1_234_999) == "<t:1234:R>"
    assert end_of(Alarm("k", "turn", 90, 1_234_999)) == "<t:1234:T>"
    assert end_of(Alarm("k", "turn", 3 * 86_400, 1_234_999)) == "<t:1234:f>", "days away: with its date"


def test_where_no_clock_runs_nothing_is_said() -> None:
    table = lobby_table()
    assert time_left(replace(table, alarm=None), FRENCH) == ""
    running = replace(table, alarm=Alarm("k", "turn", 90, NOON))
    assert f"<t:{NOON // 1000}:R>" in time_left(running, FRENCH)
