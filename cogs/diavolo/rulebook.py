"""The rules of Diavolo in our own words, page by page, and its lesson."""

from bot.tables.lessons import LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Preset, Typed, Words, explanations, seats
from engines.diavolo.model import Color, Grab, Roll

# The rules of Diavolo in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Les ordres"), _orders(t)),
        (t("Diablotins"), _pawns(t)),
        (t("Gemmes et fin"), _gems(t)),
        (t("Temps et options"), _options(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "De 2 à 6 joueurs, avec **5 gemmes** chacun.\n"
            "1. Quelqu’un appuie sur **Lancer** : neuf dés tombent (3 noirs, 3 blancs, 3 rouges), et le "
            "gros dé **Ordre**, gris.\n"
            "2. L’ordre dit quoi chercher : la plus grande somme, la plus petite, le plus grand écart, le "
            "plus d’impairs, la plus haute valeur, ou le dé le plus proche du dé Ordre.\n"
            "3. Trouvez la couleur qui le remplit le mieux, et appuyez vite sur son bouton : vous attrapez "
            "un diablotin. **Si plusieurs couleurs sont à égalité en tête, c’est le gris !**\n"
            "4. Un seul diablotin chacun, sans échange ; et il n’y en a pas assez pour tout le monde.\n"
            "5. Mauvaise couleur, ou rien pris : **−1 gemme**. Le gris quand il fallait le gris : **+1 "
            "gemme** (5 au plus). Sans égalité, le gris est une mauvaise couleur.\n"
            "6. Sans gemme, vous regardez. La dernière personne qui a des gemmes gagne ; si les dernières "
            "gemmes partent ensemble, personne ne gagne."
        ),
        t(
            "**Sans voir les couleurs.** Dés noirs : coins vifs, points en losange. Dés blancs : coins "
            "ronds, points ronds. Dés rouges : coins coupés, points carrés. Le bouton **En texte** dit "
            "tout le lancer en mots ; l’image le dit aussi aux lecteurs d’écran."
        ),
    )
    return "\n\n".join(paragraphs)


def _orders(t: Texts) -> str:
    intro = t("Le signe du dé Ordre, toujours répété en mots sous l’image :")
    orders = (
        t("- **+** plus grande somme : on additionne les dés de chaque couleur."),
        t("- **−** plus petite somme."),
        t("- **↔** plus grand écart entre le plus haut et le plus bas dé d’une couleur."),
        t("- **1 3 5** plus grand nombre de faces impaires."),
        t("- **↑** plus haute valeur : la couleur qui a le dé le plus haut."),
        t(
            "- **◎** plus proche du dé Ordre : la couleur du dé le plus près, de bord à bord. Si deux dés "
            "de couleurs différentes le touchent, c’est une égalité."
        ),
    )
    example = t(
        "**Exemple.** Noir 2, 3, 6 ; blanc 1, 5, 6 ; rouge 3, 5, 5.\n"
        "- Sommes 11, 12 et 13 : la plus grande est rouge, la plus petite noire.\n"
        "- Écarts 4, 5 et 2 : blanc.\n"
        "- Faces impaires 1, 2 et 3 : rouge.\n"
        "- Plus haute valeur : noir et blanc ont chacun un 6, donc **gris**."
    )
    return "\n\n".join((intro, "\n".join(orders), example))


def _pawns(t: Texts) -> str:
    paragraphs = (
        t(
            "Il n’y a pas assez de diablotins de la bonne couleur pour tout le monde : les plus lents "
            "perdent une gemme. Selon le nombre de joueurs au début de la manche :\n"
            "- à 4 ou plus : 3 diablotins noirs, 3 blancs, 3 rouges ;\n"
            "- à 3 : 2 de chaque ;\n"
            "- à 2 : 1 de chaque.\n"
            "Et toujours un seul gris. Chaque bouton dit combien il en reste."
        ),
        t(
            "**Un seul, et pour de bon.** Un diablotin pris ne s’échange pas et ne se repose pas. S’il n’y "
            "en a plus de votre couleur, l’appui est refusé et vous pouvez en prendre une autre."
        ),
        t(
            "**Qui est le plus rapide ?** Seul compte l’instant où Discord a reçu le clic. Si un clic plus "
            "rapide arrive en retard, il prend le diablotin : choisissez-en vite un autre."
        ),
        t(
            "**La manche se ferme** quand chacun a un diablotin, quand la bonne couleur est épuisée, ou à "
            "la fin des 15 secondes. Le temps que les derniers clics arrivent, à peine une demi-seconde, "
            "et le bot compte les gemmes."
        ),
    )
    return "\n\n".join(paragraphs)


