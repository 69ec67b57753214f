"""The page of an attempt: before it begins, one task after the other, and how it came out."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from bot.tables.daily.model import Attempt
from bot.texts import Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.face import Face
from bot.ui.pages.page import Block, Button, Gap, Page, Row, Text
from cogs.daily.wording import Place, Wording, long_day, mark, score_words
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
