"""DESfausse's face: what the shared pieces ask of every game, each answered in its own file."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face, OptionSpec
from bot.ui.pages.page import Form, Page
from cogs.desfausse import controls, options, panel, refusals, render, rules
from cogs.desfausse.words import EMOJI, TITLE
from engines.core.errors import Refusal
from engines.desfausse.checks import LEAST_SEATS, MOST_SEATS
from engines.desfausse.model import Action

__all__ = ["DesfausseFace"]


class DesfausseFace(Face):
    """The Face of DESfausse."""

    game = "desfausse"
    title = TITLE
    emoji = EMOJI
    seats_min = LEAST_SEATS
    seats_max = MOST_SEATS
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)

    def greeting(self, t: Texts) -> str | None:
        """Hands come by private message."""
        return t("Votre main arrivera ici à chaque tour, avec les boutons pour jouer.")

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby (F2)."""
        del allowed
        return options.options(table, t)

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message."""
        return render.board(sight, t)

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The player's own hand and what may be done with it."""
        return panel.panel(sight, t, server)

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key for each turn."""
        return panel.awaited(sight)

    def in_words(self, sight: Sight, t: Texts) -> Page | None:
        """Every hand that may be seen, in words."""
        return panel.words_page(sight, t)

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Action | None:
        """The action that a button stands for."""
        del values
        return controls.action_of(verb, arg)

    def opens(self, verb: str, arg: str, sight: Sight, t: Texts, server: str = "") -> Form | Page | None:
        """The hand with dice picked, or the next question about a discard or a gift."""
        if verb in ("pick", "all"):
            return panel.pick_page(sight, arg, t, server)
        if verb == "wish":
            return panel.wish_page(sight, arg, t, server)
        return panel.gift_page(sight, arg, t, server) if verb == "give" else None

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules, page by page."""
        return rules.rules(t)

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for what only these rules refuse."""
        return refusals.refusal_sentence(refusal, t)
