"""What people typed shows as typed and does nothing."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.pages.escape import escape, label, read_plain, tidy

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
def test_marks_of_any_kind_do_not_pile_up(mark: str) -> None:
    assert tidy("a" + mark * 20 + "b") == "a" + mark * 2 + "b"
    assert tidy("a\u0336\u20dd\u0903\u0336b") == "a\u0336\u20ddb"


def test_marks_need_a_letter_of_their_own() -> None:
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
