"""Diavolo's face: its board and its panels."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import cast

from bot.tables.model import Status, Table
from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places, no_winner_line
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines
from bot.ui.pages.page import Block, Gap, Text
from cogs.diavolo.controls import PRACTICE, is_waiting, practice_panel, private_controls, public_controls
from cogs.diavolo.render import gems_list, grab_words, order_line, situation, sketch_throw
from cogs.diavolo.spec import SPEC
from cogs.diavolo.story import tell
from cogs.diavolo.words import ORDERS, Voice, observation_of, order_name
from engines.core.records import Place
from engines.core.telling import Moment
from engines.diavolo.events import Displaced, Grabbed, Rolled, Settled
from engines.diavolo.model import Action, Color, Grab, Observation, Roll, Throw
from engines.diavolo.throw import DIE_COLORS, NEAREST, dice_per_color, measures, target


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


# The end of a game of Diavolo in words: who has won, and the ranking.


def outcome(table: Table, seen: Observation, voice: Voice) -> str:
    """A sentence on who has won, or why nobody has (D8)."""
    t = voice.t
    if table.end.winners:
        return t("🏆 {name} garde ses gemmes et gagne la partie !", name=voice.name(table.end.winners[0]))
    if seen.phase == "over" and table.end.why == "over":
        return t("Les dernières gemmes sont parties ensemble : personne ne gagne, chacun paie son verre.")
    return no_winner_line(table, t)


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    yield voice.gems(seen.gems[seat])
    if seat in seen.gone:
        yield voice.t("a quitté la table")


# The right colour while all were looking for it, and who clicked what when, for whoever looks again.


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """The right colour, and how a pawn was grabbed at this step; when the round is over, all its clicks.

    "" where no pawns are grabbed.
    """
    frame = past.frames[number]
    for event in frame.events:
        if isinstance(event, Settled):
            return _clicks(past, number, event.target, voice)
    if seen.phase != "grab" or seen.dice is None:
        return ""
    right = target(seen.dice)
    order = order_name(seen.dice.order, voice.t)
    line = voice.t("La bonne couleur ({order}) : {color}.", order=order, color=voice.color(right))
    grabs = [event for event in frame.events if isinstance(event, Grabbed)]
    return join_lines(line, *(_grab_line(event, right, frame.opened_at, voice) for event in grabs))


def _clicks(past: Past, number: int, right: Color, voice: Voice) -> str:
    """All clicks of the round that ends at this step, the earliest first; "" if nobody lost a pawn again."""
    grabs: list[tuple[Grabbed, int]] = []
    lost: dict[tuple[str, Color], str] = {}
    for frame in past.frames[_beginning(past, number) : number + 1]:
        for event in frame.events:
            if isinstance(event, Grabbed):
                grabs.append((event, frame.opened_at))
            elif isinstance(event, Displaced):
                lost[event.seat, event.color] = event.by
    if not lost:
        return ""
    grabs.sort(key=lambda grab: grab[0].at)
    lines = [voice.t("Dans l’ordre des clics :")]
    for event, opened_at in grabs:
        by = lost.get((event.seat, event.color))
        again = "" if by is None else voice.t(" · repris par {name}, plus rapide", name=voice.name(by))
        lines.append(_grab_line(event, right, opened_at, voice) + again)
    return join_lines(*lines)


def _beginning(past: Past, number: int) -> int:
    """The step at which the dice were thrown of the round that ends at this one."""
    thrown = (
        step
        for step in range(number, -1, -1)
        if any(isinstance(event, Rolled) for event in past.frames[step].events)
    )
    return next(thrown, 0)


def _grab_line(event: Grabbed, right: Color, opened_at: int, voice: Voice) -> str:
    t, mark = voice.t, "✅" if event.color == right else "❌"
    taken = voice.color(event.color)
    if opened_at:
        taken = t("{color} en {time}", color=taken, time=voice.delay(event.at, opened_at))
    return f"{mark} {voice.name(event.seat)} · {taken}"


# The moments of a game of Diavolo, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ Le geste le plus vif : {name}, {color} en {time}, manche {n}.",
        name=voice.name(moment.seats[0]),
        color=_color(moment, voice),
        time=voice.seconds(int(moment.facts["ms"])),
        n=moment.facts["round"],
    )


def _tell_closest(moment: Moment, voice: Voice) -> str:
    hero, other = map(voice.name, moment.seats)
    facts = {"name": hero, "other": other, "color": _color(moment, voice), "n": moment.facts["round"]}
    if not moment.facts["ms"]:
        return voice.t(
            "📸 Photo d’arrivée : {name} et {other}, {color} au même instant, manche {n}.", **facts
        )
    return voice.t(
        "📸 Photo d’arrivée : {name} devance {other}, {color} à {time} près, manche {n}.",
        time=voice.t("{n}\u00a0ms", n=moment.facts["ms"]),
        **facts,
    )


def _tell_series(moment: Moment, voice: Voice) -> str:
    times, name = moment.facts["times"], voice.name(moment.seats[0])
    return voice.t("🎯 La plus belle série : {name}, {n} bonnes couleurs de suite.", name=name, n=times)


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} n’avait plus que {gems} après la manche {n}.",
        name=voice.name(moment.seats[0]),
        gems=voice.gems(int(moment.facts["gems"])),
        n=moment.facts["round"],
    )


def _color(moment: Moment, voice: Voice) -> str:
    return voice.color(cast("Color", moment.facts["color"]))


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "fastest": _tell_fastest,
    "closest": _tell_closest,
    "series": _tell_series,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""


# A hint in Diavolo: how to look, and how often grey is right; never which colour is.

_SMALLEST_SUM = 2
_WAYS: Mapping[int, str] = {
    1: N_("**Ajoutez** les dés de chaque couleur, en commençant par celle où vous voyez des 5 et des 6."),
    2: N_("**Ajoutez** les dés de chaque couleur, en commençant par celle où vous voyez des 1 et des 2."),
    3: N_("**Cherchez un 1 et un 6** de la même couleur : aucun écart n’est plus grand."),
    4: N_("**Comptez les 1, 3 et 5** de chaque couleur, sans rien ajouter."),
    5: N_("**Cherchez les 6** : s’il y en a de deux couleurs, c’est le gris."),
    6: N_("**Regardez seulement autour du dé gris** : les faces ne comptent pas."),
}
"""How people find what an order asks for."""


def hint(seen: Observation, voice: Voice) -> str:
    """How to look at the throw that lies there or, before it, what to expect of one."""
    t = voice.t
    if seen.dice is not None:
        way, grey = t(_WAYS[seen.dice.order]), chance_of_grey(seen.dice.order, children=seen.children)
        return way + " " + t("C’est le gris pour {n}\u00a0% des lancers.", n=_percent(grey))
    chances = {order: chance_of_grey(order, children=seen.children) for order in ORDERS}
    most = max(chances, key=lambda order: chances[order])
    return t(
        "**Pensez au gris** : c’est lui pour {n}\u00a0% des lancers, surtout à l’ordre "
        "« {order} » ({most}\u00a0%).",
        n=_percent(sum(chances.values(), Fraction()) / len(chances)),
        order=order_name(most, t),
        most=_percent(chances[most]),
    )


@lru_cache(maxsize=len(ORDERS) * 2)
def chance_of_grey(order: int, *, children: bool) -> Fraction:
    """How likely several colours are first together under an order (D3), exactly."""
    dice = dice_per_color(children=children)
    if order == NEAREST:
        return Fraction(1, len(DIE_COLORS) * dice + 1)
    values = [_value(order, faces) for faces in product(range(1, 7), repeat=dice)]
    others = len(DIE_COLORS) - 1
    alone = sum(sum(other < value for other in values) ** others for value in values)
    return 1 - Fraction(len(DIE_COLORS) * alone, len(values) ** len(DIE_COLORS))


def _value(order: int, faces: tuple[int, ...]) -> int:
    """What an order compares of a colour; more is better."""
    measured = measures(Throw(faces, faces, faces, order, None))
    assert measured is not None, "faces count"
    return -measured.black if order == _SMALLEST_SUM else measured.black


def _percent(chance: Fraction) -> int:
    return round(100 * chance)
