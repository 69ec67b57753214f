"""Making an interaction's data from what a person types or chooses, checked as Discord's client does."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.errors import ActorError
from playground.rules.commands import BOOLEAN, CHANNEL, FILE, INTEGER, MENTIONABLE, NUMBER, STRING, USER
from playground.rules.components import selection_bounds
from playground.wire import Json, snowflake
from playground.world import World

_USER_LIST, _ROLE_LIST, _MENTIONABLE_LIST, _CHANNEL_LIST = 5, 6, 7, 8


def command_data(world: World, words: str, values: Mapping[str, object], focused: str | None = None) -> Json:
    """Return a slash command's data or, with `focused`, a request for suggestions; raises ActorError."""
    command, chain = world.find_command(words)
    declared = (chain[-1] if chain else command).get("options") or []
    unknown = set(values) - {option["name"] for option in declared}
    if unknown:
        raise ActorError(f"/{words} has no option {sorted(unknown)}")
    given: list[Json] = []
    named: Json = {}
    for option in declared:
        name = option["name"]
        if name == focused:
            typed = str(values.get(name, ""))
            given.append({"name": name, "type": option["type"], "value": typed, "focused": True})
        elif name in values:
            value = _option_value(world, option, values[name], named)
            given.append({"name": name, "type": option["type"], "value": value})
        elif option.get("required") and focused is None:
            raise ActorError(f"/{words} needs the option {name}")
    for part in reversed(chain):
        given = [{"name": part["name"], "type": part["type"], "options": given}]
    data: Json = {"id": command["id"], "name": command["name"], "type": 1, "options": given}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    return data | ({"resolved": named} if named else {})


def _option_value(world: World, option: Json, value: object, named: Json) -> object:
    checks: dict[int, Callable[[], object]] = {
        STRING: lambda: _string(option, value),
        INTEGER: lambda: _number(option, value, int),
        NUMBER: lambda: _number(option, value, (int, float)),
        BOOLEAN: lambda: _kind(option, value, bool),
        USER: lambda: resolve_user(world, value, named),
        CHANNEL: lambda: resolve_channel(world, value, named),
        MENTIONABLE: lambda: resolve_user(world, value, named),
        FILE: lambda: resolve_file(world, value, named),
    }
    if option["type"] not in checks:
        raise ActorError(f"the playground cannot fill the option {option['name']} (a role)")
    result = checks[option["type"]]()
    choices = option.get("choices") or []
    if choices and result not in [choice["value"] for choice in choices]:
        raise ActorError(f"{option['name']} offers no choice {value!r}")
    return result


def _kind(option: Json, value: object, kind: type | tuple[type, ...]) -> object:
    if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
        raise ActorError(f"{option['name']} does not take {value!r}")
    return value


def _string(option: Json, value: object) -> object:
    _kind(option, value, str)
    if not option.get("min_length", 0) <= len(str(value)) <= option.get("max_length", 6000):
        raise ActorError(f"{option['name']} is too short or too long")
    return value


def _number(option: Json, value: Any, kind: type | tuple[type, ...]) -> object:
    _kind(option, value, kind)
    limit = float(2**53)
    if not option.get("min_value", -limit) <= value <= option.get("max_value", limit):
        raise ActorError(f"{option['name']} is out of its bounds")
    return value


def resolve_user(world: World, value: object, named: Json) -> str:
    """Return the id of someone who can be chosen; their user and member go into `named`."""
    person = world.someone(_id(value))
    if person is None:
        raise ActorError(f"there is nobody with the id {value!r}")
    named.setdefault("users", {})[str(person.id)] = person.as_user()
    if person.in_server:
        member = world.member_json(person) | {"permissions": str(person.permissions)}
        member.pop("user")
        named.setdefault("members", {})[str(person.id)] = member
    return str(person.id)


def resolve_channel(world: World, value: object, named: Json) -> str:
    """Return the id of a channel that can be chosen; the channel goes into `named`."""
    channel = world.channels.get(_id(value))
    if channel is None or channel.kind == "dm":
        raise ActorError(f"there is no channel with the id {value!r}")
    partial = world.channel_json(channel) | {"permissions": "0"}
    named.setdefault("channels", {})[str(channel.id)] = partial
    return str(channel.id)


def resolve_role(world: World, value: object, named: Json) -> str:
    """Return the id of a role that can be chosen; the role goes into `named`."""
    for role in world.guild_json(world.guild_id)["roles"]:
        if role["id"] == str(_id(value)):
            named.setdefault("roles", {})[role["id"]] = role
            return str(role["id"])
    raise ActorError(f"there is no role with the id {value!r}")


def resolve_file(world: World, value: object, named: Json) -> str:
    """Return the id of a file uploaded before; its attachment goes into `named`."""
    file = world.messages.files.get(_id(value))
    if file is None:
        raise ActorError(f"there is no file with the id {value!r}")
    named.setdefault("attachments", {})[str(file.id)] = file.as_json()
    return str(file.id)


def _id(value: object) -> int:
    try:
        return snowflake(value)
    except ValueError as error:
        raise ActorError(f"not an id: {value!r}") from error


def check_values(world: World, component: Json, values: Sequence[object], named: Json) -> list[str]:
    """Return the values chosen in a list; what has an id goes into `named`. Raises ActorError if unfit."""
    low, high = selection_bounds(component)
    if component.get("required") is False and not values:
        low = 0
    if not low <= len(values) <= high:
        raise ActorError(f"{component['custom_id']} takes {low} to {high} values")
    kind = component["type"]
    resolvers = {
        _USER_LIST: resolve_user,
        _ROLE_LIST: resolve_role,
        _MENTIONABLE_LIST: resolve_user,
        _CHANNEL_LIST: resolve_channel,
    }
    if kind in resolvers:
        return [resolvers[kind](world, value, named) for value in values]
    offered = [option["value"] for option in component.get("options", [])]
    if any(value not in offered for value in values) or len(set(values)) != len(values):
        raise ActorError(f"{component['custom_id']} does not offer {list(values)}")
    return [str(value) for value in values]
