"""What others are shown of an attempt: a line that tells nothing of the tasks."""

from __future__ import annotations

from bot.tables.daily.model import Attempt
from bot.texts import Texts
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Button, Page, Row, Text
from cogs.daily.attempt import Laid
from cogs.daily.wording import score_words, short_day

__all__ = ["shared_line", "shared_page"]


def shared_line(laid: Laid, attempt: Attempt, t: Texts) -> str:
    """Plain text: the discipline, the day, the score and which answers were right, in two lines."""
    score = score_words(attempt, len(laid.tasks), t, timed=laid.discipline.timed)
    marks = "".join("✓" if given.right else "✗" for given in attempt.given)
    head = t(
        "Gobelet · {game} du {day} · {score}",
        game=laid.face.spec.title,
        day=short_day(laid.day, t),
        score=score,
    )
    right = t.plural(
        "{n} réponse juste sur {count}",
        "{n} réponses justes sur {count}",
        attempt.score,
        count=len(laid.tasks),
    )
    return f"{head}\n{marks} ({right})"


def shared_page(laid: Laid, attempt: Attempt, name: str, t: Texts) -> Page:
    """The message for everybody, with the way to one's own attempt."""
    head, marks = shared_line(laid, attempt, t).split("\n")
    words = f"{laid.face.emoji} **{escape(name)}** · {head}\n{marks}"
    play = Button("daily.play", t("Jouer aussi"), style="success", emoji="🗓️")
    return Page(0, 0, (Text(words), Row((play,))), laid.face.spec.accent)
