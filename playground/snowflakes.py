"""Discord's ids: milliseconds since 2015 in the high bits, a counter below."""

from datetime import UTC, datetime, timedelta

from playground.wire import Clock

EPOCH = datetime(2015, 1, 1, tzinfo=UTC)
_LOW_BITS = 22


def utc_now() -> datetime:
    """Return the time of the wall clock, aware, in UTC."""
    return datetime.now(UTC)


def moment_of(snowflake: int) -> datetime:
    """Return the moment, to the millisecond, at which a snowflake was made."""
    return EPOCH + timedelta(milliseconds=snowflake >> _LOW_BITS)


def at(moment: datetime) -> int:
    """Return the lowest snowflake of a moment's millisecond."""
    return ((moment - EPOCH) // timedelta(milliseconds=1)) << _LOW_BITS


def in_shard(snowflake: int, shard: int, shards: int) -> int:
    """Return a snowflake of that time which falls into a shard of so many, and is nobody else's."""
    moment = snowflake >> _LOW_BITS
    earlier = moment - (moment - shard) % shards
    return (earlier + 1 << _LOW_BITS) - 1


class Snowflakes:
    """Makes ids that always grow, even when the clock stands still or steps back."""

    def __init__(self, clock: Clock = utc_now) -> None:
        self._clock = clock
        self._last = 0

    def __call__(self) -> int:
        """Return the next id: the first of this millisecond, or the one after the last."""
        self._last = max(at(self._clock()), self._last + 1)
        return self._last
