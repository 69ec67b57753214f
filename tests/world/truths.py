"""Whether what people see is true, and what they may know, once all is well again and they look on."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

from bot.tables.proof.record import Record
from bot.tables.proof.replay import play_again
from engines import GAMES
from engines.daily.discipline import DISCIPLINES, draws_of
from playground.calls import Request
from playground.messages import Message
from playground.people import Person
from tests.support import wire_secrets
from tests.support.wire_diavolo import plain
from tests.support.wire_players import Gathering
from tests.support.wire_reading import pieces_of, text_of, walk
from tests.support.wire_secrets import audience
from tests.world import hands
from tests.world.daily import Daily, Given, attempts
from tests.world.faults import Weather
from tests.world.loop import START
from tests.world.people import Opened, Party
from tests.world.world import SimWorld

_MOVING: Final = re.compile(r"-# À jour <t:\d+:R>\.|<t:\d+(:\w)?>|[▰▱█░]+")
"""What is not the same in two drawings of the same moment."""
_TRIES: Final = 6
_GALLERY: Final = 12
_FOLLOWED: Final = 600.0
"""Seconds for which a panel that somebody holds open surely follows."""


class Broken(AssertionError):
    """Something does not hold."""


class Onlooker:
    """Compares what people see with what somebody is shown who asks now; nobody acts meanwhile."""

    def __init__(self, world: SimWorld, weather: Weather, stranger: Person) -> None:
        self.world = world
        self.weather = weather
        self.stranger = stranger

    async def check_board(self, party: Party) -> None:
        """A board of a game that goes on says what a stranger is shown who asks how it stands."""
        shown = party.company.board()
        if party.company.over or not any(each.table for each in pieces_of(shown)):
            return  # the newest message may be another page that somebody has shown to all

        async def compare() -> tuple[str, str]:
            told = await self.world.command(
                self.stranger, party.company.channel, f"{party.company.game} statut"
            )
            return said(told), said_alike(party.company.board(), told)

        await self._agree(party, compare, "the board")

    async def check_panel(self, party: Party, held: Opened) -> None:
        """A panel that somebody holds open says what one says that they open now."""
        now = asyncio.get_running_loop().time()
        bad = self.weather.is_trouble(held.at - 5.0, now)
        if bad or held.life.dead or now - held.at > _FOLLOWED or party.panels.get(held.person.id) is not held:
            return
        if self.world.world.messages.find(held.message.id) is None:
            return

        async def compare() -> tuple[str, str]:
            before = said(held.message)
            opened = await party.look_at(held.person)
            return "" if opened is None else said(opened.message), before

        await self._agree(party, compare, f"the panel of {held.person.name}", tries=1)

    async def _agree(self, party: Party, compare: Any, what: str, tries: int = _TRIES) -> None:
        """Compare, again where the table changes meanwhile: clocks ring, and computers play."""
        new = shown = ""
        for _ in range(tries):
            before = self._version(party)
            new, shown = await compare()
            if new == shown or not new:
                return
            if before != self._version(party) and tries == 1:
                return
            await asyncio.sleep(5.0)
        if self._version(party) == before:
            raise Broken(f"{what} of {party.company.game} says\n{shown}\n-- and should\n{new}")

    def _version(self, party: Party) -> list[tuple[Any, ...]]:
        where = (party.company.channel.id,)
        return self.world.rows("SELECT id, version FROM tables WHERE channel_id = ?", where)

    async def check_buttons(self, party: Party, chance: random.Random) -> None:
        """What somebody is offered works: it is not refused while the table stands where it was drawn for."""
        company = party.company
        if not company.has_board or company.over or company.gathering or not (offers := company.offers()):
            return
        person, message, moves = chance.choice(offers)
        piece, value = company.decide(moves)
        before = self._version(party)
        asked = await party._press(person, message, piece, value)
        if asked is None or asked.counted is not False or before != self._version(party):
            return
        if not plain(text_of(asked.answer and asked.answer.message)).startswith(_RIGHTLY):
            raise Broken(f"refused although it was offered: {asked.told}")


_RIGHTLY: Final = (
    "Il n’y a plus de diablotin de cette couleur",
    "Vous avez déjà un diablotin",
    "Vous avez déjà répondu",
    "Votre équipe a déjà répondu",
    "C’est noté",
    "Il faut un nombre",
    "Vous n’êtes pas à cette table",
    "Vous avez quitté",
)
"""What may be refused although nothing has changed: boards do not show each who has decided already."""


def said(message: Any) -> str:
    """What a message says, but for how old it is and how time goes by."""
    lines = [_MOVING.sub("", line).rstrip() for line in text_of(message).splitlines()]
    return "\n".join(line for line in lines if not line.startswith("["))


def said_alike(message: Message, other: Message | None) -> str:
    """What a message says, without the words that stand for a picture where only the other one has it.

    A board whose picture did not arrive tells it in words until it is drawn anew.
    """
    mine, others = said(message), said(other)
    if _count_pictures(message) >= _count_pictures(other):
        return mine
    shown, wanted = mine.splitlines(), others.splitlines()
    more = len(shown) - len(wanted)
    cuts = (shown[:start] + shown[start + more :] for start in range(len(wanted) + 1))
    return others if more > 0 and wanted in cuts else mine


def _count_pictures(message: Message | None) -> int:
    return sum(each["type"] == _GALLERY for each in walk(message.components if message else []))


def crowds(world: SimWorld, since: float) -> list[str]:
    """Where more than one message of the same table asks for something, of those sent since a moment."""
    found = []
    for channel in world.world.channels.values():
        asking: Counter[int] = Counter()
        for message in channel.messages.values():
            if message.created_at.timestamp() >= START + since and not message.ephemeral:
                drawn = [each for each in pieces_of(message) if channel.kind == "dm" or each.drawn]
                asking.update({each.table for each in drawn if each.table})
        found += [f"table {table} in {channel.name}" for table, many in asking.items() if many > 1]
    return found


def check_memory(world: SimWorld) -> None:
    """Of tables that are over nothing is held that lives: no clock, no panel that is to follow."""
    live = {table for (table,) in world.rows("SELECT id FROM tables WHERE status <> 'closed'")}
    for house in [each.bot.house for each in world.processes if each.running and each.bot is not None]:
        armed = [table for table in house.tables.deadlines._armed if table not in live]
        followed = [table for table in house.private.asides._shown if table not in live]
        if armed or followed:
            raise Broken(f"of tables that are over, clocks run for {armed}, and panels follow for {followed}")


def check_clocks(world: SimWorld) -> None:
    """Each table that has a deadline has a clock for it, in the process that is home to it alone."""
    for table, guild, key in world.rows(
        "SELECT id, guild_id, alarm_key FROM tables WHERE alarm_at > ? AND alarm_stopped_at IS NULL",
        (world.now_ms(),),
    ):
        homes = [each for each in world.processes if each.is_home(guild)]
        clocks = [home.bot.house.tables.deadlines._armed.get(table) for home in homes if home.bot is not None]
        if len(clocks) > 1 or any(clock is None or clock.key != key for clock in clocks):
            raise Broken(f"the clocks for {key} of table {table}: {clocks}")


# -- the day's challenge -----------------------------------------------------------------------------------


def check_attempts(world: SimWorld, parties: Iterable[Party]) -> None:
    """What counts at the daily challenge is what people were told, once, and judged by the day's seed."""
    given = [each for party in parties if isinstance(party, Daily) for each in party.given]
    seeds = dict(world.rows("SELECT day, seed FROM daily_seeds"))
    kept: dict[tuple[int, str, str], list[Any]] = {}
    for user, day, name, step, score, detail in world.rows(
        "SELECT user_id, day, discipline, step, score, detail FROM daily"
    ):
        told = json.loads(detail)
        kept[user, day, name] = told
        discipline = DISCIPLINES[name]
        tasks = discipline.lay(draws_of(bytes.fromhex(seeds[day]), day, name))
        rights = [discipline.judge(task, each[0]) for task, each in zip(tasks, told, strict=False)]
        if (step, score) != (len(told), sum(rights)) or rights != [bool(each[1]) for each in told]:
            raise Broken(
                f"an attempt at {name} of {day}: step {step}, score {score}, {told}; right: {rights}"
            )
    by_place = attempts(given)
    for place, there in kept.items():
        for number, (words, *_) in enumerate(there):
            mine = [each for each in by_place.get(place, ()) if _step(each) == number]
            if words not in {each.words for each in mine}:
                raise Broken(f"{place}: nobody answered {words!r} to number {number}")
    for each in given:
        day, name, _ = each.place.split(".")
        there = kept.get((each.person.id, day, name), [])
        if each.counted and (len(there) <= _step(each) or there[_step(each)][0] != each.words):
            raise Broken(f"told that it counts, and lost: {each.words!r} at {each.place}: {there}")


