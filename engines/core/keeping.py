"""A cache that is limited by the weight of its values, since what people bring may be of any size."""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Kept(Generic[K, V]):
    """Keeps values by key, up to a total weight of `most`; it drops first what nobody has asked for longest.

    A value that alone weighs more is made anew each time. Any thread may use it.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, tuple[V, int]] = OrderedDict()
        self._lock = Lock()
        self.weight = 0

    def get(self, key: K, weigh: Callable[[], int], make: Callable[[], V]) -> V:
        """Return the value of this key; when it is not kept, make it and keep it, by what it weighs."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
                return self._values[key][0]
        value, weight = make(), weigh()
        if weight <= self._most:
            with self._lock:
                self._keep(key, value, weight)
        return value

    def _keep(self, key: K, value: V, weight: int) -> None:
        if key in self._values:  # another thread was quicker
            return
        self._values[key] = (value, weight)
        self.weight += weight
        while self.weight > self._most:
            _, (_, gone) = self._values.popitem(last=False)
            self.weight -= gone

    def __len__(self) -> int:
        return len(self._values)
