"""What a game gives to the frame (its parts of board, end and panel), and the pages that are made of it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from bot.insight.rating import Change
from bot.tables.care.caretaking import LEFT
from bot.tables.digests.model import Verdict
from bot.tables.model import Status, Table
from bot.tables.playing.absence import wishers_left
from bot.tables.sight import Sight
from bot.tables.timing import LAST, Step, share_left, step_of
from bot.texts import Texts
from bot.ui.frame.ending import (
    Standing,
    changes_line,
    closing_blocks,
    moments_words,
    own_place,
    podium_words,
    ranking_words,
    rated_line,
    winners_line,
)
from bot.ui.frame.folding import BUTTONS_IN_A_ROW, append_link, fold, usual_buttons
from bot.ui.frame.header import CLOSED_ACCENT, GameHeader, heading, join_lines, jump
from bot.ui.frame.names import plain_name, seat_name, spoken_names
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.frame.verdicts import proof
from bot.ui.pages.page import (
    Block,
    Button,
    Gap,
    Link,
    Page,
    Row,
    Sketch,
    Text,
    as_of,
    pause_line,
    strip_buttons,
    strip_links,
    time_left,
)


@dataclass(frozen=True, slots=True)
class Board:
    """What all see of a running or paused game. The frame adds title, time, colour and the usual buttons.

    `where` follows the title: the round, the turn. `now` are the lines on who is awaited and for what (empty
    ones are left out); while the table is paused, the frame's own line replaces them. `timed` adds the time
    that is left, `notes` are lines below it. `above` stands between title and `now`, except in a pause.
    `folded`: more has happened than is told here; it opens from the menu (see `Face.draw_story`).
    """

    where: str = ""
    now: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    above: Sequence[Block] = ()
    notes: Sequence[str] = ()
    timed: bool = True
    folded: bool = False


@dataclass(frozen=True, slots=True)
class Ended:
    """What all see of a game that is over. The frame adds title, proof of the dice, rematch and rules.

    `outcome` says who has won; if it is "", the frame says so in a sentence that all games share. `ranking`
    has the places, with what each seat has scored. `links` stand beside the button for a rematch. `folded`
    is as in `Board`. `standings` is a picture of all places, for games of many seats: with it the page is
    short, the first three places in words and no poster.
    """

    outcome: str = ""
    ranking: Sequence[Standing] = ()
    blocks: Sequence[Block] = ()
    links: Sequence[Button | Link] = ()
    folded: bool = False
    standings: Sketch | None = None


@dataclass(frozen=True, slots=True)
class Aftermath:
    """What came of a game that is over: its moments, a line each, what people keep, and where its rematch is.

    `poster` is the picture to be shared, None where there is none. `rematch` is the address of the rematch's
    board; "" while there is none. `verdict` is what is kept of whether it counts for ratings, None until it
    has been looked back on: then the table tells by itself. `changes` are what it has changed in the ratings,
    by user id, without those of whom that is not told.
    """

    moments: Sequence[str] = ()
    kept: Sequence[Block] = ()
    poster: Sketch | None = None
    rematch: str = ""
    verdict: Verdict | None = None
    changes: Mapping[int, Change] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Panel:
    """What one person sees alone. The frame adds a heading with game, channel and server.

    `headed`: there is a heading. `placed`: it names the server, if the panel is a private message. `where`
    are lines below it. `now` are the lines on what is awaited: in the heading's paragraph if `joined`, else
    in one of their own. While the table is paused, a sentence of the frame replaces `now` and `blocks`; once
    it is closed there is no panel any more (see `ended_page`).

    `linked`: a private message ends with a link to the table. `leads`: from here a game is led, so whoever is
    its host besides has the host's tools at hand. Without buttons it names no turn, so that it is not sent
    again when the next one begins.
    """

    where: Sequence[str] = ()
    now: Sequence[str] = ()
    blocks: Sequence[Block] = ()
    headed: bool = True
    placed: bool = True
    joined: bool = False
    linked: bool = True
    leads: bool = False


def paragraphs(*texts: str) -> list[Block]:
    """A block for each text that is not empty, with a thin line above each."""
    return [block for text in texts if text for block in (Gap(), Text(text))]


# -- the public message ------------------------------------------------------------------------------------


def board_page(
    header: GameHeader, board: Board, sight: Sight, t: Texts, more: tuple[Button, ...] = ()
) -> Page:
    """The message of a running or paused game; `more` are buttons beside its own."""
    table = sight.table
    head = " · ".join(part for part in (_title(header), board.where) if part)
    if table.status is Status.PAUSED:
        blocks: list[Block] = [Text(f"{head}\n{pause_line(table, t)}")]
    else:
        time = (time_left(table, t), bar_line(sight, t), learning_line(sight, t)) if board.timed else ()
        now = join_lines(*board.now, *time, *board.notes, autopilot_line(table, t))
        blocks = [Text(head), *board.above, Text(now)] if board.above else [Text(join_lines(head, now))]
    usual = usual_buttons(table, (*board.above, *board.blocks), board.folded, t)
    blocks += [*_with_buttons(board.blocks, more), Row(usual)]
    return fold(Page(table.id, sight.drawn, tuple(blocks), header.accent), t)


def _with_buttons(blocks: Sequence[Block], more: tuple[Button, ...]) -> list[Block]:
    """These blocks with more buttons: beside the last ones or, where there is no room, in the menu."""
    rows = [(place, block) for place, block in enumerate(blocks) if isinstance(block, Row) and _shown(block)]
    if rows:
        place, last = rows[-1]
        if len(_shown(last)) + len(more) < BUTTONS_IN_A_ROW:
            return [*blocks[:place], Row((*last.buttons, *more)), *blocks[place + 1 :]]
    return [*blocks, *([Row(tuple(replace(button, rare=True) for button in more))] if more else [])]


def _shown(row: Row) -> list[Button]:
    """The buttons of a row that are not for the menu."""
    return [each for each in row.buttons if isinstance(each, Button) and not each.rare]


def end_page(header: GameHeader, ended: Ended, sight: Sight, t: Texts, after: Aftermath) -> Page:
    """The message of a game that is over: the story of it above everything technical.

    How it ended stands first; once there is a poster, its picture is for whoever asks.
    """
    table, short = sight.table, ended.standings is not None
    blocks: list[Block] = [Text(f"{_title(header)}\n{ended.outcome or _winners(table, t)}")]
    told = short or bool(after.poster or after.moments)
    blocks += [block for block in ended.blocks if isinstance(block, Text)] if told else []
    blocks += [after.poster] if after.poster and not short else []
    words = podium_words(ended.ranking) if short else ranking_words(ended.ranking, t)
    blocks += [Text(words)] if ended.ranking else []
    blocks += [Text(moments_words(after.moments, t))] if after.moments else []
    blocks += [ended.standings] if ended.standings is not None else []
    blocks += [*(() if told else ended.blocks), *after.kept]
    unrated = sight.unrated if after.verdict is None else after.verdict.unrated
    rated = changes_line(sight, after.changes, t) if unrated is None else rated_line(unrated, t)
    blocks.append(Text(join_lines(rated, proof(table, t, dice=header.dice))))
    pictured = any(isinstance(block, Sketch) for block in ended.blocks)
    folded = ended.folded or (told and pictured)
    shown = (*ended.blocks, *blocks) if short else ended.blocks
    usual = usual_buttons(table, shown, folded, t, dice=header.dice)
    blocks += closing_blocks(table, t, after.rematch, *ended.links, *usual)
    return fold(Page(table.id, sight.drawn, tuple(blocks), CLOSED_ACCENT), t)


def _title(header: GameHeader) -> str:
    return f"## {header.emoji} {header.title}"


def _winners(table: Table, t: Texts) -> str:
    return winners_line(table, lambda seats: spoken_names(table, seats, t), t)


# -- what one person sees alone ----------------------------------------------------------------------------


def panel_page(
    header: GameHeader, panel: Panel, sight: Sight, t: Texts, server: str, *, hosts: bool = False
) -> Page:
    """A seat's own page; `server` is the server's name for a private message, else "".

    `hosts`: its reader is the table's host, and may use the tools that a moderator has on the board only.
    """
    table = sight.table
    still = pause_line(table, t) if table.status is Status.PAUSED else ""
    now = still or join_lines(*panel.now, learning_line(sight, t))
    blocks = _opening(header, panel, table, now, server)
    if not still:
        tools = (Button("host.console", t("Outils de l’hôte")),) if panel.leads and hosts else ()
        blocks += _with_buttons(panel.blocks, tools)
    page = fold(_page(header, sight, blocks), t)
    if server and panel.linked and (panel.joined or not still):
        return append_link(page, Link(t("Aller à la table"), jump(table)))
    return page


def aside_page(page: Page, sight: Sight, at: int, t: Texts, *, ends: bool = False) -> Page:
    """A seat's own page as shown in the channel, where it may stay when nobody can change it any more.

    It leads nowhere, for its reader is there, and says as of when it is true (`at`, ms UTC). Whoever is not
    awaited now may be so soon, and finds a button by which it is drawn anew. `ends`: it says that it is not
    brought up to date from now on. A closed table's page stays true.
    """
    page = strip_links(page)
    if sight.table.status is Status.CLOSED:
        return page
    before = (Text(t("⌛ **Cette page ne suit plus la partie.**")),) if ends else ()
    again = Row((Button("seat.hand", t("Actualiser"), emoji="🔄"),))
    after = (Text(as_of(at, t)), *(() if sight.seat in sight.to_act and not ends else (again,)))
    return replace(page, blocks=(*before, *page.blocks, *after))


def ended_page(header: GameHeader, sight: Sight, t: Texts, server: str) -> Page:
    """A seat's own page once the table is closed: who has won, its own place, and the way to another game.

    `server` is as in `panel_page`. It names no turn, so that it is never out of date.
    """
    table = sight.table
    again = t("🔁 La revanche est ouverte.") if table.end.rematch_id is not None else ""
    words = join_lines(heading(header, table, server), _winners(table, t), own_place(sight, t), again)
    blocks: list[Block] = [Text(words)]
    if table.end.why != LEFT:  # then there is nowhere to play again
        link = (Link(t("Aller à la table"), jump(table)),) if server else ()
        blocks.append(Row((Button("table.rematch", t("Revanche"), style="success"), *link)))
    return Page(table.id, 0, tuple(blocks), CLOSED_ACCENT)


def farewell_page(header: GameHeader, words: str, sight: Sight, server: str) -> Page:
    """A seat's own page once there is nothing to press: `words` below the heading."""
    blocks = (Text(join_lines(heading(header, sight.table, server), words)),)
    return Page(sight.table.id, sight.drawn, blocks, header.accent)


