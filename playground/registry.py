"""The slash commands that the bot has registered, for everywhere or for the one guild."""

from copy import deepcopy

from playground.errors import ActorError, ApiError
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
