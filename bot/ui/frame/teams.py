"""Teams in the lobby: how they are shown, how one is chosen, how one is named."""

from collections.abc import Container
from dataclasses import dataclass
from typing import Final

from bot.tables.model import Denied, Person, Reach, Seat, Table
from bot.tables.playing.capabilities.teams import TITLE_LENGTH
from bot.texts import N_, Texts
from bot.ui.frame.names import host_name, member_names, plain_name, rated_name, seat_name
from bot.ui.pages.escape import escape, label
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Page, Row, Select, Text

NEW = "new"
"""The value of the list's entry that makes a new team."""
_NAME_IN_TEAM = 16
"""How many characters of each person's name are shown: a full lobby has to fit into one message."""

_MARKS: Final = {Reach.DM: "🔔", Reach.BUTTON: "🖱️", Reach.UNKNOWN: "…"}

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "too_few_teams": (N_("Il faut au moins {n} équipes pour commencer. Invitez du monde à les rejoindre."),),
    "teams_short": (
        N_("Chaque équipe joue à deux, et il manque quelqu’un ici : {teams}."),
        N_("Chaque équipe joue à deux, et il en reste d’incomplètes."),
    ),
    "teams_alone": (
        N_("En message privé, personne ne peut partager votre place : les équipes jouent sur un serveur."),
    ),
    "team_gone": (N_("Cette équipe n’existe plus. Appuyez encore sur Rejoindre pour voir les autres."),),
    "team_full": (N_("Cette équipe est complète. Appuyez encore sur Rejoindre pour voir les autres."),),
    "teams_full": (N_("Toutes les équipes sont complètes : revenez si quelqu’un s’en va."),),
    "no_teams": (N_("On ne joue pas en équipes à cette table : il n’y a rien à nommer."),),
    "bad_title": (
        N_("Un nom d’équipe fait de 1 à {most} caractères, et pas seulement des espaces."),
        N_("Ce nom d’équipe n’est pas possible. Choisissez-en un autre."),
    ),
}
"""Wordings by reason (see bot.ui.frame.notices)."""


@dataclass(frozen=True, slots=True)
class Size:
    """How many people a team needs to begin, and how many it may have."""

    fewest: int
    most: int


def title(table: Table, head: str, size: Size, room: tuple[int, int], t: Texts) -> str:
    """The `head` of a lobby with teams, its host, and how many teams are complete.

    `room` is how many teams there must and may be.
    """
    least, most = room
    full = sum(_is_complete(seat, size) for seat in table.seats)
    if size.fewest == size.most:
        count = t.plural("{n} équipe complète", "{n} équipes complètes", full)
        wanted = t("de {least} à {most} équipes de deux", least=least, most=most)
    else:
        count = t.plural("{n} équipe", "{n} équipes", full)
        wanted = t("de {least} à {most} équipes de {n} au plus", least=least, most=most, n=size.most)
    told, host = f"{count} · {wanted}", host_name(table)
    if host is None:
        return f"{head}\n{told}"
    led = t("Hôte : **{host}**", host=host)
    return f"{head}\n{led} · {told}"


def team_line(table: Table, seat: Seat, team: int, written_to: bool, t: Texts) -> str:
    """The line of one team in the lobby: its name, if it has one, its people, and how many may still join.

    A computer is a team of its own.
    """
    if seat.by_computer:
        return f"- **{rated_name(table, seat.name, t)}**"
    people = [_member(seat, person, written_to, t) for person in seat.people]
    free = team - len(seat.people)
    if free > 0:
        people.append(t.plural("*{n} place libre*", "*{n} places libres*", free))
    told = " · ".join(people)
    if not seat.title:
        return f"- {told}"
    return "- " + t("{option} : {value}", option=f"**{seat_name(table, seat.name, t)}**", value=told)


def members_line(table: Table, seat: str, t: Texts) -> str:
    """A team of a game that has begun, and who plays in it: "**Les Oies** : Anne · Bob"."""
    holder = table.seat(seat)
    if holder.by_computer:
        return f"**{rated_name(table, seat, t)}**"
    people = " · ".join(_short_name(holder, person, t) for person in holder.people if not person.left)
    return t("{option} : {value}", option=f"**{seat_name(table, seat, t)}**", value=people)


def reach_mark(person: Person) -> str:
    """A sign for how this person gets secrets: by private message, by a button, or not known yet ("…")."""
    return _MARKS[person.reach]


