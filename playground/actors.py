"""What people do: type commands, press buttons, choose, fill in, write."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from playground.channels import Channel
from playground.dispatches import Dispatch
from playground.errors import ActorError
from playground.guilds import GUILD_LOCALE
from playground.interactions import Interaction, InteractionType
from playground.messages import Message
from playground.people import BITS, Person
from playground.rules.callbacks import CHECKBOX, FILE_UPLOAD, LABEL, RADIO, TEXT_INPUT
from playground.rules.commands import BOOLEAN, CHANNEL, FILE, INTEGER, MENTIONABLE, NUMBER, STRING, USER
from playground.rules.components import BUTTON, CHECKBOXES, LINK_STYLE, ROW, SELECTS, selection_bounds, walk
from playground.visible import sees
from playground.wire import Json, snowflake
from playground.world import World

ATTACHMENT_LIMIT = 10 * 1024 * 1024
_GUILD_ONLY_CONTEXT, _BOT_DM_CONTEXT = 0, 1


class Actors:
    """Acts for the people. Ids may be int or str; each method returns as soon as the bot has been told."""

    def __init__(self, world: World, deliver: Callable[[Dispatch], None]) -> None:
        self._world = world
        self._deliver = deliver

    def slash(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object]
    ) -> Interaction:
        """Type a slash command."""
        person, channel = self._place(person_id, channel_id)
        self._check_command(person, channel, command)
        data = command_data(self._world, command, options)
        return self._begin(InteractionType.COMMAND, person, channel, data, command.removeprefix("/"))

    def suggest(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object], focused: str
    ) -> Interaction:
        """Ask for suggestions for one option."""
        person, channel = self._place(person_id, channel_id)
        data = command_data(self._world, command, options, focused)
        return self._begin(InteractionType.AUTOCOMPLETE, person, channel, data, command)

    def click(self, person_id: int, message_id: int, custom_id: str) -> Interaction:
        """Press a button."""
        person, channel, message, component = self._component(person_id, message_id, custom_id, (BUTTON,))
        if component["style"] == LINK_STYLE:
            raise ActorError("a link is not for the bot")
        data = {"custom_id": custom_id, "component_type": BUTTON, "id": component["id"]}
        return self._begin(InteractionType.COMPONENT, person, channel, data, custom_id, message)

    def select(
        self, person_id: int, message_id: int, custom_id: str, values: Sequence[object]
    ) -> Interaction:
        """Choose in a list."""
        person, channel, message, component = self._component(person_id, message_id, custom_id, SELECTS)
        named: Json = {}
        picked = check_values(self._world, component, values, named)
        kind = component["type"]
        data: Json = {"custom_id": custom_id, "component_type": kind, "id": component["id"], "values": picked}
        data |= {"resolved": named} if named else {}
        return self._begin(InteractionType.COMPONENT, person, channel, data, custom_id, message)

    def submit_modal(self, person_id: int, interaction_id: int, values: Mapping[str, object]) -> Interaction:
        """Send a modal that was opened for this person."""
        opened = self._world.interactions.find_with_modal(int(interaction_id))
        if opened is None or opened.person_id != int(person_id) or opened.answer is None:
            raise ActorError("no modal is open there for this person")
        assert opened.answer.modal is not None
        person, channel = self._place(person_id, opened.channel_id)
        data = modal_data(self._world, opened.answer.modal, values)
        label = str(opened.answer.modal["title"])
        return self._begin(InteractionType.MODAL_SUBMIT, person, channel, data, label, opened.message)

    def say(self, person_id: int, channel_id: int, text: str) -> Message:
        """Write a message."""
        person, channel = self._place(person_id, channel_id)
        if not text.strip() or len(text) > 2000:
            raise ActorError("a message has 1 to 2000 characters")
        if channel.archived and channel.locked:
            raise ActorError("this thread is closed")
        return self._world.messages.post(channel, person, {"content": text})

    def _place(self, person_id: int, channel_id: int) -> tuple[Person, Channel]:
        person = self._world.people.get(int(person_id))
        channel = self._world.channels.get(int(channel_id))
        if person is None or channel is None:
            raise ActorError("there is no such person or channel")
        if channel.person_id != person.id if channel.kind == "dm" else not person.in_server:
            raise ActorError(f"{person.name} is not in {channel.name}")
        if channel.kind != "dm" and not self._world.permissions(person, channel) & BITS["view_channel"]:
            raise ActorError(f"{person.name} does not see {channel.name}")
        return person, channel

    def _component(
        self, person_id: int, message_id: int, custom_id: str, kinds: Sequence[int]
    ) -> tuple[Person, Channel, Message, Json]:
        message = self._world.messages.find(int(message_id))
        if message is None:
            raise ActorError("this message is gone")
        person, channel = self._place(person_id, message.channel_id)
        if not sees(person, channel, message):
            raise ActorError(f"{person.name} does not see this message")
        for _, component in walk(message.components):
            if component.get("custom_id") == custom_id and component["type"] in kinds:
                if component.get("disabled"):
                    raise ActorError(f"{custom_id} is disabled")
                return person, channel, message, component
        raise ActorError(f"the message has no {custom_id}")

    def _check_command(self, person: Person, channel: Channel, words: str) -> None:
        command, _ = self._world.find_command(words)
        contexts = command["contexts"]
        here = _BOT_DM_CONTEXT if channel.kind == "dm" else _GUILD_ONLY_CONTEXT
        allowed = command["dm_permission"] is not False or here == _GUILD_ONLY_CONTEXT
        if not (here in contexts if contexts else allowed):
            raise ActorError(f"/{words} cannot be used here")
        needed = int(command["default_member_permissions"] or 0)
        if channel.kind != "dm" and needed & ~self._world.permissions(person, channel):
            raise ActorError(f"{person.name} may not use /{words}")

    def _begin(
        self,
        kind: InteractionType,
        person: Person,
        channel: Channel,
        data: Json,
        label: str,
        message: Message | None = None,
    ) -> Interaction:
        interaction = self._world.interactions.open(kind, person.id, channel.id, data, label, message)
        payload = self._payload(interaction, person, channel)
        self._deliver(Dispatch("INTERACTION_CREATE", payload, guild_id=channel.guild_id))
        return interaction

    def _payload(self, interaction: Interaction, person: Person, channel: Channel) -> Json:
        world = self._world
        payload: Json = {
            "id": str(interaction.id),
            "application_id": str(world.application_id),
            "type": int(interaction.type),
            "token": interaction.token,
            "version": 1,
            "data": interaction.data,
            "channel_id": str(channel.id),
            "channel": world.channel_json(channel),
            "locale": person.locale,
            "app_permissions": str(world.bot_permissions(channel)),
            "entitlements": [],
            "attachment_size_limit": ATTACHMENT_LIMIT,
        }
        if interaction.message is not None:
            payload["message"] = interaction.message.as_json()
        if channel.kind == "dm":
            owners, context = {}, _BOT_DM_CONTEXT
            payload["user"] = person.as_user()
        else:
            owners, context = {"0": str(channel.guild_id)}, _GUILD_ONLY_CONTEXT
            granted = {"permissions": str(world.permissions(person, channel))}
            payload |= {
                "guild_id": str(channel.guild_id),
                "guild": {"id": str(channel.guild_id), "locale": GUILD_LOCALE, "features": []},
                "guild_locale": GUILD_LOCALE,
                "member": world.member_json(person) | granted,
            }
        return payload | {"authorizing_integration_owners": owners, "context": context}


# Making the data of a modal's submission from what was filled in, checked as Discord's client does.


def modal_data(world: World, modal: Json, values: Mapping[str, object]) -> Json:
    """Return a modal's submission; fields that `values` leaves out keep what the modal proposed."""
    named: Json = {}
    unused = set(values)
    parts: list[Json] = []
    for part in modal["components"]:
        if part["type"] == LABEL:
            field = part["component"]
            parts.append({"type": LABEL, "id": part["id"], "component": _field(world, field, values, named)})
        elif part["type"] == ROW:
            field = part["components"][0]
            parts.append({"type": ROW, "id": part["id"], "components": [_field(world, field, values, named)]})
        else:
            parts.append({"type": part["type"], "id": part["id"]})
            continue
        unused.discard(field["custom_id"])
    if unused:
        raise ActorError(f"the modal has no field {sorted(unused)}")
    data: Json = {"custom_id": modal["custom_id"], "components": parts}
    return data | ({"resolved": named} if named else {})


