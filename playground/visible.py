"""What one person sees: nobody else's ephemeral messages, nobody else's private messages."""

from collections.abc import Iterable

from playground.channels import Channel
from playground.interactions import Interaction
from playground.messages import Message
from playground.people import Person
from playground.wire import Json


def sees(person: Person, channel: Channel, message: Message) -> bool:
    """Return whether the person sees this message."""
    here = channel.person_id == person.id if channel.kind == "dm" else person.in_server
    return here and message.audience in (None, person.id)


def channel_for(person: Person, channel: Channel) -> Json:
    """Return a channel with the messages that the person sees in it, oldest first."""
    shown = [message for message in channel.messages.values() if sees(person, channel, message)]
    return {
        "id": str(channel.id),
        "name": channel.name,
        "kind": channel.kind,
        "parent_id": None if channel.parent_id is None else str(channel.parent_id),
        "archived": channel.archived,
        "messages": [message_for(message) for message in shown],
    }


def message_for(message: Message) -> Json:
    """Return the message as it goes over the wire, with what the page needs besides."""
    return message.as_json() | {
        "ephemeral": message.ephemeral,
        "loading": message.loading,
        "edited": message.edited_at is not None,
        "thread_id": None if message.thread_id is None else str(message.thread_id),
    }


def interaction_for(interaction: Interaction) -> Json:
    """Return, for the page, an interaction that waits for its answer or had none."""
    return {
        "id": str(interaction.id),
        "channel_id": str(interaction.channel_id),
        "message_id": None if interaction.message is None else str(interaction.message.id),
        "label": interaction.label,
        "state": "failed" if interaction.failed else "pending",
        "error": interaction.answer.error if interaction.answer else None,
    }


def sort_channels(channels: Iterable[Channel]) -> list[Channel]:
    """Return text channels, each followed by its threads, then the private ones."""
    every = list(channels)
    ordered: list[Channel] = []
    for channel in every:
        if channel.kind == "text":
            ordered += [channel, *(each for each in every if each.parent_id == channel.id)]
    return ordered + [channel for channel in every if channel.kind == "dm"]
