"""What people do: type commands, press buttons, choose, fill in, write."""

from collections.abc import Callable, Mapping, Sequence

from playground.channels import Channel
from playground.dispatches import Dispatch
from playground.errors import ActorError
from playground.guilds import GUILD_LOCALE
from playground.interactions import Interaction, InteractionType
from playground.invocations import check_values, command_data
from playground.messages import Message
from playground.people import Person
from playground.permissions import BITS
from playground.rules.components import BUTTON, LINK_STYLE, SELECTS, walk
from playground.submissions import modal_data
from playground.visible import sees
from playground.wire import Json
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
