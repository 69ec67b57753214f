"""La Tasse's face: what the shared pieces ask of every game, each answered in its own file."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Table
from bot.tables.seating import SEATS_AT_MOST
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face, OptionSpec
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.page import Form, Page
from cogs.tasse import controls, options, panel, refusals, render, rules
from cogs.tasse.words import observed
from engines.core.errors import Refusal
from engines.tasse.model import Action

__all__ = ["TasseFace"]


class TasseFace(Face):
    """The Face of La Tasse; dice are written with the emojis of the book."""

    game = "tasse"
    title = "La Tasse"
    seats_min = 2
    seats_max = SEATS_AT_MOST
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)

    def __init__(self, book: EmojiBook | None = None) -> None:
        self._book = book or EmojiBook()
        self.emoji = self._book.cup

    def greeting(self, t: Texts) -> str | None:
        """The dice under the cup go by private message."""
        return t("Vos dés secrets arriveront ici, avec les boutons pour jouer.")

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby (T3, T8, T13, T14, T16)."""
        return options.options(table, t, allowed)

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message."""
        return render.board(sight, t, self._book)

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The private panel of a seat; a server's name is given where the panel goes by private message."""
        return panel.panel(sight, t, self._book, server)

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key each time the cup, or a duel, comes to this seat."""
        return panel.awaited(sight)

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Action | None:
        """The action that a button, list or form stands for."""
        return controls.action_of(verb, arg, values)

    def opens(self, verb: str, arg: str, sight: Sight, t: Texts, server: str = "") -> Form | Page | None:
        """The form of the free announcement, or the private panel with its lists."""
        if arg:
            return None
        if verb == "speak":
            return controls.say_form(sight.table, sight.drawn, observed(sight), t)
        return self.panel(sight, t, server) if verb in controls.PRIVATE else None

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules, page by page."""
        return rules.rules(t)

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for what only these rules refuse."""
        return refusals.refusal_sentence(refusal, t)
