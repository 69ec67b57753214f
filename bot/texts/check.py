"""Compares the code's messages with a catalogue, and says in lines what has to be mended."""

from collections.abc import Iterable, Iterator
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.catalog import Message as Entry

from bot.texts.calls import Call
from bot.texts.extract import Message


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
