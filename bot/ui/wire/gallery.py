"""Which files hang in messages, so that an edit uploads only what has changed.

Discord keeps a file of an edited message where the edit names it by its id. What hangs in the messages that
were sent or edited lately is remembered, in memory alone: any other message is sent all its files.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from bot.ui.pages.layout import Body
from bot.ui.pages.page import Attachment, Picture

__all__ = ["Gallery"]

_KEPT: Final = 4096
"""How many messages' files are remembered; those of the messages that were edited longest ago go first."""


@dataclass(frozen=True, slots=True)
class _Hung:
    """A file of a message: Discord's id for it, and the SHA-256 of its content."""

    attachment_id: int
    digest: bytes


class Gallery:
    """The files of the messages that were sent or edited lately. One per process."""

    def __init__(self, keep: int = _KEPT) -> None:
        self._keep = keep
        self._walls: OrderedDict[int, Mapping[str, _Hung]] = OrderedDict()

    def find(self, message_id: int | None, files: Sequence[Picture | Attachment]) -> dict[str, int]:
        """Which of these files hang in a message as they are: their names, with Discord's ids for them."""
        wall = self._walls.get(message_id or 0, {})
        return {
            file.name: wall[file.name].attachment_id
            for file in files
            if file.name in wall and wall[file.name].digest == _digest(file)
        }

    def note(self, message: Body, files: Sequence[Picture | Attachment]) -> None:
        """Remember what a message has that was sent or edited with these files, as Discord gave it back."""
        message_id, ids = int(message["id"]), list(_uploaded(message["components"]))
        self.forget(message_id)
        if not files or len(ids) != len(files):
            return
        self._walls[message_id] = {
            file.name: _Hung(attachment_id, _digest(file))
            for file, attachment_id in zip(files, ids, strict=True)
        }
        if len(self._walls) > self._keep:
            self._walls.popitem(last=False)

    def retain(self, message_id: int | None, names: Collection[str]) -> None:
        """Remember of a message's files only those with these names; the others are gone."""
        wall = self._walls.pop(message_id or 0, {})
        if message_id is not None and names:
            self._walls[message_id] = {name: hung for name, hung in wall.items() if name in names}

    def forget(self, message_id: int | None) -> None:
        """Forget what a message has: it has no files any more, or nobody knows."""
        self._walls.pop(message_id or 0, None)


def _digest(file: Picture | Attachment) -> bytes:
    return sha256(file.data).digest()


def _uploaded(components: Sequence[Mapping[str, Any]]) -> Iterator[int]:
    """The ids of the files that the components of a message show, in their order."""
    for component in components:
        shown = [item.get("media") for item in component.get("items", ())]
        for media in (*shown, component.get("file")):
            if media and media.get("attachment_id"):
                yield int(media["attachment_id"])
        yield from _uploaded(component.get("components", ()))
