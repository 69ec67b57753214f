"""What a click about an evening means: its arguments, its texts, and where its answer is shown."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, Final

import discord

from bot.tables.evenings.model import Evening
from bot.tables.model import Denied
from bot.texts import N_
from bot.ui.clicks.click import Click, Typed
from bot.ui.frame.notices import add_wordings, sentence
from bot.ui.pages.page import Button, Form, Page, Row, Text

_ASIDE = "evening"
"""There is one panel a person at most."""


def read_args(click: Click) -> tuple[int, ...]:
    """The numbers that a button names, the evening's first; Denied "stale" if there is none."""
    parts = click.target.arg.split(".")
    if not all(part.isascii() and part.isdecimal() for part in parts):
        raise Denied("stale")
    return tuple(map(int, parts))


def text_of(click: Click, number: int) -> str:
    """What was typed into a field of a form, by its place from 0; "" if there is none."""
    return click.values[number] if number < len(click.values) else ""


def name_of(click: Click) -> str:
    """How others see who clicks."""
    return click.user.display_name


def check_leads(interaction: discord.Interaction[Any], evening: Evening) -> None:
    """Denied "evening_not_host" for whoever neither planned the evening nor moderates its channel.

    And "evening_gone" where it is another server's: after an older backup, a button may mean another one.
    """
    if interaction.guild_id != evening.guild_id:
        raise Denied("evening_gone")
    if interaction.user.id != evening.host_id and not interaction.permissions.manage_messages:
        raise Denied("evening_not_host")


async def show_aside(click: Click, page: Page) -> None:
    """Show a panel in the place of the one that was clicked, or as the only one of its kind."""
    message = click.responder.interaction.message
    if message is not None and message.flags.ephemeral:
        await click.responder.update(page, _ASIDE)
    else:
        await click.responder.show(page, _ASIDE)


# Forms of an evening that were refused: the answer says why, and opens them again as they were typed.


class Retyping:
    """What hosts typed into forms, from when it was refused until they open the same form again."""

    def __init__(self) -> None:
        self._typed = Typed()

    @asynccontextmanager
    async def offered(self, click: Click, verb: str, evening_id: int | None = None) -> AsyncIterator[None]:
        """Surround the reading of a form: what is denied there is told in the place of the panel.

        A button of this verb, with the form's own argument, opens it again (see `open`); another one goes
        back to the plan of the evening, where there is one already.
        """
        try:
            yield
        except Denied as denied:
            t, arg = click.responder.texts, click.target.arg
            self._typed.keep(click.user.id, _about(click.target.verb, arg), click.values)
            again = Button(verb, t("Corriger"), arg, "primary", "✏️")
            back = () if evening_id is None else (Button("evening.lead", t("Au programme"), str(evening_id)),)
            click.responder.stopwatch.outcome = "refused"
            told = Text(sentence(denied.reason, denied.params, t))
            await show_aside(click, Page(0, 0, (told, Row((again, *back)))))

    async def open(self, click: Click, form: Form) -> None:
        """Open a form, with what its host has typed into it if it was refused then."""
        typed = self._typed.refill(click.user.id, _about(form.verb, form.arg), form.fields)
        await click.responder.open_form(replace(form, fields=typed))


def _about(verb: str, arg: str) -> str:
    return f"{verb} {arg}"


# Sentences for what is refused about evenings: their hour, their programme, who comes.

