"""Whether the bot may do this here: the checks before every route on a channel."""

from playground.calls import Call
from playground.channels import Channel
from playground.errors import ApiError
from playground.messages import Message
from playground.permissions import BITS


def channel_of(call: Call, *needed: str) -> Channel:
    """Return the path's channel; raises ApiError 10003 gone, 50001 not seen, 50013 not permitted."""
    channel = call.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(10003)
    if channel.kind == "dm":
        return channel
    granted = call.world.bot_permissions(channel)
    if not granted & BITS["view_channel"]:
        raise ApiError(50001)
    if any(not granted & BITS[name] for name in needed):
        raise ApiError(50013)
    return channel


def channel_for_sending(call: Call) -> Channel:
    """Return a channel to post in; raises ApiError also 50007, 50278 (private), 50083 (thread)."""
    channel = channel_of(call)
    if channel.person_id is not None:
        person = call.world.people[channel.person_id]
        if not person.in_server:
            raise ApiError(50278)
        if not person.dms_open:
            raise ApiError(50007)
        return channel
    needed = ["send_messages_in_threads" if channel.kind == "thread" else "send_messages"]
    if call.uploads:
        needed.append("attach_files")
    channel_of(call, *needed)
    if channel.archived and channel.locked:
        raise ApiError(50083)
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """Return the path's message if the whole channel sees it; raises ApiError 10008."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.audience is not None:
        raise ApiError(10008)
    return message
