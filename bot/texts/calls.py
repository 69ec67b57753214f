"""Reads from the syntax tree how the code says its texts: with which message, and with which values."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from bot.texts.extract import ROOMS, Message, messages

CALLED = frozenset({"t", "texts", "N_"})
PUT_TOGETHER = "a message must be one literal, or a name (no f-string, no +, no %, no if)"
HIDDEN = "a message cannot stand in an f-string or in a call within another one's values: give it a name"


@dataclass(frozen=True, slots=True)
class Call:
    """One call with a message (or its two forms), its place, and the names of the values it is given.

    `values` is None if they cannot be known here: for `N_`, or if they are passed as `**values`.
    """

    forms: tuple[str, ...]
    file: str
    line: int
    values: frozenset[str] | None


class Unreadable(Exception):
    """A message that cannot be put into a catalogue; its text says where it stands and why."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"{file}:{line}: {why}")


def read_code(root: Path, rooms: Iterable[str] = ROOMS) -> tuple[list[Message], list[Call]]:
    """Read the messages of these rooms and the calls that say them. Raises Unreadable."""
    rooms = tuple(rooms)
    found = list(messages(root, rooms))
    known = {(message.file, message.forms) for message in found}
    paths = [path for room in rooms for path in sorted((root / room).rglob("*.py"))]
    called = [
        call
        for path in paths
        for call in calls_in(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())
    ]
    for call in called:
        if (call.file, call.forms) not in known:
            raise Unreadable(call.file, call.line, HIDDEN)
    return found, called


def calls_in(source: str, file: str) -> Iterator[Call]:
    """Yield the calls in the text of one file, in the order of its lines. Raises Unreadable."""
    nodes = [node for node in ast.walk(ast.parse(source, file)) if isinstance(node, ast.Call)]
    for node in sorted(nodes, key=lambda node: (node.lineno, node.col_offset)):
        name = _name(node.func)
        said = _messages_in(name, node)
        forms = tuple(form for part in said if (form := _literal(part, file)) is not None)
        if forms and len(forms) == len(said):
            yield Call(forms, file, node.lineno, _values(name, node))


def _name(called: ast.expr) -> str | None:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="texts_for") | ast.Attribute(attr="texts_for")):
            return "t"
        case _:
            return None


def _messages_in(name: str | None, call: ast.Call) -> list[ast.expr]:
    """The arguments that are messages; none for a call of anything else."""
    if name == "plural" and len(call.args) >= 3:
        return call.args[:2]
    return call.args[:1] if name in CALLED else []


def _literal(node: ast.expr, file: str) -> str | None:
    """The message of an argument; None for a name, whose message is marked elsewhere. Raises Unreadable."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.BinOp) or any(_is_text(part) for part in ast.walk(node)):
        raise Unreadable(file, node.lineno, PUT_TOGETHER)
    return None


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _values(name: str | None, call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    if name == "N_" or None in names:
        return None
    return frozenset(each for each in (*names, "n" if name == "plural" else None) if each is not None)
