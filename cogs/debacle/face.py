"""Débâcle's face: its board, its panels and what comes with its end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from bot.tables.model import Status, Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Line, Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places, no_winner_line
from bot.ui.frame.face import Face
from bot.ui.pages.page import Attachment, Block, Form, Row, Text
from cogs.debacle import controls, render
from cogs.debacle.controls import outcome, sort_actions
from cogs.debacle.picture import position_in_words, sketch_board
from cogs.debacle.render import (
    draft_line,
    limit_notes,
    offer_words,
    player_lines,
    task_lines,
    turn_lines,
    voice_of,
)
from cogs.debacle.spec import SPEC
from cogs.debacle.story import tell
from cogs.debacle.words import Voice, observation_of
from engines.core.records import Left, Place
from engines.core.seats import DRAWN
from engines.core.telling import Moment
from engines.debacle.board import COLORS, Color
from engines.debacle.events import CapturedDie, DoublesTaken, RoundEnded, TurnStarted
from engines.debacle.model import Action, Capture, Doubles, Observation, Recover, Setup
from engines.debacle.notation import GameRecord, Happening, remarks, write_game
from engines.debacle.rules import Debacle

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
        seen, voice, choices = observation_of(sight), voice_of(sight, t), render.own_choices(sight)
        mine = sight.seat in sight.to_act  # then the picture marks what the other one has done
        told = () if mine or sight.drafted else tell(sight.scenes, voice)[-1:]
        said = (*told, render.situation(sight, seen, voice))
        blocks: list[Block] = [Text(text) for text in said if text]
        blocks += [sketch_board(sight, t), *render.offer_blocks(sight, voice)]
        blocks += render.move_blocks(sight, choices, t)
        verbs = controls.turn_verbs(sight, choices, seen, t) if sight.seat in sight.to_act else ()
        blocks += [Row(verbs)] if verbs else []
        blocks.append(Row(controls.private_verbs(sight, t)))
        return Panel((render.where(sight, seen, voice),), blocks=blocks)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """A panel with the moves of the chosen die, with the next row of doubles, or with all choices."""
        if verb == "die":
            return render.die_page(sight, arg, t) if arg else self.draw_panel(sight, t)
        return render.row_page(sight, arg, t) if verb == "row" else None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """The position in words, seen from the reader's own side."""
        seen, voice = observation_of(sight), voice_of(sight, t)
        said = [position_in_words(sight, t), player_lines(seen, voice)]
        if seen.current is not None:
            turn = t("C’est à {name}.", name=voice.player(seen.current))
            said.append(join_lines(turn, turn_lines(sight, seen, voice), draft_line(sight, voice)))
        return Panel((render.where(sight, seen, voice),), blocks=[Text(text) for text in said])

    def wants_panel(self, sight: Sight) -> str | None:
        """A key for each of the seat's turns, and for an offer of the other: each brings one new message."""
        seen = observation_of(sight)
        turn = f"{seen.round}.{seen.turn}"
        if sight.seat in sight.to_act:
            return turn
        return f"{turn} offer" if sight.seat is not None and render.is_asked(sight) else None

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


# How a game of Débâcle ended, in words: who won, why, and who came where.


def outcome_words(sight: Sight, seen: Observation, voice: Voice) -> str:
    """A sentence that names the winner, and one with the points or why the other has lost."""
    table, t = sight.table, voice.t
    if not table.end.winners:
        return no_winner_line(table, t)
    winner = table.end.winners[0]
    loser = voice.opponent(winner)
    won = t("🏆 {name} gagne la partie !", name=voice.player(winner))
    if seen.gone:
        return won + " " + _departure(sight, loser, voice)
    return (
        won
        + " "
        + t(
            "{won} points contre {lost} : les 30 points sont atteints.",
            won=seen.points[winner],
            lost=seen.points[loser],
        )
    )


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    yield voice.t.plural("{n} point", "{n} points", seen.points[seat])
    if seat in seen.gone:
        yield voice.t("a quitté la table")


def _departure(sight: Sight, seat: str, voice: Voice) -> str:
    events = (event for scene in sight.scenes for event in scene.events)
    if any(isinstance(event, Left) and event.absent for event in events):
        return voice.t(
            "{name} perd la partie : trois fois de suite sans jouer à temps.", name=voice.name(seat)
        )
    return voice.t("{name} a quitté la partie.", name=voice.name(seat))


# What was there to take, for whoever looks at a game of Débâcle again: nothing is secret, much is missed.


def revealed(past: Past, number: int, voice: Voice) -> str:
    """That something worth more than all that was taken could have been taken in the turn of this step."""
    if past.frames[number].kind != "act" or not _ends_turn(past, number):
        return ""
    steps = range(_beginning(past, number), number + 1)
    events = [event for step in steps for event in past.frames[step].events]
    took = sum(event.value for event in events if isinstance(event, CapturedDie))
    took += sum(sum(event.values) for event in events if isinstance(event, DoublesTaken))
    sights = chain.from_iterable(map(past.sights_before, steps))
    catches = (catch for done, sight in enumerate(sights) for catch in _catches(sight, done))
    best = max(catches, key=lambda catch: catch.worth, default=None)
    return "" if best is None or best.worth <= took else _tell(best, took, voice)


def _ends_turn(past: Past, number: int) -> bool:
    """Whether the turn is over by this step: turns that were drafted are one step each, others several."""
    return any(isinstance(event, TurnStarted | RoundEnded) for event in past.frames[number].events)


def _beginning(past: Past, number: int) -> int:
    """The first step of the turn to which this one belongs."""
    first = number
    while first > 1 and not _ends_turn(past, first - 1):
        first -= 1
    return first


