"""The rules of Défizz in our own words, page by page, and its lesson."""

from collections.abc import Mapping
from typing import Any

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Say, Way
from bot.texts import N_, Texts
from bot.ui.frame.option import explanations
from cogs.defizz.options import OPTIONS
from engines.defizz.deck import Card, Chance, Chrono, Cible, Deck, Kind
from engines.defizz.model import Accept, Answer, Choose, Refuse, Roll

# The rules of Défizz in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Le défi"), _challenge(t)),
        (t("Les modes"), _modes(t)),
        (t("Lire et juger"), _reading(t)),
        (t("Variantes et fin"), _end(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "Un quiz où seuls ceux qui paient jouent : de 3 à 12 personnes, ou dès 2 quand le bot lit. "
            "Chacun commence avec 1\u202f900 en jetons. Prenez tous les jetons, et la partie est à vous."
        ),
        t(
            "1. À votre tour, lancez le dé. Il dit **Duel** (contre une personne) ou **Multi** (contre "
            "tout le monde) et la mise minimum : 100, 200 ou 300.\n"
            "2. Trois indices s’affichent : choisissez une question, votre adversaire (dans un Duel) et la "
            "mise.\n"
            "3. Au minimum, personne ne refuse. Au-dessus, on **accepte** et l’on joue, ou l’on **refuse** "
            ": on paie le minimum et l’on regarde.\n"
            "4. La question tombe : **Chrono** (la première bonne réponse), **Cible** (le nombre le plus "
            "proche), **Ping-pong** (une réponse chacun, une erreur et vous sortez) ou **Chance**.\n"
            "5. Le gagnant prend le **pot**. Égalité, ou aucune bonne réponse ? Chacun reprend sa mise, et "
            "vous rejouez.\n"
            "6. **Au secours !** Une fois par partie, lisez les trois questions avant de choisir.\n"
            "7. Sans jeton, vous sortez ; à deux, les minimums doublent."
        ),
    )
    return "\n\n".join(paragraphs)


def _challenge(t: Texts) -> str:
    paragraphs = (
        t(
            "**Un tour.** Le joueur actif lance le dé, qui donne le type de défi (Duel ou Multi) et la "
            "mise minimum (100, 200 ou 300). Le bot retourne une carte et lit trois indices, sans dire le "
            "mode de jeu. Au tour suivant, c’est à la place d’après."
        ),
        t(
            "**Choisir.** D’après les indices, le joueur actif choisit une question, dans un Duel son "
            "adversaire (pas le lecteur), et la mise : le minimum, ou plus, par 100, jusqu’à ses jetons."
        ),
        t(
            "**Au secours !** Une fois par partie, avant de choisir, vous pouvez lire, sans que les autres "
            "les voient, les trois questions de la carte et leurs modes, sans les réponses."
        ),
        t(
            "**Au minimum**, personne ne peut refuser : dans un Duel les deux paient, dans un Multi tout "
            "le monde sauf le lecteur. La question est posée, et le gagnant du défi prend le pot."
        ),
        t(
            "**Au-dessus du minimum**, on peut refuser. Accepter : on paie la mise et on joue. Refuser : "
            "on paie seulement le minimum et on ne joue pas. Si personne n’accepte, le joueur actif "
            "empoche ces minimums, sans question."
        ),
        t(
            "**À court de jetons.** Personne ne mise plus qu’il n’a : la mise descend au plus petit tas "
            "des joueurs qui participent. Refuser coûte le minimum, ou tout ce qui vous reste."
        ),
        t(
            "**Égalité, ou aucune bonne réponse** : chacun reprend sa mise, et le joueur actif rejoue avec "
            "un autre lancer et une autre carte."
        ),
    )
    return "\n\n".join(paragraphs)


def _modes(t: Texts) -> str:
    paragraphs = (
        t(
            "**Chrono.** Tout le monde répond en même temps, une seule fois, en 30 secondes. La première "
            "bonne réponse gagne, à la milliseconde où Discord l’a reçue. La question peut apparaître en "
            "deux ou trois fois : on répond dès le premier mot. Personne ne voit les réponses des autres "
            "avant la fin."
        ),
        t(
            "**Cible.** Un nombre chacun à son tour, en commençant par le joueur actif. Le nombre exact "
            "gagne aussitôt, sinon le plus proche. Un texte sans nombre, ou un nombre déjà proposé, est "
            "refusé : on réessaie."
        ),
        t(
            "**Ping-pong.** Chacun à son tour, en 20 secondes, donne une réponse de la liste. Fausse, déjà "
            "donnée ou trop tard : vous sortez du défi. La dernière personne en lice gagne ; si personne "
            "n’a encore donné de bonne réponse, elle doit en trouver une. Si toute la liste y passe, la "
            "dernière bonne réponse gagne."
        ),
        t(
            "**Chance.** La carte dit comment : un dé ou une pièce pour chacun, un nombre à approcher, "
            "tiré au sort ensuite, ou des propositions écrites dans le salon, dont le lecteur choisit la "
            "gagnante (quand le bot lit, les autres votent, ou il tire au sort)."
        ),
    )
    return "\n\n".join(paragraphs)


