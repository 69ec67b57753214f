"""One description a game: everything about it that is not drawn. Commands, lobby and options come from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from discord import app_commands
from PIL import Image

from bot.tables.model import Pace, Table
from bot.tables.seating import seats_at_most
from bot.texts import N_, Texts
from bot.ui.frame.facts import Fact, facts_of
from bot.ui.frame.option import Option, OptionSpec, offer
from bot.ui.frame.refusals import no_sentence
from engines.core.errors import Refusal
from engines.core.game import AnyGame

__all__ = ["GameSpec"]


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game on Discord; all texts are French, to be translated. What the rules know is read from them.

    `pitch` stands beside the game's command, `opening` beside its `start`. `minutes` is how long a table
    takes, from and to. `pace_hint` and `time_hint` describe two parameters of `start`.
    """

    rules: AnyGame
    title: str
    pitch: str
    opening: str
    emoji: str
    accent: int
    minutes: tuple[int, int]

    chapters: Callable[[Texts], Sequence[tuple[str, str]]]
    """The rules in our own words: at most five chapters, each a title and its markdown."""
    rules_head: str = ""
    """What heads the rules, where that is not sign and title."""
    action: Callable[[str, str, Sequence[str]], Any | None]
    """The engine's action for a button's, list's or form's verb, argument and values.

    None if the verb opens something; it may raise Refusal.
    """
    refusal: Callable[[Refusal, Texts], str | None] = no_sentence
    """A sentence for a refusal of these rules; None for those that all games share."""

    options: tuple[Option, ...] = ()
    unasked: frozenset[str] = frozenset()
    """Options of the rules that no host sets."""
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)
    """The paces at which it can be played, the usual one first."""
    pace_hint: str = N_("Vif : avec délais. Détente : sans")
    time_hint: str = N_("Deux fois plus de temps pour chaque décision")
    greeting: str | None = None
    """What will come by private message, in a sentence; None if the game has no use for any."""
    orders: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """The host's commands (see `Game.host_commands`): the name on the button, and what it does."""
    in_pieces: bool = False
    """Whether something appears piece by piece, unless the table wants it at once (`Manners.at_once`)."""
    sign: Callable[[], Image.Image] | None = None
    """Draws the picture that is uploaded as an emoji and shown in the place of `emoji`, if there is one."""
    own_commands: Callable[[Any], app_commands.Group] | None = None
    """Makes further commands of the game's own, given the House (of a room above this one)."""

    @property
    def name(self) -> str:
        """The registry key, also the name of the slash command."""
        return self.rules.name

    @property
    def seats_min(self) -> int:
        """How many seats a table needs at least."""
        return self.rules.seats_min

    @property
    def seats_max(self) -> int:
        """How many seats a table has room for."""
        return seats_at_most(self.rules)

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """What the rules say of their options, by name."""
        return facts_of(self.rules)

    def offer_options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """What a table's host may set of the rules; `allowed` names what the server's settings permit."""
        offers = (offer(option, self.facts[option.name], table, t, allowed) for option in self.options)
        return tuple(each for each in offers if each is not None)
