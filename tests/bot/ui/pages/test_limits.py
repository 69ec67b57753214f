"""Custom ids say what they said for ever; Discord's limits are named by `check` and kept by `fit`."""

import re
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.ui.pages.ids import OLD_VERBS, Target, current_verb, parse
from bot.ui.pages.limits import check, faults, fit, fit_form
from bot.ui.pages.page import (
    Attachment,
    Break,
    Button,
    Choice,
    Field,
    Form,
    Page,
    Pick,
    Picture,
    Row,
    Section,
    Select,
    Sketch,
    Text,
    Thumbnail,
    Upload,
)
from bot.ui.wire.studio import put_in_words

AS_WRITTEN_BY_0_1_0 = [
    "join",
    "quit",
    "begin",
    "options",
    "option",
    "remove",
    "rematch",
    "team",
    "title",
    "hand",
    "knock",
    "resign",
    "rules",
    "words",
    "undo",
    "offer",
    "accept",
    "decline",
    "grant",
    "absent",
    "console",
    "order",
    "report",
    "reported",
    "settle_report",
    "tables",
    "shut",
    "erase",
]


@pytest.mark.parametrize("target", [Target("g", 12, 7, "roll"), Target("s", 1, 30, "table.option", "pace")])
def test_a_target_is_read_back_from_its_custom_id(target: Target) -> None:
    assert parse(str(target)) == target


def test_no_old_name_is_forgotten_and_each_means_what_it_meant() -> None:
    assert sorted(OLD_VERBS) == sorted(AS_WRITTEN_BY_0_1_0)
    others = {"team": "team.join", "settle_report": "deck.settle"}
    for old, new in OLD_VERBS.items():
        assert new == others.get(old, f"{new.partition('.')[0]}.{old}")
        assert current_verb(new) == new
    assert len(set(OLD_VERBS.values())) == len(OLD_VERBS)


@pytest.mark.parametrize("kind", ["g", "s", "m"])
def test_a_button_of_0_1_0_is_understood_for_ever(kind: str) -> None:
    for old in AS_WRITTEN_BY_0_1_0:
        target = parse(f"{kind}:12:7:{old}:1.3")
        assert target is not None, old
        assert (target.kind, target.table_id, target.drawn, target.arg) == (kind, 12, 7, "1.3")
        assert re.fullmatch(r"[^.]+\..+", target.verb), old


def test_no_button_is_drawn_by_an_old_name() -> None:
    for old in AS_WRITTEN_BY_0_1_0:
        with pytest.raises(ValueError, match="another name"):
            str(Target("g", 12, 7, old))


def test_a_custom_id_is_never_too_long_for_discord() -> None:
    longest = Target("g", 10**11, 10**17, "namespace.another_verb", "x" * 40)
    assert len(str(longest)) <= 100
    with pytest.raises(ValueError, match="not a custom id"):
        str(Target("g", 10**17, 10**17, "namespace.another_verb", "x" * 40))


@pytest.mark.parametrize(
    "custom_id", ["g:1:1:table.:", "g:1:1:.join:", "g:1:1:a.b.c:", "g:1:1:Table.join:", "g:1"]
)
def test_what_is_no_custom_id_of_ours_names_nothing(custom_id: str) -> None:
    assert parse(custom_id) is None


# -- limits ------------------------------------------------------------------------------------------------


CUP = Thumbnail("https://cdn.discordapp.com/emojis/1.png", "a cup")
GOOD = Page(1, 2, (Text("a"), Row((Button("roll", "Lancer"),))))


def page(*blocks: object) -> Page:
    return Page(1, 2, tuple(blocks))


def row(n: int, tag: str = "") -> Row:
    return Row(tuple(Button("roll", f"b{i}", arg=f"{tag}{i}") for i in range(n)))


def choices(n: int) -> tuple[Choice, ...]:
    return tuple(Choice(str(i), str(i)) for i in range(n))


@dataclass(frozen=True)
class Blank:
    def paint(self) -> bytes:
        return b""


