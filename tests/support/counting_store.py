"""A store that counts what it is asked, for tests of what is read and written, and how often."""

import inspect
from collections import Counter
from typing import Any

from tests.support.store import FreshStore


class Counting(FreshStore):
    """A store that counts what it is asked."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: Counter[str] = Counter()

    def __getattribute__(self, name: str) -> Any:
        found = super().__getattribute__(name)
        if inspect.ismethod(found) and not name.startswith("_"):
            self.asked[name] += 1
        return found
