"""Défizz's face: what its board and its panels are made of."""

from __future__ import annotations

from dataclasses import replace
from zlib import crc32

from bot.tables.model import Table
from bot.tables.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Gap, Text
from cogs.defizz import controls, panel, recap, render
from cogs.defizz.answers import result
from cogs.defizz.chips import chips
from cogs.defizz.choosing import pick_page, stake_form
from cogs.defizz.ending import ranking
from cogs.defizz.history import history_of
from cogs.defizz.situation import awaited
from cogs.defizz.spec import SPEC
from cogs.defizz.story import tell
from cogs.defizz.words import Voice, observed
from engines.defizz.model import Action, Answer, Help

__all__ = ["DefizzFace"]


class DefizzFace(Face):
    """The Face of Défizz."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """The challenge with its clues, its question and what has been answered; everybody's chips."""
        seen, voice = observed(sight), Voice(sight.table, t)
        blocks = [*paragraphs(*render.told(sight, seen, voice)), Gap(), Text(chips(seen, voice))]
        blocks += render.controls(sight, seen, voice)
        return Board(render.where(seen, voice), (awaited(seen, voice),), blocks)

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """Who came where, and how the last challenge went."""
        seen, voice = observed(sight), Voice(sight.table, t)
        places = ranking(sight.places, seen, voice)
        if seen.phase != "over":
            return Ended(ranking=places)
        told = paragraphs(result(seen, voice), tell(sight, voice))
        return Ended(ranking=places, blocks=told, links=render.about_last(sight, seen, t))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The player's own card and chips, and what may be done."""
        seen, voice = observed(sight), Voice(sight.table, t)
        early = panel.is_early(sight, seen)
        said = panel.told(replace(seen, question=None) if early else seen, voice)
        blocks: list[Block] = [Text(text) for text in said if text]
        # The die lies on the board, and nobody may answer before all can read.
        if sight.seat in sight.to_act and seen.phase != "roll" and not early:
            helps = Help() in (sight.legal.actions if sight.legal else ())
            blocks += controls.controls(seen, voice, helps=helps)
        return Panel(now=panel.situation(sight, seen, voice), blocks=blocks, joined=True)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The next step of a choice, the form of a stake or of an answer."""
        match verb:
            case "pick":
                return pick_page(sight, arg, t)
            case "stake":
                return stake_form(sight, arg, t)
            case "answer":
                return controls.answer_form(sight, t)
        return None

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each card that this seat alone may read, until its challenge is settled."""
        seen = observed(sight)
        if seen.card is None or seen.clues is None or seen.phase == "over":
            return None
        which = f"{seen.round}.{crc32(chr(0).join(seen.clues).encode()):08x}"  # turns are played again (Z13)
        return f"read.{which}" if seen.seat == seen.reader else f"help.{which}"

    def acknowledge(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """How fast an answer to a Chrono was, or where the card is; the rest shows on the board."""
        if isinstance(action, Help):
            return t(
                "La carte est pour vous seul : sous « Ma carte », et dans vos messages privés s’ils sont "
                "ouverts."
            )
        return panel.noted(sight, t) if isinstance(action, Answer) else None

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """Everybody's chips over the turns in a picture, and the best moments in words."""
        history, voice = history_of(record), Voice(table, t)
        if history is None or history.turns < 1:
            return ()
        picture = recap.sketch(history, t, {seat: voice.plain(seat) for seat in history.seats})
        told = recap.moments(history, voice)
        return (picture, Text(told)) if told else (picture,)