def _field(world: World, field: Json, values: Mapping[str, object], named: Json) -> Json:
    body = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    given: Any = values.get(field["custom_id"])
    kind = field["type"]
    if kind == TEXT_INPUT:
        return body | {"value": _text(field, given)}
    if kind == CHECKBOX:
        return body | {"value": bool(field.get("default", False) if given is None else given)}
    if kind == RADIO:
        return body | {"value": _radio(field, given)}
    if kind == FILE_UPLOAD:
        return body | {"values": _files(world, field, given, named)}
    proposed = [option["value"] for option in field.get("options", []) if option.get("default")]
    picked: Sequence[object] = proposed if given is None else given
    if kind not in (CHECKBOXES, *SELECTS):
        raise ActorError(f"the playground does not know fields of type {kind}")
    return body | {"values": check_values(world, field, picked, named)}


def _files(world: World, field: Json, given: Any, named: Json) -> list[str]:
    """Return the ids of files that were uploaded before; they go into `named`."""
    ids = [] if given is None else list(given)
    least = max(field.get("min_values") or 0, 1) if ids or field.get("required", True) else 0
    if not least <= len(ids) <= (field.get("max_values") or 1):
        raise ActorError(f"{field['custom_id']} does not take {len(ids)} files")
    return [resolve_file(world, one, named) for one in ids]


def _text(field: Json, given: object) -> str:
    value = str(field.get("value") or "") if given is None else str(given)
    if not value and not field.get("required", True):
        return value
    if not max(field.get("min_length", 0), 1) <= len(value) <= field.get("max_length", 4000):
        raise ActorError(f"{field['custom_id']} is too short or too long")
    return value


def _radio(field: Json, given: object) -> str | None:
    offered = [option["value"] for option in field["options"]]
    proposed = next((option["value"] for option in field["options"] if option.get("default")), None)
    value = proposed if given is None else str(given)
    if value is None and field.get("required", True):
        raise ActorError(f"{field['custom_id']} wants a choice")
    if value is not None and value not in offered:
        raise ActorError(f"{field['custom_id']} does not offer {value!r}")
    return value


# Making an interaction's data from what a person types or chooses, checked as Discord's client does.

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
