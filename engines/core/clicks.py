"""Order numbers: which of two clicks came first, and when."""

# Order numbers: which of two clicks came first, and when.
#
# The upper bits of an order number are a time in ms since a fixed beginning; its lower 22 bits tell apart
# what came in the same ms. A *tick* is that time alone: of two answers with the same tick neither came
# first.

_BEGINNING = 1_420_070_400_000
"""Order numbers count their ms from here: the beginning of 2015, in ms UTC."""
_BELOW_A_MILLISECOND = 22
"""Bits of an order number below its ms."""


def tick_of(order: int) -> int:
    """Return the tick of an order number."""
    return order >> _BELOW_A_MILLISECOND


def moment_of_tick(tick: int) -> int:
    """Return the moment of a tick in ms UTC."""
    return tick + _BEGINNING


def moment_of(order: int) -> int:
    """Return the moment of an order number in ms UTC."""
    return moment_of_tick(tick_of(order))


def order_of(moment: int) -> int:
    """Return the lowest order number of a moment (ms UTC)."""
    return (moment - _BEGINNING) << _BELOW_A_MILLISECOND