def _step(given: Given) -> int:
    return int(given.place.rsplit(".", 1)[1])


# -- nights that were planned ------------------------------------------------------------------------------


def check_nights(world: SimWorld, muted: Collection[int]) -> None:
    """No night is left that has begun, and no message of one that offers what cannot be done any more.

    But where the bot was `muted`: what it could not change then it does not come back to.
    """
    left = world.rows("SELECT id, stage, channel_id FROM evenings WHERE stage IN ('beginning', 'playing')")
    if left:
        raise Broken(f"nights that never end: {left}")
    rows = world.rows("SELECT message_id, channel_id FROM evenings WHERE stage IN ('over', 'cancelled')")
    for message_id, channel_id in rows:
        channel = world.world.channels.get(channel_id)
        message = None if channel is None or channel_id in muted else channel.messages.get(message_id)
        if verbs := {each.verb for each in pieces_of(message)} & {"come", "begin"}:
            raise Broken(f"a night that is over still offers {verbs}")


# -- secrets -----------------------------------------------------------------------------------------------


_ENDED: Final = (
    "SELECT table_id, max(at) FROM log JOIN tables ON tables.id = log.table_id"
    " WHERE status = 'closed' AND kind <> 'rematch' GROUP BY table_id"
)
"""When each table that is over came to its end, ms UTC."""


