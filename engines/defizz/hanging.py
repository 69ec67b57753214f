"""Giving a question of a deck in work its picture, another one, or none. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from engines.defizz.drawings import is_brought
from engines.defizz.editing import Book, Faulty, Plain
from engines.defizz.files import Complaint

__all__ = ["NOTHING", "Wish", "hang", "list_pictures", "shown_picture"]

NOTHING: Final = "-"
"""What stands for no picture among those that can be chosen."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants a question to show, each "" for no word of it.

    `brought` and `kept` are digests of pictures, new and of the deck (or NOTHING); `drawing` is the name of
    one of the house's; `alt` says what can be seen.
    """

    brought: str = ""
    kept: str = ""
    drawing: str = ""
    alt: str = ""


def list_pictures(book: Book) -> Mapping[str, str]:
    """Return what can be seen on each picture that came with this deck, by digest; unfinished cards first."""
    found: dict[str, str] = {}
    for card in book.all:
        for question in card["questions"]:
            picture = question.get("picture") or {}
            if is_brought(picture.get("name", "")):
                found.setdefault(picture["name"], picture.get("alt", ""))
    return found


def shown_picture(question: Plain) -> str:
    """Return what a question shows, as `Wish.kept`; "" for a drawing of the house."""
    name: str = (question.get("picture") or {}).get("name", "")
    return name if is_brought(name) else "" if name else NOTHING


def hang(question: Plain, wish: Wish, pictures: Mapping[str, str]) -> Plain:
    """Return a question with what is wished; `pictures` are those of its deck.

    What the wish leaves as it is counts as no wish. Raises Faulty for several pictures at once, and for one
    that there is not.
    """
    now = shown_picture(question)
    name: str = (question.get("picture") or {}).get("name", "")
    drawn = "" if is_brought(name) else name
    kept = "" if wish.kept == now else wish.kept
    drawing = "" if wish.drawing == drawn else wish.drawing
    wanted = [one for one in (wish.brought, kept if kept != NOTHING else "", drawing) if one]
    if len(wanted) > 1:
        raise Faulty((Complaint(None, "picture", "several_pictures"),))
    if is_brought(drawing) or (kept not in ("", NOTHING) and kept not in pictures):
        raise Faulty((Complaint(None, "picture", "no_such_picture"),))
    rest = {key: value for key, value in question.items() if key != "picture"}
    if not wanted and (kept == NOTHING or (drawn and not wish.drawing)):
        return rest
    picture = {"name": wanted[0] if wanted else name, "alt": wish.alt}
    said = {key: text for key, text in picture.items() if text}
    return {**rest, "picture": said} if said else rest
