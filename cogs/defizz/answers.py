"""The answers to a question, and how a challenge ended, with the right answer and its source."""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from urllib.parse import quote as percent_encode
from urllib.parse import urlsplit

from bot.texts import Texts
from bot.ui.pages.escape import label
from bot.ui.pages.page import Button, Link
from cogs.defizz.situation import is_race
from cogs.defizz.words import CERTAIN, LONGEST_QUESTION, Voice, digits, mode_name, quote, quote_answer
from engines.core.records import Refusal
from engines.defizz.deck import Mode
from engines.defizz.observe import Observation, Revealed, Spoken

_LINES = 14
"""How many answers are shown at most, the last ones."""
_ADDRESS = 500
_SAFE = ":/?#[]@!$&'()*+,;=%~"
LONGEST_LIST = 600
LONGEST_ANECDOTE = 220


def list_answers(seen: Observation, voice: Voice, most: int = _LINES) -> str:
    """The last answers, a line each; in an open Chrono only who has answered (Z9). "" if there are none."""
    if seen.question is None:
        return ""
    if not is_race(seen):
        return _answer_lines(seen.said, seen.question.mode, voice, most)
    t = voice.t
    spoke = [said.seat for said in seen.said if not said.passed]
    passed = [said.seat for said in seen.said if said.passed]
    lines = [t("✍️ Réponse donnée : {names}.", names=voice.names(spoke))] if spoke else []
    lines += [t("💤 Passe : {names}.", names=voice.names(passed))] if passed else []
    return "\n".join(lines)


def result(seen: Observation, voice: Voice, most: int = _LINES) -> str:
    """The last challenge: how it ended, the question, the answers, the right one and its source.

    `most` says how many answers are shown, the last ones.
    """
    t, last = voice.t, seen.last
    if last is None:
        return ""
    outcome = _outcome(last, seen, voice)
    over = seen.phase == "over"
    lines = [
        t("**Dernier défi** · {outcome}", outcome=outcome)
        if over
        else t("**Défi précédent** · {outcome}", outcome=outcome)
    ]
    if last.question is not None:
        lines.append(question_line(last.question.mode, last.question.text, t))
        lines.append(_right_answer(last, voice))
        if last.by_lot and last.winner is not None:
            lines.append(t("🎲 Le bot lit, et il a tiré au sort."))
        lines.append(_answer_lines(last.said, last.question.mode, voice, most))
        if last.anecdote:
            lines.append(f"💡 {quote(last.anecdote, LONGEST_ANECDOTE)}")
        if last.source and source_link(last, t) is None:
            lines.append("-# " + t("Source : {source}", source=quote(last.source, 200)))
    return "\n".join(line for line in lines if line)


def _outcome(last: Revealed, seen: Observation, voice: Voice) -> str:
    """A sentence on who won how much, or why nobody did and what follows."""
    t, active = voice.t, voice.name(last.active)
    if last.winner is not None:
        return win_words(last, voice.name(last.winner), voice)
    why = {
        "tie": t("🤝 Égalité."),
        "nobody": t("🤷 Personne n’a gagné."),
        "voided": t("↩️ La carte est annulée."),
        "off": t("🚪 {name} {name:a|ont} quitté la table : défi annulé.", name=active),
    }[last.outcome]
    back = t("Chacun reprend sa mise.") if last.pot else ""
    again = t("{name} {name:rejoue|rejouent}.", name=active) if seen.active == last.active else ""
    return " ".join(part for part in (why, back, again) if part)


def question_line(mode: Mode, text: str, t: Texts) -> str:
    """A line with a question and its mode."""
    return f"❓ **{mode_name(mode, t)}** · {quote(text, LONGEST_QUESTION)}"


def source_link(last: Revealed, t: Texts) -> Link | None:
    """A link to where the answer can be checked; None if the source is no web address."""
    if last.source is None or not last.source.startswith("https://"):
        return None
    address = percent_encode(last.source, safe=_SAFE)
    if len(address) > _ADDRESS or not urlsplit(address).hostname:
        return None
    return Link(t("Source"), address)


