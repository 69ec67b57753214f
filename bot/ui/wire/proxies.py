"""Rate limits of a proxy between the bot and Discord (DISCORD_API_URL): it keeps the limits of all processes.

What Discord refuses for a while (429) has a header "Via", by which discord.py knows that waiting helps;
without it, it takes a refusal for a ban and gives up. Proxies leave the header out of refusals of their own
(nirn-proxy does). They are JSON, as Discord's are; a ban is a page of text.
"""

from __future__ import annotations

from typing import Any, Final

import aiohttp
from multidict import CIMultiDict, CIMultiDictProxy

__all__ = ["heed_proxy"]

_TOO_MANY: Final = 429
_VIA: Final = "1.1 proxy"


def heed_proxy(trace: aiohttp.TraceConfig) -> aiohttp.TraceConfig:
    """Have a client (`http_trace`) wait and try again when a proxy tells it to. Returns the same trace."""
    trace.on_request_end.append(_mark)
    return trace


async def _mark(_session: Any, _context: Any, end: aiohttp.TraceRequestEndParams) -> None:
    """Give a proxy's own refusal the header that discord.py looks for. A test says when that has changed."""
    answer: Any = end.response
    is_marked = answer.status != _TOO_MANY or "Via" in answer.headers
    if not is_marked and answer.content_type == "application/json":
        marked = CIMultiDictProxy(CIMultiDict([*answer.headers.items(), ("Via", _VIA)]))
        answer._headers = answer._cache["headers"] = marked  # noqa: SLF001 - they cannot be changed otherwise
