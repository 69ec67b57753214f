"""The texts of an evening's board, the same for everybody."""

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.badge import join_lines, seat_list
from bot.ui.frame.teams import members_line
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Gap, Row, Select, Text, time_left
from cogs.defizz.answers import question_line
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.render import after_controls
from cogs.defizz.words import Voice, quote, quote_answer, theme_words
from cogs.soiree.answers import answer_line, first_tick, is_timed, list_nearest, result, solution_line
from cogs.soiree.controls import next_label, public_controls, stake_list
from cogs.soiree.words import (
    inner_sight,
    leader,
    observation_of,
    points_words,
    round_line,
    round_name,
    signed,
    team_word,
)
from engines.defizz.deck import Picture
from engines.soiree.model import (
    BOT,
    LIST_AT_MOST,
    EndAfterRound,
    Observation,
    Proceed,
    Rule,
    SkipRound,
    Spoken,
    Withdraw,
)


def where(seen: Observation, voice: Voice) -> str:
    """The round and the question, and below it the round's name and who leads."""
    t = voice.t
    if seen.tied:
        place = t("égalité en tête : une Cible tranche")
    else:
        place = t("manche {n} sur {most}", n=seen.round + 1, most=len(seen.programme))
        if seen.bout is None and seen.phase in ("wager", "answer", "verdict", "reveal"):
            place = f"{place} · " + t("question {n} sur {most}", n=seen.number, most=seen.length)
    name = round_name(seen.programme[seen.round], t)
    led = t("🎙️ Maître du jeu : {name}", name=leader(seen, voice))
    return f"{place}\n{led}" if seen.tied else f"{place}\n🎵 **{name}** · {led}"


def headline(seen: Observation, voice: Voice) -> str:
    """Who is awaited for what, the same for everybody."""
    t = voice.t
    led = seen.quizmaster != BOT
    match seen.phase:
        case "break" if led:
            return t("🎙️ À {name} de lancer la manche.", name=voice.name(seen.quizmaster))
        case "break":
            return t("🙋 La manche commence dès que tout le monde est prêt.")
        case "wager":
            return t("🪙 Chacun choisit sa mise, sans que les autres la voient.")
        case "answer" if seen.tied:
            return t("✍️ Seuls les ex æquo en tête répondent, en même temps.")
        case "answer":
            return t("✍️ Tout le monde répond en même temps.")
        case "verdict":
            return t("⚖️ {name} {name:juge|jugent} les réponses.", name=voice.name(seen.quizmaster))
        case "reveal" if seen.bout is not None:
            return _closing(seen, voice)
        case "reveal" if led:
            return t("🎙️ À {name} de passer à la suite.", name=voice.name(seen.quizmaster))
        case "reveal":
            return t("🙋 La suite vient dès que tout le monde est prêt.")
    return ""


def counted_headline(seen: Observation, voice: Voice) -> str:
    """The same with how many are still awaited, where all are: for what may change at each answer."""
    asked, left = headline(seen, voice), voice.t("({n} à venir)", n=len(seen.to_act))
    for_all = seen.quizmaster == BOT and seen.phase in ("break", "reveal")
    return f"{asked} {left}" if for_all or seen.phase in ("wager", "answer") else asked


def _closing(seen: Observation, voice: Voice) -> str:
    """What is awaited after the last défi of a round: who contests does so before all go on (S27)."""
    t = voice.t
    if seen.quizmaster != BOT:
        return t(
            "🏁 C’était le dernier défi. À {name} de passer au classement.", name=voice.name(seen.quizmaster)
        )
    return t(
        "🏁 C’était le dernier défi : on peut encore contester. Le classement vient dès que tout le monde "
        "est prêt."
    )


def question(seen: Observation, voice: Voice) -> str:
    """The clue (before the stakes) or the question, and how points are made with it."""
    t, asked = voice.t, seen.question
    if seen.phase == "wager":
        theme = t("Thème : **{theme}**", theme=quote(theme_words(seen.theme, t), 60)) if seen.theme else ""
        return join_lines(theme, f"🔎 **{quote(seen.clue or '')}**")
    if asked is None or seen.phase == "reveal":
        return ""
    theme = f"-# 🏷️ {quote(theme_words(seen.theme, t), 60)}" if seen.theme else ""
    lines = [theme, question_line(asked.mode, asked.text, t)]
    if asked.unit:
        lines.append(t("Unité : {unit}", unit=quote(asked.unit)))
    if asked.size:
        lines.append(t.plural("La liste a {n} réponse.", "La liste a {n} réponses.", asked.size))
    return join_lines(*lines, f"-# {how_to_win(seen, voice)}")