_PLANNING: Final[dict[str, tuple[str, ...]]] = {
    "evening_unreadable": (
        N_(
            "Je ne comprends pas ce jour et cette heure. Écrivez par exemple « jeudi 20h30 », « demain "
            "20 h » ou « 12/12 21:00 ». Rien n’a changé."
        ),
    ),
    "evening_no_hour": (
        N_("Il manque l’heure. Écrivez par exemple « jeudi 20h30 » ou « 12/12 21:00 ». Rien n’a changé."),
    ),
    "evening_gap": (
        N_(
            "Cette heure n’existe pas ce jour-là : les horloges passent à l’heure d’été. Choisissez une "
            "heure plus tard. Rien n’a changé."
        ),
    ),
    "evening_past": (
        N_("Ce moment est déjà passé ({time}). Choisissez un jour et une heure à venir. Rien n’a changé."),
    ),
    "evening_far": (
        N_("C’est trop loin : une soirée se prévoit {n} jours à l’avance au plus. Rien n’a changé."),
    ),
    "evening_title": (N_("Un titre fait de 1 à {n} caractères. Rien n’a changé."),),
    "evening_here": (
        N_(
            "Une soirée est déjà prévue ou en cours dans ce salon : « {title} ». Attendez sa fin, "
            "annulez-la, ou choisissez un autre salon. Rien n’a changé."
        ),
    ),
    "evening_empty": (N_("Le programme est vide : ajoutez au moins une manche."),),
    "evening_rounds": (N_("Un programme a {n} manches au plus. Retirez-en une d’abord."),),
    "evening_cards": (
        N_(
            "Il n’y a pas assez de questions pour la manche {round} : il en faut {needed}, et il en reste "
            "{found} qui conviennent. Raccourcissez-la, ouvrez ses thèmes, ou changez de paquet. "
            "Rien n’a changé."
        ),
        N_(
            "Il n’y a plus assez de questions pour une manche : il faut la raccourcir ou changer son paquet, "
            "par le bouton Gérer."
        ),
    ),
    "evening_deck": (
        N_(
            "La manche {round} se joue avec le paquet « {deck} », que ce serveur n’a plus. Choisissez-en un "
            "autre au programme. Rien n’a changé."
        ),
        N_(
            "Ce serveur n’a plus le paquet de questions d’une manche : il faut en choisir un autre, par le "
            "bouton Gérer."
        ),
    ),
    "evening_no_such_theme": (
        N_("Aucune question de ce paquet n’a ce thème : {theme}. Les plus fréquents : {some}."),
        N_("Aucune question de ce paquet n’a ce thème : {theme}."),
    ),
    "evening_length": (N_("La longueur d’une manche est un nombre de {least} à {n}. Rien n’a changé."),),
    "evening_size": (
        N_("Une équipe a de 1 à 6 personnes, et une soirée de 2 à 72 places. Rien n’a changé."),
    ),
    "evening_too_small": (
        N_("Des personnes inscrites n’auraient plus leur place ou leur équipe. Rien n’a changé."),
    ),
    "evening_stale": (
        N_("Ce panneau n’est plus à jour : la soirée a changé. Rouvrez-le par le bouton Gérer."),
    ),
    "evening_gone": (N_("Cette soirée n’existe plus."),),
    "evening_none": (N_("Aucune soirée n’est prévue dans ce salon."),),
    "evening_not_host": (
        N_("Seul l’hôte de la soirée peut faire cela, ou la modération (« Gérer les messages »)."),
    ),
    "evening_begun": (N_("La soirée a déjà commencé : cela ne peut plus changer."),),
    "evening_over": (N_("Cette soirée est terminée ou annulée."),),
    "evening_few": (
        N_("Il faut au moins {n} équipes pour commencer. Attendez du monde, ou invitez-en à s’inscrire."),
    ),
    "evening_one_server": (N_("Une soirée se prévoit dans un salon de serveur, pas en message privé."),),
    "evening_season": (N_("Un titre de saison fait de 1 à {n} caractères. Rien n’a changé."),),
}
_COMING: Final[dict[str, tuple[str, ...]]] = {
    "evening_not_open": (N_("Les inscriptions à cette soirée ne sont pas ouvertes."),),
    "evening_registered": (N_("C’est déjà noté : vous avez votre place."),),
    "evening_not_registered": (N_("Votre nom n’est pas sur la liste de cette soirée."),),
    "evening_leads": (N_("Vous menez cette soirée : vous n’y jouez pas."),),
    "evening_waiting": (
        N_("Votre nom est sur la liste d’attente : vous choisirez une équipe dès qu’une place se libère."),
    ),
    "evening_no_teams": (N_("À cette soirée, on joue chacun pour soi : il n’y a pas d’équipes."),),
    "evening_no_team": (N_("Vous n’avez pas encore d’équipe : choisissez-en une d’abord."),),
    "evening_team_gone": (N_("Cette équipe n’existe plus. Choisissez-en une autre."),),
    "evening_team_full": (N_("L’équipe « {team} » est complète ({n} personnes). Choisissez-en une autre."),),
    "evening_teams_full": (N_("Il y a déjà {n} équipes, c’est le plus possible. Rejoignez-en une."),),
    "evening_full_teams": (N_("Les {n} places sont prises. « Je viens » vous met sur la liste d’attente."),),
    "evening_team_name": (N_("Un nom d’équipe fait de 1 à {n} caractères, et pas seulement des espaces."),),
    "evening_team_taken": (N_("Une équipe s’appelle déjà « {team} ». Choisissez un autre nom."),),
}
EVENINGS: Final[dict[str, tuple[str, ...]]] = {**_PLANNING, **_COMING}
"""Wordings by reason (see bot.ui.frame.notices)."""
add_wordings(EVENINGS)
