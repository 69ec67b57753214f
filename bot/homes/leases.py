"""What this process holds at this moment, as far as it can know: a lease that is over counts for nothing.

A lease only says who shows a table and rings its clock. Whether something happens at a table is for its
version to say, so that a process which does not know yet that it lost a slot can do no harm.
"""

from collections.abc import Callable, Iterable, Mapping

from bot.homes.ports import Roster
from bot.meters import put
from bot.tables.homes import Slots, slot_of

_MARGIN = 2.0
"""So many seconds before its end a lease counts no more (a tenth of a short one)."""


class Leases:
    """The slots (of `count`) that this process, `me`, holds; implements bot.tables.homes.Homes.

    `seconds`: how long a lease lasts. `moment` gives seconds on a clock that nobody sets. Unless `shared`,
    everything is at home here.
    """

    def __init__(
        self, me: str, count: int, seconds: float, moment: Callable[[], float], *, shared: bool
    ) -> None:
        self.me = me
        self.count = count
        self.shared = shared
        self._seconds = seconds - min(_MARGIN, seconds / 10)
        self.moment = moment
        self._held: dict[int, int] = {}
        self._until = 0.0
        self._holders: Mapping[int, str] = {}
        self._addresses: Mapping[str, str] = {}

    # -- what others ask -------------------------------------------------------------------------------

    def is_home(self, guild_id: int) -> bool:
        """Whether this process is home to the tables of a server; False once its lease is over."""
        if not self.shared:
            return True
        return slot_of(guild_id, self.count) in self._held and not self.lapsed

    def address_of(self, guild_id: int) -> str | None:
        """Where the home of a server's tables is reached; None for here, and for nobody."""
        if self.is_home(guild_id):
            return None
        return self._addresses.get(self._holders.get(slot_of(guild_id, self.count), ""))

    @property
    def held(self) -> Mapping[int, int]:
        """The slots that were held when the store was last asked, with their tokens."""
        return self._held

    @property
    def slots(self) -> Slots:
        """The same slots, for asking which servers fall into them."""
        return self.some(self._held)

    @property
    def lapsed(self) -> bool:
        """Whether so much time has passed that others may have taken what was held."""
        return self.shared and self.moment() >= self._until

    def some(self, numbers: Iterable[int]) -> Slots:
        """These slots, of as many as there are."""
        return Slots(frozenset(numbers), self.count)

    # -- what the keeper tells -------------------------------------------------------------------------

    def renew(self, since: float) -> None:
        """The leases last from this moment on; it must be one before the store was asked."""
        self._until = since + self._seconds

    def learn(self, roster: Roster) -> None:
        """Others hold these slots, and are reached there."""
        self._addresses = {each.holder: each.address for each in roster.processes if each.holder != self.me}
        self._holders = {lease.slot: lease.holder for lease in roster.leases}

    def add(self, slot: int, token: int) -> None:
        """This process has taken a slot."""
        self._held[slot] = token
        put("slots_held", len(self._held))

    def drop(self, slot: int) -> None:
        """This process holds a slot no more."""
        self._held.pop(slot, None)
        put("slots_held", len(self._held))
