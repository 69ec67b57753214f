"""What every table says at the end of a game: who has won, who came where, and what can be done next."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from babel.numbers import format_decimal

from bot.insight.rating import Change
from bot.tables.model import Person, Table
from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.header import GameHeader
from bot.ui.frame.names import spoken_names, with_written_names
from bot.ui.frame.option import OptionChoice, OptionSpec
from bot.ui.pages.escape import escape, read_plain, set_spaces
from bot.ui.pages.lettering import writable
from bot.ui.pages.limits import ALT_TEXT, cut
from bot.ui.pages.page import Block, Button, Link, Row, Sketch, Text
from bot.ui.pages.poster import MOST_LINES, Caption, Line, PosterDrawing
from engines.core.records import Place

REPLAY: Final = "past.open"
"""Opens a table's first step, or the one that its argument names (see bot.ui.frame.past)."""
_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a seat came in: the number of its place, its `name` in markdown, and what is said of it.

    The first of the `notes` is what it has scored.
    """

    number: int
    seat: str
    name: str
    notes: tuple[str, ...]


def winners_line(table: Table, names: Callable[[Iterable[str]], str], t: Texts) -> str:
    """The sentence that says who has won, or why nobody has; `names` puts seats in words."""
    if not table.end.winners:
        return no_winner_line(table, t)
    return t("🏆 {names} {names:gagne|gagnent} la partie !", names=names(table.end.winners))


def no_winner_line(table: Table, t: Texts) -> str:
    """The sentence that says why nobody has won."""
    return {
        "empty": t("Plus personne ne jouait : la table s’est fermée, personne ne gagne."),
        "stopped": t("La table a été arrêtée avant la fin : personne ne gagne."),
        "abandoned": t("Personne n’a joué depuis deux semaines : la table s’est fermée, personne ne gagne."),
        "operator": t(
            "La personne qui s’occupe du bot a fermé cette table avant la fin : personne ne gagne."
        ),
        "restored": t(
            "Une sauvegarde a été remise en place, et la partie ne pouvait pas continuer : personne ne gagne."
        ),
    }.get(table.end.why or "", t("La partie est finie : personne ne gagne."))


def list_places(
    places: Iterable[Place], name: Callable[[str], str], notes: Callable[[str], Iterable[str]]
) -> tuple[Standing, ...]:
    """The seats from first to last, each with `name(seat)` and all of `notes(seat)`, its score first."""
    return tuple(
        Standing(place.number, seat, name(seat), tuple(notes(seat)))
        for place in places
        for seat in place.seats
    )


def ranking_words(ranking: Iterable[Standing], t: Texts) -> str:
    """The seats from first to last, a line each."""
    lines = (f"`{one.number:>2}` " + " · ".join((one.name, *one.notes)) for one in ranking)
    return "\n".join((t("**Classement**"), *lines))


def podium_words(ranking: Iterable[Standing]) -> str:
    """The seats that came in first, second and third, a line each."""
    lines = (
        f"{_MEDALS[one.number]} " + " · ".join((one.name, *one.notes))
        for one in ranking
        if one.number in _MEDALS
    )
    return "\n".join(lines)


def own_place(sight: Sight, t: Texts) -> str:
    """The line with the place of the seat that looks; "" without a seat, or if nobody has won."""
    place = next((place for place in sight.places if sight.seat in place.seats), None)
    if place is None or not sight.table.end.winners:
        return ""
    seats = sum(len(each.seats) for each in sight.places)
    if len(place.seats) > 1:
        return t("Votre place : {n} sur {most}, à égalité.", n=place.number, most=seats)
    return t("Votre place : {n} sur {most}.", n=place.number, most=seats)


def moments_words(lines: Iterable[str], t: Texts) -> str:
    """The moments of a game, a line each."""
    return "\n".join((t("**Les grands moments**"), *lines))


def closing_blocks(table: Table, t: Texts, rematch: str, *others: Button | Link) -> tuple[Block, ...]:
    """The last buttons of a board: rematch (or the way to it, its address), the replay, and others."""
    others = (Button(REPLAY, t("Revoir")), *others)
    if table.end.rematch_id is None:
        return (Row((Button("table.rematch", t("Revanche"), style="success"), *others)),)
    way = (Link(t("Aller à la revanche"), rematch),) if rematch else ()
    return (Text(t("🔁 La revanche est ouverte.")), Row((*way, *others)))


# The poster of a game that is over: what it shows, in letters that the font has, and the same in words.

NAME = "gobelet.webp"
Tell = Callable[[Sight], tuple[Sequence[Standing], Sequence[str]]]
"""What a game tells of its end: the places, and its moments, a line each; both in markdown."""
_NAME_LENGTH = 20
"""Characters of a name: a poster has room, and weight, for so many."""
_CAPTIONS = 2
"""How many moments a poster has."""
_SIGNS = re.compile(r"^[^\w«*\\<]+")
"""What stands before the first word of a line of markdown, or before a name in bold."""


def sketch_poster(header: GameHeader, sign: bytes, tell: Tell, sight: Sight, t: Texts) -> Sketch | None:
    """The poster; None for a game that did not come to its end.

    `sight` is the channel's. Where the poster cannot be painted nothing stands in its place: the page says
    the same in words anyway.
    """
    ranking, moments = tell(sight)
    if sight.table.end.why != "over" or not ranking:
        return None
    alt = " ".join(_sentences(header, sight, ranking, moments, t))
    return Sketch(NAME, cut(alt, ALT_TEXT), _drawing(header, sign, tell, sight, t), "")


def _drawing(header: GameHeader, sign: bytes, tell: Tell, sight: Sight, t: Texts) -> PosterDrawing:
    """What is painted: names are brought to the font's letters before anything is told of them."""
    written = replace(sight, table=with_written_names(sight.table, _NAME_LENGTH))
    ranking, moments = tell(written)
    shown = ranking if len(ranking) <= MOST_LINES else ranking[: MOST_LINES - 1]
    others = len(ranking) - len(shown)
    return PosterDrawing(
        title=_written(header.title),
        accent=header.accent,
        headline=_written(_headline(written, t)),
        lines=tuple(_line(one, sight.table.end.winners) for one in shown),
        captions=tuple(Caption(_written(title), _written(told)) for title, told in _captions(moments)),
        rest=t.plural("et {n} autre", "et {n} autres", others) if others else "",
        sign=sign,
    )


