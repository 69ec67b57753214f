"""La Tasse's face: its board and its panels."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places, winners_line
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines
from bot.ui.pages.page import Block, Form, Text
from cogs.tasse import controls, render
from cogs.tasse.picture import sketch
from cogs.tasse.spec import SPEC
from cogs.tasse.story import tell
from cogs.tasse.words import Voice, observation_of
from engines.core.records import Event, Place
from engines.core.telling import Moment
from engines.tasse.events import (
    Announced,
    Doubted,
    Fell,
    Misannounced,
    Peeked,
    Rolled,
    RoundStarted,
    Scored,
    Shown,
    Trusted,
)
from engines.tasse.model import Action, Announce, Declare, Doubt, Observation, Roll, Show
from engines.tasse.scores import Score, beats

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
        told = tell(sight.scenes, voice)[-_TOLD_ALONE:] if awaited else (render.outcome(sight, voice),)
        said = [join_lines(*told), render.situation(sight, seen, voice)]
        said += [render.own_dice(seen, voice)] if seen.dice is not None else []
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
        return f"{kind} {seen.round} {render.last_arrival(sight.scenes, sight.seat, kind)}"

    def keeps_panel(self, sight: Sight) -> bool:
        """As long as this seat's own dice lie under the cup."""
        return observation_of(sight).dice is not None

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        """What came of the announcement, with the dice if all know them now."""
        return render.outcome(sight, self._voice(sight, t))

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


# The order of arrival at the end of La Tasse.


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} point", "{n} points", seen.points[seat])
    if seen.rounds_won[seat] and seen.rounds > 1:
        yield t.plural("{n} manche gagnée", "{n} manches gagnées", seen.rounds_won[seat])
    if seat == seen.first_out:
        yield t("face de nul")
    if seat in seen.gone:
        yield t("a quitté la table")


# What lay under the cup, for whoever looks at a game of La Tasse again.


def revealed(past: Past, number: int, voice: Voice) -> str:
    """What the holder of the cup knew alone at this step; "" where all saw the dice, or none lay there."""
    cup = _Cup()
    for frame in past.frames[:number]:
        for event in frame.events:
            cup.follow(event)
    return join_lines(*_lines(past.frames[number].events, cup, voice))


@dataclass(slots=True)
class _Cup:
    """The dice that lie under the cup in secret, and what was announced of them."""

    dice: Score | None = None
    claim: Announced | None = None

    def follow(self, event: Event) -> None:
        match event:
            case Peeked():
                self.dice, self.claim = event.dice, None
            case Announced():
                self.claim = event
            case Trusted() | Doubted() | Shown() | Scored() | RoundStarted():
                self.dice = None


def _lines(events: Iterable[Event], cup: _Cup, voice: Voice) -> Iterator[str]:
    t = voice.t
    for event in events:
        if cup.dice is not None:
            yield from _lines_of(event, cup.dice, cup.claim, voice)
        cup.follow(event)
        if isinstance(event, Peeked):
            name, dice = voice.name(event.seat), voice.dice(event.dice)
            yield t("{name} a sous la tasse : {dice}.", name=name, dice=dice)


def _lines_of(event: Event, dice: Score, claim: Announced | None, voice: Voice) -> Iterator[str]:
    """What there is to say of an event while these dice lie under the cup."""
    match event:
        case Announced():
            yield _claimed(dice, event.score, voice)
        case Trusted() if claim is not None:
            yield _believed(dice, claim, event.seat, voice)
        case Misannounced() | Fell():
            yield voice.t("Sous la tasse : {dice}.", dice=voice.dice(dice))


def _claimed(dice: Score, score: Score, voice: Voice) -> str:
    facts = {"dice": voice.dice(dice), "score": voice.score(score)}
    if dice == score:
        return voice.t("Sous la tasse : {dice} · annoncé : {score} : la vérité.", **facts)
    return voice.t("Sous la tasse : {dice} · annoncé : {score} : un mensonge.", **facts)


