"""The application: what it is, its commands and its emojis."""

from playground.calls import Call, Reply, Route
from playground.changes import Change
from playground.emojis import Emoji, check_image, check_name
from playground.errors import ApiError, invalid
from playground.registry import Registry
from playground.rules import check_command, check_commands
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
