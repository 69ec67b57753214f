"""The Soirée's face: its board, its panels and what comes with its end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.tables.model import Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.page import Block, Button, Form, Link, Row, Text
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.face import DefizzFace
from cogs.soiree import controls, panel, render
from cogs.soiree.answers import source_of
from cogs.soiree.closing import closing_blocks
from cogs.soiree.ending import ranking
from cogs.soiree.hint import hint
from cogs.soiree.moments import tell_moment
from cogs.soiree.revealed import revealed
from cogs.soiree.scoreboard import results_file, sketch_standings
from cogs.soiree.spec import SPEC
from cogs.soiree.story import tell, tell_all, tell_end
from cogs.soiree.words import Voice, inner_sight, observation_of
from engines.core.chronicle import Moment
from engines.core.decks import handle_of
from engines.defizz.host import TURN_VERDICT
from engines.soiree.challenges import is_of_defizz
from engines.soiree.model import Action, Observation, Tell, Wager

__all__ = ["SoireeFace"]


class SoireeFace(Face):
    """The Face of the Soirée; a round of défis shows Défizz's own parts inside."""

    spec = SPEC

    def __init__(self, book: EmojiBook | None = None) -> None:
        super().__init__(book)
        self._defizz = DefizzFace(book)

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """The programme between rounds, the question, or the défi; then everybody's points."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        where, told = render.where(seen, voice), tell(sight, voice)
        if seen.phase == "reveal" and seen.bout is not None:
            return Board(
                where, (render.counted_headline(seen, voice),), closing_blocks(sight, voice), folded=True
            )
        if seen.phase == "challenges":
            inner = self._defizz.draw_board(inner_sight(sight), t)
            own = paragraphs(render.points(seen, voice))
            (place, name), (turn, who) = where.split("\n", 1), inner.where.split("\n", 1)
            told = join_lines(f"{place} · {turn}", name, who)
            return replace(inner, where=told, blocks=[*own, *inner.blocks])
        blocks: list[Block] = [*paragraphs(told)]
        if seen.phase == "break":
            picture = sketch_standings(seen, voice)
            blocks += [picture] if picture is not None else []
            blocks += paragraphs(render.programme(seen, voice), render.teams(seen, voice))
        else:
            blocks += paragraphs(render.last_question(seen, voice), render.question(seen, voice))
            shown = render.picture(seen)
            blocks += [sketch_picture(shown, t)] if shown is not None else []
            done = render.who_answered(seen, voice)
            blocks += [Text(done)] if done and seen.phase != "reveal" else []
            blocks += paragraphs(render.standings(seen, voice))
        blocks += controls.public_controls(sight, voice)
        about = self._about_last(sight, seen, t)
        blocks += [Row(about)] if about else []
        return Board(where, (render.counted_headline(seen, voice),), blocks, folded=len(sight.scenes) > 1)

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """What happened lately."""
        return tell_all(sight, Voice(sight.table, t))

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """The podium, the question that settled a tie, and the standings as a picture."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        places = ranking(sight.places, seen, voice)
        if seen.phase != "over":
            return Ended(ranking=places)
        tie = render.last_question(seen, voice) if seen.tied else ""  # others were revealed long enough
        about = self._about_last(sight, seen, t) if seen.tied else ()
        told = [Text(text) for text in (tell_end(sight, voice), tie) if text]
        return Ended("", places, told, about, folded=True, standings=sketch_standings(seen, voice))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """A team's own answer and what it may do, or all that a quizmaster needs."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        if seen.phase == "challenges" and seen.bout is not None and sight.seat in seen.bout.seats:
            inner = self._defizz.draw_panel(inner_sight(sight), t)
            if not panel.leads(seen):
                return inner
            led = panel.leading_blocks(sight, seen, voice)
            return replace(inner, blocks=[*inner.blocks, *led])
        leads = panel.leads(seen)
        blocks = panel.leading_blocks if leads else panel.playing_blocks
        now = panel.situation(sight, seen, voice)
        return Panel(now=now, blocks=blocks(sight, seen, voice), joined=True, leads=leads)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The form for an answer or for points, the count of a list; in a défi what Défizz opens."""
        match verb:
            case "tell":
                return controls.answer_form(sight, t)
            case "award":
                return controls.award_form(sight, arg, t)
            case "count":
                return Panel(blocks=panel.count_page(sight, arg, t))
        if observation_of(sight).phase != "challenges":
            return None
        return self._defizz.draw_opened(verb, arg, inner_sight(sight), t)

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each round that a quizmaster leads; for a team none: all it needs is on the board."""
        seen = observation_of(sight)
        if not panel.leads(seen) or seen.phase == "over":
            return None
        return f"led.{seen.round}"

    def keeps_panel(self, sight: Sight) -> bool:
        """A quizmaster's panel shows what comes in, as long as they lead."""
        return panel.leads(observation_of(sight))

    def reveals(self, action: Action | None, sight: Sight) -> bool:
        """In a défi, asking for help shows the card."""
        if observation_of(sight).phase != "challenges":
            return False
        inner = action if action is not None and is_of_defizz(action) else None
        return self._defizz.reveals(inner, inner_sight(sight))

    def acknowledge(self, action: Action, sight: Sight, t: Texts) -> str | None:
        """That an answer or a stake is noted; None for actions that the board shows."""
        match action:
            case Tell():
                return panel.answer_note(sight, t)
            case Wager(stake):
                return t("Mise notée : {n}.", n=stake)
        if observation_of(sight).bout is None or not is_of_defizz(action):
            return None
        return self._defizz.acknowledge(action, inner_sight(sight), t)

    def name_order(self, command: str, sight: Sight, t: Texts) -> tuple[str, str] | None:
        """In a round of défis a verdict that is turned is named as Défizz does."""
        if command.startswith(TURN_VERDICT):
            return self._defizz.name_order(command, inner_sight(sight), t)
        return super().name_order(command, sight, t)

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """How to place an answer or a stake; in a défi what Défizz says."""
        seen = observation_of(sight)
        if seen.phase == "challenges" and seen.bout is not None and sight.seat in seen.bout.seats:
            return self._defizz.draw_hint(
                [act for act in actions if is_of_defizz(act)], inner_sight(sight), t
            )
        return hint(seen, Voice(sight.table, t)) if actions else ""

    def tell_moment(self, moment: Moment, sight: Sight, t: Texts) -> str:
        """An award of an evening that is over, in a line."""
        return tell_moment(moment, Voice(sight.table, t))

    def revealed(self, past: Past, number: int, sight: Sight, t: Texts) -> str:
        """The answer while nobody knew it, and what teams said or staked in secret."""
        return revealed(past, number, observation_of(sight), Voice(sight.table, t))

    def keepsake(self, record: Record, table: Table, t: Texts) -> tuple[Block, ...]:
        """The results as a file that spreadsheets read, and what comes next on a server."""
        results = results_file(record, Voice(table, t))
        if results is None:
            return ()
        words = t("-# Et après ? `/defizz soiree planifier` en prévoit une autre, `saison` a le classement.")
        return (results,) if table.private else (results, Text(words))

    def _about_last(self, sight: Sight, seen: Observation, t: Texts) -> tuple[Button | Link, ...]:
        """A link to the source of the last answer while it is shown, and the button to report it."""
        last = seen.last
        if last is None or seen.bout is not None or seen.phase not in ("reveal", "over"):
            return ()
        link = source_of(last, Voice(sight.table, t))
        flag = Button("deck.report", t("Signaler"), f"{handle_of(last.card)}.{last.index}", rare=True)
        return tuple(each for each in (link, None if sight.table.private else flag) if each is not None)