def story_page(header: GameHeader, story: Sequence[Block], sight: Sight, t: Texts) -> Page:
    """What has happened lately, for people who ask for it."""
    told = story or (Text(t("Il ne s’est encore rien passé.")),)
    blocks = (Text(heading(header, sight.table, "")), *told)
    return Page(sight.table.id, sight.drawn, blocks, header.accent)


def words_page(header: GameHeader, panel: Panel, sight: Sight) -> Page:
    """The board in words, for people who ask for it, whatever the table's status."""
    table = sight.table
    blocks = [*_opening(header, panel, table, join_lines(*panel.now), ""), *panel.blocks]
    return _page(header, sight, blocks)


def _page(header: GameHeader, sight: Sight, blocks: Sequence[Block]) -> Page:
    page = Page(sight.table.id, sight.drawn, tuple(blocks), header.accent)
    return replace(page, drawn=0) if strip_buttons(page) == page else page


def _opening(header: GameHeader, panel: Panel, table: Table, now: str, server: str) -> list[Block]:
    place = heading(header, table, server if panel.placed else "")
    head = join_lines(place, *panel.where) if panel.headed else ""
    texts = (join_lines(head, now),) if panel.joined else (head, now)
    return [Text(text) for text in texts if text]


# The bar below a deadline: how much of the time is left, in steps, with words for who listens.