def _reading(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le lecteur** est assis juste avant le joueur actif et ne joue pas ce défi. Dès que la "
            "question est choisie, il reçoit la carte avec les réponses, par message privé ou sous **Ma "
            "carte**. S’il part, une autre personne ou le bot le remplace."
        ),
        t(
            "**Un maître du jeu.** Si l’hôte le choisit, la première place lit et juge toute la partie, sans "
            "jouer ni miser : de quoi mener une soirée. S’il part, le bot lit à sa place."
        ),
        t(
            "**Juger.** Le bot compare chaque réponse à la carte, sans s’arrêter aux accents, aux "
            "articles, aux petites fautes ni à la façon d’écrire les nombres. Le lecteur tranche par "
            "**Juste** ou **Faux** ; s’il ne dit rien pendant 20 secondes, l’avis du bot compte. En cas de "
            "désaccord, les deux sont affichés."
        ),
        t(
            "Dans un Chrono, on juge les réponses dans l’ordre d’arrivée, jusqu’à une juste ; dans un "
            "Ping-pong, l’une après l’autre ; dans une Cible, il n’y a rien à juger."
        ),
        t(
            "**Contester.** Jusqu’à la réponse ou au lancer suivant, un verdict peut changer. Le lecteur, ou "
            "l’hôte, le change aussitôt. Quand le bot lit, chacun peut contester une fois par défi : les "
            "autres votent, 20 secondes, sans que l’on voie qui vote quoi. La majorité décide ; sans "
            "majorité, rien ne change. Le défi reprend au moment du verdict, et les jetons avec lui."
        ),
        t(
            "**Maître du jeu.** Quand une personne mène sans jouer, elle peut à tout moment prendre une "
            "autre carte ou finir après le tour. Entre deux défis, elle peut déplacer des jetons d’une "
            "personne à une autre, par centaines, en disant pourquoi à tous : aucun jeton n’apparaît ni ne "
            "disparaît, et il en reste toujours 100 à qui donne."
        ),
        t("**Répondre.** Le bouton **Répondre** ouvre une ligne à remplir. **Passer** renonce au défi."),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**La fin.** Sans jeton, on sort. À deux, les minimums doublent (200, 400, 600) et un joueur "
            "éliminé lit. Prenez tous les jetons pour gagner."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Le temps.** 60 secondes pour lancer, choisir ou désigner qui gagne, 30 pour accepter ou "
            "répondre, 20 dans un Ping-pong. Passé ce temps : le dé part tout seul, la mise est au "
            "minimum, le défi est refusé, ou la réponse est vide. Trois absences de suite, et vous quittez "
            "la table (un Chrono sans réponse ne compte pas). Au rythme détente, seuls les réponses, "
            "les jugements et les votes ont une limite."
        ),
        t(
            "**Partir** (`/defizz quitter`). Pendant un défi, vos jetons vont au pot ; en dehors, ils sont "
            "perdus. Si le joueur actif part avant que la question soit posée, le défi est annulé et ses "
            "jetons sont perdus."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé, ni les dés ni les cartes."
        ),
    )
    return "\n\n".join(paragraphs)


# The lesson of Défizz: clues, a stake, a race to answer, a raise to accept or refuse, a number.
#
# It has cards of its own; answers are names that are the same in every language.


def _deck(t: Say) -> Mapping[str, Any]:
    """The cards of the lesson, in the language of who learns."""
    toss = Chance(mode="chance", resolver="coin", clue=t("Pile ou face"), text=t("Pile ou face ?"))
    planet = Chrono(
        mode="chrono",
        clue=t("Le système solaire"),
        text=t("Quelle planète appelle-t-on la planète rouge ?"),
        answers=("Mars",),
        reject=("Jupiter", "Uranus"),
    )
    city = Chrono(
        mode="chrono",
        clue=t("Les capitales"),
        text=t("Quelle ville est la capitale du Canada ?"),
        answers=("Ottawa",),
        reject=("Toronto", "Vancouver"),
    )
    stairs = Cible(
        mode="cible",
        clue=t("Un monument de Paris"),
        text=t("Combien de marches mènent au sommet de la tour Eiffel ?"),
        number=1665,
    )
    cards = (_card("lesson-1", "duel", planet, city, toss), _card("lesson-2", "multi", stairs, toss, toss))
    spare = (_card("lesson-3", "duel", toss, toss, toss), _card("lesson-4", "multi", toss, toss, toss))
    return {"deck": Deck(format=1, name="…", language="fr", licence="…", cards=(*cards, *spare))}


def _card(name: str, pile: Kind, *questions: Any) -> Card:
    return Card(id=name, pile=pile, questions=questions)


def _both(mine: str, his: str, after: int) -> tuple[Move, Move]:
    """Both answer a race, Basile so many ms after it began."""
    return Move(LEARNER, Answer(mine), after=4_200), Move(OTHER, Answer(his), after=after)


