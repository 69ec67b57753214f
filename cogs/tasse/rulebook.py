"""The rules of La Tasse in our own words, page by page, and its lesson."""

from bot.tables.lessons import LEARNER, OTHER, Lesson, LessonStep, Move, Way
from bot.tables.model import Tempo
from bot.texts import N_, Texts
from bot.ui.frame.option import Option, Preset, Typed, Words, explanations, numbers, seats
from cogs.tasse.words import score_name
from engines.tasse.model import Announce, Doubt, Roll, Show
from engines.tasse.scores import HIGHEST, NORMAL

# The rules of La Tasse in our own words, page by page.


def chapters(t: Texts) -> tuple[tuple[str, str], ...]:
    """All chapters, each a title and its text."""
    return (
        (t("En bref"), _short(t)),
        (t("Annoncer, douter"), _claims(t)),
        (t("Spéciaux"), _specials(t)),
        (t("Joker"), _joker(t)),
        (t("Fin et temps"), _end(t)),
    )


def _short(t: Texts) -> str:
    intro = t("Deux dés, une tasse, et du bluff : fuyez les points, ils font sortir du jeu.")
    steps = t(
        "1. **Lancez** en secret. Le plus haut dé fait les dizaines : 6 et 4 se lisent **64**. Deux dés "
        "pareils font un **double**.\n"
        "2. **Annoncez** un score, vrai ou faux, au moins aussi haut que l’annonce d’avant. La tasse passe "
        "à la personne suivante.\n"
        "3. **Elle vous croit ?** Elle lance à son tour. **Elle doute ?** On soulève la tasse : si "
        "l’annonce était exacte, 1 point pour elle ; sinon, 1 point pour vous.\n"
        "4. Au lieu d’annoncer, vous pouvez **montrer** un spécial : **7** (1 point pour la personne "
        "suivante), **double 5** (de même, et elle passe son tour), **31** (1 point pour la personne "
        "d’avant, et le sens tourne), **9** (1 point pour la neuvième place, puis vous relancez).\n"
        "5. Sur une annonce, un **32** est un **joker** : montrez-le, et relancez devant tout le monde. "
        "Plus que l’annonce : 1 point pour la personne suivante. Sinon : 2 points pour vous.\n"
        "6. À **10 points**, on sort. La dernière personne en jeu gagne, avec 2 points d’écart."
    )
    return "\n\n".join((intro, steps, _ladder(t)))


def _ladder(t: Texts) -> str:
    plain = [score for score in NORMAL if score[0] != score[1] and score != HIGHEST]
    doubles = [score_name(score, t) for score in NORMAL if score[0] == score[1]]
    specials = "* " + t("7, double 5, 31, 9 : les spéciaux")
    rows = ("  ".join(plain), "  ".join(doubles[:3]), "  ".join(doubles[3:]), specials, HIGHEST)
    return "\n".join(
        (t("**L’échelle** des annonces, de la plus basse à la plus haute :"), "```", *rows, "```")
    )


def _claims(t: Texts) -> str:
    paragraphs = (
        t(
            "**Commencer.** La personne qui ouvre la manche choisit le sens du jeu (elle peut changer "
            "d’avis jusqu’au premier lancer). Puis **Lancer** : personne d’autre ne voit vos dés. Annoncez "
            "un score de l’échelle, vrai ou faux : la tasse passe à la personne suivante."
        ),
        t(
            "**Répondre.** Quand la tasse arrive avec une annonce :\n"
            "- **Croire et lancer** : les dés précédents restent secrets pour toujours. Vous lancez en "
            "secret, puis vous annoncez au moins autant, ou vous montrez un spécial.\n"
            "- **Douter** : on soulève la tasse. L’annonce était exacte ? 1 point pour vous. Elle était "
            "fausse, même trop modeste ? 1 point pour l’autre. La personne qui prend le point repart de "
            "zéro."
        ),
        t(
            "**Repartir de zéro**, c’est lancer sans annonce à égaler. Si la personne vient d’être "
            "éliminée, la suivante prend la tasse."
        ),
        t(
            "Les spéciaux se placent entre le double 6 et le {highest}. On ne les annonce jamais, on les "
            "montre. On peut aussi les cacher et annoncer autre chose.\n"
            "Dans un duel ou avec un joker, il faut faire **plus** : l’égalité perd. Les spéciaux sont à "
            "égalité entre eux.",
            highest=HIGHEST,
        ),
    )
    return "\n\n".join(paragraphs)


