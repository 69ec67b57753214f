"""The state of a challenge: who is awaited for what, how a question is won, why a seat may not answer."""

from collections.abc import Callable, Mapping

from bot.texts import Texts
from bot.ui.frame.header import join_lines, seat_list
from cogs.defizz.justice import verdict_word, vote_line
from cogs.defizz.words import Voice, quote_answer
from engines.defizz.observe import Observation


def is_naming(seen: Observation) -> bool:
    """Whether the reader has to name the winner now (Z12)."""
    return seen.phase == "answer" and seen.resolver == "reader"


def is_between(seen: Observation) -> bool:
    """Whether the last challenge is settled, and the next die has not been rolled."""
    return seen.phase == "roll" or (seen.phase == "vote" and seen.question is None)


def is_race(seen: Observation) -> bool:
    """Whether everybody answers at once (Z9)."""
    return seen.phase == "answer" and seen.question is not None and seen.question.mode == "chrono"


def list_contenders(seen: Observation) -> tuple[str, ...]:
    """List the seats that can still win the challenge: in a Ping-pong those that were not wrong yet (Z11)."""
    if seen.question is None or seen.question.mode != "pingpong":
        return seen.participants
    return tuple(seat for seat in seen.participants if seat in seen.waiting)


def answer_obstacle(seen: Observation) -> str | None:
    """The engine's reason why this seat may not answer; None if it is only not its turn."""
    own = seen.seat or ""
    if own in seen.gone:
        return "left"
    if own == seen.reader:
        return "reads"
    if own == seen.master:
        return "leads"
    if own in seen.out:
        return "eliminated"
    if own in seen.refused:
        return "refused"
    if any(said.seat == own for said in seen.said) and own not in seen.waiting:
        return "already_answered"
    return None if own in seen.participants else "takes_no_part"


def price_of_raise(seen: Observation) -> tuple[int, int]:
    """What a raise costs the seat that is asked now, if it accepts and if it refuses.

    Nobody pays more than the poorest has of those taking part, nor more than they have (Z7).
    """
    asked, least = seen.waiting[0], seen.die.minimum if seen.die else 0
    able = min(seen.chips[seat] for seat in (*seen.participants, asked))
    return min(seen.stake or 0, able), min(least, seen.chips[asked])


def how_to_win(seen: Observation, t: Texts) -> str:
    """How the present question is won, in a line (Z9 to Z12); "" before it is asked."""
    if seen.question is None:
        return ""
    if seen.question.mode == "chance":
        return _chance_words(seen, t)
    return {
        "chrono": t("Tout le monde répond en même temps, une seule fois : la première bonne réponse gagne."),
        "cible": t("Un nombre chacun à son tour : le plus proche gagne, le nombre exact gagne aussitôt."),
        "pingpong": t(
            "Une bonne réponse chacun à son tour, jamais deux fois la même : une erreur, et vous sortez du "
            "défi."
        ),
    }[seen.question.mode]


def headline(seen: Observation, voice: Voice) -> str:
    """Who is awaited for what, the same for everybody; "" if nobody is."""
    said = _AWAITED.get(seen.phase)
    return "" if said is None else said(seen, voice)


def _chance_words(seen: Observation, t: Texts) -> str:
    if seen.resolver == "nearest":
        return t(
            "Un nombre de 1 à {n} chacun à son tour, puis on en tire un au sort : le plus proche gagne.",
            n=seen.max or 1,
        )
    if seen.resolver == "reader" and seen.poll is not None:  # nobody reads, and the others choose (Z22)
        return t("Les propositions s’écrivent dans le salon, et les autres votent pour qui doit gagner.")
    if seen.resolver == "reader":
        return t("Les propositions s’écrivent dans le salon, et le lecteur désigne qui gagne.")
    return t("Le hasard décide.")


def _await_roll(seen: Observation, voice: Voice) -> str:
    return voice.t("🎲 À {name} de lancer le dé.", name=voice.name(seen.active))


def _await_question(seen: Observation, voice: Voice) -> str:
    return voice.t(
        "📖 {name} {name:choisit|choisissent} la question à poser.", name=voice.reader(seen.reader)
    )


def _await_choice(seen: Observation, voice: Voice) -> str:
    """What is left to choose depends on the die and on the variants (Z4, Z16)."""
    t, name = voice.t, voice.name(seen.active)
    parts = [] if seen.expert else [t("une question")]
    if seen.die is not None and seen.die.kind == "duel":
        parts.append(t("un adversaire"))
    if seen.least is not None:
        parts.append(t("une mise"))
    if not parts:
        return t("🤔 À {name} de lancer le défi.", name=name)
    return t("🤔 {name} {name:choisit|choisissent} {what}.", name=name, what=t.list(parts))


