"""The board of Débâcle as a picture, and in words for people who do not see pictures."""

from __future__ import annotations

from bot.texts import Texts
from bot.ui.pages.page import Sketch
from cogs.debacle.painting import BoardDrawing
from cogs.debacle.words import COLOR_NAMES, letters, values
from engines.debacle.board import BLACK, COLORS, RED, Color, Square, board_with
from engines.debacle.drawing import draw
from engines.debacle.model import Observation

__all__ = ["BoardDrawing", "alt_text", "board_in_letters", "drawing_of", "sketch"]

NAME = "debacle.png"


def sketch(
    observation: Observation,
    t: Texts,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: bool = False,
) -> Sketch:
    """The picture with its alternative text; for the arguments, see `drawing_of`."""
    label = t("Brouillon") if draft else ""
    drawing = drawing_of(observation, view, last, selected, label)
    said = alt_text(observation, t, view, last, selected, draft)
    return Sketch(NAME, said, drawing, board_in_letters(observation, t, view))


def drawing_of(
    observation: Observation,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: str = "",
) -> BoardDrawing:
    """What the picture shows, with the camp of `view` at the bottom.

    `last` are the ways of the dice in the last turn (see `story.last_ways`); `selected` is the cell of the
    chosen die; `draft` is the label of a turn that is not ended yet.
    """
    seats = {color: seat for seat, color in observation.colors.items()}
    current = observation.current
    return BoardDrawing(
        board=board_with(observation.board).decode(),
        view=view,
        captured=(tuple(observation.captured["red"]), tuple(observation.captured["black"])),
        points=(observation.points[seats["red"]], observation.points[seats["black"]]),
        current=None if current is None else observation.colors[current],
        can_act=tuple(observation.can_act),
        selected=selected,
        last=tuple(last),
        draft=draft,
    )


def alt_text(
    observation: Observation,
    t: Texts,
    view: Color = "red",
    last: tuple[tuple[Square, ...], ...] = (),
    selected: Square | None = None,
    draft: bool = False,
) -> str:
    """The whole position in words, about 500 characters at most."""
    said = [t("Plateau de Débâcle, le camp de {color} en bas.", color=t(COLOR_NAMES[view]))]
    if draft:
        said.append(t("Brouillon : ce tour n’est pas terminé."))
    said += [_dice(observation, color, t) for color in COLORS]
    said += [_holding(observation, seat, t) for seat in observation.seats]
    if observation.current is not None:
        said.append(t("Au tour de {color}.", color=t(COLOR_NAMES[observation.colors[observation.current]])))
    if observation.can_act:
        said.append(t("Peuvent jouer : {cells}.", cells=", ".join(observation.can_act)))
    if selected is not None:
        said.append(t("Dé choisi : {cell}.", cell=selected))
    if last:
        said.append(t("Dernier tour : {cells}.", cells=", ".join("→".join(way) for way in last)))
    return " ".join(said)


def board_in_letters(observation: Observation, t: Texts, view: Color = "red") -> str:
    """The board drawn in letters and digits, and what the letters mean; Discord markdown."""
    signs = letters(t)
    legend = ", ".join(
        t("{letter} = {color}", letter=letter, color=t(COLOR_NAMES[color]))
        for letter, color in zip(signs, COLORS, strict=True)
    )
    side = RED if view == "red" else BLACK
    return f"```\n{draw(observation.board, signs, side)}\n```\n-# {legend}"


def _dice(observation: Observation, color: Color, t: Texts) -> str:
    """Where the dice of a colour lie: "Rouge, 2 dés : a1=1, b1=2."."""
    dice = [f"{square}={value}" for square, (whose, value) in observation.board.items() if whose == color]
    name = t(COLOR_NAMES[color])
    if not dice:
        return t("{color} n’a plus de dé sur le plateau.", color=name)
    return t.plural(
        "{color}, {n} dé : {dice}.", "{color}, {n} dés : {dice}.", len(dice), color=name, dice=", ".join(dice)
    )


def _holding(observation: Observation, seat: str, t: Texts) -> str:
    """What a seat has won: "Rouge a pris 3, 5 (somme 8) et a 12 points."."""
    color = observation.colors[seat]
    name, held, n = t(COLOR_NAMES[color]), observation.captured[color], observation.points[seat]
    if not held:
        return t.plural(
            "{color} n’a rien capturé et a {n} point.",
            "{color} n’a rien capturé et a {n} points.",
            n,
            color=name,
        )
    return t.plural(
        "{color} a capturé {dice} (somme {sum}) et a {n} point.",
        "{color} a capturé {dice} (somme {sum}) et a {n} points.",
        n,
        color=name,
        dice=values(held),
        sum=sum(held),
    )
