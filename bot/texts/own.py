"""Messages with a catalogue of their own: those of a game that has all its words beside its rules.

Its French stands in its records and in `rules.md`, its English in `en.po` beside them. Whatever says a
message need not know where it comes from: it is said by `t(message)` like all others.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.texts import texts_for
from bot.texts.catalogue import OwnText, make_blank, whole
from bot.texts.check import Message
from engines.core.kit import Kit
from engines.core.kit_records import option_words

BY_NUMBER = "By number"
"""The section of a page of rules that players do not read, and those after it."""

_NUMBER = re.compile(r"^\d+\. ")


class OwnTexts:
    """The words of a game, from the folder of its rules."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, message: str) -> OwnText:
        """Mark a French message (or, with a bar, its two forms), so that it is said from this catalogue."""
        first = message.partition("|")[0]
        said = {language: forms[first] for language, forms in self._forms.items() if first in forms}
        return OwnText(first, said)

    def join(self, lines: Sequence[str]) -> OwnText:
        """Mark some lines, which are translated one by one, as one message."""
        marked = [self(line) for line in lines]
        languages = set.intersection(*({*each.said} for each in marked))
        said = {name: ("\n".join(each.said[name][0] for each in marked),) for name in languages}
        return OwnText("\n".join(lines), said)

    def bare(self, line: str) -> OwnText:
        """Mark a line of a numbered list without its number."""
        said = {name: (_NUMBER.sub("", forms[0]),) for name, forms in self(line).said.items()}
        return OwnText(_NUMBER.sub("", line), said)

    def both(self, message: str) -> tuple[OwnText, str]:
        """Mark a message that has two forms, for `t.plural`."""
        one, _, many = message.partition("|")
        return self(message), many or one

    @cached_property
    def _forms(self) -> Mapping[str, Mapping[str, tuple[str, ...]]]:
        return {path.stem: whole(read_own(path)) for path in sorted(self.folder.glob("*.po"))}

    @cached_property
    def chapters(self) -> tuple[tuple[str, str], ...]:
        """The sections of `rules.md` that players read, each with its title."""
        page = self.folder / "rules.md"
        text = page.read_text(encoding="utf-8") if page.is_file() else ""
        sections = (each.partition("\n") for each in re.split(r"^## ", text, flags=re.M)[1:])
        pairs = [(title.strip(), body.strip()) for title, _, body in sections]
        titles = [title for title, _ in pairs]
        return tuple(pairs[: titles.index(BY_NUMBER) if BY_NUMBER in titles else len(pairs)])


def folder_of(kind: type[Kit[Any, Any]]) -> Path:
    """Return the folder of a game's rules."""
    file = sys.modules[kind.__module__].__file__
    assert file is not None
    return Path(file).parent


def read_own(path: Path) -> Catalog:
    """Read a catalogue by its path, "…/en.po"; it is empty where there is none."""
    if not path.exists():
        return make_blank(path.stem)
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def write_own(catalog: Catalog, path: Path) -> None:
    """Write a catalogue as briefly as can be: people write it by hand, beside the rules."""
    plural = f'"Plural-Forms: {catalog.plural_forms}\\n"'
    head = ('msgid ""', 'msgstr ""', '"Content-Type: text/plain; charset=utf-8\\n"', plural, "", "")
    for message in catalog:
        message.flags -= {"python-format", "python-brace-format"}
    text = io.BytesIO("\n".join(head).encode())
    text.seek(0, io.SEEK_END)
    write_po(text, catalog, width=0, no_location=True, omit_header=True, ignore_obsolete=True)
    path.write_bytes(text.getvalue())


class Filled(Mapping[str, tuple[str, ...]]):
    """A message of the house in every language, filled with words that are messages themselves."""

    def __init__(self, message: str, values: Mapping[str, str]) -> None:
        self._message = message
        self._values = values

    def __getitem__(self, language: str) -> tuple[str, ...]:
        """Say it in a language; only then is its catalogue read."""
        t = texts_for(language)
        return (t(self._message, **{name: t(value) for name, value in self._values.items()}),)

    def __iter__(self) -> Iterator[str]:
        """Nobody asks in which languages it can be said: in all."""
        return iter(())

    def __len__(self) -> int:
        """See `__iter__`."""
        return 0


def fill_later(message: str, **values: str) -> OwnText:
    """Mark a message of the house that is filled: `t(marked)` says it in any language."""
    return OwnText(message.format_map(values), Filled(message, values))


def messages_of(rules: Kit[Any, Any], folder: Path) -> Iterator[Message]:
    """Yield every message that is derived of a game; their place is the file of its rules."""
    told = [rules.pitch, rules.about, rules.awaits]
    told += [kind.label for kind in rules.kinds]
    told += [kind.sentence for kind in rules.tellings]
    told += [row.tell for row in rules.rows.values()]
    for words in option_words(rules.options.record).values():
        told += [words.label, words.unit, words.typed]
        told += words.choices.values() if isinstance(words.choices, Mapping) else ()
    for title, text in OwnTexts(folder).chapters:
        told += [title, *text.splitlines()]
    for message in dict.fromkeys(filter(None, told)):
        yield Message(tuple(message.split("|")), "rules.py", 1)
