"""What was said to a question, and what it brought: the reveal, and a quizmaster's list (S9, S10)."""

from collections.abc import Collection, Iterable
from decimal import Decimal

from bot.ui.pages.page import Link
from cogs.defizz.answers import LONGEST_ANECDOTE, LONGEST_LIST, question_line, source_link
from cogs.defizz.words import Voice, quote, quote_answer
from cogs.soiree.words import answer_words, signed
from engines.defizz.observe import Revealed as DefizzRevealed
from engines.soiree.model import Observation, Revealed, Solution, Spoken

_LINES = 12
"""All twelve teams of a full evening."""
_SHORT = 60
"""Characters of an answer in a list of twelve."""


def result(last: Revealed, voice: Voice, *, timed: bool, tied: bool = False) -> str:
    """The last question, the right answer, and who had what, in the order of the moments.

    `timed`: the moments made points (see `is_timed`), and are told. With `tied` the question has settled a
    tie, or not: it brings no points (S21).
    """
    lines = [
        question_line(last.question.mode, last.question.text, voice.t),
        solution_line(last.solution, voice, listed=last.question.mode == "pingpong"),
        *_answer_lines(last, voice, list_nearest(last) if tied else None, timed),
        f"💡 {quote(last.solution.anecdote, LONGEST_ANECDOTE)}" if last.solution.anecdote else "",
    ]
    return "\n".join(line for line in lines if line)


def is_timed(seen: Observation) -> bool:
    """Whether the order of answers makes points in the question in play: a Chrono with `speed` (S11, S14)."""
    mode, played = seen.question.mode if seen.question is not None else None, seen.programme[seen.round]
    return mode == "chrono" and played.speed and not played.stakes and not seen.tied


def solution_line(solution: Solution, voice: Voice, *, listed: bool) -> str:
    """The right answer in its first wording, or all of a list in theirs."""
    t = voice.t
    if solution.number is not None:
        return t("✔️ Bonne réponse : **{answer}**", answer=voice.number(solution.number, solution.unit))
    first = [wordings[0] for wordings in solution.answers]
    if not listed:
        return t("✔️ Bonne réponse : **{answer}**", answer=quote(first[0]))
    return t("✔️ Bonnes réponses : {answers}", answers=quote(", ".join(first), LONGEST_LIST))


def source_of(last: Revealed, voice: Voice) -> Link | None:
    """The link to where the answer can be checked; None if its source is no web address."""
    told = DefizzRevealed("won", "", None, 0, 0, (), source=last.solution.source)
    return source_link(told, voice.t)


def list_nearest(last: Revealed) -> frozenset[str]:
    """The seats that named the nearest number; several where they are equally near."""
    if last.solution.number is None:
        return frozenset()
    right = Decimal(str(last.solution.number))
    far = {one.seat: abs(Decimal(one.number) - right) for one in last.said if one.number is not None}
    return frozenset(seat for seat, distance in far.items() if distance == min(far.values()))


def answer_line(
    said: Spoken,
    first: int | None,
    voice: Voice,
    *,
    listed: bool,
    nearest: Collection[str] | None = None,
) -> str:
    """An answer with its verdict and its points; `first` is the tick of the first, None to tell no times.

    Where it settles a tie, `nearest` are who is nearest, and there are no points.
    """
    t, name = voice.t, voice.name(said.seat)
    if said.text is None:
        brought = f" · **{signed(said.points, t)}**" if said.points else ""
        return t("💤 {name} ne {name:répond|répondent} pas.", name=name) + brought
    typed = ", ".join(said.text.splitlines()) if listed else said.text
    text = t("{name} : « {text} »", name=name, text=quote_answer(typed[:_SHORT]))
    late = 0 if first is None else (said.at or 0) - first
    notes = [f"+{voice.seconds(late)}"] if late > 0 else []
    if listed and said.points != said.right:
        notes.append(answer_words(said, listed, voice))
    if said.wager is not None:
        notes.append(t("mise {n}", n=said.wager))
    if said.points is not None and nearest is None:
        notes.append(f"**{signed(said.points, t)}**")
    near = said.points != 0 if nearest is None else said.seat in nearest
    mark = ("🎯" if near else "▫️") if said.number is not None else "✅" if said.right else "❌"
    overruled = "" if said.bot == said.right else " ⚖️"
    told = [f"{mark}{overruled} {text}", *(note.replace(" ", "\u00a0") for note in notes)]
    return " ·\u00a0".join(told)


def first_tick(said: Iterable[Spoken], timed: bool) -> int | None:
    """The tick of the first answer, where the moments are to be told."""
    moments = (one.at for one in said if one.at is not None and one.text is not None)
    return min(moments, default=None) if timed else None


def _answer_lines(last: Revealed, voice: Voice, nearest: Collection[str] | None, timed: bool) -> list[str]:
    spoken, listed = last.said, last.question.mode == "pingpong"
    first = first_tick(spoken, timed)
    silent = [one.seat for one in spoken if one.text is None and not one.points]
    told = [one for one in spoken if one.seat not in silent]
    lines = [answer_line(one, first, voice, listed=listed, nearest=nearest) for one in told[:_LINES]]
    if not silent:
        return lines
    names = voice.names(silent)
    return [*lines, voice.t("💤 {name} ne {name:répond|répondent} pas.", name=names)]
