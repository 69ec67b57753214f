"""The page of an attempt: before it begins, one task after the other, and how it came out."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.tables.daily.model import Attempt, Line, Promise, begin_of, later
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.face import Face
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Attachment, Block, Button, Gap, Page, Row, Text, countdown
from cogs.daily.wording import Place, Wording, long_day, mark, score_words, seconds
from engines.daily.discipline import AnyDiscipline


@dataclass(frozen=True, slots=True)
class Laid:
    """A discipline as it lies there on a day, and how it is put into words."""

    day: str
    discipline: AnyDiscipline
    face: Face
    wording: Wording
    tasks: Sequence[Any]

    def place(self, step: int = 0) -> Place:
        """The place of a task, for a button."""
        return Place(self.day, self.discipline.name, step)


def hub_button(t: Texts) -> Button:
    """The way back to the day's page."""
    return Button("daily.hub", t("Le défi du jour"), emoji="🗓️")


def intro_page(laid: Laid, t: Texts) -> Page:
    """What the discipline is, and the button that begins the only attempt."""
    once = t("**Une seule tentative**, à finir avant la fin du jour.")
    begin = Button("daily.begin", t("Commencer"), str(laid.place()), "success", "▶️")
    blocks = (Text(_heading(laid, t)), Text(laid.wording.intro(t)), Text(once), Row((begin, hub_button(t))))
    return Page(0, 0, blocks, laid.face.spec.accent)


def attempt_page(laid: Laid, attempt: Attempt, t: Texts, notice: str = "", *, plain: bool = False) -> Page:
    """An attempt as it stands; `notice` says what became of the last click, if that must be said."""
    blocks: list[Block] = [Text(_heading(laid, t))]
    if notice:
        blocks.append(Text(notice))
    step = len(attempt.given)
    if step < len(laid.tasks):
        if step:
            blocks += [Text(_last(laid, attempt, t)), Gap()]
        blocks.append(Text(f"**{laid.wording.step(step + 1, len(laid.tasks), t)}**"))
        blocks += laid.wording.ask(laid.place(step), laid.tasks[step], t, plain=plain)
    else:
        blocks += _over(laid, attempt, t)
    return Page(0, 0, tuple(blocks), laid.face.spec.accent)


def _heading(laid: Laid, t: Texts) -> str:
    return f"## {laid.face.emoji} {laid.face.spec.title}\n-# " + t("Défi du {day}", day=long_day(laid.day, t))


def _last(laid: Laid, attempt: Attempt, t: Texts) -> str:
    """What came of the answer before, and the score so far."""
    number = len(attempt.given) - 1
    given = attempt.given[number]
    said = t("✅ Juste.") if given.right else t("❌ Faux.")
    told = laid.wording.told(laid.tasks[number], given, t)
    so_far = t.plural("{n} point sur {count}", "{n} points sur {count}", attempt.score, count=number + 1)
    return join_lines(f"{said} {told}", f"-# {so_far}")


def _over(laid: Laid, attempt: Attempt, t: Texts) -> list[Block]:
    """The result, each answer in a line, and what can be done with it."""
    count, timed = len(laid.tasks), laid.discipline.timed
    score = score_words(attempt, count, t, timed=timed)
    lines = [
        f"{mark(right=given.right)} {n}. {laid.wording.told(task, given, t)}"
        for n, (task, given) in enumerate(zip(laid.tasks, attempt.given, strict=False), 1)
    ]
    place = str(laid.place())
    first = (
        Button("daily.share", t("Partager ici"), place, "primary", "📣"),
        Button("daily.copy", t("Texte à copier"), place, emoji="📋"),
    )
    second = (Button("daily.board", t("Classement du jour"), place, emoji="🏆"), hub_button(t))
    told = t("-# ✅ juste, ❌ faux. Les autres jouent encore : ne leur dites pas tout.")
    return [Text(f"### {score}"), Text(join_lines(*lines)), Text(told), Row(first), Row(second)]


# The server's board of the day: who read the same dice best.

SHOWN: Final = 10
"""Lines of a board, besides one's own."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A line of a board with its place, which equal results share."""

    place: int
    line: Line


def placed(lines: Sequence[Line], hidden: Collection[int], *, timed: bool) -> tuple[Placed, ...]:
    """The lines of those who are not hidden, in the order given, with their places."""
    found: list[Placed] = []
    for line in lines:
        if line.user_id in hidden:
            continue
        last = found[-1] if found else None
        same = last is not None and _result(last.line, timed) == _result(line, timed)
        found.append(Placed(last.place if last is not None and same else len(found) + 1, line))
    return tuple(found)


def board_page(
    laid: Laid,
    board: Sequence[Placed],
    disciplines: Sequence[tuple[str, Face]],
    viewer: int,
    *,
    hidden: bool,
    t: Texts,
) -> Page:
    """The first ones and whoever looks; `hidden`: whether they wish not to be listed.

    `disciplines` are those that have boards, by name, with the faces of their games.
    """
    title = t("## 🏆 {game}, défi du {day}", game=laid.face.spec.title, day=long_day(laid.day, t))
    people = t.plural("{n} personne", "{n} personnes", len(board))
    mine = next((one for one in board if one.line.user_id == viewer), None)
    shown = list(board[:SHOWN])
    lines = [_line(laid, one, viewer, t) for one in shown]
    if mine is not None and mine not in shown:
        lines += ["…", _line(laid, mine, viewer, t)]
    none = t("Personne n’a encore fini cette épreuve depuis ce serveur.")
    blocks: list[Block] = [Text(f"{title}\n{people}"), Text(join_lines(*lines) or none)]
    if hidden:
        blocks.append(
            Text(t("**Vous** n’y figurez pas, comme vous l’avez voulu (`/mes-donnees visibilite`)."))
        )
    elif mine is None:
        blocks.append(
            Text(t("**Vous** n’y figurez pas : seules comptent les tentatives finies, commencées ici."))
        )
    play = Button("daily.open", t("Mon épreuve"), str(laid.place()))
    others = Row(
        tuple(
            Button(
                "daily.board",
                face.spec.title,
                str(Place(laid.day, name)),
                emoji=face.emoji,
                disabled=name == laid.discipline.name,
            )
            for name, face in disciplines
        )
    )
    return Page(0, 0, (*blocks, others, Row((play, hub_button(t)))), laid.face.spec.accent)


