"""The verbs by which players agree with each other, and the one that takes back a drafted action."""

from __future__ import annotations

from collections.abc import Mapping

from bot.tables.service import Tables
from bot.ui.clicks.click import Click, Handler
from bot.ui.showing.publisher import Publisher

__all__ = ["AgreementVerbs", "DraftVerbs"]


class AgreementVerbs:
    """Answers what players propose to each other; the clicked message shows what came of it."""

    namespace = "agreement"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """Who answers which verb."""
        return {
            "offer": self._offer,
            "accept": self._accept,
            "decline": self._decline,
            "grant": self._grant_time,
            "absent": self._wish_removal,
        }

    async def _offer(self, click: Click) -> None:
        """Propose what the rules leave to the players."""
        await self._tables.agreements.offer(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _accept(self, click: Click) -> None:
        """Agree to what stands."""
        await self._tables.agreements.accept(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _decline(self, click: Click) -> None:
        """Refuse what stands, or take back one's own proposal."""
        await self._tables.agreements.decline(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _grant_time(self, click: Click) -> None:
        """Give more time to those who are awaited."""
        await self._tables.agreements.grant(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)

    async def _wish_removal(self, click: Click) -> None:
        """Want somebody removed who has missed a deadline."""
        await self._tables.agreements.wish(click.ask, click.target.table_id, click.target.arg)
        await self._publisher.answer(click.responder, click.target.table_id)


class DraftVerbs:
    """Answers what is asked about a turn that somebody drafts before it counts."""

    namespace = "draft"

    def __init__(self, tables: Tables, publisher: Publisher) -> None:
        self._tables = tables
        self._publisher = publisher

    def handlers(self) -> Mapping[str, Handler]:
        """Who answers which verb."""
        return {"undo": self._undo}

    async def _undo(self, click: Click) -> None:
        """Take back the last action of the drafted turn."""
        await self._tables.drafts.undo(click.ask, click.target.table_id)
        await self._publisher.answer(click.responder, click.target.table_id)
