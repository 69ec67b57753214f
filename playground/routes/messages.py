"""Messages of channels: post, read, edit, delete."""

from datetime import timedelta

from playground.bodies import kept_files
from playground.calls import Call, Reply, Route
from playground.channels import Channel
from playground.errors import ApiError, invalid
from playground.messages import Message
from playground.posting import NONCE_MINUTES
from playground.routes.access import channel_for_sending, channel_of, message_of
from playground.rules import check_message
from playground.rules.fields import Problem
from playground.snowflakes import moment_of
from playground.wire import Json, snowflake

OLD = timedelta(hours=1)


def _post(call: Call) -> Reply:
    channel = channel_for_sending(call)
    invalid(check_message(call.body, call.filenames))
    body = call.fields
    first = _first_with_nonce(call, channel, body)
    if first is not None:
        return Reply(200, first.as_json())
    message = call.world.messages.post(
        channel, call.world.bot, body, call.uploads, reference=_reference(channel, body)
    )
    if message.nonce is not None:
        channel.nonces[str(message.nonce)] = message.id
    return Reply(200, message.as_json())


def _first_with_nonce(call: Call, channel: Channel, body: Json) -> Message | None:
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    first_id = channel.nonces.get(str(body["nonce"]))
    if first_id is None or call.world.clock() - moment_of(first_id) > timedelta(minutes=NONCE_MINUTES):
        return None
    return channel.messages.get(first_id)


def _reference(channel: Channel, body: Json) -> Json | None:
    wanted = body.get("message_reference")
    if not wanted:
        return None
    if snowflake(wanted["message_id"]) not in channel.messages:
        if wanted.get("fail_if_not_exists", True):
            what = "Unknown message"
            invalid([Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", what)])
        return None
    reference = {"type": 0, "message_id": str(wanted["message_id"]), "channel_id": str(channel.id)}
    return reference if channel.kind == "dm" else reference | {"guild_id": str(channel.guild_id)}


def _read(call: Call) -> Reply:
    return Reply(200, message_of(call, channel_of(call, "read_message_history")).as_json())


def _edit(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        raise ApiError(50005)
    if channel.archived:
        raise ApiError(50083)
    kept = kept_files(message, call.body)
    problems = check_message(
        call.body, call.filenames, flags=int(message.flags), editing=True, kept_files=kept
    )
    invalid(problems)
    if call.world.clock() - message.created_at > OLD:
        call.throttle("old_edit", str(channel.id))
    return Reply(200, call.world.messages.edit(message, call.fields, call.uploads).as_json())


def _remove(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        if channel.kind == "dm":
            raise ApiError(50013)
        channel_of(call, "manage_messages")
    call.world.messages.remove(message)
    return Reply(204)


_MESSAGES = "/channels/{channel_id}/messages"
_ONE = _MESSAGES + "/{message_id}"
ROUTES = (
    Route("POST", _MESSAGES, _post, "send", ("channel_id",)),
    Route("GET", _ONE, _read),
    Route("PATCH", _ONE, _edit, "edit", ("channel_id",)),
    Route("DELETE", _ONE, _remove),
)