def _specials(t: Texts) -> str:
    paragraphs = (
        t("Un spécial se joue avec **Montrer**, tout de suite après le lancer."),
        t(
            "- **7** (5 et 2, 6 et 1, 4 et 3) : la personne suivante prend 1 point et repart de zéro.\n"
            "- **Double 5**, « plein la gueule pour pas un rond » : la personne suivante prend 1 point et "
            "passe son tour ; celle d’après repart de zéro.\n"
            "- **31** : la personne précédente prend 1 point, le sens tourne, et c’est elle qui repart de "
            "zéro.\n"
            "- **9** (6 et 3) : on compte neuf places dans le sens du jeu, la vôtre est la première. La "
            "neuvième prend 1 point, puis vous relancez sur la même annonce. À 2, 4 ou 8 en jeu, la "
            "neuvième place est la vôtre."
        ),
        t(
            "**Sur un 21.** Un 7, un double 5 ou un 31 font leur effet, mais comme ils ne battent pas le "
            "21, vous prenez 1 point aussi, et c’est vous qui repartez de zéro. Après un double 5, la "
            "personne touchée passe son tour dès que la tasse vous quitte ; après un 31, le sens a tourné. "
            "Le 9 ne coûte rien de plus : vous relancez sur le 21."
        ),
    )
    return "\n\n".join(paragraphs)


def _joker(t: Texts) -> str:
    paragraphs = (
        t(
            "Le **32** est le plus petit score. Mais s’il y a une annonce à battre, le montrer lance le "
            "**joker** : vous relancez aussitôt, devant tout le monde."
        ),
        t(
            "- Si ce deuxième lancer fait **plus** que l’annonce, la personne suivante prend 1 point et "
            "repart de zéro. Les spéciaux ne comptent ici que par leur rang, sans leur effet.\n"
            "- Sinon, vous prenez 2 points et repartez de zéro. Sur un 21, le joker échoue toujours."
        ),
        t(
            "Sans annonce à battre, le 32 est un 32 tout simple. Et rien n’oblige à tenter le joker : on "
            "peut annoncer autre chose."
        ),
        t(
            "**32 sur 32.** Si le deuxième lancer est encore un 32, vous prenez 2 points, puis chacun des "
            "autres, dans l’ordre, vous défie en duel : un score à battre, de 32 à double 6, et vous "
            "lancez devant tout le monde. Si vous ne faites pas **plus**, 1 point pour vous. Après le "
            "dernier duel, vous repartez de zéro. Si vous sortez du jeu, les duels s’arrêtent "
            "là."
        ),
        t(
            "**Mauvaise annonce.** En tapant votre annonce, vous pouvez vous tromper : un score qui "
            "n’existe pas, un spécial que vos dés ne montrent pas ou un score trop bas coûte 1 point, et "
            "vous repartez de zéro. On dit « soixante-quatre », « 64 » ou « 6 4 » ; « double 3 » (pas « "
            "trente-trois ») ; « double as » ou « douglas » ; « vingt et un » ou « ultimous fabulous "
            "magnificous ». Un texte sans score ne coûte rien. Avec la liste, aucun risque."
        ),
        t(
            "**Dire un spécial.** Taper le vrai nom de ce que montrent vos dés le montre : « 7 », « double "
            "5 » ou « plein la gueule pour pas un rond », « 31 », « neuf », « joker » s’il y a une annonce "
            "à battre. Son nombre (« cinquante-deux », « 55 ») est une mauvaise annonce."
        ),
    )
    return "\n\n".join(paragraphs)


