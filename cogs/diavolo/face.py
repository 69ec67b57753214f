"""Diavolo's face: its board and its panels."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Status
from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Gap, Text
from cogs.diavolo.controls import is_waiting, private_controls, public_controls
from cogs.diavolo.ending import outcome, ranking
from cogs.diavolo.hint import hint
from cogs.diavolo.moments import tell_moment
from cogs.diavolo.panel import grab_words, situation
from cogs.diavolo.practice import PRACTICE, practice_panel
from cogs.diavolo.render import gems_list, order_line, sketch_throw
from cogs.diavolo.revealed import revealed
from cogs.diavolo.spec import SPEC
from cogs.diavolo.story import tell
from cogs.diavolo.words import Voice, observation_of
from engines.core.chronicle import Moment
from engines.diavolo.model import Action, Grab, Roll

__all__ = ["DiavoloFace"]


class DiavoloFace(Face):
    """The Face of Diavolo."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """Who is to roll, or the throw with its order; then everybody's gems."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        below: Sequence[Block] = (Text(gems_list(seen, voice)), *public_controls(sight, t))
        where = t("manche {n}", n=seen.round)
        if sight.table.status is Status.PAUSED:
            return Board(where, blocks=below)
        if seen.phase == "grab":
            return self._draw_throw(where, sight, t, below)
        story = paragraphs(tell(sight, voice))
        now = t("🎲 À {name} de lancer les dés.", name=voice.name(seen.roller))
        return Board(where, (now,), (*story, *([Gap()] if story else ()), *below))

    def _draw_throw(self, where: str, sight: Sight, t: Texts, below: Sequence[Block]) -> Board:
        """The board with the picture of the throw, and the call to grab once everybody can see it."""
        seen, picture = observation_of(sight), sketch_throw(sight, t)
        story = tell(sight, Voice(sight.table, t))
        early = is_waiting(sight)
        call = t("Prenez un diablotin de la bonne couleur. **En cas d’égalité : le gris !**")
        if early:
            call = t("Lisez bien l’ordre : les dés arrivent…")
        above = () if picture is None else (picture,)
        blocks = (*([Text(story)] if story else ()), *below)
        return Board(where, (order_line(seen, t), call), blocks, above, timed=not early)

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """Who kept gems, and how the last round ended."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        story = paragraphs(tell(sight, voice)) if seen.phase == "over" else ()
        return Ended(outcome(sight.table, seen, voice), ranking(sight.places, seen, voice), story)

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's gems, its pawn, and what it may do now; never sent as a private message."""
        now = situation(sight, observation_of(sight), Voice(sight.table, t))
        return Panel(now=(now,), blocks=private_controls(sight, t), linked=False)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Panel | None:
        """A throw for practice, where somebody is new to the game."""
        return practice_panel(sight, arg, t) if verb == PRACTICE else None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The throw in words, with the buttons of a seat that may grab; None before the roll."""
        picture = sketch_throw(sight, t)
        if picture is None:
            return None
        return Panel(headed=False, blocks=(Text(picture.words), *private_controls(sight, t)))

    def guess_next(self, sight: Sight) -> tuple[str, Action] | None:
        """The coming roll, so that the picture of the throw is ready before the roller clicks."""
        seen = observation_of(sight)
        if sight.table.status is not Status.PLAYING or seen.phase != "roll":
            return None
        return seen.roller, Roll()

    def acknowledge(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """The pawn that a grab took, and how fast; None for other actions, which the board shows."""
        return grab_words(sight, t) if isinstance(action, Grab) else None

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """How to look; what a strong computer would grab would end the race."""
        del actions
        return hint(observation_of(sight), Voice(sight.table, t))

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line."""
        return tell_moment(moment, Voice(sight.table, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """The right colour, while pawns are being grabbed."""
        return revealed(past, number, observation_of(sight), Voice(sight.table, t))
