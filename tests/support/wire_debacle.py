"""People who play Débâcle by what their private messages, or the channel's panels, offer them."""

import random
import re

from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play
from tests.support.wire_diavolo import alt_of
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of

OPENERS = frozenset({"die", "row"})
"""Lists that only lead on to others."""
_TASTE = {"undo": 0.05, "recover": 0.3, "doubles": 9.0}
"""How gladly something is done, where nothing can be captured."""
_DICE = re.compile(r"(Rouge|Noir), \d dés? : ([^.]*)\.")


class Floes(Gathering):
    """The two people of a table of Débâcle; who has closed their private messages plays in the channel."""

    game = "debacle"
    moves = frozenset({"do", "doubles", "back", "recover", "pass", "undo"})

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._stale: set[tuple[int, str]] = set()
        self._panels: dict[int, Message] = {}

    @property
    def current(self) -> Person | None:
        """Whose turn it is, as the board says."""
        said = re.search(r"C’est à \S+ \*\*([^*]+)\*\* \(", text_of(self.board()))
        return next((each for each in self.people if said and each.name == said[1]), None)

    def panel(self, person: Person) -> Message | None:
        """Where a person plays: their newest private message, or what they opened in the channel."""
        return self.play.panel(person) if person.dms_open else self._panels.get(person.id)

    def choices(self, person: Person) -> tuple[Message, list[Piece]] | None:
        """A person's panel in their turn, and what moves on in it."""
        panel = self.panel(person)
        found = [
            each
            for each in pieces_of(panel)
            if (each.verb in self.moves or each.verb in OPENERS)
            and panel is not None
            and (panel.id, each.custom_id) not in self._stale
        ]
        return (panel, found) if panel is not None and found else None

    def offers(self) -> list[Offer]:
        """Whoever could act by what they see, with what they could do."""
        found = ((person, self.choices(person)) for person in self.people)
        return [(person, *mine) for person, mine in found if mine is not None]

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """A capture wherever the board shows one, else anything, forward rather than not."""
        captures = [each for each in moves if each.label.startswith("Capturer")]
        weights = [_TASTE.get(each.verb, 1.0) * (3 if _is_forward(each) else 1) for each in moves]
        chosen = self.chance.choices(captures or moves, None if captures else weights)[0]
        hunters = [die for die in chosen.values if die in hunting(alt_of(self.board().components))]
        return chosen, self.chance.choice(hunters or chosen.values) if chosen.is_list else None

    def note(self, asked: Interaction, answer: Answer) -> None:
        """What was refused is not pressed again; what an ephemeral message became is where one goes on."""
        if asked.message is None:
            return
        if answer.kind == "message" and not pieces_of(answer.message):
            self._stale.add((asked.message.id, asked.label))

    async def move(self) -> Interaction | None:
        """Somebody who can does something; who plays in the channel looks there whether it is their turn."""
        if not self.over and not self.offers():
            for person in self.people:
                if not person.dms_open:
                    await self.look(person)
        return await super().move()

    async def look(self, person: Person) -> Message:
        """Open one's own panel in the channel, once the board offers it."""
        await self.play.until(lambda: any(each.verb == "hand" for each in pieces_of(self.board())), "a board")
        shown = (await self.play.press(person, self.board(), "hand")).message
        assert shown is not None
        self._panels[person.id] = shown
        return shown

    async def cut_short(self) -> None:
        """One of them gives up, and says so twice."""
        if any(each.verb == "resign" for each in pieces_of(self.board())):
            asked = (await self.play.press(self.people[1], self.board(), "resign")).message
            if pieces_of(asked):  # else the board is late, and it is over already
                await self.play.press(self.people[1], asked, "resign", "yes")
            await self.play.until(lambda: self.over, "the end")


def hunting(words: str) -> set[str]:
    """The dice of both colours that could capture, from a board told in words; none where none is told.

    B5 read anew.
    """
    told = sorted(_DICE.findall(words), reverse=True)
    if len(told) != 2:
        return set()
    red, black = (
        {(ord(cell[0]), int(cell[1])): int(cell[3]) for cell in dice.split(", ")} for _, dice in told
    )
    return {
        f"{chr(x)}{y}"
        for mine, theirs in ((red, black), (black, red))
        for (x, y), value in mine.items()
        for cell in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
        if cell in theirs and (value > theirs[cell] or (value == 1 and theirs[cell] != 1))
    }


def _is_forward(each: Piece) -> bool:
    return each.verb == "do" and each.arg[2:3] == "-" and each.arg[1] != each.arg[4]
