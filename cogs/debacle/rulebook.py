"""The rules of Débâcle in our own words, page by page, and its lesson."""

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Preset, Words, seats
from cogs.debacle.words import COLOR_NAMES, letters
from engines.debacle.board import COLORS, RED, START, board_with, dice_by_square, draw
from engines.debacle.model import Capture, Flip, Pass, Position, Return, Roll

# The rules of Débâcle in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters of the rules, each with its title and text."""
    return (
        (t("En bref"), _short(t)),
        (t("Déplacements"), _moves(t)),
        (t("Camp et doubles"), _camp(t)),
        (t("Récupérer"), _recovering(t)),
        (t("Fin et temps"), _end(t)),
    )


def _short(t: Texts) -> str:
    paragraphs = (
        t(
            "À deux, six dés contre six. Un dé vaut ce qu’il montre : plus c’est haut, plus il est fort.\n"
            "1. À votre tour, jouez **deux actions** : **rouler** (vers une case vide, devant ou à côté ; "
            "le dé gagne 1, un 6 devient un 1), **flipper** (sur place, vers la face opposée) ou "
            "**capturer** (un dé adverse voisin, même derrière).\n"
            "2. On capture plus petit que soi ; le **1** capture tout, sauf un 1. Votre dé prend la valeur "
            "capturée et peut **rebondir** : une action gratuite, tout de suite.\n"
            "3. Un dé arrivé dans le camp adverse revient dans le sien, sans changer de valeur.\n"
            "4. Au début du tour, des dés adverses de même valeur sur une rangée ? Prenez les "
            "**doubles**.\n"
            "5. Tous vos dés montrent la même valeur après une action ? **Récupérez** votre dé capturé le "
            "plus faible : l’adversaire gagne 1 action en bonus (2 pour un 4, un 5 ou un 6).\n"
            "6. Cinq dés capturés : la manche finit, et chacun compte ses captures. **30 points** gagnent "
            "la partie."
        ),
        t(
            "**Le plateau.** Colonnes a à f, rangées 1 à 6. La première place a les dés de Rouge, son "
            "camp est la rangée 1. L’autre a ceux de Noir, son camp est la rangée 6. Au départ :"
        ),
        f"```\n{draw(dice_by_square(START), letters(t))}\n```",
        t(
            "**Au salon ou en privé.** Choisissez un dé, puis ce qu’il fait : seuls les coups permis sont "
            "proposés, avec leur résultat. Vos coups restent un brouillon, que l’adversaire voit aussi ; « "
            "Annuler » retire le dernier tant que le tour n’est pas fini."
        ),
    )
    return "\n\n".join(paragraphs)


def _moves(t: Texts) -> str:
    paragraphs = (
        t(
            "**Le tour.** Vos deux actions sont obligatoires, avec le même dé ou avec deux. Les bonus et les "
            "rebonds sont facultatifs. Sans aucun coup possible, vous passez."
        ),
        t(
            "**Rouler.** Vers une case vide, en avant ou sur le côté, jamais en arrière. Le dé gagne 1 : "
            "un 3 devient un 4, et un 6 devient un 1."
        ),
        t(
            "**Flipper.** Le dé se retourne sur place : 1 devient 6, 2 devient 5, 3 devient 4, et "
            "l’inverse. Jamais deux fois de suite le même dé dans un tour : il faut un autre coup entre "
            "les deux (un rebond compte). Un retour au camp ou une récupération ne sont pas des coups."
        ),
        t(
            "**Capturer.** Sur un dé adverse voisin, en avant, en arrière ou sur le côté. Votre dé doit "
            "montrer **plus** que lui. Un **1** capture tout, sauf un autre 1."
        ),
        t(
            "Le dé capturé garde sa valeur et va devant vous. Le vôtre **prend cette valeur** : un 5 qui "
            "capture un 2 devient un 2."
        ),
        t(
            "**Rebondir.** Après une capture, ce même dé peut rejouer aussitôt, sans que cela coûte une "
            "action : rouler, flipper, ou capturer encore, avec un nouveau rebond. On peut y renoncer."
        ),
        t(
            "**Exemple.** Votre 5 en c3 capture le 2 en c4 : il est en c4 et montre 2. Il rebondit et "
            "capture le 1 voisin en d4 (2 est plus que 1) : il montre 1. Il rebondit encore et, comme un 1 "
            "capture tout, prend le 6 en d5 : il montre 6. Trois dés, 9 points, et **une seule action**. "
            "Il peut encore rebondir, puis il vous reste une action."
        ),
    )
    return "\n\n".join(paragraphs)


