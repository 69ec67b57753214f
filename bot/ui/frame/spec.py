"""The description of a game: everything that is not drawn. Commands, lobby and options are made from it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias

from babel.numbers import format_decimal
from discord import app_commands

from bot.insight.badges import Badge
from bot.insight.luck import Luck, Rarity
from bot.insight.rating import LUCKY
from bot.tables.lessons import Lesson
from bot.tables.model import Pace, Table
from bot.tables.playing.seating import seats_at_most
from bot.texts import N_, Texts
from bot.ui.frame.option import Fact, Option, OptionSpec, Preset, Words, facts_of, offer
from bot.ui.pages.emojis import Sign
from bot.ui.pages.page import Block, Button
from engines.core.game import AnyGame
from engines.core.records import Refusal

# What a game tells of somebody from all they did in it, in words and pictures.
#
# Such a portrait is for oneself alone, until one shares it: its words are such that anybody can read them.

Portrait: TypeAlias = Callable[[Mapping[str, int], Texts], tuple[Block, ...]]
"""Makes it of the sums of somebody's facts (see `Game.facts`); a fact that is not there counts 0."""


class Counts(dict[str, int]):
    """Sums of facts by their names; what was never counted is 0."""

    def __missing__(self, name: str) -> int:
        return 0


def no_portrait(_facts: Mapping[str, int], _t: Texts) -> tuple[Block, ...]:
    """Tell nothing."""
    return ()


def share(part: int, of: int, t: Texts) -> str:
    """A share in hundredths, as the language writes it: "48 %"."""
    return t("{n}\u00a0%", n=round(100 * part / of) if of else 0)


def whole(number: float, t: Texts) -> str:
    """A whole number, rounded, as the language writes it: "1 018"."""
    return format_decimal(round(number), locale=t.locale)


def luck_words(luck: Luck, t: Texts) -> str:
    """How unusual what dice gave is, after the sentence that says what they gave; "" if that says nothing."""
    match luck.rarity:
        case Rarity.UNKNOWN:
            return t("C’est encore trop peu pour en juger.")
        case Rarity.AVERAGE:
            return t("C’est dans la moyenne.")
        case Rarity.RATHER:
            above = t("C’est plutôt plus que la moyenne.")
            return above if luck.more else t("C’est plutôt moins que la moyenne.")
    cases = whole(luck.one_in, t)
    return t("Un écart pareil arrive une fois sur {cases} avec des dés honnêtes.", cases=cases)


# Sentences for the refusals of a game's own rules.


def no_sentence(_refusal: Refusal, _t: Texts) -> str | None:
    """Say nothing: for a game that refuses nothing but what all games do."""
    return None


def no_remedies(_refusal: Refusal, _t: Texts) -> tuple[Button, ...]:
    """Offer nothing: for a game in which people simply try again."""
    return ()


def sentences(reasons: Mapping[str, str]) -> Callable[[Refusal, Texts], str | None]:
    """Make the function that puts a refusal in words; `reasons` has a wording for each reason.

    It fills the wording with the refusal's parameters, and returns None for any other reason.
    """

    def say(refusal: Refusal, t: Texts) -> str | None:
        wording = reasons.get(refusal.reason)
        return None if wording is None else t(wording, **refusal.params)

    return say


@dataclass(frozen=True, kw_only=True)
class GameSpec:
    """A game on Discord; all texts are French, to be translated. What the rules know is read from them.

    `pitch` describes the game's command, `opening` its `start`; `pace_hint` and `time_hint` describe two
    parameters of `start`. `about` says in one sentence what people do in it. `accent` is the colour of its
    pages (0xRRGGBB). `minutes` is how long a table takes: the least and the most.
    """

    rules: AnyGame
    title: str
    pitch: str
    about: str
    opening: str
    emoji: str
    accent: int
    minutes: tuple[int, int]

    chapters: Callable[[Texts], Sequence[tuple[str, str]]]
    """The rules in our own words: at most five chapters, each a title and markdown; the first in short."""
    rules_head: str = ""
    """The heading of the rules; "" for sign and title."""
    action: Callable[[str, str, Sequence[str]], Any | None]
    """The engine's action for a button's, list's or form's verb, argument and values.

    None if the verb opens something instead. It may raise Refusal.
    """
    refusal: Callable[[Refusal, Texts], str | None] = no_sentence
    """A sentence for a refusal of these rules; None for reasons that all games share."""
    remedies: Callable[[Refusal, Texts], tuple[Button, ...]] = no_remedies
    """At most five buttons below that sentence, which the refused person alone sees; mostly none.

    Each sends a verb of the game, for the turn in which the refusal came.
    """

    options: tuple[Option, ...] = ()
    presets: tuple[Preset, ...] = ()
    """Kinds of table that set several options at once; the usual one is always there beside them."""
    unasked: frozenset[str] = frozenset()
    """The names of options of the rules that hosts cannot set."""
    paces: tuple[Pace, ...] = (Pace.BRISK, Pace.RELAXED)
    """The paces at which it can be played, the usual one first."""
    pace_hint: str = N_("Vif : temps limité. Détente : sans limite")
    time_hint: str = N_("Deux fois plus de temps pour chaque décision")
    greeting: str | None = None
    """A sentence on what will come by private message; None if the game sends no private messages."""
    orders: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    """For each of the host's commands (see `Game.host_commands`), the button's label and what it does."""
    decks: Mapping[str, Words] = field(default_factory=dict)
    """The decks of cards that come with the game, by name (see `Dealer.house`), the usual one first."""
    themes: Mapping[str, str] = field(default_factory=dict)
    """The themes of these decks, as people read them."""
    chance: float = LUCKY
    """How far apart chance puts people of equal strength (see `bot.insight.rating`)."""
    portrait: Portrait = no_portrait
    """What it tells of somebody from all they did in it."""
    badges: tuple[Badge, ...] = ()
    """What it gives people for what they have once done in a game of it."""
    in_pieces: bool = False
    """Whether something appears piece by piece, unless the table has it at once (`Manners.at_once`)."""
    sign: Sign | None = None
    """Draws a picture that is uploaded and replaces `emoji`, and stands on posters; None if there is none."""
    dice: bool = True
    """Whether what is drawn is dice to people; else it is cards."""
    shelf: int = 100
    """Where it stands among the games that people choose from: the least first, then by title."""
    planned: str | None = None
    """A sentence on how it is planned ahead, which stands on the shelf instead of a card; None for most."""
    lesson: Lesson | None = None
    """A first game by a script, to learn it by playing; None for a game without one."""
    own_commands: Callable[[Any], app_commands.Group] | None = None
    """Makes commands that only this game has; it is given the House, which a room above this one defines."""

    @property
    def name(self) -> str:
        """The game's key in the registry, and the name of its slash command."""
        return self.rules.name

    @property
    def seats_min(self) -> int:
        """The smallest number of seats with which a game can begin."""
        return self.rules.seats_min

    @property
    def seats_max(self) -> int:
        """The largest number of seats at a table."""
        return seats_at_most(self.rules)

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """What the rules say of their options, by name."""
        return facts_of(self.rules)

    def offer_options(self, table: Table, t: Texts, allowed: frozenset[str]) -> tuple[OptionSpec, ...]:
        """Offer the options of the rules to a table's host.

        `allowed` has the names of the settings that the server has switched on.
        """
        offers = (offer(option, self.facts[option.name], table, t, allowed) for option in self.options)
        return tuple(each for each in offers if each is not None)
