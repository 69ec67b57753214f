"""The face of a game that is derived from its rules: board, panel, story and ending, in plain words.

`derive_face(rules)` is all that such a game needs. One that wants to say something otherwise has a class of
its own, `class YamFace(DerivedFace)` with `spec = derive_spec(Yam())`, and writes that method.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, is_dataclass
from types import SimpleNamespace
from typing import Any, Final

from bot.tables.sight import Sight
from bot.texts import N_, Texts
from bot.ui.frame.derived_spec import AnyKit, counted, derive_spec, words_of, write_value
from bot.ui.frame.drawn import Board, Ended, Panel, paragraphs
from bot.ui.frame.ending import list_places
from bot.ui.frame.face import Face
from bot.ui.frame.folding import BUTTONS_IN_A_ROW
from bot.ui.frame.names import spoken_name
from bot.ui.frame.option import CHOICES_AT_MOST, offer
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.page import Block, Button, Choice, Row, Select, Text
from engines.core.kit import Kit
from engines.core.kit_records import Action, Event, Observation

TOLD: Final = 4
"""So many lines tell what happened last."""
AWAITED: Final = N_("C’est à {name} de jouer.")
DIE: Final = range(1, 7)


def derive_face(rules: AnyKit) -> type[Face]:
    """Return the face of a game that has none of its own; it stands where the rules stand."""
    kind = type(rules)
    own = {"spec": derive_spec(rules), "__module__": kind.__module__}
    return type(f"{kind.__name__}Face", (DerivedFace,), own)


class Said(str):
    """A value in a sentence. `{dice:sum}` says what several numbers come to."""

    __slots__ = ("total",)
    total: int

    def __new__(cls, text: str, total: int = 0) -> Said:
        """Make a text that stands for numbers which come to `total`."""
        made = super().__new__(cls, text)
        made.total = total
        return made

    def __format__(self, how: str) -> str:
        """Say it, or its sum."""
        return str(self.total) if how == "sum" else format(str(self), how)


class DerivedFace(Face):
    """What a game of the kit looks like."""

    def __init__(self, book: EmojiBook | None = None) -> None:
        super().__init__(book)
        assert isinstance(self.spec.rules, Kit)
        self.rules: AnyKit = self.spec.rules
        self.own = words_of(type(self.rules))

    # -- the pages -------------------------------------------------------------------------------------

    def draw_board(self, sight: Sight, t: Texts) -> Board:
        """Who is awaited, how everybody stands, what happened last, and what can be done."""
        seen = self._observed(sight)
        awaits = self.own(self.rules.awaits) if self.rules.awaits else AWAITED
        now = [t(awaits, name=self._name(seat, sight, t)) for seat in sight.to_act]
        stand = [*self.terms(sight, t), *(self._stand(seat, sight, t) for seat in seen.seats)]
        kinds = [kind for kind in self.rules.kinds if kind.type in seen.verbs]
        verbs = [self._button(kind, t, "primary" if fields(kind)[1:] else kind.style) for kind in kinds]
        told = self.draw_story(sight, t).splitlines()
        blocks = [Text("\n".join(stand)), *paragraphs("\n".join(told[-TOLD:]))]
        rows = _rows([*verbs, Button("seat.hand", t("Ma main"))])
        where = t("manche {n}", n=self._fact(seen, "round"))
        return Board(where, now, [*blocks, *rows], folded=len(told) > TOLD)

    def draw_end(self, sight: Sight, t: Texts) -> Ended:
        """Who came where, and what happened last."""
        ranking = list_places(
            sight.places, lambda seat: self._name(seat, sight, t), lambda seat: self.score(seat, sight, t)
        )
        return Ended(ranking=ranking, blocks=paragraphs(self._story(sight, t)))

    def draw_panel(self, sight: Sight, t: Texts) -> Panel:
        """The seat's own secrets. Its lists and its buttons are its legal actions, no more and no less."""
        seen = self._observed(sight)
        legal: Sequence[Action] = sight.legal.actions if sight.legal else ()
        blocks: list[Block] = [Text(line) for line in self.secrets(sight, t)]
        last = "\n".join(self._story(sight, t).splitlines()[-2:])
        if legal and last:
            blocks.append(Text(last))
        for kind in dict.fromkeys(type(action) for action in legal if action.values):
            blocks += self._lists([action for action in legal if type(action) is kind], sight, t)
        blocks += _rows([self._button(type(action), t) for action in legal if not action.values])
        if not blocks:
            blocks.append(Text(t("Vous n’avez rien de secret.")))
        return Panel((t("manche {n}", n=self._fact(seen, "round")),), blocks=blocks)

    def draw_opened(self, verb: str, arg: str, sight: Sight, t: Texts) -> Panel | None:
        """The own panel, with the list that a button of the board stands for."""
        del arg
        return self.draw_panel(sight, t) if any(kind.type == verb for kind in self.rules.kinds) else None

    def wants_panel(self, sight: Sight) -> str | None:
        """A new key for each of this seat's decisions, where it has secrets; else the board is enough."""
        if not any(row.secret for row in self.rules.rows.values()):
            return None
        seen = self._observed(sight)
        key = f"{self._fact(seen, 'decision')}.{len(self._fact(seen, 'gone'))}"
        return key if sight.seat in sight.to_act else None

    def draw_story(self, sight: Sight, t: Texts) -> str:
        """All that the scenes tell, a line each."""
        return "\n".join(
            f"- {line}" for scene in sight.scenes for line in self._lines(scene.events, sight, t)
        )

    def draw_hint(self, actions: Sequence[Action], sight: Sight, t: Texts) -> str:
        """What came out best where everything that may happen was tried."""
        said = t.list([self._deed(action, sight, t) for action in actions])
        return t("**{action}** : c’est ce qui réussit le mieux, tout bien essayé.", action=said)

    # -- their parts -----------------------------------------------------------------------------------

    def tell(self, event: Event, sight: Sight, t: Texts) -> str:
        """What happened, in a sentence; "" for what is not told."""
        words = self.own(type(event).sentence)
        return t(words, **vars(self._spoken(event, sight, t))) if words else ""

    def _spoken(self, value: Any, sight: Sight, t: Texts) -> Any:
        """A value as sentences name it: seats by their names, dice as signs, records part by part."""
        if is_dataclass(value):
            named = {each.name: getattr(value, each.name) for each in fields(value)}
            return SimpleNamespace(**{name: self._spoken(part, sight, t) for name, part in named.items()})
        if isinstance(value, str) and any(value == seat.name for seat in sight.table.seats):
            return spoken_name(sight.table, value, t)
        if isinstance(value, tuple):
            dice = value and all(isinstance(part, int) and part in DIE for part in value)
            parts = [str(self._spoken(part, sight, t)) for part in value]
            text = self.book.dice("".join(parts)) if dice else ", ".join(parts)
            return Said(text, sum(part for part in value if isinstance(part, int)))
        return value

    def score(self, seat: str, sight: Sight, t: Texts) -> list[str]:
        """What a seat has of everything that is counted, and whether it has left."""
        seen = self._observed(sight)
        rows = [(name, row) for name, row in self.rules.rows.items() if row.tell and not row.secret]
        said = [counted(row.tell, self.own)(self._fact(seen, name)[seat], t) for name, row in rows]
        return [*said, t("a quitté la table")] if seat in self._fact(seen, "gone") else said

    def secrets(self, sight: Sight, t: Texts) -> Iterator[str]:
        """What this seat alone knows, a line each."""
        seen = self._observed(sight)
        for name, row in self.rules.rows.items():
            value = self._fact(seen, name)
            if row.secret and row.tell and value is not None:
                said = t(self.own(row.tell), value=self._spoken(value, sight, t))
                yield f"### {said}"

    def terms(self, sight: Sight, t: Texts) -> Iterator[str]:
        """What the host has set, but for who begins."""
        for option in self.spec.options[:-1]:
            shown = offer(option, self.spec.facts[option.name], sight.table, t, frozenset())
            chosen = sight.table.options.get(option.name, self.spec.facts[option.name].default)
            labels = [choice.label for choice in shown.choices if choice.value == chosen] if shown else []
            yield from (t("**{option}** : {value}", option=t(option.label), value=label) for label in labels)

    def _lists(self, actions: Sequence[Action], sight: Sight, t: Texts) -> Iterator[Select]:
        """Lists of one kind of action, as many as are needed."""
        kind = type(actions[0])
        for at in range(0, len(actions), CHOICES_AT_MOST):
            some = actions[at : at + CHOICES_AT_MOST]
            choices = tuple(Choice(write_value(each), self.choice(each, sight, t)) for each in some)
            yield Select(kind.type, t(self.own(kind.label)), choices, str(at or ""))

    def choice(self, action: Action, sight: Sight, t: Texts) -> str:
        """What an entry of a list says: the values of the action."""
        del sight, t
        return " · ".join(str(value) for value in action.values)

    def _deed(self, action: Action, sight: Sight, t: Texts) -> str:
        """An action by the words of its button and of its list."""
        label = t(self.own(type(action).label))
        return f"{label} {self.choice(action, sight, t)}" if action.values else label

    def _button(self, kind: type[Action], t: Texts, style: Any = "") -> Button:
        return Button(kind.type, t(self.own(kind.label)), style=style or kind.style)

    def _stand(self, seat: str, sight: Sight, t: Texts) -> str:
        return " · ".join((self._name(seat, sight, t), *self.score(seat, sight, t)))

    def _story(self, sight: Sight, t: Texts) -> str:
        return "\n".join(self.draw_story(sight, t).splitlines()[-TOLD:])

    def _lines(self, events: Sequence[Any], sight: Sight, t: Texts) -> Iterator[str]:
        return filter(None, (self.tell(event, sight, t) for event in events))

    def _name(self, seat: str, sight: Sight, t: Texts) -> str:
        return spoken_name(sight.table, seat, t)

    def _observed(self, sight: Sight) -> Observation:
        """What this audience sees of the game; TypeError before it has begun."""
        if not isinstance(sight.observation, Observation):
            raise TypeError("there is no game to be seen")
        return sight.observation

    @staticmethod
    def _fact(seen: Observation, name: str) -> Any:
        """A fact of the position, which the type of what is seen does not name."""
        return getattr(seen, name)


def _rows(buttons: Sequence[Button]) -> list[Row]:
    """Buttons side by side, five in a row."""
    return [
        Row(tuple(buttons[at : at + BUTTONS_IN_A_ROW])) for at in range(0, len(buttons), BUTTONS_IN_A_ROW)
    ]
