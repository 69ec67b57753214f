"""Puts in sentences what a check of a table's dice found, for `/des verifier` and for the command line."""

from collections.abc import Mapping
from typing import Final

from bot.tables.model import Status, Table
from bot.tables.proof.verify import Problem, Verdict
from bot.texts import N_, Texts
from bot.ui.pages.page import Button, Page, Section, Text

PROBLEMS: Final[dict[str, str]] = {
    "seed_hidden": N_("le secret n’est pas encore révélé (la table n’est pas terminée)"),
    "commitment_differs": N_("le secret n’est pas celui dont l’empreinte était montrée"),
    "promise_changed": N_("l’empreinte a changé après l’ouverture"),
    "sequence_gap": N_("il manque une entrée avant celle-ci (on attendait la n° {expected})"),
    "seats_differ": N_("les places ne sont pas celles des personnes assises au départ"),
    "draws_unexpected": N_("des dés ont été tirés là où rien ne se tire"),
    "die_differs": N_("le dé n° {k} (1 à {n}) montre {recorded}, le secret donnait {expected}"),
    "unknown_game": N_("le jeu « {game} » est inconnu ici"),
    "bad_setup": N_("la mise en place est illisible"),
    "bad_shuffle": N_("les cartes ne sont pas dans l’ordre que les tirages leur donnent"),
    "deck_differs": N_("les cartes ne sont pas celles du paquet scellé au départ"),
    "begun_twice": N_("la partie commence deux fois"),
    "not_begun": N_("un coup est joué avant le début"),
    "refused": N_("les règles refusent ce coup ({reason})"),
    "rules_failed": N_("les règles n’ont pas pu rejouer ce coup"),
    "draws_differ": N_("ce coup ne tire pas les dés qui sont notés"),
    "decision_differs": N_("ce que voyait l’ordinateur (place {seat}) menait à une autre décision"),
    "decision_missing": N_("un ordinateur (place {seat}) joue ici sans décision notée"),
    "decision_unsound": N_("la décision notée de l’ordinateur (place {seat}) n’est pas cohérente"),
    "position_differs": N_("la partie rejouée n’aboutit pas à la position notée"),
}
_WITHOUT_DICE: Final[dict[str, str]] = {
    "draws_unexpected": N_("il y a des tirages là où rien ne se tire"),
    "die_differs": N_("le tirage n° {k} (1 à {n}) donne {recorded}, le secret donnait {expected}"),
    "draws_differ": N_("ce coup ne fait pas les tirages qui sont notés"),
}
"""The same of games in which what is drawn is no dice to people."""
_SHOWN = 10


def describe_verdict(verdict: Verdict, t: Texts, *, dice: bool = True) -> str:
    """Put a verdict in Discord markdown, which can also be read as plain text.

    Without `dice` a game deals cards (see `GameSpec.dice`): then their order is what was checked.
    """
    if verdict.ok:
        return "\n".join(_list_proofs(verdict, t, dice))
    words = PROBLEMS if dice else {**PROBLEMS, **_WITHOUT_DICE}
    lines = [t("❌ **La vérification échoue** :")]
    lines += [f"- {_describe_problem(problem, words, t)}" for problem in verdict.problems[:_SHOWN]]
    more = len(verdict.problems) - _SHOWN
    if more > 0:
        lines.append(t.plural("- et {n} autre problème", "- et {n} autres problèmes", more))
    return "\n".join(lines)


def _list_proofs(verdict: Verdict, t: Texts, dice: bool) -> list[str]:
    """List what a check has proved and what it could not check, a sentence each."""
    lines = [_describe_draws(verdict, t, dice)]
    if verdict.by_other_rules:
        versions = t.list([str(version) for version in dict.fromkeys(verdict.rules)])
        lines.append(
            t(
                "Cette partie a suivi une autre version des règles ({versions}) que celle d’ici ({known}) : "
                "son déroulement n’a pas été rejoué.",
                versions=versions,
                known=verdict.known,
            )
        )
    if verdict.cards:
        lines.append(t("Les {n} cartes sont celles du paquet scellé au départ.", n=verdict.cards))
    if verdict.decisions:
        derived = t.plural(
            "{n} décision d’ordinateur recalculée à l’identique, d’après ce que voyait sa place.",
            "{n} décisions d’ordinateur recalculées à l’identique, d’après ce que voyaient leurs places.",
            verdict.decisions,
        )
        lines.append(derived)
    if verdict.undecided:
        left = t.plural(
            "{n} décision d’ordinateur non recalculée : trop longue à refaire, ou d’une autre version.",
            "{n} décisions d’ordinateur non recalculées : trop longues à refaire, ou d’une autre version.",
            verdict.undecided,
        )
        lines.append(left)
    if verdict.by_programs:
        by_programs = t.plural(
            "{n} décision d’un programme : elle ne peut pas être recalculée.",
            "{n} décisions de programmes : elles ne peuvent pas être recalculées.",
            verdict.by_programs,
        )
        lines.append(by_programs)
    if verdict.erased:
        words = t.plural(
            "Des mots ont été effacés à la demande de la personne qui les avait écrits, dans {n} entrée.",
            "Des mots ont été effacés à la demande de la personne qui les avait écrits, dans {n} entrées.",
            verdict.erased,
        )
        lines.append(words)
    return lines


