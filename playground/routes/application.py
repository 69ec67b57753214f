"""The application: what it is, its commands and its emojis."""

from datetime import datetime

from playground.calls import Call, Reply, Route
from playground.changes import Change
from playground.channels import Channel
from playground.errors import ApiError, invalid
from playground.registry import Emoji, Registry, check_image, check_name
from playground.routes.messages import channel_of, message_of
from playground.rules import check_command, check_commands
from playground.rules.fields import (
    Check,
    anything,
    boolean,
    integer,
    nullable,
    one_of,
    record,
    snowflake,
    text,
)
from playground.wire import Json


def _application(call: Call) -> Reply:
    world = call.world
    body: Json = {
        "id": str(world.application_id),
        "name": world.bot.name,
        "description": "",
        "icon": None,
        "rpc_origins": [],
        "bot_public": True,
        "bot_require_code_grant": False,
        "verify_key": "0" * 64,
        "flags": 0,
        "owner": world.bot.as_user(),
        "team": None,
    }
    return Reply(200, body)


def _gateway(call: Call) -> Reply:
    limit = {
        "total": 1000,
        "remaining": 1000,
        "reset_after": 86_400_000,
        "max_concurrency": call.world.identifies_at_once,
    }
    url = call.world.base_url.replace("http", "ws", 1) + "/gateway"
    return Reply(200, {"url": url, "shards": 1, "session_start_limit": limit})


def _check_application(call: Call) -> None:
    if call.id("application_id") != call.world.application_id:
        raise ApiError(50001)


def _registry(call: Call) -> Registry:
    """Return the commands that the path means: the guild's own, or those for everywhere."""
    _check_application(call)
    if "guild_id" not in call.params:
        return call.world.registry
    if call.id("guild_id") != call.world.guild_id:
        raise ApiError(50001)
    return call.world.guild_registry


def _commands(call: Call) -> Reply:
    return Reply(200, _registry(call).list_all())


def _replace_commands(call: Call) -> Reply:
    registry = _registry(call)
    invalid(check_commands(call.body))
    return _announce(call, Reply(200, registry.replace(call.body)))


def _add_command(call: Call) -> Reply:
    registry = _registry(call)
    invalid(check_command(call.body))
    return _announce(call, Reply(201, registry.add(call.body)))


def _edit_command(call: Call) -> Reply:
    registry = _registry(call)
    known = registry.find_by_id(call.id("command_id"))
    merged = {key: known[key] for key in ("name", "description")} | call.fields
    invalid(check_command(merged))
    return _announce(call, Reply(200, registry.edit(call.id("command_id"), call.fields)))


def _remove_command(call: Call) -> Reply:
    _registry(call).remove(call.id("command_id"))
    return _announce(call, Reply(204))


def _announce(call: Call, reply: Reply) -> Reply:
    call.world.changes.publish(Change("commands"))
    return reply


def _emojis(call: Call) -> Reply:
    _check_application(call)
    owner = call.world.bot.as_user()
    return Reply(200, {"items": [emoji.as_json(owner) for emoji in call.world.emojis.values()]})


def _add_emoji(call: Call) -> Reply:
    _check_application(call)
    world = call.world
    name = check_name(call.fields, {emoji.name for emoji in world.emojis.values()})
    content, content_type = check_image(call.fields)
    emoji = Emoji(world.snowflakes(), name, content, content_type)
    world.emojis[emoji.id] = emoji
    world.changes.publish(Change("emojis"))
    return Reply(201, emoji.as_json(world.bot.as_user()))


def _emoji(call: Call) -> Reply:
    _check_application(call)
    emoji = call.world.emojis.get(call.id("emoji_id"))
    if emoji is None:
        raise ApiError(10014)
    return Reply(200, emoji.as_json(call.world.bot.as_user()))


def _remove_emoji(call: Call) -> Reply:
    _emoji(call)
    del call.world.emojis[call.id("emoji_id")]
    call.world.changes.publish(Change("emojis"))
    return Reply(204)


_EVERYWHERE = "/applications/{application_id}/commands"
_IN_GUILD = "/applications/{application_id}/guilds/{guild_id}/commands"
_EMOJIS = "/applications/{application_id}/emojis"


def _command_routes(path: str) -> tuple[Route, ...]:
    return (
        Route("GET", path, _commands),
        Route("PUT", path, _replace_commands),
        Route("POST", path, _add_command),
        Route("PATCH", path + "/{command_id}", _edit_command),
        Route("DELETE", path + "/{command_id}", _remove_command),
    )


ROUTES = (
    Route("GET", "/oauth2/applications/@me", _application),
    Route("GET", "/applications/@me", _application),
    Route("GET", "/gateway/bot", _gateway),
    *_command_routes(_EVERYWHERE),
    *_command_routes(_IN_GUILD),
    Route("GET", _EMOJIS, _emojis),
    Route("POST", _EMOJIS, _add_emoji),
    Route("GET", _EMOJIS + "/{emoji_id}", _emoji),
    Route("DELETE", _EMOJIS + "/{emoji_id}", _remove_emoji),
)


