"""The shelf: the games to choose from, each with a picture, a sentence, and a button that opens a table."""

from __future__ import annotations

from collections.abc import Sequence

from bot.texts import Texts
from bot.ui.frame.badge import pictured
from bot.ui.frame.face import Face
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Block, Break, Button, Choice, Page, Row, Select, Text

__all__ = ["people_words", "shelf_page", "time_words"]

_ON_A_PAGE = 5
"""Cards on a page: Discord grants a message 40 components, and a card takes six."""


def shelf_page(faces: Sequence[Face], number: int, t: Texts, *, private: bool = False) -> Page:
    """One page of the shelf, by its `number` from 0; the last page for any larger number.

    `private`: it is shown in private messages, where one plays against computers.
    """
    pages = [faces[i : i + _ON_A_PAGE] for i in range(0, len(faces), _ON_A_PAGE)]
    number = min(number, len(pages) - 1)
    blocks: list[Block] = [Text(_welcome(private, t))]
    for face in pages[number]:
        blocks += _card(face, t)
    blocks += [Break(), Text(_how_to_begin(private, t)), _rules(faces, t)]
    blocks.append(Row((Button("mine.list", t("Mes parties")), *_ways(number, len(pages), t))))
    return Page(0, 0, tuple(blocks))


def people_words(least: int, most: int, t: Texts) -> str:
    """How many people play a game."""
    if least == most:
        return t.plural("{n} personne", "{n} personnes", least)
    return t("{least} à {most} personnes", least=least, most=most)


def time_words(spec: GameSpec, t: Texts) -> str:
    """How long a game takes."""
    least, most = spec.minutes
    return t("{least} à {most}\u00a0min", least=least, most=most)


def _welcome(private: bool, t: Texts) -> str:
    head = t("## 🎲 À quoi joue-t-on ?")
    if private:
        return f"{head}\n" + t("La table s’ouvre ici, entre vous et des ordinateurs.")
    return f"{head}\n" + t("La table s’ouvre dans ce salon, et tout le monde peut la rejoindre.")


def _card(face: Face, t: Texts) -> list[Block]:
    spec, badge = face.spec, face.badge
    people, time = people_words(spec.seats_min, spec.seats_max, t), time_words(spec, t)
    facts = t("-# 👥 {people} · ⏱️ {time}", people=people, time=time)
    blocks: list[Block] = [Break(spec.accent), pictured(badge, f"### {badge.name}\n{t(spec.about)}\n{facts}")]
    blocks.append(Row((Button("games.open", t("Ouvrir une table"), spec.name, "success"),)))
    return blocks


def _how_to_begin(private: bool, t: Texts) -> str:
    if private:
        return t(
            "**Pour commencer** : ouvrez une table, puis **Commencer**. Tout se joue avec des boutons. "
            "Pour jouer à plusieurs, tapez `/jouer` dans un salon de votre serveur."
        )
    return t(
        "**Pour commencer** : ouvrez une table, laissez les autres **Rejoindre**, puis **Commencer**. "
        "Tout se joue avec des boutons ; ce qui est secret arrive en message privé."
    )


def _rules(faces: Sequence[Face], t: Texts) -> Select:
    choices = (Choice(face.spec.name, face.spec.title, emoji=face.emoji) for face in faces)
    return Select("games.rules", t("Lire les règles de…"), tuple(choices))


def _ways(number: int, pages: int, t: Texts) -> tuple[Button, ...]:
    """The buttons to the pages before and after; none where there is one page."""
    if pages == 1:
        return ()
    before = Button("games.page", t("Jeux précédents"), str(max(number - 1, 0)), disabled=number == 0)
    after = Button("games.page", t("Autres jeux"), str(number + 1), disabled=number == pages - 1)
    return (before, after)
