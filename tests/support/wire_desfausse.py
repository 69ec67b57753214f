"""People who play DESfausse by what their private messages, or the channel's panels, offer them.

And what each of them may know when: the record of an ended game, played through the rules again, against all
that was ever sent.
"""

import copy
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from bot.tables.proof.record import STEPS, Line, Record
from engines import GAMES
from engines.core.game import AnyState, AnyStep
from engines.desfausse.events import HandRolled, RoundWon, TurnEnded
from engines.desfausse.model import Die
from playground.calls import Request
from playground.channels import Channel
from playground.interactions import Answer, Interaction
from playground.messages import Message
from playground.people import Person
from tests.support.wire import Play, piece
from tests.support.wire_diavolo import alt_of, plain
from tests.support.wire_players import Gathering, Offer
from tests.support.wire_reading import Piece, pieces_of, text_of

OPENERS = frozenset({"pick", "all", "wish", "give"})
"""What only shows more of one's own panel."""
_TASTE = {"reroll": 2.0, "all": 0.3, "stop": 0.6, "pass": 0.4, "discard": 6.0, "gift": 6.0}
_DIE = r"(?:(?:petit|gros) (?:rouge|vert)|Ange) (?:\d|diable|ange)\b"
_RUN = re.compile(rf"{_DIE}(?:, {_DIE})*")
_NUMBERED = re.compile(rf"\b\d : ({_DIE})")
_LABELLED = re.compile(rf"\b\d · ({_DIE})")
_SHAPES: Mapping[tuple[str, str], str] = {
    ("small", "red"): "petit rouge",
    ("small", "green"): "petit vert",
    ("big", "red"): "gros rouge",
    ("big", "green"): "gros vert",
    ("angel", "white"): "Ange",
}
_FACES = {"D": "diable", "A": "ange"}


class Brood(Gathering):
    """The people of one table of DESfausse; who has closed their private messages plays in the channel."""

    game = "desfausse"
    moves = frozenset({"reroll", "stop", "discard", "pass", "gift", "demon"})

    def __init__(self, play: Play, channel: Channel, people: list[Person], chance: random.Random) -> None:
        super().__init__(play, channel, people, chance)
        self._stale: set[tuple[int, str]] = set()
        self._panels: dict[int, Message] = {}

    def panel(self, person: Person) -> Message | None:
        """Where a person plays: their newest private message, or what they opened in the channel."""
        return self.play.panel(person) if person.dms_open else self._panels.get(person.id)

    def choices(self, person: Person) -> list[Piece]:
        """What a person's panel offers, but for what they were refused."""
        panel = self.panel(person)
        return [
            each
            for each in pieces_of(panel)
            if each.verb in self.moves | OPENERS
            and panel is not None
            and (panel.id, each.custom_id) not in self._stale
        ]

    def offers(self) -> list[Offer]:
        """Whoever could act by what they see, with what they could do."""
        found = ((person, self.panel(person), self.choices(person)) for person in self.people)
        return [(person, panel, moves) for person, panel, moves in found if panel is not None and moves]

    def decide(self, moves: list[Piece]) -> tuple[Piece, str | None]:
        """Anything, but rather what leads on, and mostly to Hell: else a game takes very long."""
        weights = [
            _TASTE.get(each.verb, 1.0 if each.is_list or each.verb != "wish" else 0.1) for each in moves
        ]
        chosen = self.chance.choices(moves, weights)[0]
        lost = [value for value in chosen.values if "=" in value and self.chance.random() < 0.9]
        return chosen, self.chance.choice(lost or chosen.values) if chosen.is_list else None

    def note(self, asked: Interaction, answer: Answer) -> None:
        """What was refused is not pressed again."""
        if answer.kind == "message" and asked.message is not None:
            self._stale.add((asked.message.id, asked.label))

    def turn_of(self, each: Piece) -> int:
        """Where all decide at once, a button names one's own step in the turn too."""
        return each.drawn // 10

    async def cut_short(self) -> None:
        """All but one leave: the last one wins."""
        for person in self.people[1:]:
            if not self.over:
                await self.play.command(person, self.channel, "desfausse quitter")
        await self.play.until(lambda: self.over, "the end")

    # -- all at once -----------------------------------------------------------------------------------

    @property
    def awaited(self) -> list[Person]:
        """Who is to decide, as the board says."""
        said = text_of(self.board()).splitlines()[1]
        names = re.findall(r"\*\*(.+?)\*\*", said)
        many = 1 if said.startswith(("🎁", "👼")) else len(names)
        return [person for person in self.people if person.name in names[:many]]

    @property
    def turn(self) -> str:
        """Round and turn, as the board says."""
        found = re.search(r"manche \d+, tour \d+", plain(text_of(self.board())))
        return found[0] if found else ""

    async def ready(self) -> list[tuple[Person, Message]]:
        """Wait until all who are awaited have the buttons of now; they and their panels, none at the end."""
        await self.play.up_to_date()
        await self.play.until(lambda: self.over or self.awaited, "somebody to be awaited")
        if self.over:
            return []
        for person in self.awaited:
            if not person.dms_open and not self.is_fresh(person):
                await self.look(person)
            await self.play.until(lambda person=person: self.is_fresh(person), f"buttons for {person.name}")
        found = ((person, self.panel(person)) for person in self.awaited)
        return [(person, panel) for person, panel in found if panel is not None]

    def is_fresh(self, person: Person) -> bool:
        """Whether their panel has buttons of the board's turn."""
        now = {self.turn_of(each) for each in pieces_of(self.board())}
        return {self.turn_of(each) for each in self.choices(person)} == now

    async def look(self, person: Person) -> Message:
        """Open one's own hand in the channel."""
        asked = await self.play.touch(person, self.board(), piece(self.board(), "hand"))
        await self.play.answer(asked)
        shown = await self.play.shown(asked)
        assert shown is not None
        if not person.dms_open:
            self._panels[person.id] = shown
        return shown

    async def instant(self, prompt: bool) -> list[Interaction]:
        """Everybody who is awaited clicks at once, in any order; first those who are still choosing.

        `prompt`: nobody rolls again or passes. What they clicked is accepted without exception.
        """
        ready = await self.ready()
        wanted = [(person, panel, *self.decide(self.likely(panel, prompt))) for person, panel in ready]
        opening = [each for each in wanted if each[2].verb in OPENERS]
        faults = self.play.server.faults
        faults.hold()
        before = [copy.deepcopy(panel.components) for _, panel, *_ in opening or wanted]
        clicks = [await self.play.touch(*each) for each in opening or wanted]
        faults.release(self.chance.sample(range(len(clicks)), len(clicks)))
        for (_, panel, *_), old, click in zip(opening or wanted, before, clicks, strict=True):
            answer = await self.play.answer(click)
            assert answer.kind in ("update", "deferred_update"), (click.label, text_of(answer.message))
            await self.play.until(
                lambda panel=panel, old=old: panel.components != old, f"a panel after {click.label}"
            )
        return clicks

    def likely(self, panel: Message, prompt: bool) -> list[Piece]:
        """What they may press; without hesitation, if they are `prompt`."""
        every = [each for each in pieces_of(panel) if each.verb in self.moves | OPENERS]
        straight = [
            each for each in every if each.is_list or each.verb in ("stop", "discard", "gift", "demon")
        ]
        return straight if prompt else every