def win_words(last: Revealed, name: str, voice: Voice) -> str:
    """Who has won how many chips, and why."""
    t, pot = voice.t, voice.chips(last.pot)
    if last.outcome == "refused":
        return t("🏳️ Personne n’a accepté : {name} {name:empoche|empochent} {n} 🪙.", name=name, n=pot)
    if last.outcome == "alone":
        return t("🏆 Il ne reste {name:que}, qui {name:empoche|empochent} {n} 🪙.", name=name, n=pot)
    if last.prize:
        return t("🏆 {name} {name:gagne|gagnent} {n} 🪙 de la banque.", name=name, n=voice.chips(last.prize))
    return t("🏆 {name} {name:remporte|remportent} {n} 🪙.", name=name, n=pot)


def _right_answer(last: Revealed, voice: Voice) -> str:
    t = voice.t
    if last.held:
        return t("📜 La liste se montre au prochain lancer : jusque-là, un verdict peut changer.")
    if last.number is not None:
        return t("✔️ Bonne réponse : **{answer}**", answer=voice.number(last.number, last.unit))
    if not last.answers:
        return ""
    if last.question is not None and last.question.mode == "chrono":
        return t("✔️ Bonne réponse : **{answer}**", answer=quote(last.answers[0]))
    listed = quote(", ".join(last.answers), LONGEST_LIST)
    return t("✔️ Bonnes réponses : {answers}", answers=listed)


def _answer_lines(said: Sequence[Spoken], mode: Mode, voice: Voice, most: int) -> str:
    """A line for each answer: in a Chrono by the times that decide, else in the order they came."""
    first = None
    if mode == "chrono":
        said = sorted(said, key=lambda one: (one.at is None, one.at or 0))
        first = said[0].at if said else None
    lines = [_answer_line(one, first, voice) for one in said[-most:]]
    if len(said) > most:
        before = len(said) - most
        more = voice.t.plural("{n} réponse avant celles-ci", "{n} réponses avant celles-ci", before)
        lines.insert(0, f"-# {more}")
    return "\n".join(lines)


def _answer_line(said: Spoken, first: int | None, voice: Voice) -> str:
    """An answer with its verdict, or both verdicts if the reader overruled the bot (Z14).

    In a Chrono it says how long after the `first` answer (its tick, in ms) it came.
    """
    t, name = voice.t, voice.name(said.seat)
    if said.passed:
        return t("💤 {name} ne {name:répond|répondent} pas.", name=name)
    text = t("{name} : « {text} »", name=name, text=quote_answer(said.text))
    if first is not None and said.at is not None and said.at > first:
        text += f" · +{voice.seconds(said.at - first)}"
    if said.right is None:
        return f"💬 {text}"
    mark = "✅" if said.right else "❌"
    if said.bot is None or said.bot == said.right:
        return f"{mark} {text}"
    thought = t("le bot disait : juste ; jugé faux") if said.bot else t("le bot disait : faux ; jugé juste")
    return f"{mark} {text} *({thought})*"


# A number that can be read in several ways: a button for each, which the player alone is shown (Z10).

_MOST = 5
"""The most buttons in a row."""
_LABEL = 80
_LONGEST = 40
"""The most characters of a button's argument."""


def remedies(refusal: Refusal, t: Texts) -> tuple[Button, ...]:
    """A button for each number that a refused answer may mean, with the unit of the question."""
    return reading_buttons(refusal, "reading", t) if refusal.reason == "number_unclear" else ()


def reading_buttons(refusal: Refusal, verb: str, t: Texts) -> tuple[Button, ...]:
    """A button of this verb for each of the `readings` of a refusal, in its `unit`."""
    readings, unit = refusal.params["readings"], refusal.params["unit"]
    assert isinstance(readings, list)
    return tuple(
        Button(verb, _written(Decimal(number), str(unit), t), number)
        for number in map(str, readings[:_MOST])
        if len(number) <= _LONGEST
    )


def certain(number: str) -> str:
    """An answer that can be read in one way alone: the equals sign says that it is meant as it stands."""
    return CERTAIN + number.replace(".", ",")


def _written(number: Decimal, unit: str, t: Texts) -> str:
    """A number as on the board, with its unit where it has one: "42,195 km", "1973"."""
    with localcontext() as context:
        context.prec = _LABEL
        said = digits(number, t)
    return f"{said} {label(unit, _LABEL - 1 - len(said))}" if unit else said
