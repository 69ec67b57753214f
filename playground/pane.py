"""What a pane of the page has been shown, and what it must be told to be up to date."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from playground.wire import Json

SHOWN_MESSAGES = 150  # a channel, as far back as the page goes


@dataclass(frozen=True, slots=True)
class Pane:
    """What one person sees, in parts: who they are, channels, open interactions, messages by id."""

    person: Json = field(default_factory=dict)
    channels: tuple[Json, ...] = ()
    interactions: tuple[Json, ...] = ()
    messages: Mapping[str, Json] = field(default_factory=dict)


def pane_of(visible: Json) -> Pane:
    """Return the parts of what `World.list_visible` tells of a person; only the last SHOWN_MESSAGES stay."""
    channels: list[Json] = []
    messages: dict[str, Json] = {}
    for channel in visible["channels"]:
        channels.append({key: value for key, value in channel.items() if key != "messages"})
        shown = channel["messages"][-SHOWN_MESSAGES:]
        messages |= {message["id"]: message | {"channel_id": channel["id"]} for message in shown}
    return Pane(visible["person"], tuple(channels), tuple(visible["interactions"]), messages)


def difference(before: Pane, after: Pane) -> Json:
    """Return the smallest change that makes `after` of `before`; empty when they are the same.

    `put` has the messages that are new or changed, `gone` the ids of those that vanished; other parts come
    whole.
    """
    order: Json = {}
    if before.person != after.person:
        order["profile"] = after.person
    if before.channels != after.channels:
        order["channels"] = list(after.channels)
    if before.interactions != after.interactions:
        order["interactions"] = list(after.interactions)
    put = [message for key, message in after.messages.items() if before.messages.get(key) != message]
    gone = [key for key in before.messages if key not in after.messages]
    if put:
        order["put"] = put
    if gone:
        order["gone"] = gone
    return order
