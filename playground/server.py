"""The loopback Discord: REST, gateway and files on one port, and the people who use it."""

from collections.abc import Mapping, Sequence

from aiohttp import web

from playground.interactions import Interaction
from playground.messages import Message
from playground.wire import Json
from playground.world import World


class Server:
    """Serves a world to bots; the methods of the people (slash, click, …) act in it. Ids may be int or str."""

    world: World
    app: web.Application  # further routes (the page's) are added before `start`

    def __init__(self, world: World | None = None, *, ack_seconds: float = 3.0) -> None:
        raise NotImplementedError

    async def start(self, host: str = "127.0.0.1", port: int = 0) -> None:
        """Listen; port 0 takes a free one. OSError when the port is taken."""
        raise NotImplementedError

    async def stop(self) -> None:
        """Close every socket and stop listening."""
        raise NotImplementedError

    @property
    def url(self) -> str:
        """http://host:port, known after `start`."""
        raise NotImplementedError

    @property
    def api_url(self) -> str:
        """What DISCORD_API_URL takes: …/api/v10."""
        raise NotImplementedError

    @property
    def gateway_url(self) -> str:
        """What DISCORD_GATEWAY_URL takes: ws://…/gateway."""
        raise NotImplementedError

    @property
    def connected(self) -> int:
        """How many bots' gateway sockets are identified right now."""
        raise NotImplementedError

    async def slash(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object] | None = None
    ) -> Interaction:
        """Type a slash command ("tasse start"); ActorError when Discord's own client would not send it."""
        raise NotImplementedError

    async def click(self, person_id: int, message_id: int, custom_id: str) -> Interaction:
        """Press a button of a message that the person sees; ActorError when it is not there or is disabled."""
        raise NotImplementedError

    async def select(
        self, person_id: int, message_id: int, custom_id: str, values: Sequence[str]
    ) -> Interaction:
        """Choose values in a list (option values, or ids for lists of users, roles and channels)."""
        raise NotImplementedError

    async def submit_modal(
        self, person_id: int, interaction_id: int, values: Mapping[str, object]
    ) -> Interaction:
        """Send the modal with which an interaction was answered: texts, lists of values, or booleans by custom id."""
        raise NotImplementedError

    async def say(self, person_id: int, channel_id: int, text: str) -> Message:
        """Write an ordinary message."""
        raise NotImplementedError

    async def autocomplete(
        self, person_id: int, channel_id: int, command: str, options: Mapping[str, object], focused: str
    ) -> list[Json]:
        """Ask for suggestions for the option `focused`, with what has been typed so far; empty when none came."""
        raise NotImplementedError
