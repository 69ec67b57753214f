"""Compares the code's messages with a catalogue, and says in lines what has to be mended."""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry
from babel.messages.extract import extract_from_dir

# Finds the messages in the code, by Babel's own extractor.
#
# Babel reads tokens, not the syntax tree: it finds only messages that are one literal, and none inside an
# f-string or in a call among another call's values. `calls` reads the tree and reports what Babel misses.

ROOMS = ("bot", "cogs")
KEYWORDS = {"t": None, "texts": None, "N_": None, "plural": (1, 2)}
"""The functions that take a message, and which of their arguments it is; None means the first."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of the code: its text (or its two forms), and its place."""

    forms: tuple[str, ...]
    file: str
    line: int


def messages(root: Path, rooms: Iterable[str] = ROOMS) -> Iterator[Message]:
    """Yield every message of the Python files in these rooms of the project."""
    for room in rooms:
        for path, line, said, _, _ in extract_from_dir(root / room, keywords=KEYWORDS):
            yield Message((said,) if isinstance(said, str) else tuple(said), f"{room}/{path}", line)


# Reads from the syntax tree how the code says its texts: with which message, and with which values.

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


def placeholders(text: str) -> frozenset[str]:
    """The names in braces in a text, which values replace. Raises ValueError for a stray brace."""
    names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    return frozenset(name.partition(".")[0].partition("[")[0] for name in names)


def faults(found: Iterable[Message], called: Iterable[Call], catalog: Catalog) -> list[str]:
    """List every fault: values missing, messages not translated or uncertain, translations left over."""
    in_code = list(found)
    lines = [line for message in in_code for line in _form_faults(message)]
    lines += [line for call in called for line in _call_faults(call)]
    lines += [line for message in _drop_repeated(in_code) for line in _translation_faults(message, catalog)]
    known = {message.forms[0] for message in in_code}
    lines += [
        f"left over: {_singular(entry)!r}" for entry in catalog if entry.id and _singular(entry) not in known
    ]
    return lines


def _drop_repeated(found: Iterable[Message]) -> Iterator[Message]:
    seen: set[tuple[str, ...]] = set()
    for message in found:
        if message.forms not in seen:
            seen.add(message.forms)
            yield message


def _form_faults(message: Message) -> Iterator[str]:
    for form in message.forms:
        if flaw := _flaw(form):
            yield f"{message.file}:{message.line}: {form!r} {flaw}"


def _flaw(form: str) -> str | None:
    """Why a form can never be filled, whatever its values; None if it can."""
    try:
        wanted = placeholders(form)
    except ValueError as error:
        return f"cannot be filled: {error}"
    if "" in wanted or any(name.isdigit() for name in wanted):
        return "has a place without a name"
    return None


def _call_faults(call: Call) -> Iterator[str]:
    for form in call.forms:
        if call.values is not None and _flaw(form) is None and not placeholders(form) <= call.values:
            missing = ", ".join(sorted(placeholders(form) - call.values))
            yield f"{call.file}:{call.line}: {form!r} is not given {missing}"


def _translation_faults(message: Message, catalog: Catalog) -> Iterator[str]:
    where = f"{message.file}:{message.line}: {message.forms[0]!r}"
    entry = catalog.get(message.forms[0])
    if entry is None:
        yield f"{where} is not in the catalogue"
        return
    if entry.fuzzy:
        yield f"{where} has an uncertain (fuzzy) translation"
    if tuple(_forms(entry.id)) != message.forms:
        yield f"{where} stands in the catalogue with other forms"
        return
    translated = _forms(entry.string)
    if not translated or not all(translated):
        yield f"{where} is not translated"
        return
    yield from _placeholder_faults(where, message, translated)


def _placeholder_faults(where: str, message: Message, translated: tuple[str, ...]) -> Iterator[str]:
    """Compare names in braces, form by form; only a singular may drop some ("one point" for "{n} point")."""
    last = len(message.forms) - 1
    for index, (french, other) in enumerate(zip(message.forms, translated, strict=True)):
        try:
            wanted, given = placeholders(french), placeholders(other)
        except ValueError as error:
            yield f"{where}: {other!r} cannot be filled: {error}"
            continue
        if given != wanted and (index == last or not given < wanted):
            yield f"{where}: other places in {other!r}"


def _singular(entry: Entry) -> str:
    return _forms(entry.id)[0]


def _forms(text: str | Iterable[str] | None) -> tuple[str, ...]:
    if text is None:
        return ()
    return (text,) if isinstance(text, str) else tuple(text)
