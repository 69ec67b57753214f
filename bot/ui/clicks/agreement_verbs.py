"""The verbs of agreements between players, and those of a turn that somebody drafts."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.showing.publisher import Publisher

__all__ = ["AgreementVerbs", "DraftVerbs"]


class AgreementVerbs:
    """Carries out what players propose to each other; the answer redraws the clicked message."""

    namespace = "agreement"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "grant": self._grant_time,
            "absent": self._wish_removal,
        }

    async def _offer(self, click: Click) -> None:
        """Propose to the others what the rules let players agree on."""
        await self._tables.agreements.offer(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _accept(self, click: Click) -> None:
        """Accept the proposal that is waiting for an answer."""
        await self._tables.agreements.accept(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _decline(self, click: Click) -> None:
        """Refuse the proposal that is waiting for an answer, or withdraw one's own."""
        await self._tables.agreements.decline(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _grant_time(self, click: Click) -> None:
        """Give more time to the seats that are awaited."""
        await self._tables.agreements.grant(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _wish_removal(self, click: Click) -> None:
        """Agree to remove a seat that has missed a deadline."""
        await self._tables.agreements.wish(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)


class DraftVerbs:
    """Changes a turn that somebody drafts, before it counts."""

    namespace = "draft"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """The method that answers each verb."""
        return {"undo": self._undo, "end": self._end}

    async def _undo(self, click: Click) -> None:
        """Take back the last action of the drafted turn."""
        await self._tables.drafts.undo(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _end(self, click: Click) -> None:
        """End the drafted turn, which is complete."""
        await self._tables.drafts.end(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)
