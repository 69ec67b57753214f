"""Diavolo's face: what the shared pieces ask of every game, each answered in its own file."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Status, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face, OptionSpec
from bot.ui.pages.page import Page
from cogs.diavolo import controls, options, panel, refusals, render, rules
from cogs.diavolo.words import EMOJI, observed
from engines.core.errors import Refusal
from engines.diavolo.checks import LEAST_SEATS, MOST_SEATS
from engines.diavolo.model import Action, Grab, Roll

__all__ = ["DiavoloFace"]


class DiavoloFace(Face):
    """The Face of Diavolo."""

    game = "diavolo"
    title = render.TITLE
    emoji = EMOJI
    seats_min = LEAST_SEATS
    seats_max = MOST_SEATS
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby (D9, D10)."""
        del allowed
        return options.options(table, t)

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message."""
        return render.board(sight, t)

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The seat's gems, its pawn, and what it may do now."""
        return panel.panel(sight, t, server)

    def wants_panel(self, sight: Sight) -> str | None:
        """Never: everything happens on the board."""
        del sight
        return None

    def ahead(self, sight: Sight) -> tuple[str, Action] | None:
        """The throw: its picture is ready before the roller presses."""
        seen = observed(sight)
        if sight.table.status is not Status.PLAYING or seen.phase != "roll":
            return None
        return seen.roller, Roll()

    def acknowledged(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """The pawn that a grab took, and how fast; the throw itself shows on the board."""
        return panel.acknowledged(sight, t) if isinstance(action, Grab) else None

    def in_words(self, sight: Sight, t: Texts) -> Page | None:
        """The throw in words."""
        return panel.in_words(sight, t)

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Action | None:
        """The action that a button stands for."""
        del values
        return controls.action_of(verb, arg)

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules, page by page."""
        return rules.rules(t)

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for what only these rules refuse."""
        return refusals.refusal_sentence(refusal, t)
