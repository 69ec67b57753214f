"""Défizz's face: what the shared pieces ask of every game, each answered in its own file."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Pace, Table
from bot.tables.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.face import Face, OptionSpec
from bot.ui.pages.page import Block, Form, Page
from cogs.defizz import choosing, console, controls, options, panel, recap, refusals, render, rules
from cogs.defizz.words import EMOJI, GAME, TITLE
from engines.core.errors import Refusal
from engines.defizz.checks import LEAST_SEATS, MOST_SEATS
from engines.defizz.model import Action, Answer, Help

__all__ = ["DefizzFace"]


class DefizzFace(Face):
    """The Face of Défizz."""

    game = GAME
    title = TITLE
    emoji = EMOJI
    seats_min = LEAST_SEATS
    seats_max = MOST_SEATS
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)
    in_pieces = True

    def greeting(self, t: Texts) -> str | None:
        """The cards that one reads come by private message."""
        return t("Les cartes que vous lirez arriveront ici, avec les boutons pour juger.")

    def options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What can be set in the lobby (Z1, Z2, Z16)."""
        del allowed
        return options.options(table, t)

    def board(self, sight: Sight, t: Texts) -> Page:
        """The public message."""
        return render.board(sight, t)

    def panel(self, sight: Sight, t: Texts, server: str = "") -> Page:
        """The player's own card and chips, and what may be done."""
        return panel.panel(sight, t, server)

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key for each card that this seat alone may read."""
        return panel.awaited(sight)

    def acknowledged(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """How fast an answer to a Chrono was, or where the card is; the rest shows on the board."""
        if isinstance(action, Help):
            return t(
                "La carte est pour vous seul : sous « Ma carte », et dans vos messages privés s’ils sont "
                "ouverts."
            )
        return panel.noted(sight, t) if isinstance(action, Answer) else None

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """Everybody's chips over the turns in a picture, and the best moments in words."""
        return recap.keepsake(record, table, t)

    def host_command(self, command: str, t: Texts) -> tuple[str, str] | None:
        """Take the card back, let the bot read, or end after this turn."""
        return console.words(command, t)

    def action(self, verb: str, arg: str, values: Sequence[str]) -> Action | None:
        """The action that a button, list or form stands for; Refusal for a stake that is no number."""
        return controls.action_of(verb, arg, values)

    def opens(self, verb: str, arg: str, sight: Sight, t: Texts, server: str = "") -> Form | Page | None:
        """The next step of a choice, the form of a stake or of an answer."""
        del server  # these pages belong to the board
        match verb:
            case "pick":
                return choosing.pick_page(sight, arg, t)
            case "stake":
                return choosing.stake_form(sight, arg, t)
            case "answer":
                return controls.answer_form(sight, t)
        return None

    def rules(self, t: Texts) -> tuple[Page, ...]:
        """The rules, page by page."""
        return rules.rules(t)

    def refusal(self, refusal: Refusal, t: Texts) -> str | None:
        """A sentence for what only these rules refuse."""
        return refusals.refusal_sentence(refusal, t)