def _result(line: Line, timed: bool) -> tuple[int, int]:
    return line.score, line.ms if timed else 0


def _line(laid: Laid, one: Placed, viewer: int, t: Texts) -> str:
    name = escape(one.line.name)
    if one.line.user_id == viewer:
        name = t("{name} (vous)", name=name)
    told = [f"`{one.place:>2}` **{name}**", f"{one.line.score}/{laid.discipline.count}"]
    return " · ".join([*told, seconds(one.line.ms, t)] if laid.discipline.timed else told)


# The day's page: the disciplines, one's own attempts, what is promised; and yesterday's secret.


@dataclass(frozen=True, slots=True)
class Hub:
    """What the day's page is made of: disciplines with their faces, somebody's attempts by their names."""

    day: str
    disciplines: Sequence[tuple[AnyDiscipline, Face]]
    attempts: Mapping[str, Attempt]
    promises: Mapping[str, Promise]
    days: int


def hub_page(hub: Hub, t: Texts) -> Page:
    """All of the day at a glance, with a button for each discipline."""
    next_day = begin_of(later(hub.day, 1))
    head = t("## 🗓️ Défi du {day}", day=long_day(hub.day, t))
    about = t(
        "Les mêmes dés pour tout le monde, partout. Une tentative par épreuve, une ou deux minutes. Le "
        "prochain défi commence {when}, à <t:{at}:t> chez vous.",
        when=countdown(next_day),
        at=next_day // 1000,
    )
    lines = [_hub_line(one, face, hub.attempts.get(one.name), t) for one, face in hub.disciplines]
    played = t.plural("Ce mois-ci : {n} jour joué.", "Ce mois-ci : {n} jours joués.", hub.days)
    played = played if hub.days else ""
    places = [(Place(hub.day, one.name), face) for one, face in hub.disciplines]
    plays = Row(
        tuple(Button("daily.open", face.spec.title, str(at), "primary", face.emoji) for at, face in places)
    )
    more = Row(
        (
            Button("daily.board", t("Classement du jour"), str(places[0][0]), emoji="🏆"),
            Button("daily.secret", t("Secret d’hier"), hub.day, emoji="🔐"),
        )
    )
    blocks: tuple[Block, ...] = (Text(f"{head}\n{about}"), Text(join_lines(*lines)), plays, more)
    return Page(0, 0, (*blocks, Text(join_lines(played, *_promised(hub, t)))))


def _hub_line(discipline: AnyDiscipline, face: Face, attempt: Attempt | None, t: Texts) -> str:
    """A discipline, and how far one's attempt at it has gone."""
    if attempt is None:
        state = t("à jouer")
    elif len(attempt.given) < discipline.count:
        state = t("commencé : {n} sur {count}", n=len(attempt.given), count=discipline.count)
    else:
        state = score_words(attempt, discipline.count, t, timed=discipline.timed)
    return t("{option} : {value}", option=f"{face.emoji} **{face.spec.title}**", value=state)


def _promised(hub: Hub, t: Texts) -> list[str]:
    """The fingerprints of today's secret and tomorrow's."""
    today, tomorrow = hub.promises[hub.day], hub.promises[later(hub.day, 1)]
    return [
        t(
            "-# Empreinte du secret d’aujourd’hui, connue <t:{at}:R> : `{promise}`",
            at=today.since // 1000,
            promise=today.seed.commitment,
        ),
        t("-# Celle de demain : `{promise}`", promise=tomorrow.seed.commitment),
    ]


def secret_page(day: str, promise: Promise | None, tasks: Mapping[str, Sequence[Any]], t: Texts) -> Page:
    """The secret of a day that is over, how all of it follows from it, and a file with the solutions."""
    head = t("## 🔐 Secret du {day}", day=long_day(day, t))
    if promise is None:
        nothing = t("Personne n’a joué ce jour-là : il n’y avait pas de secret.")
        return Page(0, 0, (Text(f"{head}\n{nothing}"), Row((hub_button(t),))))
    seed = promise.seed
    told = {name: [task.tell() for task in laid] for name, laid in tasks.items()}
    whole = {"day": day, "seed": seed.hex, "commitment": seed.commitment, "tasks": told}
    file = Attachment(f"gobelet-{day}.json", json.dumps(whole, ensure_ascii=False, indent=2).encode())
    lines = (
        t("Secret : `{seed}`", seed=seed.hex),
        t(
            "Empreinte (son SHA-256), connue depuis <t:{at}:f> : `{promise}`",
            at=promise.since // 1000,
            promise=seed.commitment,
        ),
        t("Qui a le programme refait tout avec `python -m bot daily {day} {seed}`.", day=day, seed=seed.hex),
        t("Le fichier contient les dés, les questions et les bonnes réponses de ce jour."),
    )
    return Page(0, 0, (Text(head), Text(join_lines(*lines)), file, Row((hub_button(t),))))
