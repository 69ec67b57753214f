"""A seat's own panel: a team's answer and stake, and all that a quizmaster needs to lead (S2, S9, S16)."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Gap, Row, Select, Text, time_left
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.render import after_controls
from cogs.defizz.words import Voice, quote, quote_answer
from cogs.soiree.answers import answer_line, first_tick, is_timed, list_nearest, solution_line
from cogs.soiree.controls import next_label, public_controls, stake_list
from cogs.soiree.render import counted_headline, headline, picture, question
from cogs.soiree.words import inner_sight, observation_of, points_words
from engines.soiree.model import (
    LIST_AT_MOST,
    EndAfterRound,
    Observation,
    Proceed,
    Rule,
    SkipRound,
    Spoken,
    Withdraw,
)

_WORDINGS = 12
"""How many wordings of an answer a quizmaster reads."""
_ANSWER = 50


def leads(seen: Observation) -> bool:
    """Whether this panel is a quizmaster's."""
    return seen.seat is not None and seen.seat == seen.quizmaster


def situation(sight: Sight, seen: Observation, voice: Voice) -> list[str]:
    """What is awaited, and what the seat has already done."""
    t, own = voice.t, seen.seat or ""
    if own in seen.gone:
        return [t("Vous avez quitté la soirée.")]
    lines = [] if leads(seen) else [*_team(sight, seen, t), t("Vos points : {n}", n=seen.points.get(own, 0))]
    # A team's panel does not change with each answer of the others.
    lines.append((counted_headline if leads(seen) else headline)(seen, voice))
    if seen.wager is not None:
        lines.append(t("Votre mise : {points}.", points=points_words(seen.wager, t)))
    if seen.answer is not None:
        lines.append(t("Votre réponse : « {text} ».", text=quote_answer(seen.answer)))
    if own in sight.to_act or (leads(seen) and sight.table.alarm is not None):
        lines.append(time_left(sight.table, t))
    return lines


def _team(sight: Sight, seen: Observation, t: Texts) -> list[str]:
    """With whom one plays: who came without a team has been put into one."""
    if seen.people == 1 or sight.seat is None:
        return []
    people = sight.table.seat(sight.seat).people
    names = [escape(person.name) if person.name else t("anonyme") for person in people]
    return [t("👥 Votre équipe : {names}.", names=t.list(names))]


