"""docs/operating.md tells of the program that there is: its commands, its settings, and what it says."""

import ast
import re
import shlex
from argparse import _SubParsersAction
from collections.abc import Iterator

import pytest

from bot.operator.commands import make_parser
from tests.support.project import ROOT, SETTINGS, rooms

PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
OTHERS = {"LISTEN", "COMPOSE_PROFILES", "POSTGRES_PASSWORD", "SIGHUP", "SIGTERM", "VACUUM", "PGPASSWORD"}
"""Words in capitals that are no settings of the bot."""
DISCORDS = {"The application did not respond"}
"""What Discord says, and not the bot."""


def section(name: str) -> str:
    return PAGE.partition(f"\n## {name}\n")[2].partition("\n## ")[0]


def first_cells(text: str) -> list[str]:
    return re.findall(r"^\| (.+?) \| ", text.replace(r"\|", "/"), re.M)


def commands() -> set[str]:
    parser = make_parser(lambda _arguments: 0, {})
    (group,) = (action for action in parser._actions if isinstance(action, _SubParsersAction))
    return set(group.choices)


def said() -> Iterator[str]:
    """All that the program may say, with a gap where something is put in."""
    for room in rooms():
        for path in (ROOT / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield re.sub(r"{\w+}", "\0", node.value)
                elif isinstance(node, ast.JoinedStr):
                    parts = node.values
                    yield "".join(str(it.value) if isinstance(it, ast.Constant) else "\0" for it in parts)


def test_every_command_stands_in_the_table_and_no_other():
    named = {
        word
        for cell in first_cells(section("Commands"))
        for words in re.findall(r"`([^`]+)`", cell)
        if (word := words.split()[0]) != "--version"
    }
    assert named == commands()


@pytest.mark.parametrize("line", re.findall(r"^    (?:.*[ /])?gobelet ([a-z].*?)(?: +#.*)?$", PAGE, re.M))
def test_the_commands_that_are_typed_are_understood(line: str):
    words = shlex.split(line)
    if words[0] in commands():
        make_parser(lambda _arguments: 0, {}).parse_args(words)


def test_every_setting_that_is_named_exists():
    named = set(re.findall(r"`([A-Z]{3,}(?:_[A-Z]+)*)(?:=[^`]*)?`", PAGE))
    named |= set(re.findall(r"^    ([A-Z_]{4,})=", PAGE, re.M))
    assert named - OTHERS <= SETTINGS
    assert len(named & SETTINGS) > 15


def test_the_sentences_to_look_up_are_those_that_are_said():
    cells = first_cells(section("When something is wrong"))
    sentences = {each for cell in cells for each in re.findall(r"`([^`]+)`", cell)} - DISCORDS
    assert len(sentences) > 5
    everything = "\n".join(said())
    assert [each for each in sorted(sentences) if not re.search(pattern_of(each), everything)] == []


def pattern_of(sentence: str) -> str:
    """What is said, whatever stands where the page has a number, a name or dots."""
    return re.sub(r"\d+|…|[A-Z]+(?:_[A-Z]+)+", lambda found: rf"(?:\0|{found[0]})", re.escape(sentence))
