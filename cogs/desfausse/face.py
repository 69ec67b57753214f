"""DESfausse's face: its board and its panels."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from bot.tables.model import Status
from bot.tables.past.replays import Past
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines
from bot.ui.pages.page import Block, Form, Gap, Text
from cogs.desfausse import render
from cogs.desfausse.controls import public_controls
from cogs.desfausse.menus import read_page
from cogs.desfausse.picture import alt_text
from cogs.desfausse.render import hands, headline, reveal
from cogs.desfausse.spec import SPEC
from cogs.desfausse.story import last_turn, tell, tell_end, this_turn
from cogs.desfausse.words import Voice, count_of, dice_names, observation_of, sort_dice
from engines.core.records import Place
from engines.core.telling import Moment
from engines.desfausse.dice import DEVIL
from engines.desfausse.events import HandRolled, TurnStarted
from engines.desfausse.model import Action, Debts, Demon, Die, Discard, Gift, Observation, Pass, Reroll, Stop

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
        return Board(render.where(seen, t), (now,), blocks, notes=notes, folded=before is not None)

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
        where = (render.where(seen, t),)
        if sight.table.status is not Status.PLAYING:
            return Panel(where)
        if seen.phase == "demon":
            blocks = render.round_over(sight, seen, voice)
            return Panel(where, blocks=blocks, linked=False)
        blocks = [*render.hand(sight, seen, voice), *render.controls(sight, seen, voice)]
        return Panel(where, blocks=blocks)

    def draw_farewell(self, sight: Sight, t: Texts) -> str:
        """What happened in the turn; at a round's end the panel says it."""
        in_round = observation_of(sight).phase != "demon"
        return render.farewell(sight, Voice(sight.table, t)) if in_round else ""

    def panel_needs(self, sight: Sight) -> object | None:
        """The seat's own hand, choice and part in the turn; between two rounds all is told."""
        return render.needs(sight) if sight.table.status is Status.PLAYING else None

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Form | Panel | None:
        """The hand with the picked dice, or the next question about a discard or a gift."""
        match verb:
            case "pick" | "all":
                return render.pick_page(sight, arg, t)
            case "wish" if read_page(arg) == ("", 0):
                render.open_choice(observation_of(sight))
                return self.draw_panel(sight, t)
            case "wish":
                return render.wish_page(sight, arg, t)
            case "give" if not arg:
                render.check_gift(sight)
                return self.draw_panel(sight, t)
            case "give":
                return render.gift_page(sight, arg, t)
        return None

    def draw_words(self, sight: Sight, t: Texts) -> Panel | None:
        """All that the pictures show, in words: the reader's own hand, then all hands that may be seen."""
        seen, voice = observation_of(sight), Voice(sight.table, t)
        shown = reveal(sight, voice)
        said = [alt_text(seen, t)] if seen.dice else []
        said += [shown.words] if shown is not None else []
        blocks = [Text(text) for text in (*said, hands(seen, voice))]
        return Panel((render.where(seen, t),), blocks=blocks)

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


# The order of arrival at the end of DESfausse (F10).


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: _notes(seat, seen, voice))


def _notes(seat: str, seen: Observation, voice: Voice) -> Iterator[str]:
    t = voice.t
    yield t.plural("{n} jeton", "{n} jetons", seen.tokens[seat])
    if seat in seen.gone:
        yield t("a quitté la table")
    elif seen.hands[seat]:
        yield t("{dice} en main", dice=count_of(len(seen.hands[seat]), t))


# What everybody held and had chosen in secret, for whoever looks at a game of DESfausse again.


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """The choice that was made in secret at this step, and all hands as they lie."""
    if seen.phase not in ("rolling", "discard", "gift"):
        return ""
    hands = _hands(past, number)
    return join_lines(*_choice(past, number, hands, voice), *_hand_lines(hands, seen, voice))


def _hands(past: Past, number: int) -> dict[str, tuple[Die, ...]]:
    """What each seat has rolled in the turn of this step, as it lies after it."""
    hands: dict[str, tuple[Die, ...]] = {}
    for frame in past.frames[: number + 1]:
        for event in frame.events:
            match event:
                case TurnStarted():
                    hands = {}
                case HandRolled():
                    hands[event.seat] = event.dice
    return hands


def _choice(past: Past, number: int, hands: dict[str, tuple[Die, ...]], voice: Voice) -> Iterator[str]:
    frame, t = past.frames[number], voice.t
    for action in frame.actions:
        name = voice.name(frame.seat or "")
        match action:
            case Discard():
                chosen = [die for die in hands.get(frame.seat or "", ()) if die.id in action.combo]
                yield t("🤫 {name} choisit : {dice}.", name=name, dice=dice_names(sort_dice(chosen), t))
            case Pass():
                yield t("🤫 {name} choisit de ne rien défausser.", name=name)


