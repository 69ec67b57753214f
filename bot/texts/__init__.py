"""What people read: French as written in the code, English from the catalogue beside this file."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from gettext import NullTranslations
from typing import Literal

from babel.lists import format_list

from bot.texts.catalogue import FRENCH, compile_catalogue
from bot.texts.grammar import Name, count_people, fill

__all__ = ["N_", "Name", "Texts", "texts_for"]


@dataclass(frozen=True, slots=True)
class Texts:
    """The texts of one language. Messages are found by their French text, and filled (see `grammar`).

    Values are inserted as they are: escape what people typed before you pass it.
    """

    locale: str
    _messages: NullTranslations = field(repr=False, compare=False)

    def __call__(self, message: str, /, **values: object) -> str:
        """Say `message` in this language, its `{name}`s filled. Raises KeyError if a value is missing."""
        return fill(self._messages.gettext(message), values)

    def plural(self, one: str, many: str, n: int, /, **values: object) -> str:
        """Say the form for `n` things (French: 0 and 1 are singular); `{n}` need not be given."""
        return fill(self._messages.ngettext(one, many, n), {"n": n, **values})

    def list(self, items: Sequence[str]) -> Name:
        """Join items as this language does: "Anne, Bob et Chloé"; no items give an empty text.

        Verbs agree with what comes out: it stands for as many people as its items together.
        """
        return Name(self._join(items, "standard"), sum(map(count_people, items)))

    def either(self, items: Sequence[str]) -> str:
        """Join items of which one is chosen: "Anne, Bob ou Chloé"; no items give an empty text."""
        return self._join(items, "or")

    def _join(self, items: Sequence[str], style: Literal["standard", "or"]) -> str:
        return items[0] if len(items) == 1 else format_list(items, style, self.locale)


def texts_for(locale: str | None) -> Texts:
    """Choose the language by Discord's locale: French for `fr` and for None, English for all others."""
    return _french() if locale is None or locale.partition("-")[0] == "fr" else _english()


def N_(message: str) -> str:  # noqa: N802 (gettext's own name for it)
    """Mark a message that is said later, by `t(variable)`, so that the catalogue has it."""
    return message


@cache
def _french() -> Texts:
    return Texts("fr", FRENCH)


@cache
def _english() -> Texts:
    return Texts("en", compile_catalogue("en"))
