"""The one server's own description: roles, and what a bot is told of it when it connects."""

from playground.people import Person
from playground.permissions import BOT, MEMBER, MODERATOR
from playground.wire import Json

GUILD_NAME = "Gobelet"
GUILD_LOCALE = "fr"


def role(role_id: int, name: str, permissions: int, position: int) -> Json:
    """A role object as Discord sends it."""
    return {
        "id": str(role_id),
        "name": name,
        "permissions": str(permissions),
        "position": position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }


def guild_as_json(guild_id: int, bot_role: int, moderator_role: int, owner_id: int) -> Json:
    """The guild object without its channels and members."""
    return {
        "id": str(guild_id),
        "name": GUILD_NAME,
        "owner_id": str(owner_id),
        "preferred_locale": GUILD_LOCALE,
        "roles": [
            role(guild_id, "@everyone", MEMBER, 0),
            role(bot_role, "Bot", BOT, 1),
            role(moderator_role, "Modération", MODERATOR, 2),
        ],
        "emojis": [],
        "stickers": [],
        "features": [],
        "icon": None,
        "splash": None,
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_progress_bar_enabled": False,
    }


def member_as_json(person: Person, bot_role: int, moderator_role: int) -> Json:
    """The member object with its user."""
    roles = (bot_role,) if person.is_bot else (moderator_role,) if person.moderator else ()
    return person.as_member(roles) | {"user": person.as_user()}