@dataclass(frozen=True, slots=True)
class _Catch:
    """Something that could be taken after so many actions of the turn, and by what that lay there."""

    action: Capture | Doubles
    done: int
    worth: int
    by: int | None


def _catches(sight: Sight, done: int) -> Iterator[_Catch]:
    board = observation_of(sight).board
    for action in sight.choices:
        match action:
            case Capture():
                yield _Catch(action, done, board[action.to][1], board[action.origin][1])
            case Doubles():
                yield _Catch(action, done, sum(board[cell][1] for cell in action.take), None)


def _tell(catch: _Catch, took: int, voice: Voice) -> str:
    t, action = voice.t, catch.action
    when = t("dès la première action")
    if catch.done:
        when = t.plural("après {n} action", "après {n} actions", catch.done)
    facts = {"when": when, "worth": catch.worth, "took": took}
    if isinstance(action, Doubles):
        return t(
            "On pouvait prendre plus, {when} : les doubles en {cells}, {worth} en tout (pris à ce tour : "
            "{took}).",
            cells=", ".join(action.take),
            **facts,
        )
    return t(
        "On pouvait prendre plus, {when} : le {worth} en {cell}, avec le {by} en {origin} (pris à ce "
        "tour : {took}).",
        cell=action.to,
        by=catch.by,
        origin=action.origin,
        **facts,
    )


# The moments of a game of Débâcle, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](voice, {"name": voice.player(moment.seats[0]), **moment.facts})


def _tell_chain(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "💥 La plus belle rafale : {name}, {dice} captures d’affilée avec le même dé (manche {round}, "
        "tour {turn}).",
        **facts,
    )


def _tell_doubles(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🧹 Le grand ménage : {name}, {dice} dés d’un coup en prenant des doubles (manche {round}, "
        "tour {turn}).",
        **facts,
    )


def _tell_ace(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🐜 David et Goliath : {name} capture un 6 avec un 1 (manche {round}, tour {turn}).", **facts
    )


def _tell_round(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t("💰 La manche la plus riche : {name}, {points} points à la manche {round}.", **facts)


def _tell_comeback(voice: Voice, facts: Mapping[str, int | str]) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} avait {points} points de retard après la manche {round}.", **facts
    )


_TELLERS: Mapping[str, Callable[[Voice, Mapping[str, int | str]], str]] = {
    "chain": _tell_chain,
    "doubles": _tell_doubles,
    "ace": _tell_ace,
    "round": _tell_round,
    "comeback": _tell_comeback,
}
"""How to tell each kind; the facts have the hero's name with them."""


# A hint in Débâcle: the first move that a strong computer would play, and what its turn brings.


def hint(actions: Sequence[Action], sight: Sight, t: Texts) -> str:
    """What to begin with, and why, in a sentence each; "" for no turn."""
    if not actions:
        return ""
    begin = t("**Commencez par** : {move}.", move=outcome(actions[0], sight, t))
    return f"{begin} {_reason(actions, t)}"


def _reason(actions: Sequence[Action], t: Texts) -> str:
    taken = sum(1 if isinstance(each, Capture) else 0 for each in actions)
    taken += sum(len(each.take) for each in actions if isinstance(each, Doubles))
    if taken:
        return t.plural("Ce tour peut prendre {n} dé.", "Ce tour peut prendre {n} dés.", taken)
    if any(isinstance(each, Recover) for each in actions):
        return t("Ce tour ramène un dé capturé.")
    return t("Rien de bon à prendre ce tour : il s’agit de se placer.")


# The moves of a finished game as a text file, which `python -m engines` replays.

_GAME = Debacle()


def keepsake(record: Record, t: Texts) -> Attachment | None:
    """The file `debacle-<table>.txt`: an explanation, then the moves; None until a game has ended."""
    if record.setup is None:
        return None
    name = f"debacle-{record.table}.txt"
    text = remarks(_explanation(record, name, t)) + write_game(
        _game_of(record, _GAME.setups.parse(record.setup))
    )
    return Attachment(name, text.encode())


def _game_of(record: Record, setup: Setup) -> GameRecord:
    happenings = [happening for line in record.entries if (happening := _happening(line, setup)) is not None]
    return GameRecord(_first_color(record.entries, setup), tuple(happenings))


def _first_color(lines: Iterable[Line], setup: Setup) -> Color:
    """The colour that began: named by the option, or drawn (1 Red, 2 Black)."""
    if setup.options.first != DRAWN:
        return COLORS[setup.seats.index(setup.options.first)]
    (draw,) = next(line.draws for line in lines if line.kind == "begin")
    return COLORS[draw[1] - 1]


def _happening(line: Line, setup: Setup) -> Happening | None:
    """What a line of the log did to the game; None if it did nothing to it."""
    match line.kind:
        case "act":
            return _GAME.actions.parse(line.payload)
        case "expire":
            return "timeout"
        case "leave":
            return "red-leaves" if line.seat == setup.seats[0] else "black-leaves"
        case "system":
            return "agreed"
    return None


def _explanation(record: Record, name: str, t: Texts) -> str:
    return t(
        "Débâcle, table n° {table}. Rejouer : python -m engines {name}\n"
        "c2-c3 : roule de c2 en c3. c2! : flippé sur place. c2xc3 : capture. =b1 : retour au camp. +b1 : "
        "récupéré. *a6,c6 : doubles pris.\n"
        ", : renonce au rebond ou termine le tour. timeout : temps écoulé. agreed : manche arrêtée d’un "
        "commun accord. red-leaves, black-leaves : abandon.",
        table=record.table,
        name=name,
    )