def _dare(question: int, stake: int, said: str, label: str) -> Way:
    """Challenge Basile, who accepts a raise."""
    moves: tuple[Move, ...] = (Move(LEARNER, Choose(question, OTHER, stake)),)
    if stake > _LEAST:
        moves += (Move(OTHER, Accept()),)
    return Way(moves, said, label, "planet" if question == 0 else "city")


_LEAST = 200
"""The minimum of the first challenge: for the last two in play it is doubled."""
_WON = N_("Juste, et Basile ne savait pas : vous prenez le **pot**, les deux mises.")
_LOST = N_(
    "Ce n’était pas cela : Basile savait, et prend le pot. Mieux vaut miser gros sur ce que l’on sait."
)

_ROLL = LessonStep(
    N_("Un quiz où l’on **mise** : prenez tous les jetons. À votre tour, **lancez** le dé."),
    (
        Way(
            (Move(LEARNER, Roll(), (1,)),),
            N_("**Duel** : contre une personne. À deux, le minimum double : 200."),
        ),
    ),
)
_CHOICE = LessonStep(
    N_(
        "Trois **indices**, sans les questions. Choisissez ce que vous connaissez, puis la mise "
        ": au minimum, Basile ne peut pas refuser ; au-dessus, il peut."
    ),
    (
        _dare(
            0,
            _LEAST,
            N_("Au minimum, personne ne refuse : vous payez tous les deux."),
            N_("Système solaire, 200"),
        ),
        _dare(0, 600, N_("Basile accepte : le pot monte à 1\u202f200."), N_("Système solaire, 600")),
        _dare(
            1, _LEAST, N_("Au minimum, personne ne refuse : vous payez tous les deux."), N_("Capitales, 200")
        ),
        _dare(1, 600, N_("Basile accepte : le pot monte à 1\u202f200."), N_("Capitales, 600")),
    ),
)
_RACE = N_(
    "Un **Chrono** : la première bonne réponse gagne. Dans une vraie partie, **Répondre** "
    "ouvre une fenêtre où l’on tape sa réponse ; les petites fautes passent. Ici, choisissez."
)
_PLANET = LessonStep(
    _RACE,
    (
        Way(_both("Mars", "Uranus", 6_800), _WON, "Mars", "turn"),
        Way(_both("Jupiter", "Mars", 6_800), _LOST, "Jupiter", "turn"),
        Way(_both("Uranus", "Mars", 6_800), _LOST, "Uranus", "turn"),
    ),
    "planet",
)
_CITY = LessonStep(
    _RACE,
    (
        Way(_both("Ottawa", "Toronto", 6_800), _WON, "Ottawa", "turn"),
        Way(_both("Toronto", "Ottawa", 6_800), _LOST, "Toronto", "turn"),
        Way(_both("Vancouver", "Ottawa", 6_800), _LOST, "Vancouver", "turn"),
    ),
    "city",
)
_TURN = LessonStep(
    N_("À Basile : le dé, les indices, puis le choix."),
    (
        Way(
            (Move(OTHER, Roll(), (4,)), Move(OTHER, Choose(0, None, 800))),
            N_("**Multi** : contre tout le monde. Basile choisit le monument, et **monte** à 800."),
            N_("Continuer"),
        ),
    ),
    "turn",
)
_RAISE = LessonStep(
    N_(
        "Au-dessus du minimum, vous pouvez **refuser** : vous payez 200, et vous regardez. Si "
        "personne n’accepte, Basile empoche ces 200 sans question."
    ),
    (
        Way(
            (Move(LEARNER, Accept()), Move(OTHER, Answer("1000"))),
            N_("Vous payez 800 tous les deux : 1\u202f600 au pot. Basile propose 1\u202f000."),
        ),
        Way(
            (Move(LEARNER, Refuse()),),
            N_(
                "Cela coûte 200, pas plus. Refuser trop souvent vous grignote ; accepter sans savoir "
                "vous ruine."
            ),
            to=END,
        ),
    ),
)


def _number(number: str, said: str, label: str) -> Way:
    return Way((Move(LEARNER, Answer(number)),), said, label)


_TARGET = LessonStep(
    N_("Une **Cible** : chacun propose un nombre, et le plus proche gagne. Vous connaissez celui de Basile."),
    (
        _number(
            "1600", N_("1\u202f665 marches : vous êtes tout près, et vous prenez le pot !"), "1\u202f600"
        ),
        _number(
            "1100",
            N_("Juste au-dessus de Basile : la vraie réponse était plus haut encore, et vous gagnez !"),
            "1\u202f100",
        ),
        _number("600", N_("1\u202f665 marches : Basile était plus près, et prend le pot."), "600"),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER, "reader": "bot", "shuffle": False},
    steps=(_ROLL, _CHOICE, _PLANET, _CITY, _TURN, _RAISE, _TARGET),
    recall=(
        N_("Trois indices, une question, une mise : misez gros sur ce que vous savez."),
        N_("Au minimum, personne ne refuse ; au-dessus, refuser coûte le minimum."),
        N_("Une fois par partie, **Au secours !** montre les trois questions avant de choisir."),
    ),
    worded=_deck,
)
