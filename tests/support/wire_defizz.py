"""People who play Défizz by what the board, their forms and their private messages show.

They know some of the right answers, as people do.
"""

import json
import random
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from typing import Any

from bot.ui.pages.escape import escape
from engines.defizz.deck import Chance, Chrono, Cible, Deck, PingPong
from engines.defizz.faults import read_deck
from engines.defizz.shelf import MIXED, house_deck
from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_diavolo import plain
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of
from tests.support.wire_secrets import secret_deck

OPENERS = frozenset({"pick", "stake", "answer"})
"""What opens a page or a form; what a form brings is a move all the same."""
WRONG = "n’importe quoi"
_TASTE = {"help": 0.2, "pass": 0.15, "refuse": 0.5, "stake": 2.0, "answer": 3.0}
_ASKED = re.compile(r"❓ \*\*[\w-]+\*\* · (.+)")
_LIMITS = re.compile(r"De ([\d ]+) à ([\d ]+)")
_HIGHEST = re.compile(r"Un nombre de 1 à (\d+)")


class Quiz(Gathering):
    """The people of one table of Défizz."""

    game = "defizz"
    moves = frozenset(
        {
            "roll",
            "help",
            "ask",
            "choose",
            "meet",
            "refuse",
            "pass",
            "judge",
            "vote",
            "name",
            "answer",
            "stake",
        }
    )

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self.deck: Deck = house_deck(MIXED)
        self._stale: set[tuple[int, int, str]] = set()
        self._pages: dict[int, Message] = {}

    # -- what they read --------------------------------------------------------------------------------

    @property
    def said(self) -> str:
        """The words of the board."""
        return plain(text_of(self.board()))

    @property
    def awaited(self) -> list[Person]:
        """Who owes a decision, as the list of chips says."""
        names = re.findall(r"^⏳ \*\*(.+?)\*\*", self.said, re.MULTILINE)
        return [person for person in self.people if person.name in names]

    @property
    def question(self) -> Any:
        """The question on the board, which may not be there to its end yet; None without one."""
        found = _ASKED.search(self.said)
        if found is None or "**Défi précédent**" in self.said:
            return None
        read = found[1].removesuffix("…").rstrip()
        return next((one for text, one in by_text(self.deck) if text.startswith(read)), None)

    def choices(self, person: Person) -> tuple[Message, list[Piece]]:
        """What an awaited person could press: a page that they have opened, else the board."""
        board = self.board()
        now = {each.drawn for each in pieces_of(board)}
        page = self._pages.get(person.id, board)
        if page.id not in self.channel.messages:  # they opened another one since
            page = board
        there = page if {each.drawn for each in pieces_of(page)} == now else board
        return there, self._open(person, there)

    def _open(self, person: Person, message: Message) -> list[Piece]:
        """What a message offers that this person was not refused."""
        return [
            each
            for each in pieces_of(message)
            if each.verb in self.moves | OPENERS
            and (person.id, message.id, each.custom_id) not in self._stale
        ]

    # -- what they do ----------------------------------------------------------------------------------

    def offers(self) -> list[Offer]:
        """Whoever is awaited, with what they could do: on the board or a page, or by private message."""
        found = [(person, *self.choices(person)) for person in self.awaited]
        for person in self.awaited:
            panel = self.play.panel(person)
            if panel is not None:
                found.append((person, panel, self._open(person, panel)))
        return [offer for offer in found if offer[2]]

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """Anything, but rather what leads on."""
        chosen = self.chance.choices(moves, [_TASTE.get(each.verb, 1.0) for each in moves])[0]
        return chosen, self.chance.choice(chosen.values) if chosen.is_list else None

    def typed(self, modal: Mapping[str, Any]) -> str:
        """What somebody writes into a form: a stake within its limits, or an answer that may be right."""
        limits = _LIMITS.search(plain(modal["components"][0].get("description") or ""))
        if limits is not None:
            least, most = (int(number.replace(" ", "")) for number in limits.groups())
            return str(most if self.chance.random() < 0.5 else self.chance.randrange(least, most + 1, 100))
        return self.answer_to(self.question, right=self.chance.random() < 0.5)

    def answer_to(self, question: Any, *, right: bool) -> str:
        """An answer to a question, right or not; where luck decides, any."""
        match question:
            case Cible(number=number):
                return str(number if right else self.chance.randrange(10_000))
            case Chance():
                highest = _HIGHEST.search(self.said)
                return str(self.chance.randint(1, int(highest[1]) if highest else 1))
            case PingPong(answers=answers) if right:
                said = [words[0] for words in answers if words[0] not in self.said]
                return self.chance.choice(said or [WRONG])
            case Chrono(answers=answers) if right:
                return answers[0]
        return WRONG

    async def fill_in(self, opened: Interaction) -> Interaction:
        """Write into the form that somebody's click has opened, and send it."""
        assert opened.answer is not None
        assert opened.answer.modal is not None
        person = self.play.world.people[opened.person_id]
        return await self.play.send_form(person, opened, self.typed(opened.answer.modal))

    def note(self, asked: Interaction, answer: Answer) -> None:
        """A page that was opened is gone on with; what was refused is not pressed again."""
        if answer.kind != "message" or answer.message is None:
            return
        if any(each.verb in ("pick", "choose", "stake") for each in pieces_of(answer.message)):
            self._pages[asked.person_id] = answer.message
        elif asked.message is not None and not self.counted(answer):
            self._stale.add((asked.person_id, asked.message.id, asked.label))

    def counted(self, answer: Answer) -> bool | None:
        """Some moves are acknowledged in words, to their player alone."""
        said = text_of(answer.message) if answer.kind == "message" else ""
        if said.startswith(("Réponse notée", "C’est noté")):
            return True
        return super().counted(answer)

    def turn_of(self, each: Piece) -> int:
        """Where several decide at once, a button names one's own step in the turn too."""
        return each.drawn // 10

    async def cut_short(self) -> None:
        """All but one leave: the last one wins."""
        for person in self.people[1:]:
            if not self.over:
                await self.play.command(person, self.channel, "defizz quitter")
        await self.play.until(lambda: self.over, "the end")

    # -- what they do step by step ---------------------------------------------------------------------

    async def offered(self, verb: str) -> None:
        """Wait until the board offers this (or the game is over)."""
        await self.play.until(
            lambda: self.over or any(each.verb == verb for each in pieces_of(self.board())), verb
        )

    async def choose_deck(self, name: str) -> None:
        """In the lobby the host takes one of the server's decks."""
        self.deck = read_deck(secret_deck(name))
        panel = (await self.press(self.host, "options")).message
        await self.play.press(self.host, panel, "options", "1")
        await self.play.press(self.host, panel, "option", "deck", json.dumps(name))

    async def order(self, command: str) -> None:
        """The host commands something by the console, and says so twice."""
        console = (await self.press(self.host, "console")).message
        await self.play.press(self.host, console, "order", command)
        await self.play.press(self.host, console, "order", f"{command}.yes")
        assert "C’est fait" in text_of(console)

    async def rolls(self, kind: str) -> Person:
        """The active seat rolls; while the die shows another kind ("": any), the host takes the card back."""
        while True:
            await self.offered("roll")
            (active,) = self.awaited
            await self.press(active, "roll")
            await self.offered("pick")
            if f"🎲 **{kind}" in self.said:
                return active
            await self.order("void")

    async def picks(self, active: Person, question: int) -> Message:
        """The active seat chooses a question and, in a duel, the first opponent; the page of the stake."""
        arg = next(e.arg for e in pieces_of(self.board()) if e.verb == "pick" and e.arg[0] == str(question))
        page = (await self.press(active, "pick", arg)).message
        for each in pieces_of(page):
            if each.is_list:
                await self.play.answer(await self.play.touch(active, page, each))
        return page

    async def poses(self, kind: str, question: int) -> tuple[Person, Interaction]:
        """A question at the minimum; who is active, and the click that asked it."""
        active = await self.rolls(kind)
        page = await self.picks(active, question)
        clicked = await self.play.touch(active, page, piece(page, "choose"))
        await self.play.answer(clicked)
        await self.play.until(lambda: self.over or self.question is not None, "the question")
        return active, clicked

    async def opens(self, person: Person, page: Message | None = None) -> Interaction:
        """Open the form of an answer or, on the active seat's own page, that of a stake."""
        where, verb = (self.board(), "answer") if page is None else (page, "stake")
        while True:
            opened = await self.play.touch(person, where, piece(where, verb))
            answer = await self.play.answer(opened)
            if answer.kind == "modal":
                return opened
            assert "appuyez encore une fois" in text_of(answer.message)  # a busy machine: it was too late

    async def sends(self, person: Person, opened: Interaction, text: str) -> str:
        """Send a form; what its sender alone is told, "" where the board says it."""
        answer = await self.play.answer(await self.play.send_form(person, opened, text))
        assert answer.message is None or answer.kind == "update" or answer.message.audience == person.id
        return plain(text_of(answer.message)) if answer.kind == "message" else ""

    async def says(self, person: Person, text: str) -> str:
        """Answer by a new form."""
        return await self.sends(person, await self.opens(person), text)

    async def sends_late(self, person: Person, form: Interaction, text: str, by: float) -> Interaction:
        """Send a form that takes so many seconds from Discord to the bot, without waiting."""
        faults = self.play.server.faults
        faults.delivery_latency = lambda: by
        try:
            return await self.play.send_form(person, form, text)
        finally:
            faults.delivery_latency = None

    def race(self) -> list[datetime]:
        """When the race that is on was opened, once the board has shown it."""
        asked = "SELECT alarm_opened_at FROM tables WHERE channel_id = ? AND alarm_race AND NOT alarm_unseen"
        rows = self.play.rows(asked, (self.channel.id,))
        return [datetime.fromtimestamp(moment / 1000, UTC) for (moment,) in rows]

    async def opened_at(self) -> datetime:
        """Wait until everybody sees the race; since when."""
        (moment,) = await self.play.until(self.race, "a race that everybody sees")
        return moment

    async def ended(self, person: Person) -> str:
        """Wait until the challenge is settled, and the board says that this person has the pot."""
        await self.offered("roll")
        assert f"**Défi précédent** · 🏆 **{person.name}** remporte" in self.said, self.said
        return self.said


@cache
def by_text(deck: Deck) -> tuple[tuple[str, Any], ...]:
    """The questions of a deck, each with its text as a message shows it."""
    return tuple((plain(escape(one.text, 400)), one) for card in deck.cards for one in card.questions)
