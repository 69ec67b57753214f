"""Uploaded files, kept in memory and served again on the loopback."""

import mimetypes
from dataclasses import dataclass

from playground.wire import Json


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart request; `index` is the n of its part files[n]."""

    index: int
    filename: str
    content: bytes
    content_type: str | None = None


@dataclass(slots=True, eq=False)
class Attachment:
    """A stored file and its alternative text; `url` points at the loopback server."""

    id: int
    filename: str
    content: bytes
    content_type: str
    url: str
    description: str | None = None

    def as_json(self) -> Json:
        """Return the attachment object that Discord sends (sizes in bytes)."""
        body: Json = {
            "id": str(self.id),
            "filename": self.filename,
            "size": len(self.content),
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.content_type,
        }
        return body if self.description is None else body | {"description": self.description}


def content_type_of(filename: str, declared: str | None) -> str:
    """Return a file's content type: by its name, else as declared, else plain bytes."""
    guessed, _ = mimetypes.guess_type(filename)
    return guessed or declared or "application/octet-stream"


mimetypes.add_type("image/webp", ".webp")