def sketch(name: str = "a.webp", alt: str = "alt", words: str = "words") -> Sketch:
    return Sketch(name, alt, Blank(), words)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        (page(), "an empty page"),
        (page(Text(" ")), "an empty text"),
        (page(*(Text("a") for _ in range(40))), "41 components"),
        (page(*(row(5, str(i)) for i in range(7))), "43 components"),
        (page(Text("a" * 2001), Text("b" * 2000)), "4001 characters"),
        (page(row(6)), "6 buttons"),
        (page(Row(())), "0 buttons"),
        (page(Row((Button("roll", "x" * 81),))), "of 81 characters"),
        (page(Row((Button("roll", ""),))), "of 0 characters"),
        (page(row(2), row(2)), "'roll' with '0' twice"),
        (page(Select("say", "p", choices(26))), "26 choices"),
        (page(Select("say", "p", ())), "0 choices"),
        (page(Select("say", "p", (*choices(2), Choice("1", "encore")))), "a value twice"),
        (page(Select("say", "p", choices(2), most=3)), "from 1 to 3 of 2"),
        (page(Select("say", "p" * 151, choices(2))), "of 151 characters"),
        (page(Select("say", "p", (Choice("1", "x" * 101),))), "of 101 characters"),
        (page(Picture("a.webp", "", b"")), "alternative text of 0"),
        (page(Section(" ", CUP)), "an empty text"),
        (page(Section("a", Thumbnail("https://x", ""))), "alternative text of 0"),
        (page(Section("a", Button("roll", ""))), "of 0 characters"),
        (page(Section("a", Button("roll", "a")), Row((Button("roll", "b"),))), "'roll' with '' twice"),
        (page(*(Section("a", CUP) for _ in range(13)), Break()), "41 components"),
        (page(Section("a" * 3000, CUP), Text("b" * 1001)), "4001 characters"),
        (page(sketch(alt="x" * 1025)), "alternative text of 1025"),
        (page(sketch(words=" ")), "a sketch without words"),
        (page(Text("a" * 3000), sketch(words="b" * 1001)), "4001 characters"),
        (page(sketch("été.webp")), "a file named 'été.webp'"),
        (page(sketch(), Attachment("a.webp", b"")), "two files named 'a.webp'"),
        (page(*(sketch(f"{n}.webp") for n in range(11))), "11 files"),
    ],
)
def test_a_page_that_discord_refuses_is_named(bad: Page, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        check(bad)


def test_a_good_page_passes_unchanged() -> None:
    assert check(GOOD) is GOOD
    assert fit(GOOD) == GOOD
    assert faults(page(*(Text("a") for _ in range(39)))) == []
    assert faults(page(Text("a" * 4000))) == []


@given(st.lists(st.integers(1, 6000), min_size=1, max_size=12))
def test_texts_that_are_too_long_are_cut_until_they_fit(lengths: list[int]) -> None:
    done = fit(page(*(Text("x" * n) for n in lengths)))
    assert faults(done) == []
    if sum(lengths) <= 4000:
        assert [block.markdown for block in done.blocks if isinstance(block, Text)] == [
            "x" * n for n in lengths
        ]


def test_labels_and_what_stands_beside_something_are_cut_with_an_ellipsis() -> None:
    done = fit(page(Section("a" * 5000, Button("roll", "x" * 200)), Section("b", Thumbnail("u", "x" * 2000))))
    assert faults(done) == []
    first, second = done.blocks
    assert first == Section("a" * 3998 + "…", Button("roll", "x" * 79 + "…"))
    assert second == Section("b", Thumbnail("u", "x" * 1023 + "…"))
    choice = Choice("1", "y" * 200, "z" * 200)
    done = fit(page(Row((Button("roll", "x" * 200),)), Select("say", "p" * 200, (choice,))))
    assert faults(done) == []
    assert done.blocks[0].buttons[0].label == "x" * 79 + "…"


def test_a_sketch_within_the_limits_may_become_its_words() -> None:
    good = page(Text("a" * 2999), sketch(words="b" * 1001))
    assert faults(good) == faults(put_in_words(good)) == []
    assert fit(page(sketch(alt="x" * 2000))).blocks == (sketch(alt="x" * 1023 + "…"),)


def test_a_form_is_cut_to_what_discord_takes() -> None:
    form = fit_form(Form(1, 2, "speak", "t" * 60, (Field("a", "l" * 60, "h" * 200, "e" * 200, most=9000),)))
    (field,) = form.fields
    assert isinstance(field, Field)
    assert (len(form.title), len(field.label), len(field.hint), len(field.example)) == (45, 45, 100, 100)
    assert field.most == 4000
    with pytest.raises(ValueError, match="0 fields"):
        fit_form(Form(1, 2, "speak", "t", ()))
    five = tuple(Field(name, "l") for name in "abcde")
    assert fit_form(Form(1, 2, "speak", "t", five)).fields == five
    with pytest.raises(ValueError, match="5 fields, from 1 to 4"):
        fit_form(Form(1, 2, "speak", "t", five, words="w"))
    assert fit_form(Form(1, 2, "speak", "t", five[:4], words="w" * 5000)).words == "w" * 3999 + "…"


def test_a_list_in_a_form_is_cut_and_judged_as_one_in_a_message() -> None:
    def form(*choices: Choice) -> Form:
        return Form(1, 2, "hang", "t", (Pick("kept", "l" * 60, choices), Upload("file", "f" * 60)))

    pick, upload = fit_form(form(Choice("a", "x" * 200))).fields
    assert isinstance(pick, Pick)
    assert (pick.label, upload.label) == ("l" * 44 + "…", "f" * 44 + "…")
    assert pick.choices[0].label == "x" * 99 + "…"
    for bad in ((), (Choice("a", "A"), Choice("a", "B")), tuple(Choice(str(n), "x") for n in range(26))):
        with pytest.raises(ValueError, match="'kept'"):
            fit_form(form(*bad))
