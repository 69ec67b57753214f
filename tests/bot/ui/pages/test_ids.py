"""Custom ids: what they say, and that those of every earlier version still say it."""

import re

import pytest

from bot.ui.pages.ids import Target, parse
from bot.ui.pages.old_verbs import OLD_VERBS, current_verb

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


def test_no_old_name_is_forgotten() -> None:
    assert sorted(OLD_VERBS) == sorted(AS_WRITTEN_BY_0_1_0)


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


def test_each_old_name_means_what_it_meant() -> None:
    others = {"team": "team.join", "settle_report": "deck.settle"}
    for old, new in OLD_VERBS.items():
        assert new == others.get(old, f"{new.partition('.')[0]}.{old}")


def test_each_old_name_means_something_else() -> None:
    assert len(set(OLD_VERBS.values())) == len(OLD_VERBS)
    assert all(current_verb(verb) == verb for verb in OLD_VERBS.values())


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
