"""Débâcle's face: what its board and its players' own messages are made of."""

from __future__ import annotations

from bot.tables.model import Status, Table
from bot.tables.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Button, Form, Gap, Row, Text
from cogs.debacle import controls, panel, render
from cogs.debacle.choices import sorted_out
from cogs.debacle.ending import outcome_words
from cogs.debacle.keepsake import keepsake
from cogs.debacle.look import in_words, shown
from cogs.debacle.render import offer_words, players, voice_of
from cogs.debacle.situation import draft, left, long_story
from cogs.debacle.spec import SPEC
from cogs.debacle.story import tell
from cogs.debacle.words import observed

__all__ = ["DebacleFace"]

_TOLD, _TOLD_ALONE, _TOLD_LAST = 4, 3, 2
"""So many scenes are told on the board, on a player's own message, and at the end."""


class DebacleFace(Face):
    """The Face of Débâcle."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """The dice, the draft of the turn, and all that may be pressed."""
        seen, voice = observed(sight), voice_of(sight, t)
        drafted, told = (
            draft(sight, voice),
            join_lines(tell(sight.scenes, voice, _TOLD), long_story(seen, voice)),
        )
        blocks: list[Block] = [Text(drafted)] if drafted else []
        blocks += [shown(sight, t), Text(players(seen, voice)), Gap(), *([Text(told)] if told else [])]
        offered = offer_words(sight, voice)
        if offered and sight.table.status is Status.PLAYING:
            blocks += [Text(offered), controls.answers_to_offer(t)]
        blocks += render.controls(sight, sorted_out(sight.choices), seen, t)
        turn = t("{name} joue.", name=voice.player(seen.current or ""))
        where = t("manche {n}, tour {turn}", n=seen.round, turn=seen.turn)
        return Board(where, (turn, left(seen, voice)), blocks)

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The last position and the points."""
        seen, voice = observed(sight), voice_of(sight, t)
        told = paragraphs(tell(sight.scenes, voice, _TOLD_LAST))
        blocks = (shown(sight, t), Text(players(seen, voice)), *told)
        words = Button("game.words", t("Plateau en texte"))
        return Ended(outcome_words(sight, seen, voice), blocks=blocks, links=(words,))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's own side. In its turn it offers its legal actions, no more and no less."""
        seen, voice, choices = observed(sight), voice_of(sight, t), panel.own_choices(sight)
        said = (tell(sight.scenes, voice, _TOLD_ALONE), panel.situation(sight, seen, voice))
        blocks: list[Block] = [Text(text) for text in said if text]
        blocks += [shown(sight, t), Text(players(seen, voice)), *panel.answer_due(sight, voice)]
        blocks += panel.moving(sight, choices, t)
        verbs = controls.turn_verbs(sight, choices, seen, t) if sight.seat in sight.to_act else ()
        blocks += [Row(verbs)] if verbs else []
        return Panel((panel.where(sight, seen, voice),), blocks=(*blocks, controls.rare_verbs(sight, t)))

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """What a chosen die may do, the next row of doubles, or all choices again."""
        if verb == "die":
            return panel.die_page(sight, arg, t) if arg else self.draw_panel(sight, t)
        return panel.row_page(sight, arg, t) if verb == "row" else None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The position without a picture, from the reader's own side."""
        seen, voice = observed(sight), voice_of(sight, t)
        said = [in_words(sight, t), players(seen, voice)]
        if seen.current is not None:
            turn = t("{name} joue.", name=voice.player(seen.current))
            said.append(join_lines(turn, left(seen, voice), draft(sight, voice)))
        return Panel((panel.where(sight, seen, voice),), blocks=[Text(text) for text in said])

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each own turn, so that each brings one new message, and for the other's offer."""
        seen = observed(sight)
        turn = f"{seen.round}.{seen.turn}"
        if sight.seat in sight.to_act:
            return turn
        return f"{turn} offer" if sight.seat is not None and panel.is_asked(sight) else None

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """The moves, in the notation that `python -m engines` replays."""
        del table
        moves = keepsake(record, t)
        return () if moves is None else (moves,)
