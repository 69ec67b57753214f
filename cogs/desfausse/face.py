"""DESfausse's face: its board and its panels."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Status
from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Gap, Text
from cogs.desfausse import panel
from cogs.desfausse.controls import public_controls
from cogs.desfausse.ending import ranking
from cogs.desfausse.hint import hint
from cogs.desfausse.menus import read_page
from cogs.desfausse.moments import tell_moment
from cogs.desfausse.picture import alt_text
from cogs.desfausse.render import hands, headline, reveal
from cogs.desfausse.revealed import revealed
from cogs.desfausse.spec import SPEC
from cogs.desfausse.story import last_turn, tell, tell_end, this_turn
from cogs.desfausse.words import Voice, observation_of
from engines.core.chronicle import Moment
from engines.desfausse.model import Action

__all__ = ["DesfausseFace"]

_ROOMY = 4
"""With more seats than that, the board tells of the last turn only what came of it; the menu tells it all."""


class DesfausseFace(Face):
    """The Face of DESfausse."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """This turn so far (while dice are rolled, the end of the last one), then everybody's hands."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        told: list[Block] = []
        before = last_turn(sight) if seen.phase == "rolling" else None
        if before is not None and before.ended is not None:
            title = _title(before.ended.turn, t)
            deeds = len(seen.seats) <= _ROOMY
            told.append(Text(join_lines(title, tell_end(before, voice, deeds=deeds))))
        story, picture = tell(this_turn(sight), voice), reveal(sight, voice)
        told += [Text(story)] if story else []
        told += [picture] if picture is not None else []
        blocks = [
            *([Gap(), *told] if told else []),
            Gap(),
            Text(hands(seen, voice, brief=True)),
            public_controls(t),
        ]
        way = t("Tout se joue avec le bouton Ma main.")
        if not sight.table.private:
            way = t("Tout se joue par message privé, ou avec le bouton Ma main.")
        notes, now = (f"-# {way}",) if seen.turn == 1 else (), headline(sight, seen, voice)
        return Board(panel.where(seen, t), (now,), blocks, notes=notes, folded=before is not None)

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """The turn before this one, and this one so far."""
        voice, before = Voice(sight.table, t), last_turn(sight)
        ended = "" if before is None or before.ended is None else _title(before.ended.turn, t)
        said = "" if before is None else tell(before, voice)
        return join_lines(ended, said, tell(this_turn(sight), voice))

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The ranking, and the hands of the last turn."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        blocks: list[Block] = []
        if seen.phase == "over":
            picture = reveal(sight, voice)
            blocks += paragraphs(tell(this_turn(sight), voice))
            blocks += [picture] if picture is not None else []
        return Ended(ranking=ranking(sight.places, seen, voice), blocks=blocks)

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's own hand, and what it may do with it."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        where = (panel.where(seen, t),)
        if sight.table.status is not Status.PLAYING:
            return Panel(where)
        if seen.phase == "demon":
            blocks = panel.round_over(sight, seen, voice)
            return Panel(where, blocks=blocks, linked=False)
        blocks = [*panel.hand(sight, seen, voice), *panel.controls(sight, seen, voice)]
        return Panel(where, blocks=blocks)

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        """What happened in the turn; at a round's end the panel says it."""
        in_round = observation_of(sight).phase != "demon"
        return panel.farewell(sight, Voice(sight.table, t)) if in_round else ""

    def panel_needs(self, sight: Sight) -> object | None:
        """The seat's own hand, choice and part in the turn; between two rounds all is told."""
        return panel.needs(sight) if sight.table.status is Status.PLAYING else None

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The hand with the picked dice, or the next question about a discard or a gift."""
        match verb:
            case "pick" | "all":
                return panel.pick_page(sight, arg, t)
            case "wish" if read_page(arg) == ("", 0):
                panel.open_choice(observation_of(sight))
                return self.draw_panel(sight, t)
            case "wish":
                return panel.wish_page(sight, arg, t)
            case "give" if not arg:
                panel.check_gift(sight)
                return self.draw_panel(sight, t)
            case "give":
                return panel.gift_page(sight, arg, t)
        return None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """All that the pictures show, in words: the reader's own hand, then all hands that may be seen."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        shown = reveal(sight, voice)
        said = [alt_text(seen, t)] if seen.dice else []
        said += [shown.words] if shown is not None else []
        blocks = [Text(text) for text in (*said, hands(seen, voice))]
        return Panel((panel.where(seen, t),), blocks=blocks)

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each turn, and for the choice at a round's end; None if the seat no longer plays."""
        seen = observation_of(sight)
        if sight.seat is None or sight.seat not in seen.in_play or seen.phase == "over":
            return None
        if seen.phase == "demon" and sight.seat in sight.to_act:
            return f"demon.{seen.round}"
        return f"{seen.round}.{seen.turn}"

    def reveals(self, action: Action | None, sight: Sight) -> bool:
        """The beginning shows the first hand to who pressed the button."""
        return action is None and bool(observation_of(sight).dice)

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """What to do with the hand, and why."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        return " ".join(hint(action, seen, voice) for action in actions)

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line."""
        return tell_moment(moment, Voice(sight.table, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """Hands and choices that were secret."""
        return revealed(past, number, observation_of(sight), Voice(sight.table, t))


def _title(turn: int, t: Texts) -> str:
    return t("**Tour {n} fini**", n=turn)