def _end(t: Texts) -> str:
    paragraphs = (
        t(
            "**Sortir du jeu.** À 10 points (réglable), on est éliminé. Mais la victoire demande 2 points "
            "d’écart : s’il reste au plus une personne sous 10 points, ne sortent que celles et ceux qui "
            "ont au moins 2 points de plus que le plus petit total. Les autres restent en sursis. La "
            "dernière personne en jeu gagne la manche."
        ),
        t(
            "**Manches.** À chaque manche, les points reviennent à zéro. La première personne éliminée, la "
            "« face de nul », ouvre la manche suivante. Le plus de manches gagnées, et la partie est à "
            "vous."
        ),
        t(
            "**Le temps.** Au rythme vif, 90 secondes par décision. Ensuite la tasse tombe : 1 point, et "
            "on repart de zéro ; dans un duel, le défi est perdu. Trois absences de suite, et vous quittez "
            "la table. Au rythme détente, rien ne presse."
        ),
        t(
            "**Partir.** On peut quitter quand on veut (`/tasse quitter`), sans prendre de point. Si vous "
            "aviez la tasse, ou si l’annonce en cours était la vôtre, la personne suivante repart de zéro."
        ),
        *explanations(OPTIONS, t),
        t(
            "**Des dés honnêtes.** Tout est fixé au départ par un secret, révélé à la fin : `/des "
            "verifier` prouve que rien n’a été changé."
        ),
    )
    return "\n\n".join(paragraphs)


# The options of La Tasse in words (T3, T8, T13, T14, T16).


def _points(n: int, t: Texts) -> str:
    return t.plural("à {n} point", "à {n} points", n)


def _rounds(n: int, t: Texts) -> str:
    del t
    return str(n)


OPTIONS = (
    Option(
        name="threshold",
        label=N_("Élimination"),
        choices=numbers(3, 5, 7, 15, 20, words=_points),
        typed=Typed(N_("seuil"), N_("Nombre de points qui élimine (10 par défaut)"), most=50),
    ),
    Option(
        name="rounds",
        label=N_("Manches"),
        choices=numbers(2, 3, 4, 5, words=_rounds),
        typed=Typed(N_("manches"), N_("Nombre de manches (1 par défaut)"), most=9),
    ),
    Option(
        name="announce",
        label=N_("Annonces"),
        choices={
            "free": Words(N_("libres"), N_("Dans une liste, ou tapées : gare aux faux pas")),
            "guided": Words(N_("guidées"), N_("Dans une liste seulement")),
        },
        typed=Typed(N_("annonces"), N_("Annonces libres (on peut se tromper) ou guidées")),
    ),
    Option(name="first", label=N_("Qui commence"), choices=seats()),
    Option(
        name="sips",
        label=N_("Gorgées"),
        choices={False: Words(N_("non")), True: Words(N_("une gorgée par point"))},
        setting="sips",
        explained=N_(
            "**Gorgées** (si le serveur le permet) : chaque point vaut une gorgée de ce qui vous plaît, "
            "sans alcool par défaut. Personne n’est obligé."
        ),
    ),
)

PRESETS = (
    Preset(
        name="short",
        words=Words(N_("éclair : 5 points"), N_("Une seule manche, et l’on sort à 5 points")),
        options={"threshold": 5, "rounds": 1},
    ),
    Preset(
        name="first",
        words=Words(N_("découverte : 5 points"), N_("Annonces dans une liste, deux fois plus de temps")),
        options={"threshold": 5, "rounds": 1, "announce": "guided"},
        tempo=Tempo.CALM,
    ),
)


# The lesson of La Tasse: rolling, announcing, believing or doubting, showing a special.


def _replies(score: str, *dice: int) -> tuple[Move, Move]:
    """Basile believes or starts, rolls these dice, and announces a score."""
    return Move(OTHER, Roll(), dice), Move(OTHER, Announce(score))


