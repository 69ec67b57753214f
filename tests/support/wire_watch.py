"""A storm in fair weather: nothing may be lost, shown late or refused wrongly."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

from playground.calls import Request
from tests.support.wire import Play
from tests.support.wire_players import Gathering
from tests.support.wire_reading import pieces_of, text_of
from tests.support.wire_storm import Asked, Storm, raise_failures

_RIGHTLY = (
    "Il n’y a plus de diablotin de cette couleur",
    "Vous avez déjà un diablotin",
    "Vous avez déjà répondu",
    "Il faut un nombre",
)
"""What may be refused although nobody has clicked meanwhile: some go on before a slow answer is there."""
_LOOKS = 0.2
"""How often somebody looks at what they have, between two moves."""


@dataclass
class Watch(Storm):
    """Each click is compared with the turn that the store had before and after it."""

    unanswered: list[str] = field(default_factory=list)
    stale: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    looks: int = 0

    async def follow(self, asked: Asked) -> Asked:
        """Wait for the answer, and note what is wrong about it."""
        before = self._turn(asked)
        await super().follow(asked)
        if asked.answer is None or asked.answer.error is not None:
            self.unanswered.append(f"{asked.company.game}: {asked.interaction.label}")
            return asked
        after = self._turn(asked)
        drawn = asked.company.turn_of(asked.piece)
        said = text_of(asked.answer.message)
        if asked.counted is False and before == drawn == after and not said.startswith(_RIGHTLY):
            self.wrong.append(f"{asked.company.game}: {asked.interaction.label}: {said}")
        if asked.company.chance.random() < _LOOKS:
            await self.look(asked.company)
        return asked

    async def look(self, company: Gathering) -> None:
        """Somebody opens their own panel by the board; its buttons are of now."""
        board = company.board()
        offered = [each for each in pieces_of(board) if each.verb == "hand"]
        if not offered:
            return
        person = company.chance.choice(company.people)
        before = self._turn_of(offered[0].table)
        asked = await self.play.touch(person, board, offered[0])
        answer = await self.play.answer(asked)
        self.looks += 1
        of_turns = [each for each in pieces_of(answer.message) if each.verb not in ("rematch", "hand")]
        old = [each for each in of_turns if company.turn_of(each) < before]
        if answer.kind == "message" and old:
            self.stale.append(f"{company.game} at turn {before}: {old[0].custom_id}")

    def _turn(self, asked: Asked) -> int:
        return self._turn_of(asked.piece.table)

    def _turn_of(self, table: int) -> int:
        return int(self.play.rows("SELECT turn FROM tables WHERE id = ?", (table,))[0][0])

    async def until_so_many(self, clicks: int, playing: "list[asyncio.Task[None]]") -> None:
        """Wait until there were so many clicks."""
        while len(self.moves) < clicks:
            raise_failures(playing)
            await asyncio.sleep(0.1)

    async def until_clicked(self, clicks: int, playing: "list[asyncio.Task[None]]") -> None:
        """Wait until there were so many clicks; then let every table end."""
        await self.until_so_many(clicks, playing)
        self.ending = True
        await asyncio.wait_for(asyncio.gather(*playing), 90)


def nonce_hits(play: Play) -> list[str]:
    """The messages that were sent twice, and that Discord's nonces caught."""
    sent: Counter[tuple[str, str]] = Counter()
    for request in _done(play):
        nonce = request.body.get("nonce") if isinstance(request.body, dict) else None
        if request.method == "POST" and nonce is not None:
            sent[request.path, str(nonce)] += 1
    return [path for (path, _), times in sent.items() if times > 1]


def crowded_letters(play: Play) -> list[str]:
    """What people are asked in private by more than one message about the same table."""
    asked: Counter[tuple[int, int]] = Counter()
    for channel in play.world.channels.values():
        if channel.kind == "dm":
            for message in channel.messages.values():
                asked.update({(channel.id, each.table) for each in pieces_of(message)})
    return [f"table {table} in {channel}" for (channel, table), messages in asked.items() if messages > 1]


def _done(play: Play) -> list[Request]:
    return [request for request in play.server.requests if request.status < 400]
