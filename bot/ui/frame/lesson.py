"""The pages of a lesson: an idea in words, the game as it draws itself, and the ways on from there."""

from collections.abc import Iterator, Sequence

from bot.tables.lessons import LEARNER, Lesson, Walk, Way
from bot.tables.sight import see
from bot.texts import Texts
from bot.ui.frame.drawn import Board, Panel
from bot.ui.frame.face import Face
from bot.ui.frame.header import join_lines
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Block, Button, Choice, Gap, Page, Row, Select, Sketch, Text
from engines.core.records import Refusal

STEP = "learn.step"
_OPEN = "learn.open"
_IN_A_ROW = 5


def write_place(game: str, choices: Sequence[int]) -> str:
    """The argument of a button that leads to where these choices lead in a game's lesson."""
    return f"{game}.{''.join(map(str, choices))}"


def read_place(arg: str) -> tuple[str, tuple[int, ...]]:
    """The game and the choices that `write_place` has written; no choices where there are no digits."""
    game, _, digits = arg.partition(".")
    return game, tuple(map(int, digits)) if digits.isascii() and digits.isdecimal() else ()


def lesson_button(spec: GameSpec, t: Texts) -> tuple[Button, ...]:
    """The button that opens a game's lesson; none where it has no lesson."""
    if spec.lesson is None:
        return ()
    return (Button(_OPEN, t("Apprendre en jouant"), write_place(spec.name, ()), emoji="🎓"),)


def lessons_button(t: Texts) -> Button:
    """The button to all games that can be learnt."""
    return Button(_OPEN, t("Apprendre en jouant"), rare=True)


def lessons_page(faces: Sequence[Face], t: Texts) -> Page:
    """The games that can be learnt, each with a button for its lesson."""
    words = t(
        "## 🎓 Apprendre en jouant\nUne première partie guidée contre un ordinateur, en deux à quatre "
        "minutes. Rien ne presse, et personne d’autre ne la voit."
    )
    buttons = [
        Button(STEP, face.spec.title, write_place(face.spec.name, ()), emoji=face.emoji)
        for face in faces
        if face.spec.lesson is not None
    ]
    rows = (Row(tuple(buttons[at : at + _IN_A_ROW])) for at in range(0, len(buttons), _IN_A_ROW))
    return Page(0, 0, (Text(words), *rows))


def lesson_page(face: Face, lesson: Lesson, walk: Walk, choices: Sequence[int], t: Texts) -> Page:
    """What a lesson shows where these choices have led."""
    spec, step = face.spec, walk.step
    where = t("fin de la leçon") if step is None else t("leçon, étape {n}", n=len(choices) + 1)
    head = f"## 🎓 {face.header.title} · {where}"
    said = "" if walk.way is None else t(walk.way.said)
    drawn, pieces = _draw(face, lesson, walk, t)
    blocks: list[Block] = [Text(join_lines(head, said)), *drawn, Gap()]
    if step is None:
        title = t("### À retenir")
        recall = join_lines(title, *(f"- {t(line)}" for line in lesson.recall))
        blocks += [Text(recall), Row(_after_the_end(spec, t))]
    else:
        ways = list(_ways(face, step.ways, pieces, choices, t))
        blocks += [
            Text(f"👉 {t(step.words)}"),
            *(_with_way_back(spec, ways, choices, t) if choices else ways),
        ]
    return Page(0, 0, tuple(blocks), spec.accent)


def _with_way_back(
    spec: GameSpec, ways: list[Row | Select], choices: Sequence[int], t: Texts
) -> list[Row | Select]:
    """The ways on, and the one back: beside the last of them where there is room."""
    back = Button(STEP, t("Un pas en arrière"), write_place(spec.name, choices[:-1]))
    last = ways[-1]
    if isinstance(last, Row) and len(last.buttons) < _IN_A_ROW:
        return [*ways[:-1], Row((*last.buttons, back))]
    return [*ways, Row((back,))]


def _after_the_end(spec: GameSpec, t: Texts) -> tuple[Button, ...]:
    """What can be done once a lesson is over: play, learn it again, learn another game."""
    return (
        Button("games.trial", t("Partie d’essai"), spec.name, "success"),
        Button(STEP, t("Recommencer"), write_place(spec.name, ())),
        Button("learn.games", t("Un autre jeu")),
        Button("game.rules", t("Règles"), spec.name),
    )