def check_seeds(world: SimWorld) -> None:
    """Nobody is sent the seed of a table that runs, nor that of a day that is not over."""
    ended = dict(world.rows(_ENDED))
    seeds = {
        bytes(seed).hex(): ended.get(table)
        for seed, table in world.rows("SELECT seed, table_id FROM positions")
    }
    for day, seed in world.rows("SELECT day, seed FROM daily_seeds"):
        seeds[seed] = None if day >= world.ground.now().strftime("%Y-%m-%d") else 0
    for request in world.server.requests:
        for told in re.findall(r"[0-9a-f]{64}", json.dumps(request.body) if request.body else ""):
            if told in seeds and seeds[told] is None:
                raise Broken(f"a seed that is still secret: {request}")


def check_chips(record: Record) -> None:
    """The chips of Défizz neither come out of nothing nor vanish."""
    totals = set()
    for _, step in play_again(record, GAMES[record.game]):
        position = step.state.position
        totals.add(sum(position.chips) + sum(position.paid) + position.bank + position.lost)
    if len(totals) > 1:
        raise Broken(f"table {record.table}: the chips are {totals}")


def check_words(world: SimWorld, company: Gathering, records: Sequence[Record]) -> None:
    """Nobody was sent dice of DESfausse, or words of Défizz's cards, before they were to know them.

    For worlds whose clocks never jumped: the log must tell what was known when.
    """
    people = {person.id for person in company.people}
    ended = dict(world.rows(_ENDED))
    mine = [each for each in records if each.game in ("desfausse", "defizz")]
    if not mine:
        return
    requests = [each for each in world.server.requests if _is_about(world, each, company, people)]
    of_dice = mine[0].game == "desfausse"
    whole = _hands(world, mine, ended) if of_dice else hands.Truth()
    truths = {} if of_dice else {each.table: wire_secrets.Truth.of(each) for each in mine}
    users = {each.table: _users(world, each.table) for each in mine}
    for sent in requests:
        reached = audience(world, sent)
        if of_dice:
            strange = whole.strange(sent, None if reached is None else str(reached))
        else:
            strange = _questions(truths, users, ended, sent, reached)
        if strange:
            raise Broken(f"{reached} was told {strange} by {sent.method} {sent.path} at {sent.at}")


def _is_about(world: SimWorld, sent: Request, company: Gathering, people: set[int]) -> bool:
    if not isinstance(sent.body, dict):
        return False
    return f"/channels/{company.channel.id}/" in sent.path or audience(world, sent) in people


def _hands(world: SimWorld, records: Sequence[Record], ended: dict[int, int]) -> hands.Truth:
    """Whose hand was what at all of these tables: by person; when a table has ended, all of it is known."""
    whole = hands.Truth()
    for record in records:
        truth, users = hands.Truth.of(record), _users(world, record.table)
        whole.ends += truth.ends
        for seat, rolls in truth.rolls.items():
            whole.ends += [(ended[record.table], hand) for _, hand in rolls]
            for user in (user for user, sits in users.items() if sits == seat):
                whole.rolls.setdefault(str(user), []).extend(rolls)
    return whole


def _questions(
    truths: Mapping[int, wire_secrets.Truth],
    users: Mapping[int, dict[int, str]],
    ended: dict[int, int],
    sent: Request,
    reached: int | None,
) -> list[str]:
    """The secrets in a request that no table of these had told its audience by then."""
    words = plain(json.dumps(sent.body, ensure_ascii=False))
    at = int(sent.at.timestamp() * 1000)
    strange: set[str] | None = None
    for table, truth in truths.items():
        if ended[table] <= at:
            return []  # its record tells all of it
        found = set(truth.strange(words, at, None if reached is None else users[table].get(reached)))
        strange = found if strange is None else strange & found
    return sorted(strange or ())


def _users(world: SimWorld, table: int) -> dict[int, str]:
    sits = (
        "SELECT user_id, seats.name FROM seat_people JOIN seats USING (table_id, ordinal) WHERE table_id = ?"
    )
    return dict(world.rows(sits, (table,)))