def _gems(t: Texts) -> str:
    paragraphs = (
        t(
            "**Ce que rapporte la manche.**\n"
            "- Mauvaise couleur, ou rien pris : −1 gemme.\n"
            "- Bonne couleur : vous ne perdez rien.\n"
            "- Le gris, quand il fallait le gris : +1 gemme, jamais plus de 5 en tout."
        ),
        t(
            "**Sortir du jeu.** Sans gemme, vous regardez. La dernière personne qui a des gemmes gagne. Si "
            "toutes celles qui restaient perdent leur dernière gemme dans la même manche, personne ne "
            "gagne, et chacun paie son verre."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/diavolo quitter`). Vos gemmes sont perdues et "
            "votre diablotin ne revient pas. Si c’était à vous de lancer, la personne suivante lance."
        ),
    )
    return "\n\n".join(paragraphs)


def _options(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le temps.** 30 secondes pour lancer, sinon les dés roulent tout seuls ; 15 secondes pour "
            "prendre. Trois absences de suite, et vous quittez la table. Au rythme détente, on lance quand "
            "on veut, mais prendre reste une course de 15 secondes."
        ),
        t(
            "**Qui lance ?** Une personne tirée au sort ou choisie par l’hôte, puis chacun à son tour tant "
            "qu’il a des gemmes. Lancer ne donne aucun avantage."
        ),
        *explanations(OPTIONS, t),
        t("**Accessible.** Le temps de la table est doublé : de quoi lire ou écouter le lancer en mots."),
        t(
            "**Les boutons** des diablotins changent de place à chaque manche. À une table accessible, ils "
            "restent en place."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé. La place des dés sur l’image ne change rien, sauf "
            "pour l’ordre ◎, où elle suit le tirage."
        ),
    )
    return "\n\n".join(paragraphs)


# The options of Diavolo in words.

OPTIONS = (
    Option(name="first", label=N_("Qui lance en premier"), choices=seats()),
    Option(
        name="children",
        label=N_("Dés"),
        choices={
            False: Words(N_("trois par couleur")),
            True: Words(N_("deux par couleur"), N_("Pour les plus jeunes : moins de dés à compter")),
        },
        typed=Typed(N_("enfants"), N_("Deux dés par couleur au lieu de trois")),
        explained=N_("**Enfants.** Deux dés par couleur au lieu de trois : moins de dés à compter."),
    ),
    Option(
        name="learning",
        label=N_("Apprentissage"),
        choices={
            False: Words(N_("non")),
            True: Words(N_("l’ordre d’abord"), N_("Trois manches où le dé Ordre se montre en avance")),
        },
        typed=Typed(N_("apprentissage"), N_("Trois manches où le dé Ordre se montre avant les autres")),
        explained=N_(
            "**Apprentissage.** Pendant les trois premières manches, le dé Ordre se montre quelques "
            "secondes avant les autres. On ne peut rien prendre avant de voir tous les dés."
        ),
    ),
)
"""Who rolls first, how many dice, and a slower beginning (D9, D10)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 8 secondes"), N_("Moitié moins de temps pour lancer et pour prendre")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : l’ordre d’abord"), N_("Apprentissage, et deux fois plus de temps")),
        options={"learning": True},
        tempo=Tempo.CALM,
    ),
)


# The lesson of Diavolo: the order, the right colour, a tie, and what a mistake costs.

_SETTLE = Move("", "settle")


def _grab(color: Color) -> Move:
    return Move(LEARNER, Grab(color, 0), after=2_600)


def _quicker(color: Color, said: str) -> Way:
    """Take the right imp; there is no other one left of it for Basile."""
    return Way((_grab(color), _SETTLE), said)


def _wrong(color: Color, right: Color, said: str) -> Way:
    """Take a wrong imp, and leave the right one to Basile."""
    return Way((_grab(color), Move(OTHER, Grab(right, 0), after=4_100), _SETTLE), said)


_ROLL = LessonStep(
    N_("Neuf dés de trois couleurs, et un gros dé gris qui donne l’**ordre**. **Lancez-les !**"),
    (
        Way(
            (Move(LEARNER, Roll(), (2, 3, 6, 1, 5, 6, 3, 5, 5, 1)),),
            N_(
                "Les dés sont tombés. Ici, rien ne presse ; dans une vraie partie, tout le monde cherche "
                "à la fois."
            ),
        ),
    ),
)
_SUM = LessonStep(
    N_(
        "L’ordre demande la **plus grande somme** : additionnez les trois dés de chaque couleur, "
        "et prenez le diablotin de la couleur qui gagne."
    ),
    (
        _quicker(
            "red",
            N_(
                "Rouge : 13, contre 12 et 11. À deux, il n’y a qu’un diablotin par couleur : plus de "
                "rouge, et Basile perd 1 gemme."
            ),
        ),
        _wrong(
            "white",
            "red",
            N_("Blanc fait 12, mais rouge 13 : mauvaise couleur, 1 gemme de moins. Basile a pris le rouge."),
        ),
        _wrong(
            "black",
            "red",
            N_(
                "Noir ne fait que 11, et rouge 13 : mauvaise couleur, 1 gemme de moins. Basile a pris le "
                "rouge."
            ),
        ),
        _wrong(
            "grey",
            "red",
            N_("Le gris ne vaut qu’en cas d’égalité : ici rouge gagne avec 13, et vous perdez 1 gemme."),
        ),
    ),
)
_NEXT = LessonStep(
    N_("À Basile de lancer : chacun son tour, et tout le monde cherche."),
    (
        Way(
            (Move(OTHER, Roll(), (6, 1, 2, 3, 6, 4, 5, 5, 2, 5)),),
            N_("Un autre ordre : il change à chaque lancer."),
            label=N_("Continuer"),
        ),
    ),
)
_TIE = LessonStep(
    N_(
        "La **plus haute valeur** : la couleur qui a le dé le plus haut. Si plusieurs couleurs "
        "sont à égalité en tête, c’est le **gris** !"
    ),
    (
        _quicker(
            "grey",
            N_(
                "Noir et blanc ont chacun un 6 : le gris ! Il rapporte 1 gemme, mais on n’en a jamais "
                "plus de 5."
            ),
        ),
        _wrong(
            "black",
            "grey",
            N_(
                "Noir a un 6, mais blanc aussi : à égalité, c’était le gris. Basile l’a pris, et vous "
                "perdez 1 gemme."
            ),
        ),
        _wrong(
            "white",
            "grey",
            N_(
                "Blanc a un 6, mais noir aussi : à égalité, c’était le gris. Basile l’a pris, et vous "
                "perdez 1 gemme."
            ),
        ),
        _wrong(
            "red",
            "grey",
            N_(
                "Rouge n’a que des 5 ; noir et blanc ont un 6, donc c’était le gris. Basile l’a pris, et "
                "vous perdez 1 gemme."
            ),
        ),
    ),
)
_AGAIN = LessonStep(
    N_("La dernière personne qui a des gemmes gagne. **À vous de lancer.**"),
    (
        Way(
            (Move(LEARNER, Roll(), (4, 4, 1, 2, 3, 6, 6, 5, 1, 2)),),
            N_("Lisez d’abord l’ordre : c’est lui qui piège."),
        ),
    ),
)
_SMALLEST = LessonStep(
    N_(
        "Cette fois, la **plus petite somme**. Ne rien prendre coûte aussi 1 gemme : mieux vaut "
        "une bonne idée rapide."
    ),
    (
        _quicker("black", N_("Noir : 9, contre 11 et 12. Vous lisez déjà l’ordre avant les dés !")),
        _wrong("white", "black", N_("Blanc fait 11, mais noir 9 : 1 gemme de moins. Basile a pris le noir.")),
        _wrong(
            "red",
            "black",
            N_("Rouge fait 12, la plus grande : l’ordre voulait la plus petite. 1 gemme de moins."),
        ),
        _wrong("grey", "black", N_("Aucune égalité : noir, avec 9, est seul en tête. 1 gemme de moins.")),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER},
    steps=(_ROLL, _SUM, _NEXT, _TIE, _AGAIN, _SMALLEST),
    recall=(
        N_(
            "Lisez l’ordre, trouvez la couleur, et prenez vite : il n’y a pas assez de diablotins "
            "pour tout le monde."
        ),
        N_("Plusieurs couleurs à égalité en tête : le gris, qui rapporte 1 gemme."),
        N_("Mauvaise couleur, ou rien pris : 1 gemme de moins. Sans gemme, on regarde."),
    ),
)
