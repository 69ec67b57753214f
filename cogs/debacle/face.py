"""Débâcle's face: what the shared pieces ask of every game, each answered in its own file."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Table
from bot.tables.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face, OptionSpec
from bot.ui.pages.page import Block, Form, Page
from cogs.debacle import controls, keepsake, options, panel, refusals, render, rules
from engines.core.errors import Refusal
from engines.debacle.model import Action

__all__ = ["DebacleFace"]


class DebacleFace(Face):
    """The Face of Débâcle."""

    game = "debacle"
    title = render.TITLE
    emoji = render.EMOJI
    seats_min = 2
    seats_max = 2
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED, Pace.DAY, Pace.THREE_DAYS, Pace.WEEK)

    def greeting(self, t: Texts) -> str | None:
        """Each own turn comes by private message."""
        return t("Vos tours s’annonceront ici, avec le plateau et les boutons pour jouer.")

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby (B1)."""
        del allowed
        return options.options(table, t)

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message."""
        return render.board(sight, t)

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The player's own message; a server's name is given where it goes by private message."""
        return panel.panel(sight, t, server)

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key for each own turn."""
        return panel.awaited(sight)

    def in_words(self, sight: Sight, t: Texts) -> Page | None:
        """The position in letters and words."""
        return panel.words_page(sight, t)

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """The moves, in the notation that `python -m engines` replays."""
        del table
        moves = keepsake.keepsake(record, t)
        return () if moves is None else (moves,)

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Action | None:
        """The action that a button or a choice in a list stands for."""
        return controls.action_of(verb, arg, values)

    def opens(self, verb: str, arg: str, sight: Sight, t: Texts, server: str = "") -> Form | Page | None:
        """What a chosen die may do, the next row of doubles, or all choices again."""
        if verb == "die":
            return panel.die_page(sight, arg, t, server) if arg else panel.panel(sight, t, server)
        return panel.row_page(sight, arg, t, server) if verb == "row" else None

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules, page by page."""
        return rules.rules(t)

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for what only these rules refuse."""
        return refusals.refusal_sentence(refusal, t)
