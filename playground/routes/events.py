"""Scheduled events of a server, as far as the bot uses them: external ones, made, changed and ended."""

from datetime import datetime

from playground.calls import Call, Reply, Route
from playground.errors import ApiError, invalid
from playground.rules.fields import Check, anything, nullable, one_of, record, snowflake, text
from playground.wire import Json

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
ROUTES = (
    Route("GET", _EVENTS, _list),
    Route("POST", _EVENTS, _make),
    Route("PATCH", _EVENTS + "/{event_id}", _change),
)
