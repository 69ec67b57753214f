"""The options of Défizz in words: who reads, who begins, the variants, contesting (Z1, Z2, Z16, Z21)."""

from babel.numbers import format_decimal

from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Preset, Typed, Words, numbers, seats
from engines.defizz.shelf import CLASSIC, MIXED, TODAY

DECKS = {
    MIXED: Words(N_("classique et d’aujourd’hui mélangés")),
    CLASSIC: Words(N_("classique"), N_("Histoire, géographie, sciences, lettres, arts…")),
    TODAY: Words(N_("d’aujourd’hui"), N_("Télévision, chanson, séries, web, sport, jeux, marques…")),
}
"""The decks that come with the game, by name."""


def _chips(n: int, t: Texts) -> str:
    return format_decimal(n, locale=t.locale)


OPTIONS = (
    Option(
        name="reader",
        label=N_("Lecteur"),
        choices={
            "seat": Words(
                N_("une personne de la table"),
                N_("Dès 3 joueurs : chacun lit et juge à son tour"),
                typed=N_("une personne"),
            ),
            "master": Words(
                N_("maître du jeu"),
                N_("La première place lit et juge toute la partie, sans jouer ni miser"),
            ),
            "bot": Words(N_("le bot"), N_("Dès 2 joueurs : le bot juge, tout le monde joue")),
        },
        typed=Typed(
            N_("lecteur"),
            N_("Qui lit et juge : chacun à son tour (dès 3), un maître du jeu, ou le bot (dès 2)"),
        ),
    ),
    Option(
        name="expert",
        label=N_("Expert"),
        choices={
            False: Words(N_("non")),
            True: Words(N_("oui"), N_("Le lecteur choisit la question, et personne n’a d’aide")),
        },
        typed=Typed(N_("expert"), N_("Le lecteur choisit la question, et personne n’a d’aide")),
        explained=N_(
            "**Expert.** Pas d’aide. Le lecteur reçoit la carte dès le lancer du dé, et c’est lui qui "
            "choisit la question ; le joueur actif choisit ensuite l’adversaire et la mise."
        ),
    ),
    Option(
        name="teams",
        label=N_("Équipes"),
        choices={
            False: Words(N_("chacun pour soi")),
            True: Words(N_("par deux"), N_("Deux personnes par équipe : la première réponse compte")),
        },
        typed=Typed(N_("équipes"), N_("Par deux : chaque équipe a une place, et sa première réponse compte")),
        explained=N_(
            "**En équipes.** Deux personnes partagent une place, ses jetons et ses cartes. L’une ou l’autre "
            "agit, et la première à répondre répond pour les deux."
        ),
    ),
    Option(
        name="enrichment",
        label=N_("Enrichissement"),
        choices={
            False: Words(N_("non")),
            True: Words(N_("oui"), N_("On part de zéro : 500 🪙 de la banque par question")),
        },
        typed=Typed(
            N_("enrichissement"),
            N_("On commence sans jetons : chaque question rapporte 500 🪙"),
        ),
        explained=N_(
            "**Enrichissement.** On commence sans jetons et sans miser : chaque question rapporte 500 de "
            "la banque. Quand il y reste moins de 500, le plus pauvre prend ce reste (perdu en cas "
            "d’égalité), et l’on continue avec les règles habituelles ; sans jeton, on sort."
        ),
    ),
    Option(
        name="bank",
        label=N_("Banque (enrichissement)"),
        choices=numbers(3_000, 6_000, 19_000, words=_chips),
        needs="enrichment",
    ),
    Option(
        name="contest",
        label=N_("Contestations"),
        choices={
            True: Words(N_("oui"), N_("Un verdict peut être changé jusqu’à la réponse ou au lancer suivant")),
            False: Words(N_("non"), N_("Ce qui est jugé reste jugé")),
        },
        typed=Typed(
            N_("contestations"), N_("Un verdict peut être changé jusqu’à la réponse ou au lancer suivant")
        ),
    ),
    Option(
        name="difficulty",
        label=N_("Difficulté"),
        choices={
            "mixed": Words(N_("mélangée")),
            "easy": Words(N_("facile"), N_("Seulement les questions faciles")),
            "hard": Words(N_("difficile"), N_("Sans les questions faciles")),
        },
        typed=Typed(N_("difficulté"), N_("Les questions : mélangées, faciles, ou difficiles")),
    ),
    Option(name="first", label=N_("Qui commence"), choices=seats()),
)

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : le bot lit"), N_("Le bot juge, et moitié moins de temps")),
        options={"reader": "bot"},
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : le bot lit"), N_("Le bot juge, et deux fois plus de temps")),
        options={"reader": "bot"},
        tempo=Tempo.CALM,
    ),
)