def playing_blocks(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """A team's panel: the question, and what it may do."""
    blocks: list[Block] = []
    if asked := question(seen, voice):
        blocks.append(Text(asked))
    if sight.seat in sight.to_act:
        rows = (stake_list(voice.t),) if seen.phase == "wager" else public_controls(sight, voice)
        blocks += [_without_own(row) if isinstance(row, Row) else row for row in rows]
    return blocks


def leading_blocks(sight: Sight, seen: Observation, voice: Voice) -> list[Block]:
    """A quizmaster's panel: question and answer, who said what, the rulings and the commands."""
    t = voice.t
    blocks: list[Block] = []
    if asked := question(seen, voice):
        blocks.append(Text(asked))
    if (shown := picture(seen)) is not None:
        blocks.append(sketch_picture(shown, t))
    if seen.solution is not None:
        blocks.append(Text(_card(seen, voice)))
    said = _said(seen, voice)
    if said:
        blocks += [Gap(), Text(said)]
    if seen.phase == "reveal" and seen.bout is not None:
        blocks += after_controls(inner_sight(sight), seen.bout, voice)
    may = sight.legal.actions if sight.legal is not None else ()
    blocks += _rulings(seen, [action for action in may if isinstance(action, Rule)], voice)
    commands = [
        Button("next", next_label(seen, t), style="primary") if Proceed() in may else None,
        Button("withdraw", t("Retirer la question"), style="danger") if Withdraw() in may else None,
        Button("skip", t("Finir la manche")) if SkipRound() in may else None,
        Button("last", t("Finir la soirée")) if EndAfterRound() in may else None,
    ]
    if buttons := tuple(button for button in commands if button is not None):
        blocks.append(Row(buttons))
    teams = tuple(
        Choice(seat, voice.plain_name(seat), points_words(seen.points[seat], t))
        for seat in seen.teams
        if seat not in seen.gone
    )
    blocks.append(Select("award", t("Corriger les points de…"), teams))
    return blocks


def count_page(sight: Sight, seat: str, t: Texts) -> list[Block]:
    """The question how many answers of a list are right, as a row of buttons."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    asked = t("Combien de réponses justes pour {name} ?", name=voice.name(seat))
    said = next((one.text for one in _replies(seen) if one.seat == seat), None)
    quoted = t("« {text} »", text=quote(said)) if said else ""
    size = seen.question.size if seen.question is not None and seen.question.size else LIST_AT_MOST
    buttons = [Button("rule", str(n), f"{seat}.{n}") for n in range(min(size, LIST_AT_MOST) + 1)]
    return [
        Text(f"{asked}\n{quoted}"),
        Row(tuple(buttons[:5])),
        *([Row(tuple(buttons[5:]))] if buttons[5:] else []),
    ]


def answer_note(sight: Sight, t: Texts) -> str:
    """What a team is told of its answer: that it counts and, where that makes points, how fast it was."""
    seen, voice = observation_of(sight), Voice(sight.table, t)
    alarm = sight.table.alarm
    opened_at = alarm.opened_at if alarm is not None and seen.phase == "answer" else 0
    if not opened_at or not is_timed(seen):
        return t("Réponse notée.")
    own = sight.now
    return t("Réponse notée, {time}.", time=voice.seconds(max(0, own - opened_at)))


def _card(seen: Observation, voice: Voice) -> str:
    """The right answer, the other wordings that count, and the near misses that do not."""
    t, solution = voice.t, seen.solution
    assert solution is not None, "only a quizmaster has a solution"
    listed = len(solution.answers) > 1
    lines = [solution_line(solution, voice, listed=listed)]
    also = [] if listed else list(solution.answers[0][1:_WORDINGS]) if solution.answers else []
    if also:
        lines.append(t("Aussi : {answers}", answers=quote(", ".join(also), 300)))
    if solution.reject:
        lines.append(t("Pas : {answers}", answers=quote(", ".join(solution.reject[:_WORDINGS]), 300)))
    return "\n".join(lines)


def _said(seen: Observation, voice: Voice) -> str:
    replies = _replies(seen)
    if not replies:
        return ""
    listed = _is_list(seen)
    first = first_tick(replies, is_timed(seen))
    nearest = list_nearest(seen.last) if seen.last is not None and seen.tied else None
    lines = [answer_line(one, first, voice, listed=listed, nearest=nearest) for one in replies]
    return "\n".join((voice.t("**Dans l’ordre d’arrivée**"), *lines))


def _rulings(seen: Observation, rulings: list[Rule], voice: Voice) -> list[Block]:
    """A list by which verdicts are changed: each turned to the other one or, in a list, counted anew."""
    if not rulings:
        return []
    t, texts = voice.t, {one.seat: one.text or "" for one in _replies(seen)}
    if _is_list(seen):
        seats = dict.fromkeys(ruling.seat for ruling in rulings)
        counted = tuple(Choice(seat, _named(seat, texts, voice)) for seat in seats)
        return [Select("count", t("Compter autrement…"), counted)]
    turned = tuple(
        Choice(
            f"{ruling.seat}.{ruling.right}",
            _named(ruling.seat, texts, voice),
            t("accepter") if ruling.right else t("refuser"),
        )
        for ruling in rulings
    )
    return [Select("rule", t("Juger autrement…"), turned)]


def _named(seat: str, texts: dict[str, str], voice: Voice) -> str:
    told = voice.t("{option} : {value}", option=voice.plain_name(seat), value=texts.get(seat, ""))
    return label(told, 90)


def _replies(seen: Observation) -> tuple[Spoken, ...]:
    if seen.said is not None:
        return seen.said
    revealed = seen.phase == "reveal" and seen.bout is None
    return seen.last.said if seen.last is not None and revealed else ()


def _is_list(seen: Observation) -> bool:
    return seen.question is not None and seen.question.mode == "pingpong"


def _without_own(row: Row) -> Row:
    """A row of the board without what is only for the board: a panel need not lead to itself."""
    kept = tuple(
        b for b in row.buttons if not (isinstance(b, Button) and b.verb in ("seat.hand", "host.console"))
    )
    return Row(kept)
