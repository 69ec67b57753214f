"""A game that is over, looked at again: the page of one step, the ways to others, and one's own tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from bot.tables.past.replays import Past
from bot.texts import N_, Texts
from bot.ui.frame.drawn import Board, Ended, paragraphs
from bot.ui.frame.ending import no_winner_line, ranking_words, winners_line
from bot.ui.frame.header import GameHeader, join_lines
from bot.ui.frame.names import plain_name, spoken_names
from bot.ui.pages.escape import escape, read_plain
from bot.ui.pages.limits import cut
from bot.ui.pages.page import (
    Block,
    Button,
    Choice,
    Drawing,
    Page,
    Row,
    Select,
    Sketch,
    Stored,
    Text,
    strip_buttons,
    strip_links,
)
from bot.ui.pages.reel import Reel

LIST: Final = "past.list"
"""Shows somebody their tables that are over, from the one on that its argument begins with."""
_SHOW: Final = "past.show"
"""Goes to the step that its argument begins with, or that was chosen from the list."""
_WORDS: Final = "past.words"
"""Puts in words what the picture of this step shows."""
_SHARE: Final = "past.share"
"""Shows this step to everybody in the channel."""
_FILM: Final = "past.film"
"""Does so with a picture that moves: the steps before are in it."""
_OPEN: Final = "past.open"
"""Shows somebody alone the step that its argument begins with."""
_LANDMARKS: Final = 25
"""Entries of the list of steps: as many as Discord allows."""
_LABEL: Final = 100
_ALT: Final = 1024
"""Characters that Discord grants the words of a picture."""
_FILM_NAME: Final = "moment.webp"

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "still_played": (N_("Cette table n’est pas terminée : elle se revoit quand elle l’est."),),
    "never_played": (N_("Cette partie n’a jamais commencé : il n’y a rien à revoir."),),
    "other_rules": (
        N_(
            "Cette partie s’est jouée avec une version plus ancienne des règles : je ne peux plus la "
            "rejouer. Son résultat reste compté."
        ),
    ),
    "no_replay": (N_("Le journal de cette partie est abîmé : je ne peux pas la rejouer."),),
    "may_not_write": (N_("Vous ne pouvez pas écrire dans ce salon : partagez ce moment dans un autre."),),
    "not_for_all": (
        N_(
            "Tout le monde ne voit pas le salon de cette partie : un moment d’elle ne se partage que là, "
            "dans <#{channel}>."
        ),
    ),
    "shared_often": (
        N_("Vous avez partagé {most} moments en peu de temps : attendez quelques minutes avant le prochain."),
    ),
}


@dataclass(frozen=True, slots=True)
class Shown:
    """What is shown of one step: `drawn` as all saw it then, what nobody saw (`unseen`), its `moments`.

    `landmarks` are the steps that are worth going to, by their numbers, each with some words of plain text.
    """

    drawn: Board | Ended
    unseen: str = ""
    moments: Sequence[str] = ()
    landmarks: Mapping[int, str] = field(default_factory=dict)


def read_number(arg: str) -> int:
    """The number of the step that a button or a list means; 0 for what names none."""
    number = arg.partition(".")[0]
    return int(number) if number.isdecimal() and len(number) < 10 else 0


def past_page(header: GameHeader, past: Past, number: int, shown: Shown, t: Texts) -> Page:
    """One step: what all saw then, without anything to press; what nobody saw; the ways to others."""
    public = _public(past, shown, t)
    told = _tell(header, past, number, shown, public, t)
    others: tuple[Block, ...] = (*_extras(past, number, public, t), *_list(past, shown, t))
    ways = _buttons(past, number, shown.landmarks, t)
    return Page(past.table.id, 0, (*told, ways, *others), header.accent)


def card_page(
    header: GameHeader, past: Past, number: int, shown: Shown, by: str, film: Sketch | None, t: Texts
) -> Page:
    """One step for everybody in a channel, as `by` (a name in plain text, or "") has shared it.

    `film` stands in the place of its picture. One button shows the game from there.
    """
    public = _public(past, shown, t)
    if film is not None:
        first = _picture_in(public)
        public = [film if block is first else block for block in public]
    shared = t("🎞️ Un moment partagé par **{name}**", name=escape(by)) if by else t("🎞️ Un moment partagé")
    told = _tell(header, past, number, shown, public, t)
    again = Row((Button(_OPEN, t("Revoir d’ici"), f"{number}.card", emoji="🎞️"),))
    return Page(past.table.id, 0, (Text(f"-# {shared}"), *told, again), header.accent)


def lost_card(past_table_id: int, t: Texts) -> Page:
    """What stands in the place of a card whose game cannot be shown any more."""
    return Page(past_table_id, 0, (Text(t("-# 🎞️ Ce moment partagé n’est plus gardé.")),))


def picture_of(past: Past, shown: Shown, t: Texts) -> Sketch | None:
    """The picture of a step, if there is one."""
    return _picture_in(_public(past, shown, t))


def film_of(pictures: Sequence[Sketch | None], t: Texts) -> Sketch | None:
    """A picture that moves, of those of several steps; None where the last has none, or all show the same."""
    last = pictures[-1]
    if last is None:
        return None
    drawings: list[Drawing] = []
    for one in pictures:
        if one is None or one.name != last.name or isinstance(one.drawing, Stored):
            continue
        if not drawings or one.drawing != drawings[-1]:
            drawings.append(one.drawing)
    if len(drawings) < 2:
        return None
    alt = t("Animation de {n} images, jouée deux fois. La dernière : {alt}", n=len(drawings), alt=last.alt)
    return Sketch(_FILM_NAME, cut(alt, _ALT), Reel(tuple(drawings)), last.words)


def _picture_in(blocks: Sequence[Block]) -> Sketch | None:
    return next((block for block in blocks if isinstance(block, Sketch)), None)


def _public(past: Past, shown: Shown, t: Texts) -> list[Block]:
    """What all saw, with what they could press."""
    drawn = shown.drawn
    return _end(past, drawn, t) if isinstance(drawn, Ended) else _board(drawn)


def _tell(
    header: GameHeader, past: Past, number: int, shown: Shown, public: Sequence[Block], t: Texts
) -> list[Block]:
    """A step without the ways to others."""
    drawn = shown.drawn
    where = drawn.where if isinstance(drawn, Board) else ""
    title = " · ".join(part for part in (f"## {header.emoji} {header.title}", where) if part)
    head: list[Block] = [Text(join_lines(title, _step_line(past, number, t)))]
    heading = t("**👁️ Caché à ce moment-là**") if past.game.secrets else t("**🔎 Note de l’arbitre**")
    unseen = join_lines(heading, shown.unseen) if shown.unseen else ""
    stopped = not isinstance(drawn, Ended) and number == len(past.frames) - 1
    ending = no_winner_line(past.table, t) if stopped else ""
    told = paragraphs(unseen, join_lines(*(f"⭐ {line}" for line in shown.moments)), ending)
    return [*head, *_still(public), *told]


def in_words(page: Page) -> Page | None:
    """What the pictures of a step's page show, in words; None if it has none."""
    words = _words_of(page.blocks)
    return Page(page.table_id, 0, tuple(map(Text, words)), page.accent) if words else None