# Who the bot is, and what it may look up about the servers.


def _me(call: Call) -> Reply:
    return Reply(
        200, call.world.bot.as_user() | {"flags": 0, "locale": "fr", "mfa_enabled": False, "verified": True}
    )


def _guild(call: Call) -> Reply:
    guild_id = call.id("guild_id")
    if guild_id not in call.world.guild_names:
        raise ApiError(10004)
    return Reply(200, call.world.guild_json(guild_id))


def _member(call: Call) -> Reply:
    _guild(call)
    person = call.world.someone(call.id("user_id"))
    if person is None:
        raise ApiError(10013)
    if not person.in_server:
        raise ApiError(10007)
    return Reply(200, call.world.member_json(person))


def _user(call: Call) -> Reply:
    person = call.world.someone(call.id("user_id"))
    if person is None:
        raise ApiError(10013)
    return Reply(200, person.as_user())


def _open_dm(call: Call) -> Reply:
    recipient = call.fields.get("recipient_id")
    if not str(recipient).isdigit():
        raise ApiError(50035)
    return Reply(200, call.world.channel_json(call.world.open_dm(int(str(recipient)))))


GUILD_ROUTES = (
    Route("GET", "/users/@me", _me),
    Route("POST", "/users/@me/channels", _open_dm),
    Route("GET", "/users/{user_id}", _user),
    Route("GET", "/guilds/{guild_id}", _guild),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
)


# Channels and threads.

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
CHANNEL_ROUTES = (
    Route("GET", _CHANNEL, _channel),
    Route("PATCH", _CHANNEL, _edit),
    Route("DELETE", _CHANNEL, _remove),
    Route("POST", _CHANNEL + "/typing", _typing),
    Route("POST", _CHANNEL + "/threads", _start_alone),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", _start_on_message),
    Route("PUT", _CHANNEL + "/thread-members/{user_id}", _add_to_thread),
)


# Scheduled events of a server, as far as the bot uses them: external ones, made, changed and ended.

_SCHEDULED, _ACTIVE, _COMPLETED, _CANCELED = 1, 2, 3, 4
_NEXT = {_SCHEDULED: {_ACTIVE, _CANCELED}, _ACTIVE: {_COMPLETED}}
"""The ways that a status may go."""
_FIELDS: dict[str, Check] = {
    "channel_id": nullable(snowflake),
    "name": text(1, 100),
    "description": nullable(text(0, 1000)),
    "entity_type": one_of((3,)),
    "entity_metadata": record({"location": text(1, 100)}, ("location",)),
    "privacy_level": one_of((2,)),
    "scheduled_start_time": anything,
    "scheduled_end_time": anything,
}
_NEW = record(_FIELDS, tuple(name for name in _FIELDS if name not in ("channel_id", "description")))
_CHANGED = record(_FIELDS | {"status": one_of((_ACTIVE, _COMPLETED, _CANCELED))})


def _make(call: Call) -> Reply:
    guild_id = _guild_of(call)
    invalid(_NEW(call.body, ()))
    if not call.world.clock() < _moment(call.fields, "start") < _moment(call.fields, "end"):
        raise ApiError(50035)
    event: Json = {
        "id": str(call.world.snowflakes()),
        "guild_id": str(guild_id),
        "channel_id": None,
        "creator_id": str(call.world.bot.id),
        "status": _SCHEDULED,
        "entity_id": None,
        **call.fields,
    }
    call.world.events[int(event["id"])] = event
    return Reply(200, event)


def _change(call: Call) -> Reply:
    event = _event_of(call)
    invalid(_CHANGED(call.body, ()))
    status = call.fields.get("status", event["status"])
    if status != event["status"] and status not in _NEXT.get(event["status"], ()):
        raise ApiError(180000)
    changed = event | call.fields
    if not _moment(changed, "start") < _moment(changed, "end"):
        raise ApiError(50035)
    event.update(call.fields)
    return Reply(200, event)


def _list(call: Call) -> Reply:
    guild_id = str(_guild_of(call))
    return Reply(200, [event for event in call.world.events.values() if event["guild_id"] == guild_id])


def _guild_of(call: Call) -> int:
    """Return the path's server; raises ApiError 10004, or 50013 where the bot may make no events."""
    guild_id = call.id("guild_id")
    if guild_id not in call.world.guild_names:
        raise ApiError(10004)
    if not call.world.may_create_events:
        raise ApiError(50013)
    return guild_id


def _event_of(call: Call) -> Json:
    guild_id = _guild_of(call)
    event = call.world.events.get(call.id("event_id"))
    if event is None or event["guild_id"] != str(guild_id):
        raise ApiError(10070)
    return event


def _moment(fields: Json, which: str) -> datetime:
    try:
        return datetime.fromisoformat(str(fields[f"scheduled_{which}_time"]))
    except ValueError:
        raise ApiError(50035) from None


_EVENTS = "/guilds/{guild_id}/scheduled-events"
EVENT_ROUTES = (
    Route("GET", _EVENTS, _list),
    Route("POST", _EVENTS, _make),
    Route("PATCH", _EVENTS + "/{event_id}", _change),
)