def reach_legend(table: Table, t: Texts) -> str:
    """The line that says what these signs mean, as far as they stand in this lobby; "" for none."""
    legend = {
        Reach.DM: t("{mark} : joue aussi en message privé.", mark=_MARKS[Reach.DM]),
        Reach.BUTTON: t("{mark} : joue avec les boutons du salon.", mark=_MARKS[Reach.BUTTON]),
    }
    there = {person.reach for person in table.people() if person.join_id is not None}
    words = " ".join(said for reach, said in legend.items() if reach in there)
    return f"-# {words}" if words else ""


def naming_button(t: Texts) -> Row:
    """The button that opens the form of `naming_form`."""
    return Row((Button("team.title", t("Nommer l’équipe"), rare=True),))


def naming_form(table: Table, seat: Seat, t: Texts) -> Form:
    """The form in which somebody gives their team a name."""
    example = label(seat.title) if seat.title else plain_name(table, seat.name, t)
    field = Field("title", t("Nom de l’équipe"), example=example, most=TITLE_LENGTH)
    return Form(table.id, table.turn, "team.title", t("Nommer l’équipe"), (field,))


def choice_page(table: Table, user_id: int, team: int, room: bool, t: Texts) -> Page | None:
    """The page on which somebody chooses a team: a new one if there is `room`, or one that is not complete.

    `team` is the size of teams. None if there is nothing to choose.
    """
    own = table.seat_of(user_id)
    choices: list[Choice] = []
    if room and (own is None or len(own.people) > 1):
        choices.append(Choice(NEW, t("Une nouvelle équipe")))
    choices += [
        Choice(seat.name, _with(table, seat, t))
        for seat in table.seats
        if len(seat.people) < team and not seat.by_computer and not seat.holds(user_id)
    ]
    if not choices:
        return None
    asked = t("Dans quelle équipe jouez-vous ?") if own is None else t("Dans quelle équipe passez-vous ?")
    blocks: tuple[Block, ...] = (Text(asked), Select("team.join", t("Choisir une équipe"), tuple(choices)))
    return Page(table.id, table.turn, blocks)


def late_choice_page(table: Table, open_to: Container[str], team: int, t: Texts) -> Page:
    """The page on which somebody who comes late chooses one of the teams that are open, and not complete.

    Raises Denied "teams_full" where there is none.
    """
    choices = tuple(
        Choice(seat.name, _with(table, seat, t))
        for seat in table.seats
        if seat.name in open_to and len(seat.people) < team and not seat.by_computer
    )
    if not choices:
        raise Denied("teams_full")
    asked = Text(t("Dans quelle équipe jouez-vous ?"))
    return Page(table.id, table.turn, (asked, Select("team.join", t("Choisir une équipe"), choices)))


def own_team_page(table: Table, user_id: int, fewest: int, t: Texts) -> Page:
    """What replaces that page once a team is chosen: the names of one's team mates.

    `fewest` is how many a team needs to begin.
    """
    seat = table.seat_of(user_id)
    others = [] if seat is None else [person for person in seat.people if person.user_id != user_id]
    if not others and fewest == 1:
        told = t("Votre équipe est ouverte : d’autres peuvent la rejoindre.")
    elif not others:
        told = t("Votre équipe est ouverte : il lui manque quelqu’un.")
    else:
        names = t.list([_short_name(seat, person, t) for person in others if seat is not None])
        told = t("Vous jouez avec {names}.", names=names)
    return Page(table.id, table.turn, (Text(told),))


def people_choices(table: Table, t: Texts) -> tuple[Choice, ...]:
    """The entries of a list with everybody in the lobby but the host; values are "seat.user id"."""
    people = [(seat, person) for seat in table.seats for person in seat.people]
    return tuple(
        Choice(
            f"{seat.name}.{person.user_id}",
            label(person.name),
            plain_name(table, seat.name, t) if seat.title else None,
        )
        for seat, person in people
        if person.user_id is not None and person.user_id != table.host_id
    )


def _with(table: Table, seat: Seat, t: Texts) -> str:
    """With whom one plays in a team: its own name, or its people's."""
    return t(
        "Avec {team}", team=label(seat.title) if seat.title else label(member_names(table, seat.name, t))
    )


def _is_complete(seat: Seat, size: Size) -> bool:
    """Whether this team could begin: enough people, who have all come, or a computer."""
    return (len(seat.people) >= size.fewest or seat.by_computer) and seat.confirmed


def _member(seat: Seat, person: Person, written_to: bool, t: Texts) -> str:
    name = _short_name(seat, person, t)
    if person.join_id is None:
        return t("*{name}* (place réservée)", name=name)
    return f"**{name}** {reach_mark(person)}" if written_to else f"**{name}**"


def _short_name(seat: Seat | None, person: Person, t: Texts) -> str:
    if not person.name and seat is not None:
        return t("Anonyme {seat}", seat=seat.name)
    return escape(person.name, _NAME_IN_TEAM)