def _words_of(blocks: Sequence[Block]) -> list[str]:
    return [block.words for block in blocks if isinstance(block, Sketch) and block.words]


def _still(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The blocks without anything to press."""
    return strip_links(strip_buttons(Page(0, 0, tuple(blocks)))).blocks


def _board(board: Board) -> list[Block]:
    now = join_lines(*board.now, *board.notes)
    return [*board.above, *([Text(now)] if now else []), *board.blocks]


def _end(past: Past, ended: Ended, t: Texts) -> list[Block]:
    table = past.table
    outcome = ended.outcome or winners_line(table, lambda seats: spoken_names(table, seats, t), t)
    picture = [] if ended.standings is None else [ended.standings]
    return [Text(join_lines(outcome, ranking_words(ended.ranking, t))), *picture, *ended.blocks]


def _step_line(past: Past, number: int, t: Texts) -> str:
    """Which step it is, whose, and when."""
    frame = past.frames[number]
    said = t("Étape {n} sur {most}", n=number + 1, most=len(past.frames))
    return "-# " + " · ".join(("🎞️ " + said, _who(past, number, t), f"<t:{frame.at // 1000}:T>"))


def _who(past: Past, number: int, t: Texts) -> str:
    """Who has acted, or what has happened without anybody, as plain text."""
    frame = past.frames[number]
    if frame.seat is not None:
        name = plain_name(past.table, frame.seat, t)
        return t("{name} quitte la table", name=name) if frame.kind == "leave" else name
    return {
        "begin": t("début de la partie"),
        "expire": t("temps écoulé"),
    }.get(frame.kind, t("la table"))


def _buttons(past: Past, number: int, moments: Mapping[int, str], t: Texts) -> Row:
    """To the beginning, back, on, to the end; a button that leads nowhere cannot be pressed.

    In a game that has moments, to the next one of them, too; after the last one to the first.
    """
    last = len(past.frames) - 1
    following = sorted(moments, key=lambda step: (step <= number, step))

    def way(name: str, sign: str, words: str, to: int) -> Button:
        return Button(
            _SHOW, words, f"{past.nearest(to)}.{name}", emoji=sign, disabled=past.nearest(to) == number
        )

    return Row(
        (
            way("first", "⏮️", t("Début"), 0),
            way("back", "◀️", t("Avant"), number - 1),
            way("on", "▶️", t("Après"), number + 1),
            way("last", "⏭️", t("Fin"), last),
            *(way("moment", "⭐", t("Moment suivant"), step) for step in following[:1]),
        )
    )


def _extras(past: Past, number: int, public: Sequence[Block], t: Texts) -> tuple[Row, ...]:
    """What else can be done with a step: to have its picture in words, and to share it on a server."""
    found = []
    if _words_of(public):
        found.append(Button(_WORDS, t("En texte"), str(number)))
    if not past.table.private:
        found.append(Button(_SHARE, t("Partager"), str(number), emoji="📣"))
        if number and _picture_in(public) is not None:
            found.append(Button(_FILM, t("Partager animé"), str(number), emoji="🎬"))
    return (Row(tuple(found)),) if found else ()


def _list(past: Past, shown: Shown, t: Texts) -> tuple[Select, ...]:
    """The list of the moments of the game and, between them, of steps at equal distances."""
    marks = _landmarks(past, shown.landmarks, t)
    if len(marks) < 2:
        return ()
    choices = tuple(Choice(str(number), cut(words, _LABEL)) for number, words in sorted(marks.items()))
    return (Select(_SHOW, t("Aller à un moment…"), choices, "list"),)


def _landmarks(past: Past, moments: Mapping[int, str], t: Texts) -> dict[int, str]:
    marks = {
        number: f"⭐ {number + 1} · {read_plain(words)}"
        for number, words in list(moments.items())[:_LANDMARKS]
    }
    last, spare = len(past.frames) - 1, _LANDMARKS - len(marks)
    steps = min(spare, last + 1)
    for step in range(steps):
        number = round(step * last / max(1, steps - 1))
        marks.setdefault(number, t("{n} · {who}", n=number + 1, who=_who(past, number, t)))
    return marks
