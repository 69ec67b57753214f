"""Défizz's face: its board, its panels and what comes with its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from zlib import crc32

from bot.tables.model import Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Gap, Text
from cogs.defizz import controls, panel, recap, render
from cogs.defizz.answers import result
from cogs.defizz.chips import chips
from cogs.defizz.choosing import pick_page, stake_form
from cogs.defizz.console import name_turning
from cogs.defizz.drawings import question_picture
from cogs.defizz.ending import ranking
from cogs.defizz.hint import hint
from cogs.defizz.history import history_of
from cogs.defizz.justice import overrule_page
from cogs.defizz.leading import transfer_form
from cogs.defizz.moments import tell_moment
from cogs.defizz.revealed import revealed
from cogs.defizz.situation import headline
from cogs.defizz.spec import SPEC
from cogs.defizz.story import tell, tell_turn
from cogs.defizz.words import Voice, observation_of
from engines.core.chronicle import Moment
from engines.defizz.ballots import Vote
from engines.defizz.host import TURN_VERDICT
from engines.defizz.model import Action, Answer, Help

__all__ = ["DefizzFace"]


class DefizzFace(Face):
    """The Face of Défizz."""

    spec = SPEC

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """The challenge with its clues, its question and the answers; then everybody's chips."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        shown = question_picture(seen.question, t)
        blocks = [*paragraphs(*render.story_texts(sight, seen, voice)), *([shown] if shown else [])]
        blocks += [Gap(), Text(chips(seen, voice))]
        blocks += render.controls(sight, seen, voice)
        folded = seen.last is not None or len(sight.scenes) > 1
        return Board(render.where(seen, voice), (headline(seen, voice),), blocks, folded=folded)

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """The last challenge, and this turn; before its roll also the last one."""
        voice = Voice(sight.table, t)
        return join_lines(result(observation_of(sight), voice), tell_turn(sight, voice))

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The ranking, and how the last challenge ended."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        places = ranking(sight.places, seen, voice)
        if seen.phase != "over":
            return Ended(ranking=places)
        told = paragraphs(result(seen, voice), tell(sight, voice))
        return Ended(ranking=places, blocks=told, links=render.last_challenge_buttons(sight, seen, t))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's card, its chips, and what it may do."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        early = panel.is_early(sight, seen)
        told = replace(seen, question=None) if early else seen
        blocks: list[Block] = [Text(text) for text in panel.challenge_texts(told, voice) if text]
        # Whoever reads or is helped need not look for the board; the others answer beside it.
        shown = question_picture(told.question, t) if seen.card is not None else None
        blocks += [shown] if shown is not None else []
        # The die is rolled on the board, and nobody may answer before all can read the question.
        if sight.seat in sight.to_act and seen.phase != "roll" and not early:
            helps = Help() in (sight.legal.actions if sight.legal else ())
            blocks += controls.controls(seen, voice, helps=helps)
        blocks += panel.reader_tools(sight, seen, voice)
        now = panel.situation(sight, seen, voice)
        return Panel(now=now, blocks=blocks, joined=True, leads=panel.leads(sight, seen))

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The next step of a choice, the form for stake, answer or chips, the question before a verdict."""
        match verb:
            case "pick":
                return pick_page(sight, arg, t)
            case "stake":
                return stake_form(sight, arg, t)
            case "answer":
                return controls.answer_form(sight, t)
            case "overrule":
                return overrule_page(sight, arg, t)
            case "transfer":
                return transfer_form(sight, arg, t)
        return None

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each card that only this seat may see, until the challenge is settled."""
        seen = observation_of(sight)
        if seen.card is None or seen.clues is None or seen.phase == "over":
            return None
        which = f"{seen.round}.{crc32(chr(0).join(seen.clues).encode()):08x}"  # turns are played again (Z13)
        return f"read.{which}" if seen.seat == seen.reader else f"help.{which}"

    def reveals(self, action: Action | None, sight: Sight) -> bool:
        """Asking for help shows the card."""
        del sight
        return isinstance(action, Help)

    def acknowledge(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """How fast an answer to a Chrono was, that a vote counts; None for actions that the board shows."""
        poll = observation_of(sight).poll
        if isinstance(action, Vote) or (poll is not None and sight.seat in poll.voted):
            return t("C’est noté. Personne ne voit votre vote, seulement le total à la fin.")
        return panel.answer_note(sight, t) if isinstance(action, Answer) else None

    def name_order(self, command: str, sight: Sight, t: Texts) -> tuple[str, str] | None:
        """The verdict that a command turns is named by whose answer it is."""
        if not command.startswith(TURN_VERDICT):
            return super().name_order(command, sight, t)
        return name_turning(command, observation_of(sight), Voice(sight.table, t))

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """What to risk, and why; of an answer only how to place it."""
        return " ".join(hint(action, observation_of(sight), Voice(sight.table, t)) for action in actions)

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """A moment of a game that is over, in a line."""
        return tell_moment(moment, Voice(sight.table, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """The answer while nobody knew it, what was said in secret, and what a refusal changed."""
        return revealed(past, number, observation_of(sight), Voice(sight.table, t))

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """A picture of everybody's chips over the turns."""
        history, voice = history_of(record), Voice(table, t)
        if history is None or history.turns < 1:
            return ()
        return (recap.sketch(history, t, {seat: voice.plain_name(seat) for seat in history.seats}),)
