"""The rules of an evening in our own words, page by page."""

from collections.abc import Sequence

from bot.tables.model import Table, Tempo
from bot.texts import N_, Texts
from bot.ui.frame.names import plain_name
from bot.ui.frame.option import (
    CHOICES_AT_MOST,
    Fact,
    Option,
    OptionChoice,
    Preset,
    Typed,
    Words,
    explanations,
    numbers,
)

# The rules of an evening in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Les questions"), _questions(t)),
        (t("Les points"), _points(t)),
        (t("Mener la soirée"), _leading(t)),
        (t("Défis et fin"), _end(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "Une soirée quiz par manches, de 2 à 12 équipes d’une à six personnes. La plus riche en points à "
            "la fin gagne."
        ),
        t(
            "1. Le **programme** dit les manches : leur longueur, leurs thèmes, la façon d’y jouer.\n"
            "2. Dans une manche **pour tous**, toutes les équipes répondent à toutes les questions, en même "
            "temps et sans que les autres le voient.\n"
            "3. À la **révélation**, chacun voit qui avait quoi, et ce que cela rapporte.\n"
            "4. Dans une manche de **défis**, on joue à Défizz, et ce sont les jetons qui font les points.\n"
            "5. Dans une manche **à mises**, on mise de 1 à 5 points d’après l’indice, avant la question.\n"
            "6. Une égalité en tête se règle par une **Cible**."
        ),
    )
    return "\n\n".join(paragraphs)


def _questions(t: Texts) -> str:
    paragraphs = (
        t(
            "**Répondre.** Le bouton **Répondre** ouvre une ligne à remplir, **Passer** renonce. Une seule "
            "réponse par équipe, la première, et elle est définitive. On voit qui a répondu, pas quoi."
        ),
        t(
            "**Le temps.** 30 secondes pour un Chrono, 40 pour une Cible, 75 pour une liste, 30 pour une "
            "mise. C’est l’instant où Discord reçoit votre réponse qui compte."
        ),
        t(
            "**Juger.** Le bot compare avec la carte, sans s’arrêter aux accents, aux articles ni aux "
            "petites fautes. Un maître du jeu peut juger autrement, jusqu’à la question suivante."
        ),
        t("**Continuer.** On passe à la suite quand tout le monde est prêt, ou au bout de 20 secondes."),
    )
    return "\n\n".join(paragraphs)


def _points(t: Texts) -> str:
    paragraphs = (
        t("**Chrono.** Une bonne réponse vaut 1 point ; au plus vite, 3, puis 2, puis 1 pour les autres."),
        t(
            "**Cible.** Le nombre le plus proche vaut 3 points, puis 2, puis 1, mais seule la meilleure "
            "moitié marque. À distance égale, on partage la meilleure valeur."
        ),
        t(
            "**Liste.** Jusqu’à cinq réponses dans un même message, séparées par des virgules : 1 point "
            "pour chaque réponse juste, et rien à perdre."
        ),
        t(
            "**Mises.** La meilleure réponse gagne sa mise, les autres perdent la leur. Personne ne descend "
            "sous zéro."
        ),
        t("Une manche peut compter double ou triple : le programme le dit."),
    )
    return "\n\n".join(paragraphs)


def _leading(t: Texts) -> str:
    paragraphs = (
        *explanations(OPTIONS, t),
        t(
            "**La feuille du maître du jeu** (**Ma feuille**) montre la question, la réponse, et ce que les "
            "équipes disent, dans l’ordre d’arrivée. On y juge autrement, on y retire une question, on y "
            "corrige des points en disant pourquoi, et l’on passe à la suite."
        ),
        t("Si cette personne s’en va, le bot mène la fin de la soirée."),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Défis.** L’équipe qui a le moins de points commence, le bot lit, et chacune a 1\u202f900 en "
            "jetons. Après le nombre de défis prévu, les jetons donnent 10, 7, 5, 3, 2 ou 1 points."
        ),
        t(
            "**Contester.** Un verdict d’un défi se conteste jusqu’à la réponse ou au lancer qui suit, celui "
            "du dernier défi jusqu’au classement de la manche : les autres équipes votent, ou le maître du "
            "jeu tranche. D’une manche close, plus rien ne change."
        ),
        t(
            "**Égalité.** Une Cible départage les équipes en tête : la plus proche gagne. Après trois "
            "égalités, la victoire se partage."
        ),
        t(
            "**Partir** (`/soiree quitter`). Vos points restent où ils sont, et votre équipe passe en queue "
            "de classement. Se taire ne fait sortir personne."
        ),
        t(
            "**Des cartes honnêtes.** Leur ordre est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)


# The options of an evening in words: how it goes, who leads, how many people a team has (S1 to S3).


def _people(n: int, t: Texts) -> str:
    return t("chacun pour soi") if n == 1 else t("équipes de {n} au plus", n=n)


def _leaders(fact: Fact, table: Table, t: Texts) -> Sequence[OptionChoice]:
    """The bot, then the seats: whoever is chosen leads and plays in no team."""
    seats = table.seats[: CHOICES_AT_MOST - 1]
    named = (OptionChoice(seat.name, plain_name(table, seat.name, t)) for seat in seats)
    return (OptionChoice(fact.default, t("le bot"), t("Il lit, juge et passe à la suite")), *named)


OPTIONS = (
    Option(
        name="evening",
        label=N_("Programme"),
        choices={
            "apero": Words(N_("apéro"), N_("Trois manches, une demi-heure environ")),
            "soiree": Words(N_("soirée"), N_("Sept manches dont une de défis, une heure et demie environ")),
            "finale": Words(N_("grande finale"), N_("Quatre manches difficiles, une heure environ")),
        },
        typed=Typed(N_("programme"), N_("Les manches de la soirée")),
    ),
    Option(
        name="people",
        label=N_("Équipes"),
        choices=numbers(2, 3, 4, 6, words=_people),
        typed=Typed(N_("équipes"), N_("Combien de personnes par équipe, au plus (1)"), most=6),
        explained=N_(
            "**En équipes.** Jusqu’à six personnes partagent une place et ses points. La première réponse "
            "de l’équipe compte."
        ),
    ),
    Option(
        name="quizmaster",
        label=N_("Maître du jeu"),
        choices=_leaders,
        explained=N_(
            "**Maître du jeu.** Une personne peut mener la soirée : elle ne joue pas, voit les réponses "
            "arriver, juge, corrige les points et passe à la suite. Sinon, le bot s’en charge."
        ),
    ),
)

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("apéro éclair"), N_("Trois manches, et moitié moins de temps")),
        options={"evening": "apero"},
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte"), N_("Trois manches, et deux fois plus de temps")),
        options={"evening": "apero"},
        tempo=Tempo.CALM,
    ),
)