_CELLS = 10
_LEFT, _GONE = "▰", "▱"


def bar_line(sight: Sight, t: Texts) -> str:
    """The line of a board with the time that is left in a bar; "" where no countdown is shown.

    Whoever plays at an accessible table has it in words alone: a bar is read out sign by sign.
    """
    table = sight.table
    if table.alarm is None or table.alarm.stopped_at is not None:
        return ""
    step = step_of(table.alarm, sight.now)
    if step is None:
        return ""
    left = max(1, round(_CELLS * share_left(table.alarm, step)))
    bar = "" if table.manners.accessible else _LEFT * left + _GONE * (_CELLS - left)
    return " ".join(part for part in (bar, _words(step, t)) if part)


def _words(step: Step, t: Texts) -> str:
    if step is Step.LAST:
        return t("**{n} dernières secondes**", n=LAST)
    return t("**mi-temps**") if step is Step.HALF else ""


# Who plays a game for the first time, and so has twice the time for the first decisions.


def learning_line(sight: Sight, t: Texts) -> str:
    """The line that says for whom the time is doubled; "" where it is for nobody who is awaited."""
    table = sight.table
    if table.status is not Status.PLAYING or table.alarm is None:
        return ""
    new = [seat for seat in table.learning.now if seat in sight.to_act]
    if sight.seat is not None:
        own = t("🌱 Premières décisions : vous avez deux fois plus de temps.")
        return own if sight.seat in new else ""
    if not new:
        return ""
    names = spoken_names(table, new, t)
    return t("🌱 Premières décisions, deux fois plus de temps : {names}.", names=names)


