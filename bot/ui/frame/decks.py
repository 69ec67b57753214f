"""Decks of the house and of a server's own: how one is chosen, named and refused; for games with a dealer."""

from collections.abc import Mapping, Sequence
from typing import Final

from bot.tables.decks import DeckInfo
from bot.tables.model import Table
from bot.texts import N_, Texts
from bot.ui.frame.option import CHOICES_AT_MOST, OptionChoice, OptionSpec, Words
from bot.ui.pages.escape import escape, label

LEAST_THEMES = 2
THEMES_SHOWN = 6

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "no_such_deck": (
        N_(
            "Ce serveur n’a pas (ou plus) le paquet « {deck} ». `/{game} paquet lister` montre ceux qu’il a, "
            "et les options d’une table permettent d’en choisir un autre."
        ),
    ),
    "too_few_cards": (
        N_(
            "Avec ces choix, il resterait trop peu de cartes (Duel : {duel}, Multi : {multi}) : il en faut "
            "{least} de chaque. Prenez plus de thèmes, une autre difficulté ou un autre paquet."
        ),
        N_(
            "La manche {round} demande {needed} cartes, et il n’en reste que {found} pour elle. "
            "Raccourcissez-la, élargissez ses thèmes ou choisissez un autre paquet."
        ),
    ),
    "no_such_part": (N_("Cette question n’est pas de cette partie. Rien n’a été signalé."),),
    "part_changed": (
        N_("Merci, mais cette question a été changée ou retirée depuis : il n’y a plus rien à signaler."),
    ),
    "reports_enough": (
        N_(
            "Merci ! {n} de vos signalements attendent déjà la modération. "
            "Vous en ferez d’autres quand elle les aura vus."
        ),
    ),
    "decks_full": (
        N_("Ce serveur a déjà {n} paquets, c’est le plus possible. Supprimez-en un avant d’en importer."),
    ),
    "pictures_full": (
        N_(
            "Les paquets de ce serveur auraient plus de {n} images, c’est le plus possible. "
            "Rien n’a changé : supprimez un paquet, ou retirez des images."
        ),
    ),
    "pictures_heavy": (
        N_(
            "Les images des paquets de ce serveur feraient plus de {n}\u00a0Mio, c’est le plus possible. "
            "Rien n’a changé : supprimez un paquet, ou retirez des images."
        ),
    ),
    "deck_pictures_full": (
        N_("Un paquet a {n} images au plus. Rien n’a changé : retirez-en une, ou faites deux paquets."),
    ),
    "deck_pictures_heavy": (
        N_(
            "Les images d’un paquet font {n}\u00a0Mio au plus en tout. "
            "Rien n’a changé : retirez-en une, ou faites deux paquets."
        ),
    ),
    "pictures_full_everywhere": (
        N_(
            "Le bot n’a plus de place pour des images : les {n}\u00a0Mio qu’il peut garder, tous serveurs "
            "ensemble, sont pris. Rien n’a changé. Sans image nouvelle, tout le reste se fait ; qui fait "
            "tourner le bot peut donner plus de place."
        ),
    ),
    "deck_gone": (
        N_(
            "Ce paquet n’est plus là, ou porte un autre nom. Rien n’a changé : "
            "`/{game} paquet lister` montre ceux de ce serveur."
        ),
    ),
    "card_changed": (
        N_(
            "Cette carte a été changée ou retirée entre-temps. Rien n’a changé : rouvrez le paquet par "
            "`/{game} paquet modifier`."
        ),
    ),
    "cards_full": (
        N_(
            "Il y a déjà trop de cartes, ou 25 qui attendent leurs questions : finissez-en ou retirez-en "
            "une. Rien n’a changé."
        ),
    ),
    "last_of_pile": (
        N_(
            "C’est la dernière carte de sa pile : il en faut une. Rien n’a changé : ajoutez-en "
            "d’abord une autre, ou supprimez le paquet."
        ),
    ),
    "too_long_for_form": (
        N_(
            "Cette question ne tient pas dans un formulaire sans changer. Rien n’a changé : exportez le "
            "paquet, changez-la dans le fichier, et importez-le sous le même nom."
        ),
    ),
    "report_gone": (N_("Ce signalement n’est plus dans la liste : il a été traité."),),
    "reports_full": (N_("La liste des signalements est pleine : prévenez plutôt la modération."),),
}
"""Wordings by reason (see bot.ui.frame.notices)."""


def deck_spec(house: Mapping[str, Words], decks: Sequence[DeckInfo], t: Texts) -> OptionSpec:
    """The option to choose a deck: those of the house (see `GameSpec.decks`), then the server's own."""
    ours = (OptionChoice(name, t(words.label), words.hint and t(words.hint)) for name, words in house.items())
    own = (OptionChoice(deck.name, label(deck.name)) for deck in decks)
    return OptionSpec("deck", t("Paquet"), (*ours, *own)[:CHOICES_AT_MOST])


def theme_words(theme: str, ours: Mapping[str, str], t: Texts) -> str:
    """A theme as people read it, with a capital, as « France » has one anyway.

    Those of the house (`ours`, see `GameSpec.themes`) are translated; a server's own stay as it wrote them.
    """
    return t(ours[theme]) if theme in ours else theme[:1].upper() + theme[1:]


def theme_specs(themes: Sequence[str], ours: Mapping[str, str], t: Texts) -> tuple[OptionSpec, ...]:
    """The option to leave out themes of the deck; empty for a deck that has not several."""
    if len(themes) < LEAST_THEMES:
        return ()
    choices = tuple(OptionChoice(theme, label(theme_words(theme, ours, t))) for theme in themes)
    return (OptionSpec("themes", t("Thèmes joués"), choices, several=True),)


def deck_words(table: Table, house: Mapping[str, Words], ours: Mapping[str, str], t: Texts) -> list[str]:
    """The lines of the lobby that name the deck and the themes, where its host has chosen any.

    `house` and `ours`: see `GameSpec.decks` and `GameSpec.themes`.
    """
    deck, themes = table.manners.deck, table.options.get("themes") if house else None
    words = []
    if deck:
        words.append(t("Paquet : {deck}", deck=t(house[deck].label) if deck in house else escape(deck)))
    if themes:
        named = [escape(theme_words(theme, ours, t)) for theme in themes[:THEMES_SHOWN]]
        named += ["…"] if len(themes) > THEMES_SHOWN else []
        words.append(t("Thèmes : {themes}", themes=", ".join(named)))
    return words
