"""The day's page: the disciplines, one's own attempts, what is promised; and yesterday's secret."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables.daily.model import Attempt, Promise, begin_of, later
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.face import Face
from bot.ui.pages.page import Attachment, Block, Button, Page, Row, Text
from bot.ui.pages.stamps import countdown
from cogs.daily.attempt import hub_button
from cogs.daily.wording import Place, long_day, score_words
from engines.daily.discipline import AnyDiscipline

__all__ = ["Hub", "hub_page", "secret_page"]


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
    lines = [_line(one, face, hub.attempts.get(one.name), t) for one, face in hub.disciplines]
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


def _line(discipline: AnyDiscipline, face: Face, attempt: Attempt | None, t: Texts) -> str:
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