def _line(one: Standing, winners: Iterable[str]) -> Line:
    name = writable(_words(one.name), f"#{one.seat}")
    return Line(one.number, name, _written(_score(one)), one.seat in winners)


def _sentences(
    header: GameHeader, sight: Sight, ranking: Iterable[Standing], moments: Sequence[str], t: Texts
) -> Iterator[str]:
    """All that the poster shows, a sentence each, with names as people wrote them."""
    yield f"{header.title}."
    yield _headline(sight, t)
    for one in ranking:
        yield f"{one.number}. {_words(one.name)}, {_score(one)}."
    for moment in moments[:_CAPTIONS]:
        yield _words(moment)


def _headline(sight: Sight, t: Texts) -> str:
    return _words(winners_line(sight.table, lambda seats: spoken_names(sight.table, seats, t), t))


def _captions(moments: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The first moments, each parted into what is remarkable about it and what happened."""
    for moment in moments[:_CAPTIONS]:
        title, colon, told = moment.partition(":")
        yield (_words(title).strip(), _words(told)) if colon else ("", _words(moment))


def _score(one: Standing) -> str:
    return one.notes[0] if one.notes else ""


def _words(markdown: str) -> str:
    """A line as plain text, without the signs before its first word."""
    return read_plain(_SIGNS.sub("", markdown))


def _written(text: str) -> str:
    """A text in letters that the font has."""
    return set_spaces(writable(text, ""))


# Whether a table counts for ratings: the host's option, and what the end of a game says of it.

NAMED: Final = 12
"""Of so many people a board tells what a table has changed for them."""


def friendly_option(t: Callable[[str], str]) -> OptionSpec:
    """Whether the table counts; the first value is the default."""
    return OptionSpec(
        "friendly",
        t("Classement"),
        (
            OptionChoice(False, t("Classée : la partie compte pour le classement du serveur")),
            OptionChoice(True, t("Amicale : la partie ne compte pour aucun classement")),
        ),
    )


def friendly_words(t: Texts) -> str:
    """What a lobby says of a table that does not count because its host wishes so."""
    return t("Partie amicale")


def rated_line(unrated: str | None, t: Texts) -> str:
    """The line that says whether a game that is over counts and, by the word for it, why not."""
    if unrated is None:
        return "-# " + t("Table classée.")
    return "-# " + t("Non classée : {reason}", reason=_reason(unrated, t))


def changes_line(sight: Sight, changes: Mapping[int, Change], t: Texts) -> str:
    """As `rated_line`, for a table that counts: what it has changed, by user id, in the order of arrival."""
    told = [
        _told(person.name, changes[person.user_id], t)
        for person in _arrivals(sight)
        if person.user_id is not None and person.user_id in changes
    ]
    if not told:
        return rated_line(None, t)
    if len(told) > NAMED:
        others = t.plural("et {n} autre", "et {n} autres", len(told) - NAMED)
        told[NAMED:] = [others]
    return "-# " + t("Classée : {people}", people=" · ".join(told))


def _arrivals(sight: Sight) -> Iterator[Person]:
    """The people of a table that is over, from first to last."""
    for place in sight.places:
        for seat in place.seats:
            yield from sight.table.seat(seat).people


def _told(name: str, change: Change, t: Texts) -> str:
    """Somebody's rating, and what a table has changed in it: "Bo 1490 ? (−9)"."""
    rating = str(change.rating) if change.sure else t("{rating} ?", rating=change.rating)
    return f"{escape(name)} {rating} ({change_words(change.change, t)})"


def change_words(change: int, t: Texts) -> str:
    """By how much a rating has changed: "+18", "−9"; "=" for nothing."""
    return format_decimal(change, format="+0;\u2212#", locale=t.locale) if change else "="


def _reason(unrated: str, t: Texts) -> str:
    """Why a table does not count; a word that nobody knows here is one for how it ended."""
    return {
        "abandoned": t("personne n’est revenu."),
        "accessible": t("le temps était doublé."),
        "alone": t("il faut au moins deux personnes."),
        "autopilot": t("un ordinateur a joué à la place de quelqu’un."),
        "children": t("elle se jouait avec les dés des plus jeunes."),
        "computers": t("des ordinateurs ont joué."),
        "early": t("quelqu’un est parti avant le dixième tour."),
        "empty": t("tout le monde est parti."),
        "evening": t("les soirées ont leur propre classement, par saison."),
        "friendly": t("c’était une partie amicale."),
        "idle": t("elle s’est fermée faute de mouvement."),
        "learning": t("le dé Ordre s’y montrait en avance, pour apprendre."),
        "often": t("les mêmes personnes avaient déjà trois tables classées à ce jeu ce jour-là."),
        "own_deck": t("le paquet de questions est celui du serveur."),
        "private": t("c’était en message privé."),
        "stopped": t("elle a été arrêtée avant la fin."),
    }.get(unrated, t("elle n’est pas allée jusqu’à la fin."))
