"""Défizz's face: its board, its panels and what comes with its end."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from math import ceil
from zlib import crc32

from bot.tables.model import Table
from bot.tables.past.replays import Past
from bot.tables.proof.record import Record
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import Standing, list_places
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Form, Gap, Text
from cogs.defizz import controls, panel, recap, render
from cogs.defizz.answers import result
from cogs.defizz.choosing import pick_page, stake_form
from cogs.defizz.controls import transfer_form
from cogs.defizz.drawings import question_picture
from cogs.defizz.justice import overrule_page
from cogs.defizz.recap import history_of
from cogs.defizz.situation import chips, headline, is_naming, price_of_raise
from cogs.defizz.spec import SPEC, name_turning
from cogs.defizz.story import tell, tell_turn
from cogs.defizz.words import Voice, observation_of, quote, quote_answer
from engines.core.records import Event, Place
from engines.core.telling import Moment
from engines.defizz.events import Answered, AnswerRevealed, Refused, RoundStarted, Settled
from engines.defizz.host import TURN_VERDICT
from engines.defizz.model import Accept, Action, Answer, Choose, Help, Vote
from engines.defizz.observe import Observation


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


# The order of arrival at the end of Défizz (Z15).


def ranking(places: Iterable[Place], seen: Observation, voice: Voice) -> tuple[Standing, ...]:
    """The players from first to last."""
    return list_places(places, voice.listed, lambda seat: [_note(seat, seen, voice)])


def _note(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if seat in seen.gone:
        return t("a quitté la table")
    if seat in seen.out:
        return t("sans jetons")
    return t("{n} 🪙", n=voice.chips(seen.chips[seat]))


# The answer before anybody knew it, secret words, and what a refusal changed, for whoever looks again.


def revealed(past: Past, number: int, seen: Observation, voice: Voice) -> str:
    """What was said in secret at this step, what a refusal changed and, of an open question, the answer."""
    lines = [*_secret_deeds(past, number, voice), *_without_refusal(past, number, voice)]
    if seen.question is not None and seen.phase != "over":
        later = chain.from_iterable(frame.events for frame in past.frames[number + 1 :])
        lines += _answer_lines(later, voice)
    return join_lines(*lines)


def _secret_deeds(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """The answer that only the bot heard. How somebody voted stays secret, afterwards too (Z21)."""
    frame, t = past.frames[number], voice.t
    hidden = {event.seat for event in frame.events if isinstance(event, Answered) and event.text is None}
    for action in frame.actions:
        if isinstance(action, Answer) and frame.seat in hidden:
            name, said = voice.name(frame.seat or ""), quote_answer(action.text)
            yield t("🤫 {name} {name:répond|répondent} « {said} ».", name=name, said=said)


def _without_refusal(past: Past, number: int, voice: Voice) -> Iterator[str]:
    """Who would have won if the last one asked had accepted: the dice that would have rolled are known."""
    for event in past.frames[number].events:
        if not isinstance(event, Refused):
            continue
        for other in past.instead(number, event.seat, Accept()):
            if isinstance(other, Settled) and other.outcome == "won":
                yield voice.t(
                    "🎲 Sans ce refus, le hasard seul décidait : les mêmes dés donnaient le défi à {name}.",
                    name=voice.name(other.winner),
                )


def _answer_lines(later: Iterable[Event], voice: Voice) -> Iterator[str]:
    """The right answers as they were told later in the same round; nothing if they never were."""
    for event in later:
        match event:
            case RoundStarted():
                return
            case AnswerRevealed(number=None):
                said = ", ".join(event.answers)
                yield voice.t("💡 La réponse : **{answer}**", answer=quote(said, 300))
                return
            case AnswerRevealed():
                said = "" if event.number is None else voice.number(event.number, event.unit)
                yield voice.t("💡 La réponse : **{answer}**", answer=said)
                return


# The moments of a game of Défizz, in words.


def tell_moment(moment: Moment, voice: Voice) -> str:
    """A moment in a line."""
    return _TELLERS[moment.kind](moment, voice)


def _tell_raise(moment: Moment, voice: Voice) -> str:
    t, facts = voice.t, _facts(moment, voice, "stake")
    if len(moment.seats) == 1:
        return t("🚀 La plus forte mise : {name}, {n} 🪙 au tour {turn}, et le pot avec.", **facts)
    facts["other"] = voice.name(moment.seats[1])
    return t("🚀 La plus forte mise : {name}, {n} 🪙 au tour {turn}, mais le pot va à {other}.", **facts)


def _tell_gain(moment: Moment, voice: Voice) -> str:
    return voice.t("💰 Le plus gros gain : {name}, {n} 🪙 au tour {turn}.", **_facts(moment, voice, "chips"))


def _tell_series(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🔥 La plus longue série : {name}, {n} défis de suite, jusqu’au tour {turn}.",
        **_facts(moment, voice, "times"),
    )


def _tell_fastest(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "⚡ La bonne réponse la plus rapide : {name}, {time} au tour {turn}.",
        name=voice.name(moment.seats[0]),
        time=voice.seconds(int(moment.facts["ms"])),
        turn=moment.facts["turn"],
    )


def _tell_comeback(moment: Moment, voice: Voice) -> str:
    return voice.t(
        "🧗 Revient de loin : {name} {name:n’avait|n’avaient} plus que {n} 🪙 après le tour {turn}.",
        **_facts(moment, voice, "chips"),
    )


def _facts(moment: Moment, voice: Voice, amount: str) -> dict[str, object]:
    """The hero's name, the turn, and a number by the name of its fact."""
    n = voice.chips(int(moment.facts[amount]))
    return {"name": voice.name(moment.seats[0]), "n": n, "turn": moment.facts["turn"]}


