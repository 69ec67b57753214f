"""The shelf: the games to choose from, each with a picture, a sentence, and buttons that open a table."""

from collections.abc import Callable, Sequence

from bot.texts import Texts
from bot.ui.frame.badge import join_lines, pictured
from bot.ui.frame.face import Face
from bot.ui.frame.folding import fold
from bot.ui.frame.lesson import lessons_button
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Block, Break, Button, Page, Row, Text

_ON_A_PAGE = 5
"""Cards on a page: Discord grants a message 40 components, and a card takes seven."""
_ON_EACH_PAGE = 4
"""Cards on a page where there are several, for each has buttons that lead to the others."""


def shelf_page(
    faces: Sequence[Face],
    number: int,
    t: Texts,
    answers: Callable[[str], bool] = lambda _verb: True,
    *,
    private: bool = False,
) -> Page:
    """One page of the shelf, by its `number` from 0; the last page for any larger number.

    `private`: it is shown in private messages, where one plays against computers. `answers`:
    whether a verb is answered; of features that are not there nothing is said.
    """
    cards = [face for face in faces if face.spec.planned is None]
    most = _ON_A_PAGE if len(cards) <= _ON_A_PAGE else _ON_EACH_PAGE
    pages = [cards[i : i + most] for i in range(0, len(cards), most)]
    number = min(number, len(pages) - 1)
    planned = [t(face.spec.planned) for face in faces if face.spec.planned]
    words = [_welcome(private, t), _how_to_begin(private, t)]
    words += [_how_to_learn(faces, t)] if answers("learn.open") else []
    words += planned if answers("evening.drafted") and not private else []
    blocks: list[Block] = [Text(join_lines(*words))]
    for face in pages[number]:
        blocks += _card(face, t)
    own = _own(t, private=private)
    blocks += [Break(), Row((*_ways(number, len(pages), t), *_lessons_and_rules(faces, t), *own))]
    title = t("Apprendre, règles, mes parties…") if private else t("Apprendre, règles, profil, classement…")
    return fold(Page(0, 0, tuple(blocks)), t, title)


def people_words(least: int, most: int, t: Texts) -> str:
    """How many people play a game."""
    if least == most:
        return t.plural("{n} personne", "{n} personnes", least)
    return t("{least} à {most} personnes", least=least, most=most)


def time_words(spec: GameSpec, t: Texts) -> str:
    """How long a game takes."""
    least, most = spec.minutes
    return t("{least}\u00a0à\u00a0{most}\u00a0min", least=least, most=most)


def _welcome(private: bool, t: Texts) -> str:
    head = t("## 🎲 À quoi joue-t-on ?")
    if private:
        return f"{head}\n" + t("La table s’ouvre ici, entre vous et des ordinateurs.")
    return f"{head}\n" + t("La table s’ouvre dans ce salon, et tout le monde peut la rejoindre.")


def _card(face: Face, t: Texts) -> list[Block]:
    spec, badge = face.spec, face.badge
    people, time = people_words(spec.seats_min, spec.seats_max, t), time_words(spec, t)
    facts = t("-# 👥 {people} · ⏱️\u00a0{time}", people=people, time=time)
    blocks: list[Block] = [Break(spec.accent), pictured(badge, f"### {badge.name}\n{t(spec.about)}\n{facts}")]
    opening = Button("games.open", t("Ouvrir une table"), spec.name, "success")
    blocks.append(Row((opening, Button("games.trial", t("Partie d’essai"), spec.name))))
    return blocks


def _how_to_begin(private: bool, t: Texts) -> str:
    if private:
        return t(
            "**Pour commencer** : ouvrez une table, puis **Commencer**. Tout se joue avec des boutons. "
            "Pour jouer à plusieurs, tapez `/jouer` dans un salon de votre serveur."
        )
    return t(
        "**Pour commencer** : ouvrez une table, laissez les autres **Rejoindre**, puis **Commencer**. "
        "Personne d’autre ? Une **Partie d’essai** se joue tout de suite, contre l’ordinateur."
    )


def _how_to_learn(faces: Sequence[Face], t: Texts) -> str:
    if not any(face.spec.lesson for face in faces):
        return ""
    return t("**Première fois ?** `/tuto` apprend un jeu en jouant, en deux à quatre minutes.")


def _lessons_and_rules(faces: Sequence[Face], t: Texts) -> tuple[Button, ...]:
    """What the menu below the cards has of the games: lessons, and the rules of every one."""
    lessons = (lessons_button(t),) if any(face.spec.lesson for face in faces) else ()
    rules = (
        Button("games.rules", t("Règles : {game}", game=face.spec.title), face.spec.name, rare=True)
        for face in faces
    )
    return (*lessons, *rules)


def _own(t: Texts, *, private: bool) -> tuple[Button, ...]:
    """What it has for whoever asks: the day's challenge, their tables; on a server, profile and ranking."""
    challenge = Button("daily.play", t("Le défi du jour"), rare=True)
    tables = (challenge, Button("mine.list", t("Mes parties"), rare=True))
    if private:
        return tables
    profile = Button("profile.mine", t("Mon profil"), rare=True)
    return (*tables, profile, Button("ranking.look", t("Classement"), rare=True))


def _ways(number: int, pages: int, t: Texts) -> tuple[Button, ...]:
    """The buttons to the pages before and after; none where there is one page."""
    if pages == 1:
        return ()
    before = Button("games.page", t("Jeux précédents"), str(max(number - 1, 0)), disabled=number == 0)
    after = Button("games.page", t("Autres jeux"), str(number + 1), disabled=number == pages - 1)
    return (before, after)
