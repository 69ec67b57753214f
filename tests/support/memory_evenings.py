"""Evenings kept in a dictionary."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from bot.tables.errors import Denied
from bot.tables.evenings.model import Evening, Guest, Season, Stage
from bot.tables.evenings.ports import Change

__all__ = ["MemoryEvenings"]


class MemoryEvenings:
    """The part of `MemoryStore` that is about evenings."""

    def __init__(self) -> None:
        self.kept: dict[int, Evening] = {}
        self._seasons: list[Season] = []
        self._made = 0

    async def add(self, evening: Evening) -> Evening:
        await asyncio.sleep(0)
        draft = (Stage.DRAFT, evening.channel_id, evening.host_id)
        for old in [o.id for o in self.kept.values() if (o.stage, o.channel_id, o.host_id) == draft]:
            del self.kept[old]
        self._made += 1
        self.kept[self._made] = through_json(replace(evening, id=self._made))
        return self.kept[self._made]

    async def load(self, evening_id: int) -> Evening | None:
        await asyncio.sleep(0)
        return self.kept.get(evening_id)

    async def change(self, evening_id: int, change: Change) -> tuple[Evening, Evening] | None:
        await asyncio.sleep(0)
        before = self.kept.get(evening_id)
        if before is None:
            return None
        changed = change(before)
        if changed is None or changed == before:
            return before, before
        if changed.stage.live:
            for other in self.kept.values():
                if other.id != evening_id and other.stage.live and other.channel_id == changed.channel_id:
                    raise Denied("evening_here", title=other.title)
        if changed.stage is Stage.OVER and before.stage is not Stage.OVER:
            running = (
                one.id for one in self._seasons if (one.guild_id, one.ended_at) == (changed.guild_id, None)
            )
            changed = replace(changed, season_id=next(running, None))
        self.kept[evening_id] = through_json(replace(changed, version=before.version + 1))
        return before, self.kept[evening_id]

    async def note_shown(self, evening_id: int, version: int, message_id: int | None) -> None:
        if (evening := self.kept.get(evening_id)) is not None:
            shown = max(version, evening.shown)
            self.kept[evening_id] = replace(evening, shown=shown, message_id=message_id)

    async def note_event(self, evening_id: int, event_id: int, told: str) -> None:
        if (evening := self.kept.get(evening_id)) is not None:
            self.kept[evening_id] = replace(evening, event_id=event_id, event_told=told)

    async def at_work(self) -> Sequence[Evening]:
        return [
            one
            for one in self._sorted()
            if one.stage.live or (one.shown < one.version and one.stage is not Stage.DRAFT)
        ]

    async def of_server(self, guild_id: int) -> Sequence[Evening]:
        return [one for one in self._sorted() if one.stage.live and one.guild_id == guild_id]

    async def of_person(self, user_id: int) -> Sequence[Evening]:
        wanted = [one for one in self._sorted() if one.stage.live or one.stage is Stage.DRAFT]
        return [one for one in wanted if one.host_id == user_id or one.guest(user_id) is not None]

    async def of_table(self, table_id: int) -> Evening | None:
        return next((one for one in self.kept.values() if one.table_id == table_id), None)

    async def seasons(self, guild_id: int) -> Sequence[Season]:
        return [one for one in reversed(self._seasons) if one.guild_id == guild_id]

    async def begin_season(self, guild_id: int, title: str, now: int) -> Season:
        self._seasons = [
            replace(one, ended_at=now) if (one.guild_id, one.ended_at) == (guild_id, None) else one
            for one in self._seasons
        ]
        self._seasons.append(Season(len(self._seasons) + 1, guild_id, title, now))
        return self._seasons[-1]

    async def of_season(self, guild_id: int, season_id: int | None) -> Sequence[Evening]:
        ended = [one for one in self._sorted() if one.stage is Stage.OVER and one.guild_id == guild_id]
        return [one for one in ended if one.season_id == season_id]

    async def drop_drafts(self, before: int) -> None:
        for old in [o.id for o in self.kept.values() if o.stage is Stage.DRAFT and o.created_at < before]:
            del self.kept[old]

    def forget_person(self, user_id: int) -> None:
        """Make somebody anonymous."""
        for evening in list(self.kept.values()):
            known = evening.guest(user_id)
            host_id = None if evening.host_id == user_id else evening.host_id
            guests, teams = evening.guests, evening.teams
            if known is not None:
                nobody = replace(known, user_id=None, name="", join_id=0)
                guests = tuple(nobody if guest == known else guest for guest in guests)
                teams = tuple(replace(t, name="") if t.number == known.team else t for t in teams)
            hosts = evening.host_id == user_id
            version = evening.version + (known is not None) + hosts
            if hosts:
                evening = replace(evening, title="Soirée", words="")
            self.kept[evening.id] = replace(
                evening, host_id=host_id, guests=guests, teams=teams, version=version
            )

    def export(self, user_id: int) -> dict[str, Any]:
        """What is kept about somebody."""
        return {
            "evenings": [
                about(evening) | of_guest(evening, one)
                for evening in self.kept.values()
                for one in evening.guests
                if one.user_id == user_id
            ],
            "evenings_hosted": [
                about(one) | {"words": one.words} for one in self.kept.values() if one.host_id == user_id
            ],
        }

    def forget_server(self, guild_id: int) -> None:
        """Delete everything of a server."""
        self.kept = {key: one for key, one in self.kept.items() if one.guild_id != guild_id}
        self._seasons = [one for one in self._seasons if one.guild_id != guild_id]

    def _sorted(self) -> list[Evening]:
        return sorted(self.kept.values(), key=lambda one: (one.starts_at, one.id))


def about(evening: Evening) -> dict[str, Any]:
    return {
        "evening": evening.id,
        "server": evening.guild_id,
        "channel": evening.channel_id,
        "title": evening.title,
        "starts_at": evening.starts_at,
        "stage": evening.stage.value,
    }


def of_guest(evening: Evening, one: Guest) -> dict[str, Any]:
    named = next((team.name for team in evening.teams if team.number == one.team), "")
    told = {"name": one.name, "place": one.place, "team": one.team, "remind": one.remind}
    return {**told, "team_name": named}


def through_json(evening: Evening) -> Evening:
    """The evening as it comes back: its programme as plain values."""
    return replace(evening, programme=tuple(json.loads(json.dumps(list(evening.programme)))))