# -- the game as it draws itself -------------------------------------------------------------------------


def _draw(face: Face, lesson: Lesson, walk: Walk, t: Texts) -> tuple[list[Block], list[Row | Select]]:
    """What the game shows, without its buttons; and its buttons and lists, those of the panel first."""
    rules = face.spec.rules
    panel = face.draw_panel(see(walk.held, rules, LEARNER, 0), t)
    board = face.draw_board(see(walk.held, rules, None, 0), t)
    pieces = [block for block in (*panel.blocks, *board.blocks) if isinstance(block, Row | Select)]
    shown = _own_part(panel, board) if lesson.private else _public_part(board)
    return [block for block in shown if not isinstance(block, Row | Select)], pieces


def _own_part(panel: Panel, board: Board) -> Iterator[Block]:
    yield from (block for block in board.above if isinstance(block, Sketch))
    yield from _text(*panel.now)
    yield from panel.blocks


def _public_part(board: Board) -> Iterator[Block]:
    yield from board.above
    yield from _text(*board.now)
    yield from board.blocks


def _text(*lines: str) -> Iterator[Text]:
    said = join_lines(*lines)
    if said:
        yield Text(said)


# -- the ways on -------------------------------------------------------------------------------------------


def _ways(
    face: Face, ways: Sequence[Way], pieces: Sequence[Row | Select], choices: Sequence[int], t: Texts
) -> Iterator[Row | Select]:
    """The lists and buttons that lead on: the game's own, as far as the script goes on from them."""
    listed: dict[str, list[Choice]] = {}
    buttons: list[Button] = []
    game = face.spec.name
    for number, way in enumerate(ways):
        place = write_place(game, (*choices, number))
        found = None if way.label else _find(face.spec, way.moves[0].action, pieces)
        match found:
            case Button(label=label, style=style, emoji=emoji):
                buttons.append(Button(STEP, label, place, style, emoji))
            case str(asked), Choice(label=label, emoji=emoji):
                listed.setdefault(asked, []).append(Choice(str(number), label, emoji=emoji))
            case _:
                buttons.append(Button(STEP, t(way.label), place, "primary"))
    for asked, entries in listed.items():
        yield Select(STEP, asked, tuple(entries), write_place(game, choices))
    if buttons:
        yield Row(tuple(buttons))


def _find(
    spec: GameSpec, action: object, pieces: Sequence[Row | Select]
) -> Button | tuple[str, Choice] | None:
    """The game's own button that stands for an action, or the entry with what its list asks."""
    for piece in pieces:
        if isinstance(piece, Select):
            for choice in piece.choices:
                if _action(spec, piece.verb, piece.arg, (choice.value,)) == action:
                    return piece.placeholder, choice
            continue
        for button in piece.buttons:
            if isinstance(button, Button) and _action(spec, button.verb, button.arg, ()) == action:
                return button
    return None


def _action(spec: GameSpec, verb: str, arg: str, values: tuple[str, ...]) -> object:
    try:
        return spec.action(verb, arg, values)
    except Refusal:
        return None


# The pages of a game's rules, each with buttons to the others.


def rulebook(spec: GameSpec, t: Texts) -> tuple[Page, ...]:
    """A page for each chapter; a row of buttons leads to the others. The pages belong to no table (id 0)."""
    head, chapters = spec.rules_head or f"{spec.emoji} {spec.title}", spec.chapters(t)
    titles = [title for title, _ in chapters]
    lesson = lesson_button(spec, t)
    below = (Row(lesson),) if lesson else ()
    return tuple(
        Page(
            0,
            0,
            (Text(f"## {head} · {title}\n{text}"), _way(spec.name, titles, number), *below),
            spec.accent,
        )
        for number, (title, text) in enumerate(chapters)
    )


def _way(game: str, titles: Sequence[str], here: int) -> Row:
    return Row(
        tuple(
            Button(
                "game.rules",
                title,
                f"{game}.{number}",
                "primary" if number == here else "secondary",
                disabled=number == here,
            )
            for number, title in enumerate(titles)
        )
    )