def _believed(dice: Score, claim: Announced, seat: str, voice: Voice) -> str:
    facts = {"name": voice.name(claim.seat), "dice": voice.dice(dice), "score": voice.score(claim.score)}
    facts["other"] = voice.name(seat)
    if dice == claim.score:
        return voice.t("{name} avait bien {dice} sous la tasse, et {other} y a cru.", **facts)
    return voice.t(
        "{name} avait {dice} sous la tasse et a annoncé {score} : un mensonge, et {other} y a cru.", **facts
    )


# The moments of a game of La Tasse, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_bluff(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "🎭 Le plus beau bluff démasqué : {name} annonce {score} avec {dice}, et {other} soulève la tasse.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
        dice=voice.dice(str(moment.facts["dice"])),
    )


def _tell_liar(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "🙊 La main dans le sac : {name}, {n} bluff démasqué.",
        "🙊 La main dans le sac : {name}, {n} bluffs démasqués.",
        int(moment.facts["times"]),
        name=voice.name(moment.seats[0]),
    )


def _tell_truth(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "😇 Parole d’honneur : {name} disait vrai avec {score}, et {other} n’y croyait pas.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
    )


def _tell_believed(moment: Moment, voice: Voice) -> str:
    hero, other = moment.seats
    return voice.t(
        "🤫 L’annonce la plus osée : {name} dit {score}, et {other} y croit. Bluff ou pas ? La tasse garde "
        "son secret.",
        name=voice.name(hero),
        other=voice.name(other),
        score=voice.score(str(moment.facts["score"])),
    )


def _tell_trust(moment: Moment, voice: Voice) -> str:
    return voice.t("🔗 La plus longue confiance : {n} annonces crues de suite.", n=moment.facts["times"])


def _tell_joker(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🃏 Le plus beau joker : {name} bat {score} avec {dice}.",
        name=voice.name(moment.seats[0]),
        score=voice.score(str(moment.facts["score"])),
        dice=voice.dice(str(moment.facts["dice"])),
    )


def _tell_duels(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "⚔️ 32 sur 32 : {name} gagne {n} duel sur {fought}.",
        "⚔️ 32 sur 32 : {name} gagne {n} duels sur {fought}.",
        int(moment.facts["won"]),
        name=voice.name(moment.seats[0]),
        fought=moment.facts["fought"],
    )


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "bluff": _tell_bluff,
    "liar": _tell_liar,
    "truth": _tell_truth,
    "believed": _tell_believed,
    "trust": _tell_trust,
    "joker": _tell_joker,
    "duels": _tell_duels,
}
"""How to tell each kind."""


# A hint in La Tasse: what a strong computer would do, and the odds that speak for it.


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """The action in a sentence, with the odds of the score that it is about; "" for none."""
    t = voice.t
    standing = None if seen.announcement is None else seen.announcement.score
    match action:
        case Doubt() if standing is not None:
            return t("**Doutez.** {odds}", odds=_odds(standing, voice))
        case Roll() if standing is not None and seen.phase == "turn":
            return t("**Croyez, et lancez.** {odds}", odds=_odds(standing, voice))
        case Roll():
            return t("**Lancez** : il n’y a rien à égaler.")
        case Announce(score) if score == seen.dice:
            said = voice.score(score)
            return t("**Annoncez la vérité**, {score}. {odds}", score=said, odds=_odds(score, voice))
        case Announce(score):
            return t("**Bluffez** : {score}. {odds}", score=voice.score(score), odds=_odds(score, voice))
        case Show() if seen.show == "joker" and standing is not None:
            return t("**Tentez le joker** : montrez-le. {odds}", odds=_odds(standing, voice))
        case Show():
            return t("**Montrez vos dés** : personne ne peut en douter.")
        case Declare(score):
            return t("**Choisissez {score}**. {odds}", score=voice.score(score), odds=_odds(score, voice))
    return ""


def chance_of(score: Score) -> Fraction:
    """How likely a roll is this score or a better one, specials included."""
    rolls = [f"{max(pair)}{min(pair)}" for pair in product(range(1, 7), repeat=2)]
    good = sum(roll == score or beats(roll, score) for roll in rolls)
    return Fraction(good, len(rolls))


def _odds(score: Score, voice: Voice) -> str:
    percent = round(100 * chance_of(score))
    return voice.t("Un lancer fait ce score ou mieux : {n}\u00a0%.", n=percent)
