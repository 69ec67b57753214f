"""Complaints about a deck file in words: a line for each bad entry, and a text file if they are many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.texts import N_, Texts
from bot.ui.pages.escape import escape, tidy
from bot.ui.pages.page import Attachment, Block, Page, Text
from engines.defizz.files import Complaint

__all__ = ["REASONS", "complaints_page", "fault_words"]

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
