"""Débâcle's face: its board, its panels and what comes with its end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.tables.model import Status, Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Row, Text
from cogs.debacle import controls, panel, render
from cogs.debacle.choices import sort_actions
from cogs.debacle.ending import outcome_words, ranking
from cogs.debacle.hint import hint
from cogs.debacle.keepsake import keepsake
from cogs.debacle.look import position_in_words, sketch_board
from cogs.debacle.moments import tell_moment
from cogs.debacle.render import offer_words, player_lines, voice_of
from cogs.debacle.revealed import revealed
from cogs.debacle.situation import draft_line, limit_notes, task_lines, turn_lines
from cogs.debacle.spec import SPEC
from cogs.debacle.story import tell
from cogs.debacle.words import observation_of
from engines.core.chronicle import Moment
from engines.debacle.model import Action

__all__ = ["DebacleFace"]

_TOLD_LAST = 2
"""How many scenes are told at the end; board and panel tell the last one."""


class DebacleFace(Face):
    """The Face of Débâcle."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """The dice, the draft of the turn, what happened, and the buttons."""
        seen, voice = observation_of(sight), voice_of(sight, t)
        drafted, told = draft_line(sight, voice), tell(sight.scenes, voice)
        last = () if drafted else told[-1:]
        story = join_lines(*last, limit_notes(seen, voice))
        blocks: list[Block] = [Text(drafted)] if drafted else []
        blocks += [sketch_board(sight, t), Text(player_lines(seen, voice, brief=True))]
        blocks += [Text(story)] if story else []
        offered = offer_words(sight, voice)
        if offered and sight.table.status is Status.PLAYING:
            blocks += [Text(offered), controls.answers_to_offer(t)]
        blocks += render.controls(sight, sort_actions(sight.choices), seen, t)
        turn = t("C’est à {name}.", name=voice.player(seen.current or ""))
        where = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
        return Board(where, (turn, task_lines(sight, seen, voice)), blocks, folded=len(told) > len(last))

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The places with points, and the last position."""
        seen, voice = observation_of(sight), voice_of(sight, t)
        told = tell(sight.scenes, voice)
        blocks = (sketch_board(sight, t), *paragraphs(join_lines(*told[-_TOLD_LAST:])))
        places = ranking(sight.places, seen, voice)
        return Ended(outcome_words(sight, seen, voice), places, blocks, folded=len(told) > _TOLD_LAST)

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """All that the scenes tell."""
        return join_lines(*tell(sight.scenes, voice_of(sight, t)))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The board from the seat's own side; in its turn, with exactly its legal actions to choose from.

        The picture counts the points; the words of `draw_words` do, too.
        """
        seen, voice, choices = observation_of(sight), voice_of(sight, t), panel.own_choices(sight)
        mine = sight.seat in sight.to_act  # then the picture marks what the other one has done
        told = () if mine or sight.drafted else tell(sight.scenes, voice)[-1:]
        said = (*told, panel.situation(sight, seen, voice))
        blocks: list[Block] = [Text(text) for text in said if text]
        blocks += [sketch_board(sight, t), *panel.offer_blocks(sight, voice)]
        blocks += panel.move_blocks(sight, choices, t)
        verbs = controls.turn_verbs(sight, choices, seen, t) if sight.seat in sight.to_act else ()
        blocks += [Row(verbs)] if verbs else []
        blocks.append(Row(controls.private_verbs(sight, t)))
        return Panel((panel.where(sight, seen, voice),), blocks=blocks)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """A panel with the moves of the chosen die, with the next row of doubles, or with all choices."""
        if verb == "die":
            return panel.die_page(sight, arg, t) if arg else self.draw_panel(sight, t)
        return panel.row_page(sight, arg, t) if verb == "row" else None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The position in words, seen from the reader's own side."""
        seen, voice = observation_of(sight), voice_of(sight, t)
        said = [position_in_words(sight, t), player_lines(seen, voice)]
        if seen.current is not None:
            turn = t("C’est à {name}.", name=voice.player(seen.current))
            said.append(join_lines(turn, turn_lines(sight, seen, voice), draft_line(sight, voice)))
        return Panel((panel.where(sight, seen, voice),), blocks=[Text(text) for text in said])

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each of the seat's turns, and for an offer of the other: each brings one new message."""
        seen = observation_of(sight)
        turn = f"{seen.round}.{seen.turn}"
        if sight.seat in sight.to_act:
            return turn
        return f"{turn} offer" if sight.seat is not None and panel.is_asked(sight) else None

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """The first move of a turn, and what the turn brings."""
        return hint(actions, sight, t)

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line."""
        return tell_moment(moment, voice_of(sight, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """A better capture than what was taken."""
        return revealed(past, number, voice_of(sight, t))

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """A file with the moves, in the notation that `python -m engines` replays."""
        del table
        moves = keepsake(record, t)
        return () if moves is None else (moves,)