def _await_raise(seen: Observation, voice: Voice) -> str:
    return voice.t(
        "💰 {active} {active:monte|montent} à {stake} 🪙. {name} : accepter, ou refuser et payer "
        "{least} 🪙 ?",
        active=voice.name(seen.active),
        stake=voice.chips(seen.stake or 0),
        name=voice.name(seen.waiting[0]),
        least=voice.chips(price_of_raise(seen)[1]),
    )


def _await_answer(seen: Observation, voice: Voice) -> str:
    t = voice.t
    if is_naming(seen):
        return t("👉 {name} {name:désigne|désignent} qui gagne.", name=voice.reader(seen.reader))
    if is_race(seen):
        return t("⏱️ Vite ! On attend {names}.", names=voice.names(seen.to_act))
    return t("👉 À {name} de répondre.", name=voice.names(seen.to_act))


def _await_verdict(seen: Observation, voice: Voice) -> str:
    t, said = voice.t, seen.verdict
    if said is None:
        return ""
    thought = verdict_word(bool(said.bot), t)
    return t(
        "⚖️ {name} {name:répond|répondent} « {text} ». À {reader} de juger. Le bot dit **{thought}**, "
        "et cela compte si rien n’est jugé à temps.",
        reader=voice.reader(seen.reader),
        name=voice.name(said.seat),
        text=quote_answer(said.text),
        thought=thought,
    )


_AWAITED: Mapping[str, Callable[[Observation, Voice], str]] = {
    "roll": _await_roll,
    "ask": _await_question,
    "choose": _await_choice,
    "raise": _await_raise,
    "answer": _await_answer,
    "verdict": _await_verdict,
    "vote": vote_line,
}
"""What is awaited, by phase."""


# Everybody's chips in a list, each with a bar and the number.

_CELLS = 10
_BARS = 4
"""With more seats than that there are no bars: each seat keeps to its line on a phone."""


def chips(seen: Observation, voice: Voice) -> str:
    """The players in table order with their chips, then the bank and the lost chips, if there are any."""
    t = voice.t
    helped = any(_has_help(seat, seen) for seat in seen.seats)
    title = t("**Jetons** · 🛟 : aide disponible") if helped else t("**Jetons**")
    listed = seat_list(title, [_seat(seat, seen, voice) for seat in seen.seats])
    rest = [t("🏦 Banque : {n}", n=voice.chips(seen.bank))] if seen.bank else []
    rest += [t("Perdus : {n}", n=voice.chips(seen.lost))] if seen.lost else []
    return join_lines(listed, " · ".join(rest))


def _seat(seat: str, seen: Observation, voice: Voice) -> str:
    t, name = voice.t, voice.listed(seat)
    reads = [t("lecteur")] if seat == seen.reader else []
    if seat in seen.gone:
        return f"🚪 {name} · " + t("a quitté la table")
    if seat == seen.master:
        return " · ".join((f"{'⏳' if seat in seen.to_act else '🎓'} {name}", t("maître du jeu")))
    if seat in seen.out:
        return " · ".join((f"{'⏳' if seat in seen.to_act else '💀'} {name}", t("sans jetons"), *reads))
    own = f"**{voice.chips(seen.chips[seat])}**"
    if len(seen.seats) <= _BARS and not voice.table.manners.accessible:  # a screen reader spells bars out
        own = f"{_bar(seat, seen)} {own}"
    notes = [f"{_mark(seat, seen)} {name}", own]
    if seen.paid[seat]:
        notes.append(t("{n} au pot", n=voice.chips(seen.paid[seat])))
    if _has_help(seat, seen):
        notes.append("🛟")
    if seen.missed[seat]:
        notes.append(t.plural("{n} absence", "{n} absences de suite", seen.missed[seat]))
    return " · ".join((*notes, *reads))


def _has_help(seat: str, seen: Observation) -> bool:
    return seen.help_left[seat] > 0 and not seen.expert and seat not in (*seen.gone, *seen.out)


def _mark(seat: str, seen: Observation) -> str:
    if seat in seen.to_act:
        return "⏳"
    return "🎯" if seat == seen.active else "📖" if seat == seen.reader else "◽"


def _bar(seat: str, seen: Observation) -> str:
    """A bar of the seat's part of all chips; at least one cell if it has any."""
    total = sum(seen.chips.values()) + seen.pot + seen.bank + seen.lost
    own = seen.chips[seat]
    full = max(1, round(_CELLS * own / total)) if own and total else 0
    return "▰" * full + "▱" * (_CELLS - full)
