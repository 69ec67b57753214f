"""The catalogues on disk: text files, which are compiled in memory when the bot starts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from gettext import NullTranslations, c2py
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

DOMAIN = "gobelet"
HOME = Path(__file__).parent
# Babel puts dates into the header; a fixed one keeps two runs over the same code identical.
FIRST_DAY = datetime(2026, 1, 1, tzinfo=UTC)


class _Source(NullTranslations):
    """The language of the code itself: every message is its own translation, and a plain text."""

    def gettext(self, message: str) -> str:
        """Say a message that has no number in it."""
        return str(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Choose the form for `n`: in French 0 is singular, too; gettext's default would say "0 points"."""
        return str(msgid1 if abs(n) < 2 else msgid2)


FRENCH = _Source()


class OwnText(str):
    """A French message that brings its translations along: by language its forms, two if it has a plural."""

    __slots__ = ("said",)
    said: Mapping[str, tuple[str, ...]]

    def __new__(cls, message: str, said: Mapping[str, tuple[str, ...]]) -> OwnText:
        """Make a message with these translations; languages that are missing look it up as any other."""
        made = super().__new__(cls, message)
        made.said = said
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        """How a copy is made."""
        return OwnText, (str(self), self.said)


class _Translated(NullTranslations):
    """The translations of a catalogue that are whole, and French for the rest."""

    def __init__(self, catalog: Catalog) -> None:
        super().__init__()
        self._language = str(catalog.locale)
        self._choose = c2py(catalog.plural_expr)
        self._said = whole(catalog)

    def gettext(self, message: str) -> str:
        """Say a message that has no number in it."""
        forms = self._find(message)
        return FRENCH.gettext(message) if forms is None else forms[0]

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Choose the form for `n` by the rule of the language."""
        forms = self._find(msgid1)
        return FRENCH.ngettext(msgid1, msgid2, n) if forms is None else forms[self._choose(n)]

    def _find(self, message: str) -> tuple[str, ...] | None:
        own = message.said.get(self._language) if isinstance(message, OwnText) else None
        return own or self._said.get(message)


def whole(catalog: Catalog) -> dict[str, tuple[str, ...]]:
    """The translations of a catalogue that are certain and have all forms, by their (first) French form."""
    pairs = [(forms_of(each.id), forms_of(each.string)) for each in catalog if each.id and not each.fuzzy]
    return {ours[0]: theirs for ours, theirs in pairs if all(theirs)}


def forms_of(text: str | Sequence[str] | None) -> tuple[str, ...]:
    """The forms of a message, two if it has a plural; an empty one where there is none."""
    return (text or "",) if text is None or isinstance(text, str) else tuple(text)


def path_of(language: str, home: Path = HOME) -> Path:
    """The path of a language's catalogue, e.g. `en/LC_MESSAGES/gobelet.po`."""
    return home / language / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(language: str, home: Path = HOME) -> Catalog:
    """Read a catalogue; it is empty for a language that has no file yet."""
    path = path_of(language, home)
    if not path.exists():
        return make_blank(language)
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=DOMAIN)


def write(catalog: Catalog, language: str, home: Path = HOME) -> None:
    """Write a catalogue to its file: sorted by file, without line numbers, which change with every edit."""
    path = path_of(language, home)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=110, sort_by_file=True, include_lineno=False, ignore_obsolete=True)


def make_blank(language: str) -> Catalog:
    """Make an empty catalogue, with a header that never changes."""
    comment = f"# Gobelet: the French messages of the code, in {language}.\n# Refresh: python -m bot.texts"
    return Catalog(
        locale=language,
        domain=DOMAIN,
        header_comment=comment,
        project="Gobelet",
        version="1",
        msgid_bugs_address="Gobelet",
        last_translator="Gobelet",
        language_team="Gobelet",
        creation_date=FIRST_DAY,
        revision_date=FIRST_DAY,
        fuzzy=False,
    )


def compile_catalogue(language: str, home: Path = HOME) -> NullTranslations:
    """Compile a catalogue for look-ups; messages without translation (or a fuzzy one) are said in French."""
    return _Translated(read(language, home))
