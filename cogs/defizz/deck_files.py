"""Deck files on their way in and out: what is wrong with one, pictures painted anew, files that leave."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from io import BytesIO
from typing import Any, Final
from zipfile import ZipFile, ZipInfo

import structlog

from bot import meters
from bot.chores.backroom import Do
from bot.chores.pictures import REFUSED, join, repaint, split
from bot.tables.decks import Crowded, Full, Report, Scope
from bot.tables.model import Denied
from bot.texts import N_, Texts
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Attachment, Block, Page, Text
from engines.defizz.deck import DECKS, Card, Deck, Question
from engines.defizz.drawings import is_brought
from engines.defizz.editing import Faulty
from engines.defizz.files import Complaint
from engines.defizz.sheets import drop_empty, write_json, write_sheet
from engines.defizz.shelf import HOUSE_DECKS, house_deck

# Complaints about a deck file in words: a line for each bad entry, and a text file if they are many.

_SHOWN = 12
_FIELD = 60

REASONS: Final[Mapping[str, str]] = {
    "too_large": N_("le fichier dépasse 1\u00a0Mio"),
    "packed": N_(
        "le fichier est compressé : envoyez-le tel quel, en JSON ou en CSV, ou en zip avec ses images"
    ),
    "not_utf8": N_("le texte n’est pas en UTF-8 : enregistrez le fichier dans cet encodage"),
    "empty": N_("le fichier est vide"),
    "not_json": N_("ce n’est pas du JSON bien formé"),
    "half_a_character": N_("c’est une moitié de caractère : écrivez le caractère lui-même"),
    "too_deep": N_("les listes sont trop imbriquées pour un paquet"),
    "too_many_cards": N_("il y a plus de 1\u202f000 cartes : faites-en plusieurs paquets"),
    "too_many_unfinished": N_("25 cartes attendent déjà leurs questions : finissez-en une"),
    "too_many_entries": N_("le fichier contient trop de valeurs pour un paquet"),
    "not_finite": N_("ce nombre n’est pas possible"),
    "repeated_key": N_("ce champ est écrit deux fois"),
    "text_too_long": N_("le texte est trop long"),
    "too_many_wordings": N_("il y a plus de 1\u202f000 réponses"),
    "wordings_too_long": N_("les réponses à une question font plus de 8\u202f000 signes en tout"),
    "too_big": N_("le nombre est trop grand"),
    "bad_id": N_("32 caractères au plus : lettres sans accent, chiffres, « - » et « _ »"),
    "missing": N_("il manque"),
    "unexpected_keyword_argument": N_("ce champ n’existe pas"),
    "dataclass_type": N_("il faut un objet, entre accolades"),
    "string_type": N_("il faut un texte"),
    "int_type": N_("il faut un nombre entier"),
    "bool_type": N_("il faut true ou false"),
    "greater_than_equal": N_("le nombre doit être au moins 1"),
    "less_than_equal": N_("le nombre doit être au plus 3"),
    "less_than": N_("le nombre est trop grand"),
    "string_too_short": N_("le texte est vide"),
    "too_short": N_("il en manque (une carte a trois questions, une question au moins une réponse)"),
    "too_long": N_("il y en a trop (une carte a trois questions)"),
    "tuple_type": N_("il faut une liste"),
    "union_tag_invalid": N_("le mode doit être Chrono, Cible, Ping-pong ou Chance"),
    "union_tag_not_found": N_("le mode manque : Chrono, Cible, Ping-pong ou Chance"),
    "literal_error": N_("cette valeur n’est pas permise ici"),
    "repeated_id": N_("une autre carte a le même identifiant"),
    "no_duel_card": N_("il n’y a aucune carte Duel"),
    "no_multi_card": N_("il n’y a aucune carte Multi"),
    "only_for_nearest": N_("« max » ne va qu’avec « nearest »"),
    "bad_anecdote": N_("une anecdote a de 20 à 220 signes"),
    "no_such_picture": N_("aucun dessin, et aucune image du zip, ne porte ce nom"),
    "several_pictures": N_("il y a deux images à la fois : un fichier, une image du paquet ou un dessin"),
    "bad_pack": N_("ce zip est abîmé, ou protégé par un mot de passe"),
    "pack_too_large": N_("le zip dépasse 9\u00a0Mio"),
    "too_many_files": N_("le zip contient trop de fichiers"),
    "no_deck": N_("le zip ne contient pas de paquet (un fichier JSON ou CSV)"),
    "several_decks": N_("le zip contient plusieurs paquets : il en faut un seul"),
    "too_many_pictures": N_("le zip contient plus de 60 images"),
    "picture_too_large": N_("cette image dépasse 1\u00a0Mio"),
    "pictures_too_large": N_("les images dépassent 8\u00a0Mio en tout"),
    "bad_path": N_("ce chemin n’est pas permis dans un zip"),
    "unknown_file": N_("ce fichier n’est ni un paquet (JSON, CSV) ni une image (PNG, JPEG, WebP)"),
    "repeated_file": N_("deux fichiers du zip portent ce nom"),
    "unused_picture": N_("aucune question ne montre cette image"),
    "no_picture": N_("ce n’est pas une image PNG, JPEG ou WebP lisible"),
    "picture_too_big": N_("cette image a plus de 4\u202f000 pixels de côté"),
    "tells_the_answer": N_("la description de l’image donne la réponse"),
    "bad_alt": N_("la description d’une image a de 10 à 300 signes"),
    "blank": N_("il n’y a rien à lire ici"),
    "unreadable": N_("personne ne peut écrire cette réponse"),
    "rejected_too": N_("cette réponse est aussi parmi les refusées"),
    "in_two_answers": N_("cette formulation est dans deux réponses"),
    "no_columns": N_(
        "ce n’est ni un paquet en JSON, ni un CSV dont la première ligne nomme les colonnes (id, pile, mode…)"
    ),
    "unknown_column": N_("cette colonne n’existe pas"),
    "repeated_column": N_("cette colonne est là deux fois"),
    "missing_column": N_("cette colonne manque"),
    "no_number": N_("ce n’est pas un nombre"),
    "no_whole_number": N_("ce n’est pas un nombre entier"),
    "no_yes_or_no": N_("écrivez « oui » ou « non »"),
    "other_pile": N_("les lignes d’une même carte doivent être de la même pile"),
    "cells_too_many": N_("cette ligne a plus de cellules que la première"),
    "bad_sheet": N_("ce n’est pas du CSV bien formé (guillemets ?)"),
}
"""Sentences by the reason of a complaint; for any other reason, the entry is of the wrong type."""


def complaints_page(complaints: Sequence[Complaint], more: int, t: Texts) -> Page:
    """The page with a file's complaints: the first lines, and the rest in a text file.

    `more` is the number of further complaints that were not kept.
    """
    n = len(complaints) + more
    title = t.plural(
        "❌ **{n} erreur : rien n’a été importé**", "❌ **{n} erreurs : rien n’a été importé**", n
    )
    lines = [f"- {escape(fault_words(one, t), 300)}" for one in complaints[:_SHOWN]]
    blocks: list[Block] = [Text("\n".join([title, *lines]))]
    if n > _SHOWN:
        blocks.append(Text(t("-# La suite est dans le fichier.")))
        every = [fault_words(one, t) for one in complaints]
        if more:
            every.append(t.plural("… et {n} autre erreur", "… et {n} autres erreurs", more))
        blocks.append(Attachment("erreurs.txt", "".join(f"{line}\n" for line in every).encode()))
    return Page(0, 0, tuple(blocks))


def fault_words(complaint: Complaint, t: Texts, names: Mapping[str, str] | None = None) -> str:
    """A complaint in words, with its line and field where there are.

    `names`: what fields are called where they were not written in a file, but in a form.
    """
    reason = REASONS.get(complaint.reason, N_("ce n’est pas la sorte de valeur qu’il faut"))
    what = t(reason)
    place = _named(complaint.field, t, names or {}) or _place(complaint.field, t)
    said = t("{option} : {value}", option=place, value=what) if place else what
    return said if complaint.line is None else t("ligne {n}, {what}", n=complaint.line, what=said)


def _named(field: str, t: Texts, names: Mapping[str, str]) -> str:
    """What a form calls a field, with the line there, counted from 1, of what has several; "" else."""
    if field in names:
        return names[field]
    name, _, entry = field.partition(".")
    number = entry.partition(".")[0]
    if name not in names or not number.isdecimal():
        return names.get(name, "")
    return t("{field}, ligne {n}", field=names[name], n=int(number) + 1)


def _place(field: str, t: Texts) -> str:
    """The field's place in words, with cards and questions counted from 1."""
    steps = field.split(".")
    words: list[str] = []
    if len(steps) > 1 and steps[0] == "cards" and steps[1].isdecimal():
        words.append(t("carte {n}", n=int(steps[1]) + 1))
        steps = steps[2:]
        if len(steps) > 1 and steps[0] == "questions" and steps[1].isdecimal():
            words.append(t("question {n}", n=int(steps[1]) + 1))
            steps = steps[2:]
    rest = ".".join(steps)
    return ", ".join((*words, tidy(rest, _FIELD)) if rest else words)


