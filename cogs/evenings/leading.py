"""What the host of an evening presses: the plan and its rounds, announcing, beginning, cancelling."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.tables.evenings import planning
from bot.tables.evenings.dates import read_moment, zone_of
from bot.tables.evenings.model import Evening
from bot.tables.model import Denied
from bot.ui.clicks.click import Click, Handler
from bot.ui.clicks.house import House
from bot.ui.pages.escape import NOTHING, tidy
from bot.ui.pages.page import Button, Page, Row, Text
from cogs.evenings.console import KINDS, WORDS_LENGTH, console, plan_form, round_form, round_page, size_form
from cogs.evenings.keeping import Evenings
from cogs.evenings.programme import (
    find_complaint,
    find_themes,
    fingerprint,
    load_deck,
    named,
    plain,
    preset,
    read_length,
    read_rounds,
    round_deck,
)
from cogs.evenings.reading import Retyping, check_leads, read_args, show_aside, text_of
from engines.soiree.model import Round

_ALL, _NONE = ("tous", "all"), ("aucun", "none")
_SHAPES: Mapping[str, Mapping[str, Any]] = {
    "any": {},
    "chrono": {"modes": ("chrono",)},
    "speed": {"modes": ("chrono",), "speed": True},
    "cible": {"modes": ("cible",)},
    "pingpong": {"modes": ("pingpong",)},
    "stakes": {"stakes": True},
    "challenges": {"play": "challenges"},
}
"""What the keys of KINDS mean."""
_LENGTHS = {"challenges": 6, "cible": 5, "pingpong": 4, "stakes": 5}


class Leading:
    """The verbs of who plans an evening; moderators may press them, too."""

    def __init__(self, house: House, evenings: Evenings) -> None:
        self._house = house
        self._evenings = evenings
        self._retyping = Retyping()

    def handlers(self) -> Mapping[str, Handler]:
        """By the verbs' names."""
        return {
            "lead": self._show,
            "publish": self._publish,
            "begin": self._begin,
            "cancel": self._ask_cancel,
            "cancelled": self._cancel,
            "plan": self._ask_plan,
            "planned": self._plan,
            "size": self._ask_size,
            "sized": self._size,
            "preset": self._take_preset,
            "deck": self._take_deck,
            "round": self._show_round,
            "add": self._add,
            "kind": self._set_kind,
            "level": self._set_level,
            "cards": self._set_cards,
            "edit": self._ask_round,
            "edited": self._edit,
            "up": self._move_up,
            "down": self._move_down,
            "drop": self._drop,
        }

    # -- the evening as a whole ------------------------------------------------------------------------

    async def _show(self, click: Click) -> None:
        await self._show_console(click, await self._find(click))

    async def _publish(self, click: Click) -> None:
        """Announce a draft in its channel."""
        evening, t = await self._find(click), click.responder.texts
        await self._evenings.face.check(evening)
        now = self._evenings.now()
        opened = await self._evenings.change(evening.id, lambda found: planning.publish(found, now))
        note = t("📣 **La soirée est annoncée dans ce salon.** Les inscriptions sont ouvertes.")
        await self._show_console(click, opened, note)

    async def _begin(self, click: Click) -> None:
        evening, t = await self._find(click), click.responder.texts
        await self._evenings.begin(evening.id)
        await show_aside(click, Page(0, 0, (Text(t("▶️ La soirée commence : sa table est ouverte ici.")),)))

    async def _ask_cancel(self, click: Click) -> None:
        evening, t = await self._find(click), click.responder.texts
        sure = Button("evening.cancelled", t("Oui, l’annuler"), str(evening.id), "danger")
        back = Button("evening.lead", t("Non, revenir"), str(evening.id))
        told = t("Annuler cette soirée ? Les inscriptions seront perdues.")
        await show_aside(click, Page(0, 0, (Text(told), Row((sure, back)))))

    async def _cancel(self, click: Click) -> None:
        evening, t = await self._find(click), click.responder.texts
        await self._evenings.change(evening.id, lambda found: planning.cancel(found, "host"))
        await show_aside(click, Page(0, 0, (Text(t("La soirée est annulée.")),)))

    async def _ask_plan(self, click: Click) -> None:
        evening = await self._find(click)
        zone = await self._zone(evening)
        form = plan_form(evening, zone, str(evening.id), click.responder.texts)
        await self._retyping.open(click, form)

    async def _plan(self, click: Click) -> None:
        """Change what was typed of title, moment and words."""
        evening = await self._find(click)
        async with self._retyping.offered(click, "evening.plan", evening.id):
            change = await self._read_plan(click, evening)
            await self._change(click, evening, change)

    async def _read_plan(self, click: Click, evening: Evening) -> Callable[[Evening], Evening]:
        """What the typed title, moment and words do to an evening; Denied for what will not do."""
        title, moment, words = (text_of(click, place).strip() for place in range(3))
        now = self._evenings.now()
        changes: dict[str, Any] = {}
        if title:
            changes["title"] = planning.check_title(tidy(title, planning.TITLE_LENGTH))
        if moment:
            at = read_moment(moment, now, await self._zone(evening))
            changes["starts_at"] = planning.check_moment(at, now)
            changes |= {"called": 0, "why": ""}
        if words:
            changes["words"] = words[:WORDS_LENGTH]

        def change(found: Evening) -> Evening:
            planning.check_planned(found)
            moved = found.starts_at != changes.get("starts_at", found.starts_at)
            guests = tuple(replace(one, reminded=0) for one in found.guests) if moved else found.guests
            return replace(found, **changes, guests=guests)

        return change

    async def _ask_size(self, click: Click) -> None:
        await self._retyping.open(click, size_form(await self._find(click), click.responder.texts))

    async def _size(self, click: Click) -> None:
        evening = await self._find(click)
        typed = [text_of(click, place).strip() for place in range(2)]
        async with self._retyping.offered(click, "evening.size", evening.id):
            if not all(one.isascii() and one.isdecimal() for one in typed):
                raise Denied("evening_size")
            people, places = map(int, typed)
            await self._change(click, evening, lambda found: planning.resize(found, people, places))

    # -- the programme ---------------------------------------------------------------------------------

    async def _take_preset(self, click: Click) -> None:
        evening = await self._find(click)
        key = click.values[0] if click.values else "apero"
        await self._change_rounds(click, evening, lambda _: preset(key))

    async def _take_deck(self, click: Click) -> None:
        """Play with the chosen deck, if it has questions enough."""
        evening = await self._find(click)
        name = click.values[0].removeprefix("+") if click.values else ""
        await self._check_change(evening, replace(evening, deck=name))

        def take(found: Evening) -> Evening:
            planning.check_planned(found)
            return replace(found, deck=name)

        await self._change(click, evening, take)

    async def _add(self, click: Click) -> None:
        evening = await self._find(click)
        kind = _kind(click)
        added = plain(Round(length=_LENGTHS.get(kind, 8), **_SHAPES[kind]))
        await self._change_rounds(click, evening, lambda rounds: (*rounds, added))

    async def _show_round(self, click: Click) -> None:
        evening = await self._find(click)
        number = int(click.values[0]) if click.values and click.values[0].isdecimal() else -1
        _check_drawn(click, evening, number)
        await self._show_one(click, evening, number)

    async def _set_kind(self, click: Click) -> None:
        shape = {"play": "all", "modes": (), "speed": False, "stakes": False, **_SHAPES[_kind(click)]}
        await self._change_round(click, lambda played: replace(played, **shape))

    async def _set_level(self, click: Click) -> None:
        level: Any = click.values[0] if click.values and click.values[0] in ("easy", "hard") else "mixed"
        await self._change_round(click, lambda played: replace(played, level=level))

    async def _set_cards(self, click: Click) -> None:
        """Play a round with the chosen deck; the evening's own is the one that needs no naming."""
        evening = await self._find(click)
        name = click.values[0].removeprefix("+") if click.values else ""
        deck = None if name == evening.deck else named(name)
        await self._change_round(click, lambda played: replace(played, deck=deck))

    async def _ask_round(self, click: Click) -> None:
        evening = await self._find(click)
        number = _number(click)
        _check_drawn(click, evening, number)
        await self._retyping.open(click, round_form(evening, number, click.responder.texts))

    async def _edit(self, click: Click) -> None:
        """Change what was typed of a round's length, themes and title."""
        evening = await self._find(click)
        _check_drawn(click, evening, _number(click))
        async with self._retyping.offered(click, "evening.edit", evening.id):
            changes = await self._read_round(click)
            await self._change_round(click, lambda played: replace(played, **changes))

    async def _read_round(self, click: Click) -> Mapping[str, Any]:
        """The fields of a round that were typed; Denied for what will not do."""
        length, themes, without, title = (text_of(click, place).strip() for place in range(4))
        changes: dict[str, Any] = {}
        if length:
            changes["length"] = read_length(length)
        if themes:
            changes["themes"] = () if themes.casefold() in _ALL else await self._find_themes(click, themes)
        if without:
            changes["without"] = (
                () if without.casefold() in _NONE else await self._find_themes(click, without)
            )
        if title:
            changes["title"] = "" if tidy(title, 60) == NOTHING else tidy(title, 60)
        return changes

    async def _find_themes(self, click: Click, text: str) -> tuple[str, ...]:
        """The themes that are typed, of the deck that the round is played with."""
        evening, number = await self._find(click), _number(click)
        _check_drawn(click, evening, number)
        name = round_deck(evening, read_rounds(evening)[number])
        deck = await load_deck(self._house.decks, evening.guild_id, name, number + 1)
        return find_themes(text, deck, click.responder.texts)

    async def _move_up(self, click: Click) -> None:
        await self._swap(click, -1)

    async def _move_down(self, click: Click) -> None:
        await self._swap(click, 1)

    async def _swap(self, click: Click, way: int) -> None:
        """Exchange a round with the one before or after it."""
        evening, number = await self._find(click), _number(click)
        _check_drawn(click, evening, number)
        _check_drawn(click, evening, number + way)

        def swap(rounds: Sequence[Any]) -> Sequence[Any]:
            moved = list(rounds)
            moved[number], moved[number + way] = moved[number + way], moved[number]
            return moved

        changed = await self._with_rounds(evening, swap)
        await self._show_one(click, changed, number + way)

    async def _drop(self, click: Click) -> None:
        evening, number = await self._find(click), _number(click)
        _check_drawn(click, evening, number)
        await self._change_rounds(
            click, evening, lambda rounds: [one for place, one in enumerate(rounds) if place != number]
        )

    async def _change_round(self, click: Click, change: Callable[[Round], Round]) -> None:
        """Change one round and show it."""
        evening, number = await self._find(click), _number(click)
        _check_drawn(click, evening, number)
        changed = plain(change(read_rounds(evening)[number]))

        def exchange(rounds: Sequence[Any]) -> Sequence[Any]:
            return [changed if place == number else one for place, one in enumerate(rounds)]

        after = await self._with_rounds(evening, exchange)
        await self._show_one(click, after, number)

    async def _change_rounds(
        self, click: Click, evening: Evening, change: Callable[[Sequence[Any]], Sequence[Any]]
    ) -> None:
        """Change the programme and show it."""
        changed = await self._with_rounds(evening, change)
        await self._show_console(click, changed)

    async def _with_rounds(
        self, evening: Evening, change: Callable[[Sequence[Any]], Sequence[Any]]
    ) -> Evening:
        """Change the programme, if it can be played and is still what was seen."""
        wished = planning.change_programme(evening, tuple(change(evening.programme)))
        if wished.programme:
            await self._check_change(evening, wished)

        def apply(found: Evening) -> Evening:
            if found.programme != evening.programme:
                raise Denied("evening_stale")
            return planning.change_programme(found, wished.programme)

        return await self._evenings.change(evening.id, apply)

    async def _check_change(self, before: Evening, after: Evening) -> None:
        """Denied where cards do not suffice, unless they did not before either: one mends step by step."""
        try:
            await self._evenings.face.check(after)
        except Denied:
            if await find_complaint(self._house.decks, before) is None:
                raise

    # -- what all of them need -------------------------------------------------------------------------

    async def _find(self, click: Click) -> Evening:
        """The evening, for who may lead it."""
        evening = await self._evenings.find(read_args(click)[0])
        check_leads(click.responder.interaction, evening)
        return evening

    async def _zone(self, evening: Evening) -> Any:
        return zone_of((await self._house.servers.server(evening.guild_id)).get("zone"))

    async def _change(self, click: Click, evening: Evening, change: Callable[[Evening], Evening]) -> None:
        changed = await self._evenings.change(evening.id, change)
        await self._show_console(click, changed)

    async def _show_console(self, click: Click, evening: Evening, note: str = "") -> None:
        cards = await self._find_cards(evening)
        await show_aside(click, console(evening, click.responder.texts, note, *cards))

    async def _show_one(self, click: Click, evening: Evening, number: int) -> None:
        """Show a round of the programme."""
        cards = await self._find_cards(evening)
        await click.responder.update(round_page(evening, number, click.responder.texts, *cards))

    async def _find_cards(self, evening: Evening) -> tuple[list[str], Denied | None]:
        """The names of the server's decks, and why the programme cannot be played with what there is."""
        decks = [info.name for info in await self._house.decks.decks(evening.guild_id)]
        return decks, await find_complaint(self._house.decks, evening)


def _number(click: Click) -> int:
    """The round that a button names."""
    numbers = read_args(click)
    return numbers[1] if len(numbers) > 1 else -1


def _kind(click: Click) -> str:
    """The chosen way to play a round."""
    chosen = click.values[0] if click.values else ""
    return chosen if chosen in KINDS else "any"


def _check_drawn(click: Click, evening: Evening, number: int) -> None:
    """Denied "evening_stale" if this round is not there, or the programme was another one when drawn."""
    numbers = read_args(click)
    if not 0 <= number < len(evening.programme) or numbers[2:] != (fingerprint(evening),):
        raise Denied("evening_stale")
