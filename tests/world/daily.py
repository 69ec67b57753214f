"""People at the challenge of the day, in a simulated world: each alone, by the one page that they opened."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from playground.errors import ActorError
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire_defizz import WRONG
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of
from tests.support.wire_storm import Asked
from tests.world.people import Party

_WAYS: Final = {"answer": 8.0, "write": 8.0, "begin": 8.0, "open": 4.0, "share": 0.3, "secret": 0.3}
"""How gladly something is pressed; else seldom."""
_BEFORE: Final = "Vous aviez déjà répondu"


class Alone(Gathering):
    """Somebody, or several, at no table: each has a page of their own."""

    game = "defi-du-jour"
    moves = frozenset()
    has_board = False
    over = True
    gathering = False

    def offers(self) -> list[Offer]:
        """Nothing: there is no table."""
        return []

    def note(self, asked: Interaction, answer: Answer) -> None:
        """What was answered stands on the page."""

    async def fill_in(self, opened: Interaction) -> Interaction:
        """Type an answer, seldom a right one."""
        return await self.play.send_form(self.play.world.people[opened.person_id], opened, WRONG)


@dataclass(frozen=True)
class Given:
    """An answer that somebody gave to a task ("day.discipline.step"), and what they were told."""

    person: Person
    place: str
    words: str
    asked: Asked
    said: str
    """What the page said that answered."""

    @property
    def counted(self) -> bool | None:
        """Whether they were told that it counts; None if they were told nothing."""
        answer = self.asked.answer
        if answer is None or answer.error is not None or answer.kind != "update":
            return None
        return _BEFORE not in self.said


@dataclass
class Daily(Party):
    """People who try every discipline of the day, one task after the other."""

    pages: dict[int, Message] = field(default_factory=dict)
    given: list[Given] = field(default_factory=list)

    async def live(self) -> None:
        """Try one task after the other, until the world is `ending`: there is nothing to end."""
        while not self.ending:
            try:
                await self._step()
            except (ActorError, LookupError):
                await self._wait(1.0)

    async def _step(self) -> None:
        self._find_channel()
        person = self.chance.choice(self.company.people)
        page = self.pages.get(person.id)
        if self.resting:
            await self._wait(1.0)
        elif page is None or not pieces_of(page) or self.chance.random() < 0.03:
            asked = await self._command("defi-du-jour", person)
            if asked is not None and asked.told is not None:
                self.pages[person.id] = asked.told
        else:
            await self._go_on(person, page, pieces_of(page))
        await self._wait(self.chance.expovariate(1 / 2.0))

    async def _go_on(self, person: Person, page: Message, offered: list[Piece]) -> None:
        piece = self.chance.choices(offered, [_WAYS.get(each.verb, 0.6) for each in offered])[0]
        times = 2 if piece.verb == "answer" and self.chance.random() < 0.1 else 1
        for _ in range(times):  # seldom the same thing again
            asked = await self._press(person, page, piece, None)
            self._note(person, piece, asked)

    def _note(self, person: Person, piece: Piece, asked: Asked | None) -> None:
        if asked is None:
            return
        said = text_of(asked.answer and asked.answer.message)
        if piece.verb == "answer":
            day, name, step, words = piece.arg.split(".", 3)
            self.given.append(Given(person, f"{day}.{name}.{step}", words, asked, said))
        elif piece.verb == "write" and asked.interaction.label != piece.custom_id:
            self.given.append(Given(person, piece.arg, WRONG, asked, said))

    async def finish(self) -> None:
        """There is nothing to end."""


def attempts(given: Iterable[Given]) -> dict[tuple[int, str, str], list[Given]]:
    """What was given, by person, day and discipline."""
    found: dict[tuple[int, str, str], list[Given]] = {}
    for each in given:
        day, name, _ = each.place.split(".")
        found.setdefault((each.person.id, day, name), []).append(each)
    return found