# What leaves a server's decks as files: a whole deck, and reported questions as a text for its authors.

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


# Pictures that people send for the questions of their decks, painted anew before anything keeps them.


async def repaint_all(do: Do, pictures: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Paint pictures (their names, and their bytes as they came) anew in the backroom that `do` is of.

    Returns WebP files in the same order. Raises Faulty with what is wrong with each that cannot be taken, and
    Denied as the backroom does.
    """
    made = split(await do(repaint, join([data for _, data in pictures])))
    refused = [
        Complaint(None, name, one.decode())
        for (name, _), one in zip(pictures, made, strict=True)
        if one in REFUSED
    ]
    if refused:
        raise Faulty(refused)
    return made


# Decks that a server keeps: what the store refuses of them, in the words of a refusal.

_log = structlog.get_logger(__name__)
_REASONS: Final[Mapping[tuple[Scope, bool], str]] = {
    ("deck", False): "deck_pictures_full",
    ("deck", True): "deck_pictures_heavy",
    ("server", False): "pictures_full",
    ("server", True): "pictures_heavy",
    ("all", True): "pictures_full_everywhere",
}


@contextmanager
def refused_by_store(guild_id: int) -> Iterator[None]:
    """Raise Denied where the store has no room for a deck, or for its pictures."""
    try:
        yield
    except Crowded as crowded:
        meters.count("pictures_refused", crowded.scope)
        if crowded.scope == "all":
            _log.warning("no room for pictures", guild=guild_id, most_mib=crowded.most)
        raise Denied(_REASONS[crowded.scope, crowded.heavy], n=crowded.most) from None
    except Full as full:
        raise Denied("decks_full", n=full.most) from None