def _describe_draws(verdict: Verdict, t: Texts, dice: bool) -> str:
    """Say that all that was drawn follows from the seed, and the game from it where it was replayed."""
    if verdict.by_other_rules and dice:
        words = N_(
            "✅ **Dés vérifiés.** {entries} entrées, {draws} tirages : chaque dé vient du secret "
            "choisi à l’ouverture."
        )
    elif verdict.by_other_rules:
        words = N_(
            "✅ **Mélange vérifié.** {entries} entrées, {draws} tirages : l’ordre des questions et tout "
            "autre tirage viennent du secret choisi à l’ouverture."
        )
    elif dice:
        words = N_(
            "✅ **Dés vérifiés.** {entries} entrées, {draws} tirages : chaque dé vient du secret "
            "choisi à l’ouverture, et la partie rejouée aboutit à la même position."
        )
    else:
        words = N_(
            "✅ **Mélange vérifié.** {entries} entrées, {draws} tirages : l’ordre des questions et tout "
            "autre tirage viennent du secret choisi à l’ouverture, et la partie rejouée aboutit à la même "
            "position."
        )
    return t(words, entries=verdict.entries, draws=verdict.draws)


def _describe_problem(problem: Problem, words: Mapping[str, str], t: Texts) -> str:
    what = t(words[problem.code], **problem.params)
    return what if problem.entry is None else t("entrée {entry} : {what}", entry=problem.entry, what=what)


# What a table says of its fair dice, or cards: when it opens a promise, in short or full; then the proof.

_SHORT: Final = 16
"""How many hex digits of the commitment the lobby shows: 64 bits, too many to find another seed for."""


def check_words(dice: bool, t: Texts) -> str:
    """The label of the button that opens `promise_in_full`; without `dice` a game deals cards."""
    return t("Dés vérifiables") if dice else t("Mélange vérifiable")


def promise(table: Table, t: Texts, *, dice: bool = True) -> Section:
    """The line of the lobby with the beginning of the commitment; its button opens `promise_in_full`."""
    short = table.commitment[:_SHORT]
    words = (
        t("-# Empreinte des dés : `{commitment}`…", commitment=short)
        if dice
        else t("-# Empreinte du mélange des questions : `{commitment}`…", commitment=short)
    )
    return Section(words, Button("table.dice", check_words(dice, t), emoji="🔒"))


def promise_in_full(table: Table, t: Texts, *, dice: bool = True) -> Page:
    """The whole commitment and what it is good for or, once the table is closed, the proof."""
    if table.status is Status.CLOSED and table.end.seed:
        return Page(table.id, 0, (Text(_proof_in_full(table, t, dice)),))
    words = N_(
        "### 🔒 Dés vérifiables\n"
        "Tous les lancers viennent d’un secret, choisi à l’ouverture de la table. Voici son "
        "empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
        "À la fin, le secret est révélé : `/des verifier` refait chaque lancer de la table n° {table}, et "
        "dit si tous sont les bons."
    )
    if not dice:
        words = N_(
            "### 🔒 Mélange vérifiable\n"
            "L’ordre des questions et tout autre tirage viennent d’un secret, choisi à l’ouverture de la "
            "table. Voici son empreinte (SHA-256), à noter si vous voulez comparer :\n`{commitment}`\n"
            "À la fin, le secret est révélé : `/des verifier` refait chaque tirage de la table n° {table}, "
            "et dit si tous sont les bons."
        )
    return Page(table.id, 0, (Text(t(words, commitment=table.commitment, table=table.id)),))


def proof(table: Table, t: Texts, *, dice: bool = True) -> str:
    """The line that reveals the seed, beside what the lobby has shown; only for a closed table."""
    words = N_("🔓 Secret des dés : `{seed}` · empreinte : `{commitment}`…")
    if not dice:
        words = N_("🔓 Secret du mélange des questions : `{seed}` · empreinte : `{commitment}`…")
    return "-# " + t(words, seed=table.end.seed or "", commitment=table.commitment[:_SHORT])


def _proof_in_full(table: Table, t: Texts, dice: bool) -> str:
    """The seed, what was promised of it, and how to check all that was drawn."""
    words = N_(
        "🔓 Secret des dés : `{seed}`. Empreinte annoncée à l’ouverture : `{commitment}`. Pour vérifier "
        "chaque lancer : `/des verifier` (table n° {table})."
    )
    if not dice:
        words = N_(
            "🔓 Secret du mélange des questions : `{seed}`. Empreinte annoncée à l’ouverture : "
            "`{commitment}`. Pour vérifier chaque tirage : `/des verifier` (table n° {table})."
        )
    return t(words, seed=table.end.seed or "", commitment=table.commitment, table=table.id)
