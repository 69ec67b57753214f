"""The base of each game's face: a game draws its own parts, the frame draws the pages around them."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar

from bot.tables.model import Status, Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.proof.remembering import find_moments
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import (
    Aftermath,
    Board,
    Ended,
    Panel,
    board_page,
    end_page,
    ended_page,
    farewell_page,
    panel_page,
    story_page,
    words_page,
)
from bot.ui.frame.ending import Standing, sketch_poster
from bot.ui.frame.header import GameHeader
from bot.ui.frame.hints import hint_button
from bot.ui.frame.past import Shown, card_page, film_of, past_page, picture_of
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.emojis import EmojiBook, png
from bot.ui.pages.page import Block, Form, Page, Sketch, Text
from bot.ui.pages.poster import SIGN_SIDE
from bot.ui.pages.reel import MOST
from engines.core.telling import Moment

_MOMENTS = 3
"""How many moments of a game are told at its end."""


class Face(ABC):
    """One game's pictures and words, made from a `Sight`, never from a state.

    A game draws its own parts (`draw_...`); the pages around them are the same for all games. What only some
    games have is optional: the methods here return nothing.
    """

    spec: ClassVar[GameSpec]

    def __init__(self, book: EmojiBook | None = None) -> None:
        self.book = book or EmojiBook()
        self.emoji = self.book.mark(self.spec.name, self.spec.emoji)
        picture = self.book.address(self.spec.name)
        self.header = GameHeader(self.spec.title, self.emoji, self.spec.accent, picture, self.spec.dice)

    # -- what a game draws -----------------------------------------------------------------------------

    @abstractmethod
    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """What all see of a running or paused game. `sight` is the channel's."""

    @abstractmethod
    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """What all see of a game that is over."""

    @abstractmethod
    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """What a seat sees alone: its dice, and buttons for what it may do now. `sight` is that seat's."""

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """What opens for a verb that is no action: a form or a private panel; None for an unknown verb.

        Raises Refusal if the clicker may not do what it leads to.
        """
        del verb, arg, sight, t
        return None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The board without pictures, for people who ask for it; None if the board has no picture anyway."""
        del sight, t
        return None

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """All that the scenes tell, a line each, the newest at the bottom; "" if a board tells it anyway."""
        del sight, t
        return ""

    def wants_panel(self, sight: Sight) -> str | None:
        """Whether this seat should have a private message now: a key that names its occasion, else None.

        For a new key a new message is sent (which notifies), for the same key the last one is edited.
        """
        del sight
        return None

    def keeps_panel(self, sight: Sight) -> bool:
        """Whether this seat's panel shows something that will not stay true, such as dice that are secret.

        Then a private message whose decision is made is followed until that has changed.
        """
        del sight
        return False

    def reveals(self, action: Any | None, sight: Sight) -> bool:
        """Whether an action showed something to its player alone: their panel opens at once.

        `sight` is the player's, after the action; None stands for the beginning of the game.
        """
        del action, sight
        return False

    def panel_needs(self, sight: Sight) -> object | None:
        """Everything that the panel is made of, if that is less than what is seen; None to draw it anew.

        As long as this stays equal, a panel is not drawn again because of what others do.
        """
        del sight
        return None

    def name_order(self, command: str, sight: Sight, t: Texts) -> tuple[str, str] | None:
        """A command of the host (see `Game.host_commands`): the button's label, and what it does.

        None for a command that people are not offered. By default the words of the spec.
        """
        del sight
        words = self.spec.orders.get(command)
        return None if words is None else (t(words[0]), t(words[1]))

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        """The last words of a private message whose decision is over; "" to leave what it says."""
        del sight, t
        return ""

    def guess_next(self, sight: Sight) -> tuple[str, Any] | None:
        """The seat and the action that probably come next, if their picture is worth painting in advance."""
        del sight
        return None

    def acknowledge(self, action: Any, sight: Sight, t: Texts) -> str | None:
        """The sentence that confirms an action to its player alone; None if the clicked message is redrawn.

        `sight` is the player's, after the action.
        """
        del action, sight, t
        return None

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line; "" for one that has no words.

        `sight` is the channel's.
        """
        del moment, sight, t
        return ""

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """What not everybody knew at this step (from 0) of a game that is over; "" for nothing.

        It may be told now: all events of `past`, and all that was done, are known. `sight` is the channel's
        after the step.
        """
        del past, number, sight, t
        return ""

    def draw_hint(self, actions: Sequence[Any], sight: Sight, t: Texts) -> str:
        """What a strong computer would do (the actions of a turn), and what speaks for it, in a sentence.

        `sight` is the seat's. "" where there is nothing to say; a game that gives no hints leaves this out.
        """
        del actions, sight, t
        return ""

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """What people keep of a game that is over: a file, a picture, made from its record; often nothing."""
        del record, table, t
        return ()

    # -- the pages around it ---------------------------------------------------------------------------

    def look_back(self, record: Record, sight: Sight, t: Texts) -> Aftermath:
        """What is made of the record of a game that is over. Slow, without side effects, run in a thread."""
        found = find_moments(record, self.spec.rules)

        def tell(seen: Sight) -> tuple[Sequence[Standing], Sequence[str]]:
            lines = (self.tell_moment(moment, seen, t) for moment in found)
            return self.draw_end(seen, t).ranking, tuple(line for line in lines if line)[:_MOMENTS]

        poster = sketch_poster(self.header, self.sign, tell, sight, t)
        return Aftermath(tell(sight)[1], self.keepsake(record, sight.table, t), poster)

    @cached_property
    def sign(self) -> bytes:
        """The game's sign as posters show it, a PNG file; b"" if it has none."""
        return b"" if self.spec.sign is None else png(self.spec.sign(SIGN_SIDE))

    @property
    def gives_hints(self) -> bool:
        """Whether there are hints in this game."""
        return type(self).draw_hint is not Face.draw_hint

    def board(self, sight: Sight, t: Texts, after: Aftermath | None = None) -> Page:
        """The public message of a running, paused or closed game (bot.ui.frame.lobby draws the lobby).

        `after` adds to a closed one what its record tells.
        """
        if sight.table.status is Status.CLOSED:
            return end_page(self.header, self.draw_end(sight, t), sight, t, after or Aftermath())
        more = hint_button(sight.table, t) if self.gives_hints else ()
        return board_page(self.header, self.draw_board(sight, t), sight, t, more)

    def panel(self, sight: Sight, t: Texts, server: str = "", *, hosts: bool = False) -> Page:
        """The panel of a seat: a private message, or shown to its player alone in the channel.

        It names game, channel and, if given, the server: people may sit at several tables. `hosts` says
        whether its reader, who may share the seat with others, is the table's host.
        """
        if sight.table.status is Status.CLOSED:
            return ended_page(self.header, sight, t, server)
        return panel_page(self.header, self.draw_panel(sight, t), sight, t, server, hosts=hosts)

    def farewell(self, sight: Sight, t: Texts, server: str) -> Page | None:
        """What a private message shows once it has served; None to leave its panel, without buttons."""
        words = ""
        if sight.table.status is Status.PLAYING:
            left = sight.seat is not None and sight.table.seat(sight.seat).left
            words = t("Vous avez quitté la table.") if left else self.draw_farewell(sight, t)
        return farewell_page(self.header, words, sight, server) if words else None

    def form_or_page(
        self, verb: str, arg: str, sight: Sight, t: Texts, server: str = ""
    ) -> Form | Page | None:
        """The form or page that opens for a verb that is no action; None for an unknown verb.

        `server` is named as in `panel`. Raises Refusal as `draw_opened` does.
        """
        opened = self.draw_opened(verb, arg, sight, t)
        return panel_page(self.header, opened, sight, t, server) if isinstance(opened, Panel) else opened

    def replay(self, past: Past, number: int, t: Texts) -> Page:
        """A step (from 0) of a game that is over, as all saw it then, and with what they did not see."""
        sight = past.sight(number)
        landmarks = {
            place: words
            for place, frame in enumerate(past.frames)
            for moment in frame.moments
            if (words := self.tell_moment(moment, sight, t))
        }
        shown = replace(self._shown(past, number, sight, t), landmarks=landmarks)
        return past_page(self.header, past, number, shown, t)

    def card(self, past: Past, number: int, by: str, t: Texts, *, moving: bool = False) -> Page:
        """A step of a game that is over for everybody in a channel; `by`: who shares it, "" for nobody.

        `moving`: its picture shows the steps before it, too, where there is one. Slow then.
        """
        film = self._film(past, number, t) if moving else None
        return card_page(
            self.header, past, number, self._shown(past, number, past.sight(number), t), by, film, t
        )

    def _shown(self, past: Past, number: int, sight: Sight, t: Texts) -> Shown:
        told = [self.tell_moment(moment, sight, t) for moment in past.frames[number].moments]
        unseen = self.revealed(past, number, sight, t)
        return Shown(self._drawn(past, number, sight, t), unseen, tuple(filter(None, told)))

    def _drawn(self, past: Past, number: int, sight: Sight, t: Texts) -> Board | Ended:
        return self.draw_end(sight, t) if past.ends(number) else self.draw_board(sight, t)

    def _film(self, past: Past, number: int, t: Texts) -> Sketch | None:
        """The pictures of the steps up to this one; None where there are not two different ones."""
        steps = range(max(0, number + 1 - MOST), number + 1)
        drawn = (Shown(self._drawn(past, step, past.sight(step), t)) for step in steps)
        return film_of([picture_of(past, shown, t) for shown in drawn], t)

    def story(self, sight: Sight, t: Texts) -> Page:
        """What happened before the last scene or, after the end, how it came; for people who ask for it."""
        told = self.draw_story(sight, t)
        blocks: list[Block] = [Text(told)] if told else []
        if sight.table.status is Status.CLOSED:
            blocks = [*self.draw_end(sight, t).blocks]
        return story_page(self.header, blocks, sight, t)

    def board_in_words(self, sight: Sight, t: Texts) -> Page | None:
        """The board without pictures, for people who ask for it; None if it has no picture anyway."""
        panel = self.draw_words(sight, t)
        return None if panel is None else words_page(self.header, panel, sight)