def _camp(t: Texts) -> str:
    paragraphs = (
        t(
            "**Retour au camp.** Un dé qui atteint le camp adverse doit revenir dans le sien, sur une "
            "case vide de votre choix, sans changer de valeur. Cela ne coûte pas d’action."
        ),
        t(
            "- Arrivé en roulant, il revient aussitôt, avant toute autre chose.\n"
            "- Arrivé en capturant, il revient avant son rebond (qui part alors du camp) ou après, même si "
            "son rebond l’a fait ressortir du camp adverse."
        ),
        t(
            "**Prendre des doubles.** Au tout début de votre tour, avant toute action : une rangée montre "
            "au moins deux dés adverses de même valeur ? Vous pouvez en retirer. De chaque valeur en "
            "double, il ne reste qu’un dé, celui que vous voulez ; les autres sont à vous."
        ),
        t(
            "C’est gratuit et il n’y a pas de rebond. Chaque rangée est au choix, mais une rangée "
            "commencée est vidée de tous ses doubles. Une fois par tour, pour toutes les rangées à la fois."
        ),
    )
    return "\n\n".join(paragraphs)


def _recovering(t: Texts) -> str:
    paragraphs = (
        t(
            "**Récupérer un dé.** À votre tour, après une action ou un coup spécial (jamais avant) : si "
            "tous vos dés sur le plateau montrent la même valeur, vous pouvez récupérer un des vôtres que "
            "l’adversaire a capturé. C’est toujours le plus faible ; il revient tel quel, sur une case "
            "vide de votre camp."
        ),
        t(
            "Cela ne coûte rien et peut se répéter tant que vos dés restent égaux, même après la dernière "
            "action ou avec un rebond en attente. Si un dé doit revenir au camp, c’est lui d’abord."
        ),
        t(
            "**Le prix.** À son prochain tour, votre adversaire gagne, pour chaque dé récupéré :\n"
            "- 1 action en bonus pour un 1, un 2 ou un 3 ;\n"
            "- 2 pour un 4, un 5 ou un 6."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Qui commence ?** Pour la première manche, une personne tirée au sort ou choisie par l’hôte ; "
            "on alterne."
        ),
        t(
            "**Fin de manche.** Dès que quelqu’un a capturé **5 dés** ou plus, la manche s’arrête net et "
            "les bonus en attente sont perdus. Chacun ajoute à son total la valeur de ses captures. **30 "
            "points** : gagné. Si vous y êtes tous les deux, le plus haut total l’emporte ; à égalité, "
            "encore une manche."
        ),
        t(
            "**Sans capture.** Après 60 tours de suite sans capture ni doubles (les tours des deux "
            "comptent, une récupération n’y change rien), ou après 300 tours en tout, la manche s’arrête "
            "et on compte. On peut aussi s’accorder pour l’arrêter : « Proposer l’arrêt »."
        ),
        t(
            "**Le temps.** Au rythme vif, 10 minutes par tour ; par correspondance, 1, 3 ou 7 jours. "
            "Ensuite, les coups du brouillon comptent, un retour au camp se fait sur la première case vide "
            "de a à f, et le reste du tour est perdu. Trois absences de suite, et la partie est perdue. "
            "L’adversaire peut accorder du temps. Au rythme détente, rien ne presse."
        ),
        t(
            "**Par correspondance**, un tour ne finit que par « Terminer le tour » : jusque-là, tout peut "
            "s’annuler."
        ),
        t("**Abandonner** ou quitter la table, c’est perdre la partie, quels que soient les points."),
        t(
            "**À la fin**, un fichier donne tous les coups. Seule la personne qui commence est tirée au "
            "sort : `/des verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)


# The options of Débâcle in words.


def _dice(place: int, t: Texts) -> str:
    return t("les dés de {color}", color=t(COLOR_NAMES[COLORS[place]]))


OPTIONS = (Option(name="first", label=N_("Qui commence"), choices=seats(_dice)),)
"""Who plays first in the first round (B1)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 5 minutes par tour"), N_("Au rythme vif, moitié moins de temps")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(
            N_("découverte : 20 minutes par tour"), N_("Au rythme vif, deux fois plus de temps par tour")
        ),
        tempo=Tempo.CALM,
    ),
)


# The lesson of Débâcle, in the middle of a round: roll, flip, capture, bounce, the 1, the way home.

_BEGINNING = Position(
    phase="play",
    round=1,
    turn=9,
    starter=RED,
    current=RED,
    board=board_with(
        {
            "a1": ("red", 2),
            "d1": ("red", 6),
            "b2": ("red", 3),
            "f2": ("red", 4),
            "c3": ("red", 5),
            "e4": ("red", 1),
            "c5": ("black", 3),
            "d5": ("black", 2),
            "e5": ("black", 6),
            "a6": ("black", 4),
            "b6": ("black", 1),
            "f6": ("black", 5),
        }
    ),
    captured=((), ()),
    points=(0, 0),
    missed=(0, 0),
    actions_left=2,
    bonus_left=0,
)

_ADVANCE = (Move(OTHER, Roll("a6", "a5")), Move(OTHER, Roll("a5", "a4")))
"""Basile's turn: a die comes nearer."""
_HESITATE = (Move(OTHER, Flip("b6")), Move(OTHER, Flip("f6")))
"""Basile's turn: two dice turn over where they are."""

_MOVE = LessonStep(
    N_(
        "Vous avez les dés rouges, et **deux actions** par tour. **Rouler** avance d’une case "
        "vide, et le dé gagne 1. **Flipper** le retourne sur place : 5 devient 2. Votre 5 en c3 "
        "regarde le 3 noir en c5."
    ),
    (
        Way(
            (Move(LEARNER, Roll("c3", "c4")),),
            N_("Le 5 roule, et devient un 6. Le voilà devant le 3 : il vous reste une action."),
            label=N_("Rouler c3 → c4 : 6"),
            to="capture",
        ),
        Way(
            (Move(LEARNER, Flip("c3")),),
            N_("Le 5 est devenu un 2 : trop faible pour prendre un 3. Cela se répare."),
            label=N_("Flipper c3 : 2"),
        ),
    ),
)
_WEAK = LessonStep(
    N_("Il vous reste une action, qui est obligatoire : approchez."),
    (
        Way(
            (Move(LEARNER, Roll("c3", "c4")), *_HESITATE),
            N_("Le 2 devient un 3, et un 3 ne prend pas un 3. Votre tour finit ; Basile flippe deux dés."),
            label=N_("Rouler c3 → c4 : 3"),
        ),
    ),
)
_STRONGER = LessonStep(
    N_("À vous, avec deux actions. Flipper un 3 en fait un **4** : plus fort que le 3 noir."),
    (
        Way(
            (Move(LEARNER, Flip("c4")),),
            N_("Un 4 devant un 3 : il vous reste une action."),
            label=N_("Flipper c4 : 4"),
        ),
    ),
)
_CAPTURE = LessonStep(
    N_(
        "**Capturez** : un dé prend un voisin plus petit que lui, devant, derrière ou à côté. Il "
        "prend alors sa valeur, ici 3."
    ),
    (
        Way(
            (Move(LEARNER, Capture("c4", "c5")),),
            N_("Le 3 est à vous : il comptera 3 points à la fin de la manche. Votre dé est devenu un 3."),
            label=N_("Capturer le 3 en c5"),
        ),
    ),
    name="capture",
)
_BOUNCE = LessonStep(
    N_("Après une capture, le même dé peut **rebondir** : une action gratuite. À côté, il y a un 2."),
    (
        Way(
            (Move(LEARNER, Capture("c5", "d5")), Move(LEARNER, Pass()), *_ADVANCE),
            N_("Deux captures en un tour ! Basile, surpris, avance un dé jusqu’en a4."),
            label=N_("Rebondir sur le 2 en d5"),
        ),
        Way(
            (Move(LEARNER, Pass()), *_ADVANCE),
            N_(
                "C’est permis, mais ce 2 ne coûtait rien : un rebond est souvent bon à prendre. Basile "
                "avance."
            ),
            label=N_("Ne pas rebondir"),
        ),
    ),
)
_ONE = LessonStep(
    N_("Regardez votre **1** en e4, devant un 6 : le 1 capture tout, sauf un autre 1. Mais tout le capture."),
    (
        Way(
            (Move(LEARNER, Capture("e4", "e5")),),
            N_(
                "Le plus faible a pris le plus fort, et devient un 6. Basile a oublié qu’il fallait le "
                "prendre."
            ),
            label=N_("Capturer le 6 en e5"),
        ),
    ),
)
_FAR = LessonStep(
    N_(
        "Votre dé peut rebondir : rouler vers e6 le mène dans le **camp adverse**. Un 6 qui "
        "roule devient un 1."
    ),
    (
        Way(
            (Move(LEARNER, Roll("e5", "e6")),),
            N_("Arrivé dans le camp adverse, un dé doit rentrer."),
            label=N_("Rouler e5 → e6 : 1"),
        ),
        Way(
            (Move(LEARNER, Pass()),),
            N_("Prudent : il reste un 6, au cœur de la bataille. Il vous reste une action dans ce tour."),
            label=N_("Ne pas rebondir"),
            to=END,
        ),
    ),
)
_HOME = LessonStep(
    N_("**Retour au camp** : choisissez une case vide de votre première rangée. Il ne change pas de valeur."),
    (
        Way(
            (Move(LEARNER, Return("c1")),),
            N_("Le voilà chez vous, à l’abri, et le tour continue."),
            label=N_("Retour en c1"),
        ),
        Way(
            (Move(LEARNER, Return("f1")),),
            N_("Le voilà chez vous, derrière votre 4, et le tour continue."),
            label=N_("Retour en f1"),
        ),
    ),
)

LESSON = Lesson(
    options={"first": LEARNER},
    steps=(_MOVE, _WEAK, _STRONGER, _CAPTURE, _BOUNCE, _ONE, _FAR, _HOME),
    recall=(
        N_("Deux actions par tour : rouler (+1), flipper (face opposée), capturer plus petit que soi."),
        N_("Qui capture prend la valeur du dé capturé, et peut rebondir ; le 1 capture tout, sauf un 1."),
        N_(
            "Cinq dés capturés finissent la manche, et l’on compte leurs valeurs : 30 points gagnent "
            "la partie."
        ),
    ),
    position=_BEGINNING,
)
