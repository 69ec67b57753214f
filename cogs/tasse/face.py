"""La Tasse's face: its board and its panels."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import winners_line
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Text
from cogs.tasse import controls, panel, render
from cogs.tasse.ending import ranking
from cogs.tasse.hint import hint
from cogs.tasse.moments import tell_moment
from cogs.tasse.picture import sketch
from cogs.tasse.revealed import revealed
from cogs.tasse.spec import SPEC
from cogs.tasse.story import tell
from cogs.tasse.words import Voice, observation_of
from engines.core.chronicle import Moment
from engines.tasse.events import Rolled
from engines.tasse.model import Action, Roll

__all__ = ["TasseFace"]

_TOLD_ALONE = 2
"""How many scenes are told in a panel; the end tells the last one, the board what can still be read of it."""


def _told_at_once(sight: Sight) -> int:
    """How many scenes a board tells: a roll alone says nothing new, so that what came before it stays."""
    last = sight.scenes[-1].events if sight.scenes else ()
    return 2 if last and all(isinstance(event, Rolled) for event in last) else 1


class TasseFace(Face):
    """The Face of La Tasse; dice are written with the emojis of the book."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """Who has the cup, the announcement to match, what happened, and everybody's points."""
        seen, voice = observation_of(sight), self._voice(sight, t)
        told = tell(sight.scenes, voice)
        blocks: list[Block] = [
            Text(render.seat_lines(seen, voice)),
            *paragraphs(join_lines(*told[-_told_at_once(sight) :])),
        ]
        blocks += [Text(render.sips_note(t))] if seen.sips else []
        blocks.append(controls.public_controls(seen, t))
        cup = sketch(sight, t)
        above = () if cup is None else (cup,)
        now = render.situation_lines(seen, voice)
        return Board(render.where(seen, t), now, blocks, above, folded=len(told) > _told_at_once(sight))

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The ranking, and how the game ended: the last scene, with the dice that decided it, if any did."""
        seen, voice = observation_of(sight), self._voice(sight, t)
        outcome = winners_line(sight.table, voice.names, t)
        cup = sketch(sight, t)
        told = tell(sight.scenes, voice)
        blocks = [*([] if cup is None else [cup]), *paragraphs(*told[-1:])]
        return Ended(outcome, ranking(sight.places, seen, voice), blocks, folded=len(told) > 1)

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """All that the scenes tell."""
        return join_lines(*tell(sight.scenes, self._voice(sight, t)))

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The picture of the cup in words; None if there is none."""
        cup = sketch(sight, t)
        return None if cup is None else Panel(headed=False, blocks=(Text(cup.words),))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's own dice, with buttons for exactly its legal actions."""
        seen, voice = observation_of(sight), self._voice(sight, t)
        # Whoever waits reads of others on the board: their panel changes with what is their own alone.
        awaited = sight.seat in sight.to_act
        told = tell(sight.scenes, voice)[-_TOLD_ALONE:] if awaited else (panel.outcome(sight, voice),)
        said = [join_lines(*told), panel.situation(sight, seen, voice)]
        said += [panel.own_dice(seen, voice)] if seen.dice is not None else []
        legal = sight.legal.actions if sight.legal else ()
        texts = [Text(text) for text in said if text]
        return Panel(blocks=(*texts, *controls.private_controls(seen, legal, t)))

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The form for an announcement in words, or the private panel with its lists."""
        if arg:
            return None
        if verb == "speak":
            return controls.say_form(sight.table, sight.drawn, observation_of(sight), t)
        return self.draw_panel(sight, t) if verb in controls.PRIVATE else None

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key each time the cup, or a duel, comes to this seat.

        Rolling and choosing the direction do not change it, so that one message serves a whole turn.
        """
        seen = observation_of(sight)
        if sight.seat is None or sight.seat not in sight.to_act:
            return None
        kind = "duel" if seen.phase == "duel" else "cup"
        return f"{kind} {seen.round} {panel.last_arrival(sight.scenes, sight.seat, kind)}"

    def keeps_panel(self, sight: Sight) -> bool:
        """As long as this seat's own dice lie under the cup."""
        return observation_of(sight).dice is not None

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        """What came of the announcement, with the dice if all know them now."""
        return panel.outcome(sight, self._voice(sight, t))

    def reveals(self, action: Action | None, sight: Sight) -> bool:
        """A roll shows the dice to who rolled."""
        return isinstance(action, Roll) and observation_of(sight).dice is not None

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """The action with the odds of its score."""
        return " ".join(hint(action, observation_of(sight), self._voice(sight, t)) for action in actions)

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line."""
        return tell_moment(moment, self._voice(sight, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """The dice that lay under the cup."""
        return revealed(past, number, self._voice(sight, t))

    def _voice(self, sight: Sight, t: Texts) -> Voice:
        seen = observation_of(sight)
        return Voice(sight.table, t, self.book, seen.sips, seen.rounds)
