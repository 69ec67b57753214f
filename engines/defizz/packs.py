"""A deck file with pictures beside it, packed as a zip: what may be taken out of one, and under which name.

Nothing is written anywhere: a path is no more than a name, and each file is unpacked up to its limit.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile, ZipInfo

from engines.defizz.files import SIZE_AT_MOST, Complaint

__all__ = [
    "PACK_AT_MOST",
    "PICTURES_AT_MOST",
    "PICTURES_IN_ALL",
    "Pack",
    "Unpackable",
    "is_pack",
    "open_pack",
]

PICTURES_AT_MOST: Final = 60
"""So many pictures may come with a deck."""
PICTURE_AT_MOST: Final = 1024 * 1024
PICTURES_IN_ALL: Final = 8 * 1024 * 1024
"""The most bytes of one picture, and of all of them."""
PACK_AT_MOST: Final = PICTURES_IN_ALL + SIZE_AT_MOST
"""The most bytes of the zip itself."""
_FILES_AT_MOST: Final = 500
"""The most entries that are looked at, with what systems add by themselves."""
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".webp")
_DECKS: Final = (".json", ".csv")


class Unpackable(Exception):
    """What the zip holds cannot be taken; `complaint` says why."""

    def __init__(self, reason: str, name: str = "") -> None:
        super().__init__(reason, name)
        self.complaint = Complaint(None, name[:100], reason)


@dataclass(frozen=True, slots=True)
class Pack:
    """What a zip holds: a deck file, with its name, and pictures (as they came) by their names."""

    name: str
    deck: bytes = field(repr=False)
    pictures: Mapping[str, bytes] = field(repr=False)

    @property
    def digests(self) -> Mapping[str, str]:
        """What stands for each picture until it has been painted anew: the SHA-256 (hex) of its bytes."""
        return {name: sha256(data).hexdigest() for name, data in self.pictures.items()}


def is_pack(data: bytes) -> bool:
    """Return whether a file begins as a zip does."""
    return data.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def open_pack(data: bytes) -> Pack:
    """Return what a zip holds; raises Unpackable with the first reason not to take it."""
    if len(data) > PACK_AT_MOST:
        raise Unpackable("pack_too_large")
    try:
        with ZipFile(BytesIO(data)) as archive:
            return _take(archive)
    except (BadZipFile, zlib.error, OSError, EOFError, ValueError, RuntimeError, LookupError):
        # RuntimeError is what the library raises at a password, and at ways of packing that it has not.
        raise Unpackable("bad_pack") from None


def _take(archive: ZipFile) -> Pack:
    entries = archive.infolist()
    if len(entries) > _FILES_AT_MOST:
        raise Unpackable("too_many_files")
    named = _name(entries)
    decks = [name for name in named if name.lower().endswith(_DECKS)]
    if len(decks) != 1:
        raise Unpackable("several_decks" if decks else "no_deck", ", ".join(decks[1:2]))
    if len(named) - 1 > PICTURES_AT_MOST:
        raise Unpackable("too_many_pictures")
    pictures: dict[str, bytes] = {}
    for name, entry in named.items():
        if name not in decks:
            pictures[name] = _unpack(archive, entry, PICTURE_AT_MOST, "picture_too_large", name)
        if sum(map(len, pictures.values())) > PICTURES_IN_ALL:
            raise Unpackable("pictures_too_large")
    deck = _unpack(archive, named[decks[0]], SIZE_AT_MOST, "too_large", decks[0])
    return Pack(decks[0], deck, pictures)


def _name(entries: list[ZipInfo]) -> dict[str, ZipInfo]:
    """Return the entries by their names without folders; raises Unpackable for any that is no deck's."""
    named: dict[str, ZipInfo] = {}
    for entry in entries:
        steps = entry.filename.replace("\\", "/").split("/")
        name = steps[-1]
        if entry.is_dir() or steps[0] == "__MACOSX" or (name.startswith(".") and name != ".."):
            continue
        if ".." in steps or steps[0] == "" or ":" in steps[0] or not name.isprintable():
            raise Unpackable("bad_path", entry.filename)
        if not name.lower().endswith((*_PICTURES, *_DECKS)):
            raise Unpackable("unknown_file", name)
        if name in named:
            raise Unpackable("repeated_file", name)
        named[name] = entry
    return named


def _unpack(archive: ZipFile, entry: ZipInfo, most: int, reason: str, name: str) -> bytes:
    """Return a file's bytes; what the zip says of its size is not believed."""
    with archive.open(entry) as opened:
        data = opened.read(most + 1)
    if len(data) > most:
        raise Unpackable(reason, name)
    return data
