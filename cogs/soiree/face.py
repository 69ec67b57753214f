"""The Soirée's face: its board, its panels and what comes with its end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from bot.tables.model import Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.page import Block, Button, Form, Gap, Link, Row, Text
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.face import DefizzFace
from cogs.defizz.face import revealed as revealed_in_a_challenge
from cogs.defizz.render import after_controls, story_texts
from cogs.defizz.situation import chips
from cogs.defizz.words import Voice, quote_answer
from cogs.defizz.words import observation_of as bout_of
from cogs.soiree import controls, render
from cogs.soiree.answers import solution_line, source_of
from cogs.soiree.controls import public_controls
from cogs.soiree.scoreboard import results_file, sketch_standings
from cogs.soiree.spec import SPEC
from cogs.soiree.story import tell, tell_all, tell_end
from cogs.soiree.words import inner_sight, observation_of, points_words
from engines.core.decks import handle_of
from engines.core.records import Place
from engines.core.telling import Moment
from engines.defizz.host import TURN_VERDICT
from engines.soiree.challenges import is_of_defizz
from engines.soiree.events import AnswerTold, QuestionPosed, QuestionWithdrawn
from engines.soiree.model import Action, Observation, Rule, Tell, Wager


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
            if not render.leads(seen):
                return inner
            led = render.leading_blocks(sight, seen, voice)
            return replace(inner, blocks=[*inner.blocks, *led])
        leads = render.leads(seen)
        blocks = render.leading_blocks if leads else render.playing_blocks
        now = render.situation(sight, seen, voice)
        return Panel(now=now, blocks=blocks(sight, seen, voice), joined=True, leads=leads)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The form for an answer or for points, the count of a list; in a défi what Défizz opens."""
        match verb:
            case "tell":
                return controls.answer_form(sight, t)
            case "award":
                return controls.award_form(sight, arg, t)
            case "count":
                return Panel(blocks=render.count_page(sight, arg, t))
        if observation_of(sight).phase != "challenges":
            return None
        return self._defizz.draw_opened(verb, arg, inner_sight(sight), t)

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each round that a quizmaster leads; for a team none: all it needs is on the board."""
        seen = observation_of(sight)
        if not render.leads(seen) or seen.phase == "over":
            return None
        return f"led.{seen.round}"

    def keeps_panel(self, sight: Sight) -> bool:
        """A quizmaster's panel shows what comes in, as long as they lead."""
        return render.leads(observation_of(sight))

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
                return render.answer_note(sight, t)
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


# The end of a round of défis, while its last verdict can still be turned (S27).


def closing_blocks(sight: Sight, voice: Voice) -> list[Block]:
    """How the last challenge ended and everybody's chips; then how one contests, and how one goes on."""
    inner = inner_sight(sight)
    bout = replace(bout_of(inner), to_act=observation_of(sight).to_act)  # nobody rolls any more
    blocks: list[Block] = [*paragraphs(*story_texts(inner, bout, voice)), Gap(), Text(chips(bout, voice))]
    return [*blocks, *public_controls(sight, voice), *after_controls(inner, bout, voice)]


# The order of arrival at the end of an evening (S22); who has led stands in no ranking (S2).


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The teams from first to last, each with its points."""
    listed = list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))
    return tuple(one for one in listed if one.seat in seen.teams)


def _notes(seat: str, seen: Observation, voice: Voice) -> list[str]:
    t = voice.t
    notes = [points_words(seen.points[seat], t)]
    return [*notes, t("a quitté la soirée")] if seat in seen.gone else notes


# The answer before anybody knew it, and what teams had said in secret, for whoever looks again.


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """What a team said, staked or was told alone at this step and, while a question is open, its answer."""
    if seen.bout is not None and seen.phase == "challenges":
        return revealed_in_a_challenge(past, number, seen.bout, voice)
    lines = [*_secret_deeds(past, number, voice)]
    if seen.phase in ("answer", "verdict"):
        lines += _solution_lines(past, number, voice)
    return join_lines(*lines)


def _secret_deeds(past: Past, number: int, voice: Voice) -> Iterator[str]:
    frame, t = past.frames[number], voice.t
    for action in frame.actions:
        name = voice.name(frame.seat or "")
        match action:
            case Tell():
                yield t(
                    "🤫 {name} {name:répond|répondent} « {said} ».", name=name, said=quote_answer(action.text)
                )
            case Wager():
                yield t(
                    "🤫 {name} {name:mise|misent} {points}.", name=name, points=points_words(action.stake, t)
                )
            case Rule(right=0):
                yield t("⚖️ {name} : réponse jugée fausse.", name=voice.name(action.seat))
            case Rule():
                yield t("⚖️ {name} : réponse jugée juste.", name=voice.name(action.seat))


def _solution_lines(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """The right answer as it was told later; nothing if the question was withdrawn before."""
    for frame in past.frames[number + 1 :]:
        for event in frame.events:
            match event:
                case QuestionPosed() | QuestionWithdrawn():
                    return
                case AnswerTold():
                    yield solution_line(event.solution, voice, listed=event.question.mode == "pingpong")
                    return


# The awards of an evening, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """An award in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ Le prix de la vitesse : {name}, {n} fois en premier.", **_facts(moment, voice, "times")
    )


def _tell_exact(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🎯 Le prix de la précision : {name}, {n} nombres exacts.", **_facts(moment, voice, "times")
    )


def _tell_lists(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "📚 Le prix du savoir : {name}, {n} réponses dans les listes.", **_facts(moment, voice, "times")
    )


def _tell_stake(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🪙 Le prix de l’audace : {name}, {points} gagnés sur une mise.",
        name=voice.name(moment.seats[0]),
        points=points_words(int(moment.facts["points"]), voice.t),
    )


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Le prix de la remontée : {name}, place {place} après la manche {round}.",
        name=voice.name(moment.seats[0]),
        place=moment.facts["place"],
        round=moment.facts["round"],
    )


def _facts(moment: Moment, voice: Voice, amount: str) -> dict[str, object]:
    return {"name": voice.name(moment.seats[0]), "n": moment.facts[amount]}


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "fastest": _tell_fastest,
    "exact": _tell_exact,
    "lists": _tell_lists,
    "stake": _tell_stake,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""


# A hint in the Soirée: how to place an answer or a stake; never what to answer.


def hint(seen: Observation, voice: Voice) -> str:
    """What speaks for what a strong computer would do, which knows nothing of the questions."""
    t = voice.t
    match seen.phase:
        case "wager":
            return t(
                "**Misez ce que l’indice vous inspire** : 1 sur un sujet qui vous échappe, 5 sur le vôtre."
            )
        case "answer" if seen.programme[seen.round].stakes and not seen.tied:
            return t("**Répondez dans tous les cas** : ne rien dire perd la mise à coup sûr.")
        case "answer":
            return _answer(seen, voice)
        case "verdict":
            return t("**Suivez l’avis du bot**, sauf si vous savez mieux que lui.")
    return t("**Continuez** : la suite vient quand tout le monde est prêt.")


def _answer(seen: Observation, voice: Voice) -> str:
    t = voice.t
    match seen.question.mode if seen.question is not None else "":
        case "cible":
            return t("**Proposez un nombre, même au jugé** : la meilleure moitié marque.")
        case "pingpong":
            return t("**Donnez cinq réponses** : les fausses ne coûtent rien.")
    if seen.programme[seen.round].speed:
        return t("**Répondez vite, et dans tous les cas** : se tromper ne coûte rien.")
    return t("**Répondez dans tous les cas** : se tromper ne coûte rien.")