# What a board says of players who do not come, and the buttons by which the others remove them.

_BUTTONS = 4
"""At most so many seats can be removed at once: the fifth button of the row refuses."""


def absences(sight: Sight, t: Texts) -> tuple[Block, ...]:
    """The proposal to remove a seat, if there is one, and a button for each seat that may be removed.

    Empty while everybody plays in time.
    """
    if sight.table.status is not Status.PLAYING or not sight.missing:
        return ()
    buttons = [
        Button(
            "agreement.absent",
            t("Retirer {name}", name=plain_name(sight.table, seat, t)),
            seat,
            "danger",
        )
        for seat in sight.missing[:_BUTTONS]
    ]
    words = _wish(sight, t)
    if not words:
        return (Row(tuple(buttons)),)
    return (Text(words), Row((*buttons, Button("agreement.decline", t("Refuser"), "absent"))))


def _wish(sight: Sight, t: Texts) -> str:
    table, offer = sight.table, sight.table.pending.offer
    if offer is None or offer.whom is None:
        return ""
    agreed = [seat_name(table, seat, t) for seat in offer.agreed]
    left = [seat_name(table, seat.name, t) for seat in wishers_left(table, offer)]
    return t(
        "🚪 Retirer {name} ? D’accord : {agreed}. On attend encore l’avis {left:de}.",
        name=seat_name(table, offer.whom, t),
        agreed=t.list(agreed),
        left=t.list(left),
    )


# Computers that stand in for people: the option of a table, and what its board says of it.


def stand_in_option(t: Callable[[str], str]) -> OptionSpec:
    """What becomes of who is away; the first value is the default."""
    return OptionSpec(
        "stand_in",
        t("Absents"),
        (
            OptionChoice(False, t("Quittent la partie au troisième tour manqué")),
            OptionChoice(True, t("Un ordinateur joue dès le deuxième tour manqué")),
        ),
    )


def stand_in_words(t: Texts) -> str:
    """What a lobby says of it, where a computer plays for who is away."""
    return t("Absents : un ordinateur joue")


def autopilot_line(table: Table, t: Texts) -> str:
    """The line that says for whom computers play; "" where they play for nobody."""
    away = [seat.name for seat in table.seats if seat.autopilot is not None and not seat.left]
    if not away:
        return ""
    return t(
        "🤖 L’ordinateur joue pour {names}, jusqu’au prochain appui.", names=spoken_names(table, away, t)
    )
