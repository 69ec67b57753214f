"""Find the messages in the code. The syntax tree, not the words, is read.

So calls spread over lines, joined literals, nested calls and `t("a" if x else "b")` all come out right.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

CALLED = frozenset({"t", "texts"})
MARKER = "N_"


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the code: its text (or its two forms), where it stands, the values it is given.

    `values` is None where they cannot be known here: behind a marker, or passed on as `**values`.
    """

    forms: tuple[str, ...]
    file: str
    line: int
    values: frozenset[str] | None


class Unreadable(Exception):
    """A message that is put together while the bot runs: no catalogue can have it."""

    def __init__(self, file: str, line: int) -> None:
        super().__init__(f"{file}:{line}: a message must be a literal (no f-string, no +, no %)")


def messages(root: Path, rooms: Iterable[str] = ("bot", "cogs")) -> Iterator[Message]:
    """Yield every message of the Python files in these rooms of the project; raises Unreadable."""
    for room in rooms:
        for path in sorted((root / room).rglob("*.py")):
            yield from messages_in(path.read_text(encoding="utf-8"), path.relative_to(root).as_posix())


def messages_in(source: str, file: str) -> Iterator[Message]:
    """Yield the messages of one file's text in the order of its lines; raises Unreadable."""
    calls = [node for node in ast.walk(ast.parse(source, file)) if isinstance(node, ast.Call)]
    for call in sorted(calls, key=lambda node: (node.lineno, node.col_offset)):
        yield from _messages_of(call, file)


def _messages_of(call: ast.Call, file: str) -> Iterator[Message]:
    name = _name(call.func)
    if name == "plural" and len(call.args) >= 3:
        forms = tuple(text for part in call.args[:2] for text in _literals(part, file))
        if len(forms) == 2:
            values = _values(call)
            yield Message(forms, file, call.lineno, None if values is None else values | {"n"})
    elif name in CALLED and call.args:
        for text in _literals(call.args[0], file):
            yield Message((text,), file, call.lineno, _values(call))
    elif name == MARKER:
        for text in _literals(call.args[0], file):
            yield Message((text,), file, call.lineno, None)


def _name(called: ast.expr) -> str | None:
    match called:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Call(func=ast.Name(id="texts_for") | ast.Attribute(attr="texts_for")):
            return "t"
        case _:
            return None


def _values(call: ast.Call) -> frozenset[str] | None:
    names = [keyword.arg for keyword in call.keywords]
    return None if None in names else frozenset(name for name in names if name is not None)


def _literals(node: ast.expr, file: str) -> Iterator[str]:
    """Yield the texts that this expression can be; a name or a call is somebody else's marked message."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=first, orelse=second):
            yield from _literals(first, file)
            yield from _literals(second, file)
        case ast.BoolOp(values=parts):
            for part in parts:
                yield from _literals(part, file)
        case ast.JoinedStr() | ast.BinOp():
            raise Unreadable(file, node.lineno)
        case _:
            return
