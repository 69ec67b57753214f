"""Who the bot is, and what it may look up about the servers."""

from playground.calls import Call, Reply, Route
from playground.errors import ApiError


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


ROUTES = (
    Route("GET", "/users/@me", _me),
    Route("POST", "/users/@me/channels", _open_dm),
    Route("GET", "/users/{user_id}", _user),
    Route("GET", "/guilds/{guild_id}", _guild),
    Route("GET", "/guilds/{guild_id}/members/{user_id}", _member),
)
