"""The rules of DESfausse in our own words, page by page, and its lesson."""

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType

from bot.tables.lessons import END, LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Preset, Typed, Words
from engines.desfausse.model import Discard, Pass, Reroll, Stop

# The rules of DESfausse in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Lancer"), _rolling(t)),
        (t("Défausser"), _discarding(t)),
        (t("Malédiction et dons"), _curse(t)),
        (t("Fin et temps"), _end(t)),
    )


def _short(t: Texts) -> str:
    return t(
        "De 2 à 6 joueurs, six dés chacun. Tout le monde joue en même temps, en secret.\n"
        "1. Plus de dés ? Vous gagnez la manche. **Deux manches** gagnent la partie.\n"
        "2. Les dés sont lancés ; relancez ceux que vous voulez, deux fois au plus. Un **diable** est "
        "verrouillé jusqu’à la fin du tour.\n"
        "3. On appelle les 2, les 3, les 4, les 5 et les 6 : à un seul de ces appels, vous **défaussez** "
        "des dés de cette valeur, **moins un par diable**. Avec trois 4 et un diable, deux dés partent.\n"
        "4. Vos dés d’une seule couleur peuvent partir chez les autres ; sinon, ils vont aux **Enfers**. Les "
        "plus grandes combinaisons passent d’abord.\n"
        "5. Plus de la moitié de diables : **😈 malédiction !** Vous ne défaussez rien, et on vous donne des "
        "dés.\n"
        "6. Puis vient un nouveau tour, avec les dés qui restent et ceux que vous avez reçus (9 au plus).\n"
        "7. Dès la deuxième manche, la personne qui a gagné joue avec l’**Ange**, sans diable, et donne son "
        "gros dé rouge à la main la plus chargée."
    )


def _rolling(t: Texts) -> str:
    paragraphs = (
        t(
            "**Les dés.** Chacun commence avec six dés :\n"
            "- 2 petits rouges et 2 petits verts, qui montrent un diable ou un chiffre de 2 à 6 ;\n"
            "- 1 gros rouge et 1 gros vert, qui montrent 3, 4, 5, ou un diable une fois sur deux.\n"
            "L’Ange, blanc, arrive à partir de la deuxième manche : il montre l’ange ou un chiffre de 2 à "
            "6, jamais de diable."
        ),
        t(
            "Le premier lancer est fait pour vous à l’ouverture du tour. Ensuite, deux fois au plus : "
            "appuyez sur les dés à relancer, puis **Relancer** ; ou **Garder** pour en rester là. Un dé "
            "gardé peut être relancé la fois suivante."
        ),
        t(
            "**Diables.** Un diable est verrouillé aussitôt, jusqu’à la fin du tour. Si vous n’avez plus "
            "que des diables, vos lancers s’arrêtent."
        ),
        t(
            "**Secret.** Les autres voient combien de dés vous avez, et lesquels, jamais ce qu’ils montrent. "
            "À la fin du tour, tout est montré. Avec l’option **mains montrées**, tout l’est dès que les "
            "lancers sont finis."
        ),
        t(
            "**Sans voir les couleurs.** Rouge : coins coupés et points en losange. Vert : coins ronds et "
            "points ronds. L’Ange : carré, avec un A. Les diables ont des cornes et un cadenas. Le texte "
            "de remplacement de chaque image dit tout en mots, et le bouton **En texte** aussi."
        ),
    )
    return "\n\n".join(paragraphs)


def _discarding(t: Texts) -> str:
    paragraphs = (
        t(
            "**Combinaison.** Un ou plusieurs de vos dés qui montrent la valeur appelée. L’Ange compte "
            "pour son chiffre, ou pour la valeur appelée s’il montre l’ange ; il est de la couleur qui "
            "vous arrange."
        ),
        t(
            "**Combien de dés partent ?** Tous ceux de la combinaison, moins un par diable de votre main "
            "(au moins un doit partir). Vous choisissez lesquels.\n"
            "- Aux **Enfers** : toujours permis. L’Ange, lui, est mis de côté.\n"
            "- Chez un ou plusieurs **adversaires** : seulement si la combinaison est d’une seule couleur."
        ),
        t(
            "**Exemple.** Votre main : trois 4, un 2, un 6 et un diable. À l’appel des 4, vous choisissez "
            "vos trois 4. Un diable, donc un de moins : **deux 4 partent**. Ils vont aux Enfers ou, si les "
            "trois sont rouges ou les trois verts, chez qui vous voulez. Au tour suivant, vous lancez les "
            "quatre dés qui restent et ceux que vous avez reçus. Avec deux diables, un seul 4 partait ; "
            "avec trois, aucun : **il faut plus de dés de cette valeur que de diables.**"
        ),
        t(
            "**L’ordre.** À chaque appel, vous choisissez en secret de défausser ou de passer ; un choix "
            "validé ne change plus. Défaussent d’abord les mains qui n’avaient qu’un dé au début du tour ; "
            "puis la combinaison la plus grande ; puis celle qui a le plus de verts (l’Ange compte vert, "
            "sauf donné avec du rouge) ; sinon, en même temps."
        ),
        t(
            "**Dés reçus.** Ils entrent dans votre main au tour suivant. Jamais plus de **9 dés** : un dé "
            "de trop va aux Enfers. Si vous n’aviez qu’un dé et en recevez un avant de défausser, vous ne "
            "défaussez rien ce tour."
        ),
    )
    return "\n\n".join(paragraphs)


