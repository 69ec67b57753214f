"""Channels and threads."""

from playground.calls import Call, Reply, Route
from playground.channels import Channel
from playground.errors import ApiError, invalid
from playground.routes.access import channel_of, message_of
from playground.rules.fields import Check, boolean, integer, nullable, one_of, record, text

_MINUTES = one_of((60, 1440, 4320, 10080))
_THREAD: dict[str, Check] = {
    "name": text(1, 100),
    "auto_archive_duration": nullable(_MINUTES),
    "rate_limit_per_user": nullable(integer(0, 21600)),
}
_ON_MESSAGE = record(_THREAD, ("name",))
_ALONE = record(_THREAD | {"type": one_of((11, 12)), "invitable": nullable(boolean)}, ("name",))
_EDIT = record(
    _THREAD | {"archived": boolean, "locked": boolean, "invitable": boolean, "topic": text(0, 1024)}
)


def _channel(call: Call) -> Reply:
    return Reply(200, call.world.channel_json(channel_of(call)))


def _start_on_message(call: Call) -> Reply:
    parent = _parent(call)
    message = message_of(call, parent)
    invalid(_ON_MESSAGE(call.body, ()))
    if message.thread_id is not None:
        raise ApiError(160004)
    message.thread_id = message.id
    return _start(call, parent, message.id)


def _start_alone(call: Call) -> Reply:
    parent = _parent(call)
    invalid(_ALONE(call.body, ()))
    return _start(call, parent, None)


def _parent(call: Call) -> Channel:
    parent = channel_of(call, "create_public_threads")
    if parent.kind != "text":
        raise ApiError(50035)
    return parent


def _start(call: Call, parent: Channel, thread_id: int | None) -> Reply:
    minutes = call.fields.get("auto_archive_duration") or 1440
    thread = call.world.add_thread(parent, call.fields["name"], minutes, thread_id)
    return Reply(201, call.world.channel_json(thread))


def _edit(call: Call) -> Reply:
    channel = channel_of(call)
    channel_of(call, "manage_threads" if channel.kind == "thread" else "manage_channels")
    invalid(_EDIT(call.body, ()))
    fields = call.fields
    call.world.change_channel(
        channel,
        name=fields.get("name", channel.name),
        archived=fields.get("archived", channel.archived),
        locked=fields.get("locked", channel.locked),
    )
    return Reply(200, call.world.channel_json(channel))


def _remove(call: Call) -> Reply:
    channel = channel_of(call)
    channel_of(call, "manage_threads" if channel.kind == "thread" else "manage_channels")
    body = call.world.channel_json(channel)
    call.world.delete_channel(channel.id)
    return Reply(200, body)


def _typing(call: Call) -> Reply:
    channel_of(call)
    return Reply(204)


def _add_to_thread(call: Call) -> Reply:
    channel = channel_of(call, "send_messages_in_threads")
    if channel.kind != "thread":
        raise ApiError(10003)
    if call.world.someone(call.id("user_id")) is None:
        raise ApiError(10013)
    return Reply(204)


_CHANNEL = "/channels/{channel_id}"
ROUTES = (
    Route("GET", _CHANNEL, _channel),
    Route("PATCH", _CHANNEL, _edit),
    Route("DELETE", _CHANNEL, _remove),
    Route("POST", _CHANNEL + "/typing", _typing),
    Route("POST", _CHANNEL + "/threads", _start_alone),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", _start_on_message),
    Route("PUT", _CHANNEL + "/thread-members/{user_id}", _add_to_thread),
)
