"""The application's own emojis, uploaded by the bot."""

import base64
import binascii
import re
from dataclasses import dataclass

from playground.errors import ApiError
from playground.rules.fields import Problem
from playground.wire import Json

MAX_BYTES = 256 * 1024
_DATA_URI = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Emoji:
    """A picture with a name, which the bot's messages show as <:name:id>."""

    id: int
    name: str
    content: bytes
    content_type: str

    def as_json(self, owner: Json) -> Json:
        """Return the emoji object that Discord sends; `owner` is the bot's user object."""
        return {
            "id": str(self.id),
            "name": self.name,
            "roles": [],
            "user": owner,
            "require_colons": True,
            "managed": False,
            "animated": self.content_type == "image/gif",
            "available": True,
        }


def check_name(body: Json, taken: set[str]) -> str:
    """Return the wanted name; raises ApiError 50035 when it is malformed or another emoji has it."""
    name = body.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"\w{2,32}", name, re.ASCII):
        raise ApiError(
            50035, [Problem(("name",), "BASE_TYPE_BAD_LENGTH", "Must be 2 to 32 letters, digits or _.")]
        )
    if name in taken:
        code = "APPLICATION_EMOJI_NAME_ALREADY_TAKEN"
        raise ApiError(50035, [Problem(("name",), code, "An emoji with this name exists.")])
    return name


def check_image(body: Json) -> tuple[bytes, str]:
    """Return a data URI's picture and its type; raises ApiError 50035 for none, or above 256 KiB."""
    match = _DATA_URI.fullmatch(body.get("image") or "")
    try:
        content = base64.b64decode(match.group(2), validate=True) if match else b""
    except binascii.Error:
        content = b""
    if match is None or not content:
        raise ApiError(50035, [Problem(("image",), "IMAGE_INVALID", "Must be a picture as a data URI.")])
    if len(content) > MAX_BYTES:
        raise ApiError(
            50035, [Problem(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256 KiB.")]
        )
    return content, match.group(1)
