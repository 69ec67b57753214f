"""What people typed shows as typed and does nothing."""

import re
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from bot.ui.escape import escaped, label, tidy

# Discord drops the backslash before a sign and shows the sign.
_ESCAPE = re.compile(r"\\([^\w\s]|_)")


def shown(markdown: str) -> str:
    """What a reader sees."""
    return _ESCAPE.sub(r"\1", markdown).replace("\u200b", "")


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), max_size=30))
def test_it_shows_as_it_was_typed(text: str) -> None:
    assert shown(escaped(text)) == tidy(text)


@given(st.text(alphabet="@<>#&!:*_~|`[]()\\-+1. aé\n", max_size=40))
def test_nothing_in_it_means_anything(text: str) -> None:
    plain = re.sub(r"\\.", "", escaped(text))
    assert re.search(r"[*_~|`\[\]<>@:#\\]", plain) is None


@given(st.text(alphabet=st.characters(exclude_categories=["Cs"])), st.integers(1, 50))
def test_it_is_one_short_line_of_visible_characters(text: str, most: int) -> None:
    line = tidy(text, most)
    assert 1 <= len(line) <= most
    assert all(char == " " or not char.isspace() for char in line)
    assert {unicodedata.category(char) for char in line}.isdisjoint({"Cc", "Cf"})


def test_mentions_are_torn_apart() -> None:
    assert "@everyone" not in escaped("@everyone")
    assert "<@1" not in escaped("<@123>")
    assert "<t:" not in escaped("<t:0:R>")
    assert "](" not in re.sub(r"\\.", "", escaped("[ici](http://mal.example)"))


def test_lists_and_headings_do_not_begin() -> None:
    assert escaped("- a") == "\\- a"
    assert escaped("1. a") == "\u200b1. a"
    assert escaped("# a") == "\\# a"
    assert escaped("Jean-Pierre (3+1)") == "Jean-Pierre (3+1)"


def test_invisible_backward_and_piled_up_characters_go() -> None:
    assert tidy("a\u202eb\u200bc\u3164d\x00e") == "abcde"
    assert tidy("a\n\n\tb") == "a b"
    assert len(tidy("a" + "\u0336" * 20)) == 3
    assert tidy("\u200b\u2800 ") == "…"


def test_long_names_are_cut_with_an_ellipsis() -> None:
    assert tidy("x" * 40) == "x" * 31 + "…"
    assert tidy("x" * 32) == "x" * 32


def test_labels_are_not_escaped_because_they_are_not_markdown() -> None:
    assert label("*Zoé*\n<@1>") == "*Zoé* <@1>"