_TELLERS: Mapping[str, Callable[[Moment, Voice], str]] = {
    "raise": _tell_raise,
    "gain": _tell_gain,
    "series": _tell_series,
    "fastest": _tell_fastest,
    "comeback": _tell_comeback,
}
"""How to tell each kind."""


# A hint in Défizz: what to risk, by what a challenge pays; never what to answer.


def hint(action: Action, seen: Observation, voice: Voice) -> str:
    """What a strong computer would do that knows nothing of the questions, and why.

    Of an answer it only says how to place it: what is right is nowhere in what it is made of.
    """
    t = voice.t
    match seen.phase:
        case "roll":
            return t("**Lancez** : le dé fixe la mise minimale, et s’il s’agit d’un duel ou d’un multi.")
        case "ask":
            return t("**Choisissez librement** : qui lit ne prend pas part au défi.")
        case "choose":
            return _choose(action, seen, voice)
        case "raise":
            return _meet(action, seen, voice)
        case "answer" if is_naming(seen):
            return t("**Désignez librement** : qui lit ne prend pas part au défi.")
        case "answer":
            return _answer(action, seen, voice)
        case "vote":
            return t("**Votez comme vous jugeriez pour vous-même** : le verdict vaut pour tout le monde.")
        case "verdict":
            return t("**Suivez l’avis du bot**, sauf si vous savez mieux que lui.")
    return ""


def chance_needed(seen: Observation) -> int:
    """How often (in percent) whoever accepts a raise has to win so that it costs no more than to refuse.

    Who refuses pays anyway; who wins takes everybody's stake, and what was paid by those that refused.
    """
    accepting, refusing = price_of_raise(seen)
    pot = accepting * (len(seen.participants) + 1) + seen.pot
    return ceil(100 * max(0, accepting - refusing) / pot)


def share_of_draws(number: int, seen: Observation) -> int:
    """Of how many draws (in percent) a number would be nearer than all that have been said; never a tie."""
    said = [int(one.number) for one in seen.said if one.number is not None]
    draws = range(1, (seen.max or 1) + 1)
    won = sum(all(abs(draw - number) < abs(draw - other) for other in said) for draw in draws)
    return round(100 * won / len(draws))


def _choose(action: Action, seen: Observation, voice: Voice) -> str:
    t = voice.t
    if isinstance(action, Help):
        return t(
            "**Au secours !** Lire les questions avant de miser ne coûte rien : c’est une fois par partie."
        )
    if not isinstance(action, Choose):
        return ""
    pick = t("**Prenez ce que vous connaissez le mieux**")
    if action.opponent is not None and len(seen.opponents) > 1:
        pick = t("{pick}, contre {name}", pick=pick, name=voice.name(action.opponent))
    if action.stake is None:
        return t("{pick} : c’est la banque qui paie.", pick=pick)
    rivals = 1 if action.opponent is not None else len(seen.opponents)
    advice = t("{pick}, et misez {n}.", pick=pick, n=voice.chips(action.stake))
    return advice + " " + t("Miser plus ne rapporte qu’en gagnant plus d’une fois sur {n}.", n=rivals + 1)


def _meet(action: Action, seen: Observation, voice: Voice) -> str:
    t, needed, least = voice.t, chance_needed(seen), voice.chips(price_of_raise(seen)[1])
    if not needed:
        return t("**Acceptez** : refuser coûte autant, et ne peut rien rapporter.")
    if isinstance(action, Accept):
        return t(
            "**Acceptez** : gagner {needed}\u00a0% du temps suffit, puisque refuser coûte déjà {least}.",
            needed=needed,
            least=least,
        )
    return t(
        "**Refusez**, sauf si le sujet est le vôtre : il faudrait gagner plus de {needed}\u00a0% du temps.",
        needed=needed,
    )


def _answer(action: Action, seen: Observation, voice: Voice) -> str:
    t, said = voice.t, any(one.number is not None for one in seen.said)
    match seen.question.mode if seen.question is not None else "":
        case "chrono":
            return t("**Répondez dans tous les cas** : se tromper ne coûte pas plus que passer.")
        case "pingpong":
            return t("**Dites d’abord ce qui est sûr** : une erreur ou un silence, et vous sortez du défi.")
        case "cible" if said:
            return t("**Serrez un nombre déjà dit**, du côté de la réponse : ce côté est alors à vous.")
        case "cible":
            return t("**Proposez un nombre, même au jugé** : le plus proche gagne.")
        case "chance" if said and isinstance(action, Answer):
            share = share_of_draws(int(action.text), seen)
            return t(
                "**Proposez {n}** : c’est le plus proche pour {share}\u00a0% des tirages.",
                n=action.text,
                share=share,
            )
    return t("**Proposez un nombre vers le milieu** : trop près d’un bout, il ne vous reste qu’un côté.")
