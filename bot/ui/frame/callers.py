"""What people wish to be called for, how they say so, and the message that calls them to a table."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from bot.tables.calls import LEAST, Call, list_present, most_people
from bot.tables.model import Status, Table
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines, jump
from bot.ui.frame.spec import GameSpec
from bot.ui.pages.page import Block, Button, Choice, Link, Page, Row, Section, Select, Text

REASONS: Final[dict[str, tuple[str, ...]]] = {
    "call_too_many": (N_("À ce jeu, on est {n} au plus : demandez moins de monde."),),
}
_DROP = "calls.drop"


def ask_button(t: Texts) -> Button:
    """The lobby's button for who wishes to be called; it stands in the menu."""
    return Button("calls.ask", t("Prévenez-moi…"), rare=True)


def call_page(table: Table, spec: GameSpec, people: Sequence[int], board: int, t: Texts) -> Page:
    """The message that calls these people to a table, whose board has this id."""
    seated = len(list_present(table))
    named = t.list([f"<@{user_id}>" for user_id in people])
    head = t("🔔 {people}, on vous attend à **{game}** !", people=named, game=spec.title)
    why = t.plural(
        "-# {n} personne est à table ; avec vous, cela fait {all}. Vous l’avez demandé avec `/appel`.",
        "-# {n} personnes sont à table ; avec vous, cela fait {all}. Vous l’avez demandé avec `/appel`.",
        seated,
        all=seated + len(people),
    )
    buttons = (
        Link(t("Aller à la table"), jump(table, board)),
        Button("calls.stop", t("Ne plus m’appeler"), table.game),
    )
    return Page(0, 0, (Text(join_lines(head, why)), Row(buttons)), spec.accent)


def choice_page(spec: GameSpec, own: Call | None, t: Texts) -> Page:
    """The question from how many people on somebody wishes to be called; `own` is their present wish."""
    asked = t(
        "**{game}** : à combien voulez-vous jouer ? Je vous appelle quand le compte y est.", game=spec.title
    )
    counts = range(LEAST, most_people(spec.rules) + 1)
    choices = tuple(
        Choice(
            f"{spec.name}.{n}",
            t("à {n} personnes ou plus", n=n),
            chosen=own is not None and own.least == n,
        )
        for n in counts
    )
    blocks: list[Block] = [
        Text(join_lines(asked, _rule(t))),
        Select("calls.pick", t("À partir de…"), choices),
    ]
    if own is not None:
        blocks.append(Row((Button(_DROP, t("Ne plus m’appeler"), spec.name),)))
    return Page(0, 0, tuple(blocks), spec.accent)


def calls_page(calls: Sequence[Call], specs: Mapping[str, GameSpec], t: Texts, said: str = "") -> Page:
    """What somebody wishes on a server, each with the button that ends it; `said` is what was just done."""
    known = [(specs[call.game], call) for call in calls if call.game in specs]
    head = join_lines(said, t("**Vos appels sur ce serveur**") if known else _none(t))
    lines = [Section(_line(spec, call, t), Button(_DROP, t("Retirer"), spec.name)) for spec, call in known]
    return Page(0, 0, (Text(head), *lines, Text(_rule(t))))


def _none(t: Texts) -> str:
    return t("Vous n’avez demandé aucun appel ici. Par exemple : `/appel jeu:La Tasse a_partir_de:4`.")


def _line(spec: GameSpec, call: Call, t: Texts) -> str:
    """One wish: the game, from how many people on, and between which hours."""
    line = t("{emoji} **{game}** à {n} ou plus", emoji=spec.emoji, game=spec.title, n=call.least)
    if call.hours is None:
        return line
    begin, end = call.hours
    return t("{line}, entre {begin} h et {end} h", line=line, begin=begin, end=end or 24)


def _rule(t: Texts) -> str:
    """How often and for how long somebody is called, in small letters."""
    return t(
        "-# Un seul message dans le salon de la table, qui vous mentionne ; une fois en 12 heures au plus, "
        "tous jeux confondus. L’appel s’efface après 60 jours sans vous asseoir à ce jeu ici."
    )


# Whom a new board calls by a mention, once: those who played, and those for whom a rematch keeps a seat.


def people_to_call(table: Table) -> tuple[int, ...]:
    """The users to be called when the board of a table is posted: nobody while it is played.

    Nor in private messages, where a new message calls its reader by itself.
    """
    if table.private:
        return ()
    over = table.status is Status.CLOSED and table.end.why == "over"
    kept = table.status is Status.LOBBY and table.rematch_of is not None
    if not over and not kept:
        return ()
    there = [person for seat in table.seats if not seat.left for person in seat.people if not person.left]
    wanted = (person.user_id for person in there if over or person.join_id is None)
    return tuple(dict.fromkeys(user_id for user_id in wanted if user_id is not None))


def with_call(page: Page, table: Table, t: Texts) -> Page:
    """The page with a line below its title that mentions whoever is called; as it is if nobody is."""
    people = t.list([f"<@{user_id}>" for user_id in people_to_call(table)])
    if not people:
        return page
    if table.status is Status.CLOSED:
        line = t("Merci d’avoir joué, {people} !", people=people)
    else:
        line = t("🔁 Une place vous est gardée : {people}.", people=people)
    return replace(page, blocks=(*page.blocks[:1], Text(line), *page.blocks[1:]))
