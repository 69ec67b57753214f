"""Rate limits of a proxy between the bot and Discord (DISCORD_API_URL): it keeps the limits of all processes.

What Discord refuses for a while (429) has a header "Via", by which discord.py knows that waiting helps;
without it, it takes a refusal for a ban and gives up. Proxies leave the header out of refusals of their own
(nirn-proxy does). They are JSON, as Discord's are; a ban is a page of text.
"""

from __future__ import annotations

from typing import Any, Final

import aiohttp
from multidict import CIMultiDict, CIMultiDictProxy

__all__ = ["make_connector"]

_TOO_MANY: Final = 429
_VIA: Final = "1.1 proxy"


def make_connector() -> aiohttp.TCPConnector:
    """Make what has a client (`connector`) wait and try again when a proxy tells it to; in a running loop."""
    return _Connector(limit=0)  # as discord.py's own


class _Connector(aiohttp.TCPConnector):
    """Connections whose answers are of our own kind. Watching requests (`http_trace`) would cost far more."""

    async def connect(self, req: aiohttp.ClientRequest, *given: Any, **more: Any) -> Any:
        """Get a connection for a request."""
        req.response_class = _Answer
        return await super().connect(req, *given, **more)


class _Answer(aiohttp.ClientResponse):
    """An answer that gives a proxy's own refusal the header that discord.py looks for."""

    async def start(self, connection: Any) -> aiohttp.ClientResponse:
        """Read status and headers. A test says when they are kept elsewhere."""
        await super().start(connection)
        is_marked = self.status != _TOO_MANY or "Via" in self.headers
        if not is_marked and self.content_type == "application/json":
            marked = CIMultiDictProxy(CIMultiDict([*self.headers.items(), ("Via", _VIA)]))
            self._headers = self._cache["headers"] = marked
        return self