_START = LessonStep(
    N_(
        "La tasse est à vous : **lancez**. Le plus haut dé fait les dizaines, et personne "
        "d’autre ne voit vos dés."
    ),
    (Way((Move(LEARNER, Roll(), (3, 5)),), N_("Un 5 et un 3 : cela se lit **53**.")),),
)
_CLAIM = LessonStep(
    N_(
        "**Annoncez** un score, vrai ou faux : Basile devra y croire et faire au moins autant, "
        "ou douter. Sur l’échelle, le 53 est bas, le double 1 assez haut, et le 21 tout en haut."
    ),
    (
        Way(
            (Move(LEARNER, Announce("53")), *_replies("11", 4, 2)),
            N_("La vérité ne risque rien : Basile vous croit, lance, et monte jusqu’au double 1."),
            to="answer",
        ),
        Way(
            (Move(LEARNER, Announce("65")), *_replies("11", 4, 2)),
            N_("Joli bluff : Basile y croit, vos dés restent secrets pour toujours, et l’annonce monte."),
            to="answer",
        ),
        Way(
            (Move(LEARNER, Announce("21")), Move(OTHER, Doubt())),
            N_(
                "Trop beau pour être vrai : un 21 sort une fois sur 18, et Basile doute. On lève la "
                "tasse : 1 point pour vous. Plus l’annonce est haute, plus on doute."
            ),
        ),
    ),
)
_AGAIN = LessonStep(
    N_("Qui prend un point **repart de zéro** : lancez, il n’y a plus rien à égaler."),
    (Way((Move(LEARNER, Roll(), (6, 2)),), N_("Cette fois, 62.")),),
)
_MODEST = LessonStep(
    N_("**Annoncez** : la vérité, ou un peu plus."),
    (
        Way(
            (Move(LEARNER, Announce("62")), *_replies("11", 4, 2)),
            N_("Basile vous croit, lance, et monte jusqu’au double 1."),
        ),
        Way(
            (Move(LEARNER, Announce("64")), *_replies("11", 4, 2)),
            N_("Un petit bluff passe souvent : Basile y croit, et monte jusqu’au double 1."),
        ),
    ),
)
_ANSWER = LessonStep(
    N_(
        "À vous de répondre. **Croire**, c’est lancer, et faire au moins autant : un lancer sur deux y "
        "arrive. **Douter**, c’est lever la tasse : si le score n’est pas exact, même trop modeste, 1 point "
        "pour Basile ; sinon, 1 point pour vous."
    ),
    (
        Way(
            (Move(LEARNER, Doubt()),),
            N_("Bien vu : Basile n’avait que 42, et prend 1 point."),
        ),
        Way(
            (Move(LEARNER, Roll(), (5, 2)),),
            N_(
                "Vous croyez Basile : ses dés restent secrets pour toujours. Il vous faut maintenant au "
                "moins un double 1… ou la chance que voici."
            ),
            to="special",
        ),
    ),
    name="answer",
)
_GO_ON = LessonStep(
    N_("Qui prend un point repart de zéro : la tasse est à Basile."),
    (
        Way(
            _replies("42", 4, 2),
            N_("Basile lance, et annonce un petit score."),
            label=N_("Continuer"),
        ),
    ),
)
_BELIEVE = LessonStep(
    N_("Un 42 est facile à croire : presque tous les lancers font autant. **Croyez, et lancez.**"),
    (Way((Move(LEARNER, Roll(), (5, 2)),), N_("5 et 2 : quelle chance !")),),
)
_SPECIAL = LessonStep(
    N_(
        "Vos dés font **7** : un **spécial**. On ne l’annonce jamais : on le **montre**, et la "
        "personne suivante prend 1 point. On peut aussi le cacher, et annoncer autre chose."
    ),
    (
        Way((Move(LEARNER, Show()),), N_("Basile prend 1 point, sans pouvoir répondre.")),
        Way(
            (Move(LEARNER, Announce("33")), Move(OTHER, Doubt())),
            N_(
                "Basile doute, et lève la tasse : ce n’est pas un double 3, 1 point pour vous. Montrer "
                "le 7 était sûr, et donnait le point à Basile."
            ),
        ),
    ),
    name="special",
)

LESSON = Lesson(
    options={"first": LEARNER, "announce": "guided"},
    steps=(_START, _CLAIM, _AGAIN, _MODEST, _ANSWER, _GO_ON, _BELIEVE, _SPECIAL),
    recall=(
        N_("On annonce vrai ou faux, mais jamais moins que l’annonce d’avant."),
        N_("Croire, c’est relancer ; douter, c’est lever la tasse, et l’un des deux prend 1 point."),
        N_("Un spécial se montre ; un 32 sur une annonce est un joker. À 10 points, on sort du jeu."),
    ),
    private=True,
)
