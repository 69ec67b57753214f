"""The slash commands that the bot has registered, for everywhere or for the one guild."""

import base64
import binascii
import re
from copy import deepcopy
from dataclasses import dataclass

from playground.errors import ActorError, ApiError
from playground.rules.fields import Problem
from playground.snowflakes import Snowflakes
from playground.wire import Json

_NESTED = (1, 2)


class Registry:
    """Commands by name; a command keeps its id while its name stays."""

    def __init__(self, snowflakes: Snowflakes, application_id: int, guild_id: int | None = None) -> None:
        self._snowflakes = snowflakes
        self._application_id = application_id
        self._guild_id = guild_id
        self._commands: dict[str, Json] = {}

    def list_all(self) -> list[Json]:
        """Return every command, as copies."""
        return deepcopy(list(self._commands.values()))

    def replace(self, bodies: list[Json]) -> list[Json]:
        """Replace all commands by these; return them with their ids."""
        known, self._commands = self._commands, {}
        for body in bodies:
            self._store(body, known.get(body["name"]))
        return self.list_all()

    def add(self, body: Json) -> Json:
        """Create a command, or replace the one with the same name; return it."""
        return deepcopy(self._store(body, self._commands.get(body["name"])))

    def edit(self, command_id: int, body: Json) -> Json:
        """Change parts of a command, and return it; raises ApiError 10063 when there is none with this id."""
        old = self.find_by_id(command_id)
        del self._commands[old["name"]]
        return deepcopy(self._store(old | body, old))

    def remove(self, command_id: int) -> None:
        """Delete a command; raises ApiError 10063 when there is none with this id."""
        del self._commands[self.find_by_id(command_id)["name"]]

    def find_by_id(self, command_id: int) -> Json:
        """Return the command with this id; raises ApiError 10063 when there is none."""
        for command in self._commands.values():
            if command["id"] == str(command_id):
                return command
        raise ApiError(10063)

    def __contains__(self, name: str) -> bool:
        return name in self._commands

    def find(self, words: str) -> tuple[Json, list[Json]]:
        """Return the command of words like "tasse start", and its sub-commands; raises ActorError."""
        first, *rest = words.removeprefix("/").split()
        command = self._commands.get(first)
        if command is None:
            raise ActorError(f"no command /{words}")
        chain: list[Json] = []
        options = command["options"]
        for word in rest:
            found = next((each for each in options if each["name"] == word and each["type"] in _NESTED), None)
            if found is None:
                raise ActorError(f"no command /{words}")
            chain.append(found)
            options = found.get("options") or []
        if any(option["type"] in _NESTED for option in options):
            raise ActorError(f"/{words} is not complete")
        return command, chain

    def _store(self, body: Json, old: Json | None) -> Json:
        defaults: Json = {
            "type": 1,
            "options": [],
            "name_localizations": None,
            "description_localizations": None,
            "default_member_permissions": None,
            "dm_permission": True,
            "nsfw": False,
            "contexts": None,
            "integration_types": [0],
        }
        identity: Json = {
            "id": old["id"] if old else str(self._snowflakes()),
            "application_id": str(self._application_id),
            "version": str(self._snowflakes()),
        }
        if self._guild_id is not None:
            identity["guild_id"] = str(self._guild_id)
        command = defaults | deepcopy(body) | identity
        if command["default_member_permissions"] is not None:
            command["default_member_permissions"] = str(command["default_member_permissions"])
        command["options"] = command["options"] or []
        self._commands[command["name"]] = command
        return command


# The application's own emojis, uploaded by the bot.

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