def how_to_win(seen: Observation, voice: Voice) -> str:
    """How the present question makes points, in a line (S11 to S14, S21)."""
    t, asked = voice.t, seen.question
    if asked is None:
        return ""
    if seen.tied:
        return t("La réponse la plus proche gagne la soirée.")
    played = seen.programme[seen.round]
    if played.stakes:
        return t("La meilleure réponse gagne sa mise ; les autres perdent la leur.")
    return {
        "chrono": t("Juste : 3 points pour la première réponse, 2 pour la suivante, 1 pour les autres.")
        if played.speed
        else t("Juste : 1 point, quelle que soit la vitesse."),
        "cible": t("Au plus près : 3 points, puis 2, puis 1, pour la meilleure moitié."),
        "pingpong": t("Un point par bonne réponse, cinq au plus, toutes dans le même message."),
    }[asked.mode]


def who_answered(seen: Observation, voice: Voice) -> str:
    """Who is done with what is awaited of all, by name; "" where nobody is."""
    t = voice.t
    if not seen.answered:
        return ""
    names = voice.names(seen.answered)
    match seen.phase:
        case "wager":
            return t("🪙 Mise choisie : {names}.", names=names)
        case "answer":
            return t("✍️ Réponse donnée : {names}.", names=names)
    return t("🙋 Déjà là : {names}.", names=names)


def programme(seen: Observation, voice: Voice) -> str:
    """The rounds, a line each: those that are over, the one to come, the others."""
    t = voice.t
    lines = [t("**Programme** · {teams}", teams=team_word(seen, t))]
    for number, played in enumerate(seen.programme):
        mark = "✅" if number < seen.round else "▶️" if number == seen.round else "▫️"
        lines.append(f"{mark} {number + 1}. {round_line(played, t)}")
    if seen.ending:
        lines.append(t("🔔 La soirée s’arrête après cette manche."))
    return "\n".join(lines)


def teams(seen: Observation, voice: Voice) -> str:
    """Who plays in which team, a line each, before the first round; "" where everybody plays alone.

    Later the standings have the teams, and a team's own panel its people.
    """
    if seen.people == 1 or seen.phase != "break" or seen.round:
        return ""
    there = (seat for seat in seen.teams if seat not in seen.gone)
    lines = (f"- {members_line(voice.table, seat, voice.t)}" for seat in there)
    return join_lines(voice.t("**Équipes**"), *lines)


def standings(seen: Observation, voice: Voice) -> str:
    """The teams by their points, with what this round has brought so far."""
    return seat_list(voice.t("**Points**"), [_standing(seat, seen, voice) for seat in _by_points(seen)])


def points(seen: Observation, voice: Voice) -> str:
    """The same in one line, for a round of défis: there the chips have the list."""
    told = (f"{voice.name(seat)} {seen.points[seat]}" for seat in _by_points(seen) if seat not in seen.gone)
    return "-# " + voice.t("Points : {told}", told=" · ".join(told))


def _by_points(seen: Observation) -> list[str]:
    return sorted(
        seen.teams, key=lambda seat: (seat in seen.gone, -seen.points[seat], seen.seats.index(seat))
    )


def _standing(seat: str, seen: Observation, voice: Voice) -> str:
    t = voice.t
    place = 1 + sum(seen.points[other] > seen.points[seat] for other in seen.teams if other not in seen.gone)
    if seat in seen.gone:
        return f"🚪 {voice.listed(seat)} · {points_words(seen.points[seat], t)}"
    gained = seen.by_round[seat][-1] if seen.by_round[seat] else 0
    mark = "⏳" if seat in seen.to_act else "◽"
    more = f"\u00a0({signed(gained, t)})" if gained and seen.phase != "break" else ""
    return f"{mark}\u00a0{place}. {voice.listed(seat)}\u00a0·\u00a0**{seen.points[seat]}**{more}"


def last_question(seen: Observation, voice: Voice) -> str:
    """The last question as long as nothing else is asked; "" else."""
    if seen.last is None or seen.bout is not None or seen.phase not in ("reveal", "over"):
        return ""
    return result(seen.last, voice, timed=is_timed(seen), tied=bool(seen.tied))


def picture(seen: Observation) -> Picture | None:
    """The picture of the question that is asked or revealed; None if it has none."""
    if seen.phase == "reveal":
        return seen.last.question.picture if seen.last is not None and seen.bout is None else None
    return seen.question.picture if seen.question is not None else None


# A seat's own panel: a team's answer and stake, and all that a quizmaster needs to lead (S2, S9, S16).

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
