"""`/defizz paquet statistiques`: what became of a deck's questions on a server, the most doubtful first."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.tables.decks import Report
from bot.texts import Texts
from bot.ui.pages.escape import escape
from bot.ui.pages.page import Attachment, Block, Page, Text
from engines.core.decks import Asked
from engines.defizz.deck import Chance, Deck, mark_of

__all__ = ["Count", "count_questions", "statistics_page"]

_SHOWN: Final = 12
_WORDS: Final = 110
_OFTEN: Final = 3
"""What nobody, or everybody, knew so many times says something of the question."""


@dataclass(frozen=True, slots=True)
class Count:
    """A question of a deck (`place` as in "d001.2"), and how often it was asked, solved, turned, reported."""

    place: str
    text: str
    asked: int
    solved: int
    turned: int
    reported: int

    @property
    def doubt(self) -> tuple[float, ...]:
        """The greater, the more there is to look at: reported, turned, never solved, always solved."""
        often = self.asked >= _OFTEN
        share = self.turned / self.asked if self.asked else 0
        return (
            self.reported,
            share,
            often and not self.solved,
            often and self.solved == self.asked,
            self.asked,
        )


def count_questions(deck: Deck, asked: Iterable[Asked], reports: Sequence[Report]) -> tuple[Count, ...]:
    """Return the counts of a deck's questions that were asked or reported, the most doubtful first.

    Luck is left out: it is neither known nor wrong.
    """
    known = {one.mark: one for one in asked}
    counts = []
    for card in deck.cards:
        for number, question in enumerate(card.questions, 1):
            if isinstance(question, Chance):
                continue
            mark = mark_of(question)
            _, times, solved, turned = known.get(mark, Asked(mark, 0, 0, 0))
            reported = sum(one.words == question.text and one.card == card.id for one in reports)
            if times > 0 or reported:
                place = f"{card.id}.{number}"
                counts.append(Count(place, question.text, times, solved, turned, reported))
    return tuple(sorted(counts, key=lambda count: count.doubt, reverse=True))


def statistics_page(title: str, questions: int, counts: Sequence[Count], t: Texts) -> Page:
    """The page with the first counts in words, and all of them in a file; `title` is escaped already."""
    asked = sum(count.asked > 0 for count in counts)
    told = t.plural("{n} question", "{n} questions", questions)
    posed = t.plural("{n} posée ici", "{n} posées ici", asked)
    lines = [f"**{title}** · {told} · {posed}"]
    if not counts:
        lines.append(t("Aucune question de ce paquet n’a encore été posée sur ce serveur."))
        return Page(0, 0, (Text("\n".join(lines)),))
    lines += [_line(count, t) for count in counts[:_SHOWN]]
    lines.append(t("-# Les plus douteuses d’abord ; toutes sont dans le fichier. Personne n’y est nommé."))
    blocks: tuple[Block, ...] = (Text("\n".join(lines)), Attachment("statistiques.csv", _sheet(counts, t)))
    return Page(0, 0, blocks)


def _line(count: Count, t: Texts) -> str:
    facts = [
        t.plural("posée {n} fois", "posée {n} fois", count.asked),
        t.plural("trouvée {n} fois", "trouvée {n} fois", count.solved),
    ]
    if count.turned:
        facts.append(t.plural("verdict retourné {n} fois", "verdict retourné {n} fois", count.turned))
    if count.reported:
        facts.append(t.plural("🚩 {n} signalement", "🚩 {n} signalements", count.reported))
    return f"- `{count.place}` {escape(count.text, _WORDS)}\n-# {' · '.join(facts)}"


def _sheet(counts: Sequence[Count], t: Texts) -> bytes:
    written = io.StringIO(newline="")
    writer = csv.writer(written, delimiter=";")
    heads = (t("question"), t("texte"), t("posée"), t("trouvée"), t("retournée"), t("signalée"))
    writer.writerow(heads)
    for one in counts:
        writer.writerow((one.place, one.text, one.asked, one.solved, one.turned, one.reported))
    return written.getvalue().encode("utf-8-sig")