def _is_way_back(each: Piece) -> bool:
    return each.verb in ("wish", "give") and not each.is_list


def hand_in(panel: Message | None) -> list[str]:
    """The dice of one's own hand, as a panel tells them."""
    return _NUMBERED.findall(alt_of(panel.components)) if panel is not None else []


# -- what each may know ------------------------------------------------------------------------------------


@dataclass
class Truth:
    """What was told by the rules: moments (ms) with hands, each seat's own rolls and the ends of turns.

    At the end of a round all dice of the turn lie open wherever they are by now.
    """

    rolls: dict[str, list[tuple[int, Counter[str]]]] = field(default_factory=dict)
    ends: list[tuple[int, Counter[str]]] = field(default_factory=list)

    @classmethod
    def of(cls, record: Record) -> "Truth":
        """Play the record through the rules again."""
        truth, state = cls({each.seat: [] for each in record.seats}), None
        for line in (each for each in record.entries if each.kind in STEPS):
            told = iter(line.draws)
            step = _stepped(record, state, line, lambda n, told=told: next(told)[1])
            state = step.state
            for event in step.events:
                if isinstance(event, HandRolled):
                    truth.rolls[event.seat].append((line.at, _named(event.dice)))
                if isinstance(event, TurnEnded):
                    hands = [_named(dice) for dice in event.rolled.values()]
                    if any(isinstance(other, RoundWon) for other in step.events):
                        hands.append(sum(hands, Counter()))
                    truth.ends += [(line.at, hand) for hand in hands]
        return truth

    def strange(self, sent: Request, seat: str | None) -> list[str]:
        """The dice in a payload that its audience (None: all) was not to know when it was sent."""
        at = int(sent.at.timestamp() * 1000)
        words = plain(json.dumps(sent.body, ensure_ascii=False))
        ended = [hand for moment, hand in self.ends if moment <= at]
        own = [hand for moment, hand in self.rolls.get(seat or "", ()) if moment <= at]
        shown = [Counter(_NUMBERED.findall(each)) for each in words.split("Votre main, ")[1:]]
        found = [str(hand) for hand in shown if not any(hand <= mine for mine in own[-2:])]
        labels = Counter(_LABELLED.findall(words))
        if labels and not any(labels <= hand for hand in own[-2:]):
            found.append(str(labels))
        rest = _LABELLED.sub("", _NUMBERED.sub("", words))
        runs = (run for run in _RUN.findall(rest) if not any(Counter(run.split(", ")) <= h for h in ended))
        return [*found, *runs]


def _stepped(record: Record, state: AnyState | None, line: Line, draws: Callable[[int], int]) -> AnyStep:
    game, seat = GAMES[record.game], line.seat or ""
    if state is None:
        return game.start(game.setups.parse(record.setup), draws)
    if line.kind == "act":
        return game.act(state, seat, game.actions.parse(line.payload), draws)
    return game.leave(state, seat, draws) if line.kind == "leave" else game.expire(state, draws)


def _named(dice: tuple[Die, ...]) -> Counter[str]:
    return Counter(
        f"{_SHAPES[die.kind, die.color]} {_FACES.get(str(die.face), str(die.face))}" for die in dice
    )


def audience(play: Play, sent: Request) -> int | None:
    """Whom a request's words reach: one person, or None for all who are in the channel."""
    private = {each.id: each.person_id for each in play.world.channels.values() if each.kind == "dm"}
    channel = re.match(r"/channels/(\d+)/", sent.path)
    if channel is not None:
        return private.get(int(channel[1]))
    token = sent.path.split("/")[3] if sent.path.count("/") > 2 else ""
    asked = next((each for each in play.asked if each.token == token), None)
    if asked is None:
        return None
    body = sent.body.get("data") or sent.body
    alone = asked.channel_id in private or body.get("flags", 0) & 64
    of_one = asked.message is not None and asked.message.ephemeral
    original = asked.original is not None and asked.original.ephemeral
    return asked.person_id if alone or of_one or original else None
