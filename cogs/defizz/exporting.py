"""What leaves a server's decks as files: a whole deck, and reported questions as a text for its authors."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile, ZipInfo

from bot.tables.decks import Report
from bot.texts import Texts
from bot.ui.pages.escape import tidy
from bot.ui.pages.page import Attachment, Block, Page, Text
from engines.defizz.deck import DECKS, Card, Deck, Question
from engines.defizz.drawings import is_brought
from engines.defizz.shelf import HOUSE_DECKS, house_deck
from engines.defizz.writing import drop_empty, write_json, write_sheet

__all__ = ["export_page", "issue_page", "issue_text", "pack_page", "pictures_of"]

_REASON: Final = 200
_LEFT_OUT: Final = str.maketrans({"@": "(at)", "`": "'"})
"""Signs that would name people, or end the quotation, where the text is pasted."""


def export_page(text: str, t: Texts) -> Page:
    """The page with a stored deck (its JSON text) as files: JSON, and CSV where that can hold all of it."""
    plain = json.loads(text)
    sheet = write_sheet(plain)
    blocks: list[Block] = [Text(t("Voici le paquet, avec toutes les réponses."))]
    if sheet is None:
        blocks.append(
            Text(t("-# Un CSV ne peut pas contenir ce paquet sans le changer : il n’y a que le JSON."))
        )
    blocks.append(Attachment("paquet.json", write_json(plain)))
    if sheet is not None:
        blocks.append(Attachment("paquet.csv", sheet))
    return Page(0, 0, tuple(blocks))


def pictures_of(text: str) -> tuple[str, ...]:
    """The digests of the pictures that came with a stored deck (its JSON text), each once, in order."""
    named = [picture["name"] for picture in _pictures(json.loads(text))]
    return tuple(dict.fromkeys(name for name in named if is_brought(name)))


def pack_page(text: str, pictures: Mapping[str, bytes], t: Texts) -> Page:
    """The page with a stored deck and its pictures (by digest) as a zip that can be imported as it is."""
    plain, packed = json.loads(text), BytesIO()
    names = {digest: f"image-{number:02}.webp" for number, digest in enumerate(pictures, 1)}
    for picture in _pictures(plain):
        picture["name"] = names.get(picture["name"], picture["name"])
    with ZipFile(packed, "w") as archive:
        # With the same date in each, so that the same deck makes the same file.
        archive.writestr(ZipInfo("paquet.json"), write_json(plain))
        for digest, name in names.items():
            archive.writestr(ZipInfo(name), pictures[digest])
    said = t("Voici le paquet, avec toutes les réponses et ses images.")
    return Page(0, 0, (Text(said), Attachment("paquet.zip", packed.getvalue())))


def _pictures(plain: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    for card in plain["cards"]:
        yield from (asked["picture"] for asked in card["questions"] if asked.get("picture"))


def issue_page(reports: Sequence[Report], t: Texts) -> Page:
    """The page with the reports of one question as a Markdown text for the project, to be pasted."""
    said = t(
        "Voici un texte prêt à coller dans un signalement au projet, "
        "sans le nom de personne. Relisez-le : les raisons sont de vos joueurs."
    )
    return Page(0, 0, (Text(said), Attachment("signalement.md", issue_text(reports, t).encode())))


def issue_text(reports: Sequence[Report], t: Texts) -> str:
    """All reports of one question as Markdown: deck, card, question, answers, and what people said of it."""
    first = reports[0]
    question = _find(first)
    name = house_deck(first.deck).name if first.deck in HOUSE_DECKS else first.deck
    facts = (
        t("Paquet : {deck}", deck=_plain(name)),
        t("Carte {card}, question {n}", card=_plain(first.card), n=first.part + 1),
        t.plural("{n} signalement", "{n} signalements", len(reports)),
    )
    title = f"## {first.card}.{first.part + 1}: {_plain(first.words)}"
    lines = [title, "", *(f"- {fact}" for fact in facts), ""]
    if question is None:
        lines += [t("Cette question n’est plus ainsi dans le paquet."), ""]
    else:
        shown = json.dumps(_shown(question), ensure_ascii=False, indent=1)
        lines += ["```json", shown, "```", ""]
    reasons = dict.fromkeys(_plain(report.reason) for report in reports)
    return "\n".join([*lines, *(f"> {reason}" for reason in reasons), ""])


def _find(report: Report) -> Question | None:
    """The question of the house that was reported, if it still has the same words."""
    try:
        question = house_deck(report.deck).card(report.card).questions[report.part]
    except (KeyError, IndexError):
        return None
    return question if question.text == report.words else None


def _shown(question: Question) -> Mapping[str, Any]:
    card = Card(id="a", pile="duel", questions=(question,) * 3)
    deck = json.loads(DECKS.dump(Deck(format=1, name="", language="fr", licence="", cards=(card,))))
    shown: Mapping[str, Any] = drop_empty(deck["cards"][0]["questions"][0])
    return shown


def _plain(text: str) -> str:
    """The text on one line, without what would name people or be read as Markdown's code."""
    return tidy(text, _REASON).translate(_LEFT_OUT)