def _hand_lines(hands: dict[str, tuple[Die, ...]], seen: Observation, voice: Voice) -> Iterator[str]:
    """The hands whose faces were not shown to all, without the dice that are gone."""
    if seen.shown and seen.phase != "rolling":
        return
    for seat, dice in hands.items():
        held = {die.id for die in seen.hands.get(seat, ())}
        left = sort_dice(die for die in dice if die.id in held)
        if left:
            names = dice_names(left, voice.t)
            yield voice.t("{option} : {value}", option=voice.name(seat), value=names)


# The moments of a game of DESfausse, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_devils(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "😈 Le tour d’enfer : {name}, {n} diables pour {dice} (manche {round}, tour {turn}).",
        name=voice.name(moment.seats[0]),
        n=moment.facts["devils"],
        dice=count_of(int(moment.facts["dice"]), voice.t),
        round=moment.facts["round"],
        turn=moment.facts["turn"],
    )


def _tell_cursed(moment: Moment, voice: Voice) -> str:
    times, name = moment.facts["times"], voice.name(moment.seats[0])
    return voice.t("🌩️ La poisse : {name}, {n} malédictions.", name=name, n=times)


def _tell_discard(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🔥 La plus grosse défausse : {name}, {dice} d’un coup.",
        name=voice.name(moment.seats[0]),
        dice=count_of(int(moment.facts["dice"]), voice.t),
    )


def _tell_gift(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🎁 Le plus gros cadeau : {name} donne {dice} à {other}.",
        name=voice.name(moment.seats[0]),
        other=voice.name(moment.seats[1]),
        dice=count_of(int(moment.facts["dice"]), voice.t),
    )


def _tell_barred(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧨 Le cadeau empoisonné : {other} n’avait plus qu’un dé, {name} en ajoute et bloque sa défausse.",
        name=voice.name(moment.seats[0]),
        other=voice.name(moment.seats[1]),
    )


def _tell_quick(moment: Moment, voice: Voice) -> str:
    return voice.t.plural(
        "🏁 La manche éclair : {names}, {n} tour pour la manche {round}.",
        "🏁 La manche éclair : {names}, {n} tours pour la manche {round}.",
        int(moment.facts["turns"]),
        names=voice.names(moment.seats),
        round=moment.facts["round"],
    )


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "devils": _tell_devils,
    "cursed": _tell_cursed,
    "discard": _tell_discard,
    "gift": _tell_gift,
    "barred": _tell_barred,
    "quick": _tell_quick,
}
"""How to tell each kind."""


# A hint in DESfausse: what a strong computer would do with this hand, and why.


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """The action in a sentence, with what speaks for it in another."""
    t = voice.t
    match action:
        case Reroll(numbers):
            kept = [die for die in seen.dice if die.id not in numbers]
            thrown = dice_names(_named(seen.dice, numbers), t)
            return _join(t("**Relancez** {dice}.", dice=thrown), _aim(kept, voice))
        case Stop():
            return _join(t("**Gardez** tout."), _aim(seen.dice, voice))
        case Discard(out=out, to=to, curse=debts):
            where = t("aux Enfers") if to == "hell" else t("chez les autres")
            dice = dice_names(_named(seen.dice, out), t)
            return _join(
                t("**Défaussez** {dice}, {where}.", dice=dice, where=where), _gift(debts, seen, voice)
            )
        case Pass():
            return t("**Passez** : un appel plus haut vaut mieux.")
        case Gift(debts):
            return _gift(debts, seen, voice)
        case Demon(seat):
            return t("**Donnez-le** à {name}.", name=voice.name(seat))


def _gift(debts: Debts | None, seen: Observation, voice: Voice) -> str:
    """What to give to the cursed; "" where nothing is owed."""
    given = dice_names(_named(seen.dice, [number for _, number in debts or ()]), voice.t)
    return voice.t("**Donnez** {dice}.", dice=given) if given else ""


def _named(dice: Iterable[Die], numbers: Iterable[int]) -> list[Die]:
    wanted = frozenset(numbers)
    return [die for die in dice if die.id in wanted]


def _aim(kept: Iterable[Die], voice: Voice) -> str:
    """What may leave with the dice that are kept: the value there is most of, less the devils."""
    t, faces = voice.t, Counter(die.face for die in kept)
    devils = faces.pop(DEVIL, 0)
    numbers = [(many, face) for face, many in faces.items() if isinstance(face, int)]
    if not numbers:
        return ""
    many, face = max(numbers)
    if many <= devils:
        return t("Il faut plus de dés d’une même valeur que de diables.")
    return t.plural(
        "À l’appel des {face}, {n} dé peut partir.",
        "À l’appel des {face}, {n} dés peuvent partir.",
        many - devils,
        face=face,
    )


def _join(*sentences: str) -> str:
    return " ".join(sentence for sentence in sentences if sentence)
