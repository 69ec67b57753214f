"""Surrounds the answer to every interaction: refusals become sentences, errors an incident number."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from secrets import token_hex

import structlog

from bot.tables.errors import Denied, is_passing
from bot.ui.frame import notices
from bot.ui.wire.responder import Responder
from engines.core.errors import Refusal

__all__ = ["guard"]

_log = structlog.get_logger(__name__)


async def guard(responder: Responder, work: Callable[[], Awaitable[None]]) -> None:
    """Do the work. If it raises, the person is told in a sentence; only an unexpected error is logged."""
    t = responder.texts
    try:
        await work()
    except Denied as denied:
        responder.stopwatch.outcome = "refused"
        await responder.refuse(notices.sentence(denied.reason, denied.params, t))
    except Refusal as refusal:
        responder.stopwatch.outcome = "refused"
        await responder.refuse(notices.sentence(refusal.reason, refusal.params, t))
    except Exception as error:
        responder.stopwatch.outcome = "failed"
        if is_passing(error):  # the log knows that the store is away
            await responder.say(notices.sentence("away", {}, t))
            return
        incident = token_hex(4)
        _log.exception("interaction failed", incident=incident, interaction=responder.interaction.id)
        await responder.say(notices.sentence("internal", {"incident": incident}, t))
