"""The panel in which a server's deck is changed: its cards, one card, and what may be done there.

Buttons name a deck by the key of its name and a card by the key of what is on it (see `Arg`), so that a panel
of any age finds both, or says that they have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any, Final

from bot.texts import Texts
from bot.ui.frame.option import CHOICES_AT_MOST
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Page, Row, Select, Sketch, Text
from cogs.defizz.drawings import sketch_picture
from cogs.defizz.editing_forms import KINDS, kind_of
from cogs.defizz.words import digits
from engines.defizz.deck import Kind, Picture
from engines.defizz.drawings import key_of as key_of_picture
from engines.defizz.editing import QUESTIONS, Book, Plain, key_of

_KEY: Final = 8
_WORDS: Final = 300
_ANSWERS: Final = 12
_PILES: Final[tuple[tuple[Kind, str], ...]] = (("duel", "Duel"), ("multi", "Multi"))


@dataclass(frozen=True, slots=True)
class Arg:
    """What a button of the panel is about: a deck and, perhaps, a card, a question there and its kind."""

    deck: str
    card: str = ""
    part: int = 0
    kind: str = ""

    def __str__(self) -> str:
        return f"{self.deck}.{self.card}.{self.part}.{self.kind}"

    @classmethod
    def read(cls, text: str) -> Arg:
        """Read what `str` gave; what is missing or no number counts as nothing."""
        deck, card, part, kind, *_ = [*text.split("."), "", "", "", ""]
        return cls(deck, card, int(part) if part.isdecimal() else 0, kind)


def deck_key(name: str) -> str:
    """Return what names a deck in buttons, which take few signs."""
    return sha256(name.encode()).hexdigest()[:_KEY]


def first_page(name: str, t: Texts) -> Page:
    """The page of a deck that is not there yet: nothing is stored before its first card is begun."""
    said = t(
        "**Nouveau paquet « {deck} »**\nRien n’est encore enregistré. Commencez par une carte : elle a trois "
        "questions. Le paquet se joue dès qu’il a une carte Duel et une carte Multi.",
        deck=escape(name),
    )
    choices = tuple(Choice(f"{pile} {name}", t("Une carte {pile}", pile=word)) for pile, word in _PILES)
    return Page(0, 0, (Text(said), Select("edit.begin", t("Commencer par…"), choices)))


def list_page(name: str, book: Book, number: int, t: Texts, wanted: str | None = None) -> Page:
    """The page `number` (from 0) of a deck's cards, or the first of those that have the `wanted` words."""
    cards = [card for card in book.all if wanted is None or _has(card, wanted)]
    last = max(0, (len(cards) - 1) // CHOICES_AT_MOST)
    number = min(number, last)
    shown = cards[number * CHOICES_AT_MOST : (number + 1) * CHOICES_AT_MOST]
    deck = deck_key(name)
    blocks: list[Block] = [Text("\n".join(_head(name, book, cards, wanted, t)))]
    if shown:
        choices = tuple(_card_choice(card, book, t) for card in shown)
        blocks.append(Select("edit.card", t("Choisir une carte…"), choices, deck))
    adding = (
        Button("edit.add", t("Carte {pile}", pile=word), str(Arg(deck, kind=pile)), emoji="➕")
        for pile, word in _PILES
    )
    blocks.append(Row((*adding, Button("edit.search", t("Chercher"), deck, emoji="🔎"))))
    if wanted is not None:
        blocks.append(Row((Button("edit.list", t("Toutes les cartes"), deck),)))
    elif last:
        before = Button("edit.list", "◀", str(Arg(deck, "b", number - 1)), disabled=number == 0)
        after = Button("edit.list", "▶", str(Arg(deck, "a", number + 1)), disabled=number == last)
        blocks.append(Row((before, after)))
    return Page(0, 0, tuple(blocks))


def card_page(name: str, book: Book, card: Plain, t: Texts, notes: Sequence[str] = ()) -> Page:
    """The page of one card, with what was noticed while it was changed."""
    arg = Arg(deck_key(name), key_of(card))
    pile = dict(_PILES)[card["pile"]]
    title = t("**{deck}**, carte {card} ({pile})", deck=escape(name), card=escape(card["id"]), pile=pile)
    blocks: list[Block] = [Text("\n".join([title, *_state(book, card, t)]))]
    questions = card["questions"]
    for place, one in enumerate(questions):
        blocks.append(Text(_question_words(place, one, t)))
        if picture := one.get("picture"):
            blocks.append(_sketch(place, picture, t))
    if notes:
        blocks.append(Text("\n".join(notes)))
    if questions:
        args = [str(Arg(arg.deck, arg.card, place)) for place in range(len(questions))]
        numbered = list(enumerate(args, 1))
        blocks += [
            Row(tuple(Button("edit.change", t("Changer {n}", n=n), one) for n, one in numbered)),
            Row(tuple(Button("edit.details", t("Détails {n}", n=n), one) for n, one in numbered)),
            Row(tuple(Button("edit.picture", t("Image {n}", n=n), one) for n, one in numbered)),
            Row(tuple(Button("edit.drop", t("Retirer {n}", n=n), one) for n, one in numbered)),
        ]
    if len(questions) < QUESTIONS:
        choices = tuple(Choice(kind, t(words)) for kind, words in KINDS.items())
        waiting = t("Ajouter la question {n}…", n=len(questions) + 1)
        blocks.append(Select("edit.new", waiting, choices, str(Arg(arg.deck, arg.card, len(questions)))))
    withdraw = Button("edit.withdraw", t("Retirer la carte"), str(arg), "danger")
    blocks.append(Row((Button("edit.list", t("Toutes les cartes"), arg.deck), withdraw)))
    return Page(0, 0, tuple(blocks))


def withdraw_page(name: str, card: Plain, t: Texts) -> Page:
    """The page that asks once more before a card is withdrawn."""
    arg = str(Arg(deck_key(name), key_of(card)))
    said = t(
        "Retirer la carte {card} et ses questions ? Les parties en cours la gardent.", card=escape(card["id"])
    )
    gone = Button("edit.withdrawn", t("Retirer la carte"), arg, "danger")
    return Page(0, 0, (Text(said), Row((gone, Button("edit.card", t("Garder"), arg)))))


def _head(name: str, book: Book, cards: Sequence[Plain], wanted: str | None, t: Texts) -> list[str]:
    duel = sum(card["pile"] == "duel" for card in book.cards)
    counted = t.plural("{n} carte", "{n} cartes", len(book.cards))
    lines = [f"**{escape(name)}** · {counted} ({duel} Duel, {len(book.cards) - duel} Multi)"]
    if book.unfinished:
        n = len(book.unfinished)
        lines.append(t.plural("✏️ {n} carte à finir", "✏️ {n} cartes à finir", n))
    if not book.cards:
        lines.append(
            t("-# Il ne se joue pas encore : il faut une carte Duel et une carte Multi, à trois questions.")
        )
    if wanted is not None:
        found = t.plural("{n} carte trouvée", "{n} cartes trouvées", len(cards))
        lines.append(t("🔎 « {wanted} » : {found}", wanted=escape(wanted), found=found))
    return lines


def _state(book: Book, card: Plain, t: Texts) -> list[str]:
    if book.is_finished(card):
        return []
    missing = QUESTIONS - len(card["questions"])
    if not missing:
        return [t("-# ✏️ Elle est complète, et attend que le paquet ait des cartes Duel et Multi.")]
    return [t.plural("-# ✏️ Il lui manque {n} question.", "-# ✏️ Il lui manque {n} questions.", missing)]


def _card_choice(card: Plain, book: Book, t: Texts) -> Choice:
    pile = dict(_PILES)[card["pile"]]
    counted = "" if book.is_finished(card) else f" · ✏️ {len(card['questions'])}/{QUESTIONS}"
    clues = " · ".join(question["clue"] for question in card["questions"]) or t("encore aucune question")
    return Choice(key_of(card), f"{card['id']} · {pile}{counted}", label(clues, 100))


def _question_words(place: int, question: Plain, t: Texts) -> str:
    kind = t(KINDS[kind_of(question)]).partition(" : ")[0]
    lines = [
        f"**{place + 1}. {kind}** · {escape(question['clue'], _WORDS)}",
        escape(question["text"], _WORDS),
    ]
    lines += [f"→ {answers}" for answers in _answers(question, t)]
    about = [*question.get("tags", ()), *("●" * (question.get("difficulty") or 0) or ())]
    if about:
        lines.append("-# " + escape(" · ".join(about), _WORDS))
    return "\n".join(lines)


def _sketch(place: int, picture: Plain, t: Texts) -> Sketch:
    shown = Picture(name=key_of_picture(picture["name"]), alt=picture["alt"])
    return replace(sketch_picture(shown, t), name=f"image-{place + 1}.webp")


def _answers(question: Plain, t: Texts) -> list[str]:
    """What is right, in a line; nothing for luck."""
    answers = [one if isinstance(one, str) else " = ".join(one) for one in question.get("answers", ())]
    if answers:
        more = len(answers) - _ANSWERS
        shown = " · ".join(answers[:_ANSWERS])
        told = t.plural(" … et {n} autre", " … et {n} autres", more) if more > 0 else ""
        return [escape(shown, _WORDS) + told]
    if "number" in question:
        return [escape(f"{digits(question['number'], t)} {question.get('unit') or ''}".strip(), _WORDS)]
    return []


def _has(card: Plain, wanted: str) -> bool:
    """Whether all these words stand somewhere on a card, in any case."""
    texts = " ".join(_texts([card["id"], card["questions"]])).casefold()
    return all(word in texts for word in wanted.casefold().split())


def _texts(plain: Any) -> list[str]:
    if isinstance(plain, str):
        return [plain]
    entries = plain.values() if isinstance(plain, dict) else plain if isinstance(plain, list | tuple) else ()
    return [text for entry in entries for text in _texts(entry)]