def _curse(t: Texts) -> str:
    paragraphs = (
        t(
            "**😈 Malédiction.** Si plus de la moitié de vos dés sont des diables à la fin des lancers, la "
            "malédiction vous frappe pour ce tour : vous ne défaussez rien, et chaque personne qui n’est "
            "pas sous malédiction vous donne un dé. Avec six dés, quatre diables suffisent ; trois, non."
        ),
        t(
            "**Donner.** Quand vous défaussez, donnez aussi à chaque personne sous malédiction un dé hors "
            "de la combinaison (même un diable). Si vous n’avez rien défaussé, vous donnez après l’appel "
            "des 6. Pas assez de dés ? On sert dans l’ordre de la table."
        ),
        t(
            "**Pas de place ?** Avec 9 dés, on ne reçoit rien. Si quelqu’un y arrive juste avant, le dé "
            "reste chez la personne qui voulait le donner."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Fin de manche.** Plus aucun dé, ni en main ni reçu plus tôt ? La manche s’arrête et vous "
            "gagnez un jeton (un dé qui arrive au même moment ne compte pas). À plusieurs au même moment, "
            "chacun le sien. À **2 jetons**, la partie est gagnée, ou partagée."
        ),
        t(
            "**L’Ange et le gros dé rouge.** À la manche suivante, tous reprennent leurs six dés. La "
            "personne qui a gagné échange son gros dé rouge contre l’Ange et le donne à celle qui avait le "
            "plus de dés à la fin ; s’il y en a plusieurs, elle choisit. Si plusieurs ont gagné, l’Ange "
            "est tiré au sort."
        ),
        t(
            "**Le temps.** 2 minutes par décision. Ensuite : vos dés sont gardés, vous passez, ou le "
            "premier choix possible est pris. Trois absences de suite, et vous quittez la table. Au rythme "
            "détente, pas de limite ; l’option accessible double le temps."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/desfausse quitter`) : vos dés vont aux Enfers, "
            "un choix secret est annulé. La dernière personne à table gagne."
        ),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)


# The options of DESfausse in words.

OPTIONS = (
    Option(
        name="hands",
        label=N_("Mains"),
        choices={
            "hidden": Words(N_("cachées"), N_("Les dés se montrent à la fin du tour")),
            "shown": Words(N_("montrées"), N_("Les dés se montrent dès la fin des lancers")),
        },
        typed=Typed(N_("mains"), N_("Cachées jusqu’à la fin du tour, ou montrées dès la fin des lancers")),
    ),
)
"""Whether all hands are shown once the rolling is over (F2)."""

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 1 minute par décision"), N_("Moitié moins de temps pour chaque décision")),
        tempo=Tempo.FAST,
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : mains montrées"), N_("Et deux fois plus de temps par décision")),
        options={"hands": "shown"},
        tempo=Tempo.CALM,
    ),
)


# The lesson of DESfausse: devils, what leaves at a call, the cursed, and the turn after that.
#
# Who learns has dice 1 to 6, Basile 7 to 12. What is left of a hand decides which steps follow; they say
# the same.

_DEVIL = 6
"""The die of who learns that shows a devil from the beginning: Basile, who is cursed, is given it."""
_KEEP, _HE_KEEPS = Move(LEARNER, Stop()), Move(OTHER, Stop())
_HE_FALLS = Move(OTHER, Reroll((8, 11, 12)), (1, 1, 3))
"""Basile throws again what was no devil, and then has four of them."""
_HANDS: Mapping[tuple[int, ...], tuple[int, ...]] = MappingProxyType(
    {(2, 4): (5, 5), (2, 3, 4): (5, 5, 6), (1, 2, 3, 4): (5, 5, 6, 6), (2, 3, 4, 5): (5, 6, 6, 5)}
)
"""What is thrown with the dice that may be left: two fives, no devil."""
_HIS: Mapping[int, tuple[int, ...]] = MappingProxyType(
    {7: (1, 1, 1, 2, 3, 4, 5), 8: (1, 3, 1, 1, 2, 3, 4, 5), 9: (1, 1, 3, 1, 1, 2, 3, 4, 5)}
)
"""What Basile throws with so many dice: too many devils to discard anything, too few to be cursed."""
_NEXT_ROUND = (4, 3, 2, 6, 5, 2, 3, 1, 6, 2, 5, 4, 3)
"""What both throw after a round is won: six dice and seven."""


def _throw(left: tuple[int, ...], his: int) -> tuple[int, ...]:
    """What both throw when a turn opens with the dice that are `left`, and so many of Basile's."""
    return (*_HANDS[left], *_HIS[his])


def _name(step: str, left: tuple[int, ...], his: int) -> str:
    return f"{step} {left} {his}"


def _hell(combo: tuple[int, ...], out: tuple[int, ...], said: str, label: str) -> Way:
    """Send these dice to Hell, and the devil to Basile."""
    left = _left(out)
    discard = Discard(combo, out, "hell", ((OTHER, _DEVIL),))
    return Way((Move(LEARNER, discard, _throw(left, 7)),), said, label, _name("keep", left, 7))


def _give(combo: tuple[int, ...], out: tuple[int, ...], said: str, label: str) -> Way:
    """Send these red dice, and the devil, to Basile."""
    left, his = _left(out), 7 + len(out)
    discard = Discard(combo, out, ((OTHER, out),), ((OTHER, _DEVIL),))
    return Way((Move(LEARNER, discard, _throw(left, his)),), said, label, _name("keep", left, his))


def _left(out: Iterable[int]) -> tuple[int, ...]:
    return tuple(die for die in range(1, _DEVIL) if die not in out)


_START = LessonStep(
    N_(
        "Tout le monde joue en même temps, en secret. Le but : n’avoir **plus de dés**. Vous "
        "avez trois 4, et un **diable**, verrouillé. Relancez ce que vous voulez, deux fois au "
        "plus."
    ),
    (
        Way(
            (Move(LEARNER, Reroll((2, 4)), (4, 3)), _HE_FALLS),
            N_("Un quatrième 4, et un 3 : bien visé. On garde ce qui va ensemble."),
            label=N_("Relancer le 2 et le 6"),
            to="again",
        ),
        Way(
            (_KEEP, _HE_FALLS, _HE_KEEPS),
            N_("Prudent : vous gardez trois 4 et un seul diable."),
            label=N_("Tout garder"),
            to="call b",
        ),
        Way(
            (Move(LEARNER, Reroll((1, 2, 3, 4, 5)), (4, 1, 4, 4, 5)), _HE_FALLS),
            N_("Risqué : vous retrouvez trois 4, mais un deuxième diable est venu, et il est verrouillé."),
            label=N_("Relancer les cinq"),
            to="risky",
        ),
    ),
)
_AGAIN = LessonStep(
    N_("Chaque diable retient un dé : avec quatre 4 et un diable, **trois** dés partiront. Relancer le 3 ?"),
    (
        Way(
            (_KEEP, _HE_KEEPS),
            N_("Sage : un diable de plus aurait coûté un dé."),
            label=N_("Garder"),
            to="call a",
        ),
        Way(
            (Move(LEARNER, Reroll((4,)), (1,)), _HE_KEEPS),
            N_("Aïe, un diable : il retient un dé de plus."),
            label=N_("Relancer le 3"),
            to="call a2",
        ),
    ),
    name="again",
)
_RISKY = LessonStep(
    N_(
        "Deux diables retiennent deux dés : de trois 4, **un seul** partira. Le gros dé rouge, "
        "un 5, montre un diable une fois sur deux. Le relancer ?"
    ),
    (
        Way(
            (_KEEP, _HE_KEEPS),
            N_("Vous gardez trois 4, et deux diables."),
            label=N_("Garder"),
            to="call c",
        ),
        Way(
            (Move(LEARNER, Reroll((5,)), (4,)), _HE_KEEPS),
            N_("Quelle chance : un quatrième 4. Mais une fois sur deux, plus rien ne partait."),
            label=N_("Relancer le 5"),
            to="call c2",
        ),
    ),
    name="risky",
)

_CALL = N_(
    "On appelle les 2, les 3, puis les **4** : à un seul appel, vous **défaussez**. D’une "
    "seule couleur, des dés peuvent partir chez Basile ; sinon, ils vont aux Enfers. Plus de "
    "la moitié de diables, et Basile est sous **malédiction** : pas de défausse, et un dé à "
    "recevoir. Votre gros diable vert, par exemple."
)
_TO_HELL = N_("Des dés partent aux Enfers, et votre diable chez Basile.")
_TO_HIM = N_(
    "Vos dés rouges partent chez Basile, avec votre diable : sa main grossit, mais il vous en reste plus."
)
_THREE, _TWO, _ONE = N_("Trois 4 aux Enfers"), N_("Deux 4 aux Enfers"), N_("Un 4 aux Enfers")
_TWO_REDS, _ONE_RED = N_("Deux 4 rouges à Basile"), N_("Un 4 rouge à Basile")

_CALLS = (
    LessonStep(
        _CALL,
        (
            _hell((1, 2, 3, 5), (1, 3, 5), _TO_HELL, _THREE),
            _give((1, 2, 5), (1, 5), _TO_HIM, _TWO_REDS),
        ),
        "call a",
    ),
    LessonStep(
        _CALL,
        (_hell((1, 2, 3, 5), (1, 5), _TO_HELL, _TWO), _give((1, 2, 5), (5,), _TO_HIM, _ONE_RED)),
        "call a2",
    ),
    LessonStep(
        _CALL,
        (_hell((1, 3, 5), (1, 5), _TO_HELL, _TWO), _give((1, 5), (5,), _TO_HIM, _ONE_RED)),
        "call b",
    ),
    LessonStep(_CALL, (_hell((1, 3, 4), (1,), _TO_HELL, _ONE),), "call c"),
    LessonStep(_CALL, (_hell((1, 3, 4, 5), (1, 5), _TO_HELL, _TWO),), "call c2"),
)


def _last_turn(left: tuple[int, ...], his: int) -> Iterator[LessonStep]:
    """The two steps of the second turn: keep, and discard both fives."""
    fives = tuple(die for die, face in zip(left, _HANDS[left], strict=True) if face == 5)
    rest = tuple(die for die in left if die not in fives)
    yield LessonStep(
        N_("Un nouveau tour commence, avec les dés qui restent. Deux 5, et aucun diable : **gardez**."),
        (
            Way(
                (_KEEP, _HE_KEEPS),
                N_("Basile garde aussi ; on appelle les 5."),
                N_("Garder"),
                _name("last", left, his),
            ),
        ),
        _name("keep", left, his),
    )
    discard = Discard(fives, fives, "hell")
    if rest:
        said = N_("Vos deux 5 partent. Encore un tour comme celui-ci, et la manche est à vous !")
        away = Move(LEARNER, discard, (*(6,) * len(rest), *_HIS[his]))
    else:
        said = N_(
            "Plus un dé : vous gagnez la manche ! Dans la suivante, vous jouez avec l’Ange, sans diable."
        )
        away = Move(LEARNER, discard, _NEXT_ROUND)
    passed = N_(
        "Rien n’est parti, et vous avez les mêmes dés à relancer : ces deux 5 ne demandaient qu’à partir."
    )
    yield LessonStep(
        N_("Sans diable, **tous** les 5 partent : des couleurs différentes vont aux Enfers."),
        (
            Way((away,), said, N_("Deux 5 aux Enfers"), END),
            *_pass(left, his, rest, passed),
        ),
        _name("last", left, his),
    )


def _pass(left: tuple[int, ...], his: int, rest: tuple[int, ...], said: str) -> tuple[Way, ...]:
    """Discard nothing; who has other dice is asked once more at a later call, and passes there too."""
    again = (Move(LEARNER, Pass()),) if rest else ()
    moves = (*again, Move(LEARNER, Pass(), _throw(left, his)))
    return (Way(moves, said, N_("Passer"), END),)


LESSON = Lesson(
    options={},
    draws=(4, 2, 4, 6, 4, 1, 1, 3, 5, 1, 4, 3),
    steps=(
        _START,
        _AGAIN,
        _RISKY,
        *_CALLS,
        *_last_turn((2, 4), 7),
        *_last_turn((2, 3, 4), 7),
        *_last_turn((2, 3, 4), 9),
        *_last_turn((1, 2, 3, 4), 8),
        *_last_turn((2, 3, 4, 5), 7),
    ),
    recall=(
        N_("Rassemblez une valeur, relancez le reste, et méfiez-vous : chaque diable retient un dé."),
        N_("Une seule couleur peut partir chez les autres ; le reste va aux Enfers."),
        N_("Plus de la moitié de diables, et c’est la malédiction. Deux manches gagnent la partie."),
    ),
    private=True,
)
