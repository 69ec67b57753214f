"""The texts of an evening's board, the same for everybody."""

from bot.ui.frame.badge import join_lines, seat_list
from bot.ui.frame.teams import members_line
from cogs.defizz.answers import question_line
from cogs.defizz.words import Voice, quote, theme_words
from cogs.soiree.answers import is_timed, result
from cogs.soiree.words import leader, points_words, round_line, round_name, signed, team_word
from engines.defizz.deck import Picture
from engines.soiree.model import BOT, Observation


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
