"""Servers' decks kept in dictionaries, with the cards that were seen and the reports that wait."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from bot.tables.decks import (
    DECKS_AT_MOST,
    REPORTS_AT_MOST,
    REPORTS_OF_ONE,
    DeckInfo,
    DeckTexts,
    Enough,
    Full,
    Report,
)
from bot.tables.pictures import (
    MIB,
    NO_NEW,
    PICTURES_AT_MOST,
    PICTURES_OF_DECK,
    Crowded,
    NewPictures,
    Scope,
    Use,
)
from bot.tables.ports import PictureGone, Turned
from engines.core.decks import Asked

__all__ = ["MemoryDecks"]


class MemoryDecks:
    """The part of `MemoryStore` that is about decks."""

    def __init__(self) -> None:
        self._decks: dict[int, dict[str, tuple[DeckInfo, str]]] = {}
        self._pictures: dict[str, bytes] = {}
        self._unfinished: dict[tuple[int, str], str] = {}
        self._asked: dict[tuple[int, str], Asked] = {}
        self._seen: dict[tuple[int, str], set[str]] = {}
        self._reports: dict[int, list[Report]] = {}
        self._reports_made = 0

    async def put_deck(self, guild_id: int, info: DeckInfo, content: str, new: NewPictures = NO_NEW) -> bool:
        mine = self._decks.setdefault(guild_id, {})
        replaced = info.name in mine
        if not replaced and len(mine) >= DECKS_AT_MOST:
            raise Full(DECKS_AT_MOST)
        rest = self._unfinished.get((guild_id, info.name), "")
        self._hang(guild_id, info.name, content + rest, new)
        if not replaced:
            self._seen.pop((guild_id, info.name), None)
        mine[info.name] = (info, content)
        return replaced

    def _hang(self, guild_id: int, name: str, text: str, new: NewPictures) -> None:
        """Keep the pictures of a deck that will have this text; Crowded where it brings too many."""
        known = {**self._pictures, **new.pictures}
        texts = self._texts()
        later = {**texts, (guild_id, name): text}
        mine = [place for place in later if place[0] == guild_id]
        limits: Sequence[tuple[Scope, Sequence[tuple[int, str]], int | None, int]] = (
            ("deck", [(guild_id, name)], PICTURES_OF_DECK, new.room.deck),
            ("server", mine, PICTURES_AT_MOST, new.room.server),
            ("all", list(later), None, new.room.all),
        )
        for scope, places, most, size in limits:
            before = _weigh(known, [texts.get(place, "") for place in places])
            after = _weigh(known, [later[place] for place in places])
            if most is not None and after.pictures > max(most, before.pictures):
                raise Crowded(scope, most)
            if after.size > max(size, before.size):
                raise Crowded(scope, size // MIB, heavy=True)
        self._pictures.update(new.pictures)

    def _refuse_gone(self, text: str, played: Sequence[str]) -> None:
        """PictureGone where a deck names a picture that no other one has any more."""
        named = [digest for digest in self._pictures if digest in text]
        if any(all(digest not in kept for kept in (*self._texts().values(), *played)) for digest in named):
            raise PictureGone

    def _texts(self) -> dict[tuple[int, str], str]:
        """All that is stored of each deck, by its server and its name."""
        texts = {
            (guild, name): kept for guild, decks in self._decks.items() for name, (_, kept) in decks.items()
        }
        for place, rest in self._unfinished.items():
            texts[place] = texts.get(place, "") + rest
        return texts

    async def weigh_pictures(self) -> Use:
        return _weigh(self._pictures, list(self._texts().values()))

    async def weigh_servers(self) -> Sequence[tuple[int, Use]]:
        texts = self._texts()
        uses = [
            (guild, _weigh(self._pictures, [text for place, text in texts.items() if place[0] == guild]))
            for guild in {guild for guild, _ in texts}
        ]
        return sorted((use for use in uses if use[1].pictures), key=lambda use: (-use[1].size, use[0]))

    async def load_picture(self, digest: str) -> bytes | None:
        return self._pictures.get(digest)

    async def decks(self, guild_id: int) -> Sequence[DeckInfo]:
        return tuple(info for _, (info, _) in sorted(self._decks.get(guild_id, {}).items()))

    async def load_deck(self, guild_id: int, name: str) -> str | None:
        found = self._decks.get(guild_id, {}).get(name)
        return None if found is None else found[1]

    async def delete_deck(self, guild_id: int, name: str) -> bool:
        begun = self._unfinished.pop((guild_id, name), None) is not None
        if self._decks.get(guild_id, {}).pop(name, None) is None:
            return begun
        self._seen.pop((guild_id, name), None)
        waiting = self._reports.get(guild_id, [])
        waiting[:] = [report for report in waiting if report.deck != name]
        return True

    async def load_deck_texts(self, guild_id: int, name: str) -> DeckTexts:
        return DeckTexts(await self.load_deck(guild_id, name), self._unfinished.get((guild_id, name), ""))

    async def list_unfinished(self, guild_id: int) -> Sequence[str]:
        return tuple(sorted(name for guild, name in self._unfinished if guild == guild_id))

    async def change_deck(
        self, guild_id: int, info: DeckInfo, before: DeckTexts, after: DeckTexts, new: NewPictures = NO_NEW
    ) -> bool:
        if await self.load_deck_texts(guild_id, info.name) != before:
            return False
        names = {*self._decks.get(guild_id, {}), *await self.list_unfinished(guild_id)}
        if info.name not in names and len(names) >= DECKS_AT_MOST:
            raise Full(DECKS_AT_MOST)
        text = (after.content or "") + after.unfinished
        self._hang(guild_id, info.name, text, new)
        self._unfinished.pop((guild_id, info.name), None)
        if after.unfinished:
            self._unfinished[guild_id, info.name] = after.unfinished
        if after.content is not None and after.content != before.content:
            await self.put_deck(guild_id, info, after.content)
        return True

    async def list_seen_cards(self, guild_id: int, deck: str) -> frozenset[str]:
        return frozenset(self._seen.get((guild_id, deck), ()))

    async def list_asked(self, guild_id: int) -> Sequence[Asked]:
        return tuple(one for (guild, _), one in sorted(self._asked.items()) if guild == guild_id)

    async def add_report(self, guild_id: int, report: Report) -> bool:
        waiting = self._reports.setdefault(guild_id, [])
        mine = [known.subject for known in waiting if known.user_id == report.user_id]
        if report.subject in mine:
            return False
        if len(mine) >= REPORTS_OF_ONE:
            raise Enough(REPORTS_OF_ONE)
        if len(waiting) >= REPORTS_AT_MOST:
            raise Full(REPORTS_AT_MOST)
        self._reports_made += 1
        waiting.append(replace(report, id=self._reports_made))
        return True

    async def reports(self, guild_id: int) -> Sequence[Report]:
        return tuple(self._reports.get(guild_id, ()))

    async def settle_report(self, guild_id: int, report_id: int) -> bool:
        waiting = self._reports.get(guild_id, [])
        before = len(waiting)
        subjects = [report.subject for report in waiting if report.id == report_id]
        waiting[:] = [report for report in waiting if report.subject not in subjects]
        return len(waiting) < before

    def _count(self, guild_id: int, asked: Sequence[Asked]) -> None:
        """Questions were closed."""
        for one in asked:
            key = (guild_id, one.mark)
            known = self._asked.get(key, Asked(one.mark, 0, 0, 0))
            sums = (known.asked + one.asked, known.solved + one.solved, known.turned + one.turned)
            self._asked[key] = Asked(one.mark, *sums)

    def _turn(self, guild_id: int, turned: Sequence[Turned]) -> None:
        """Cards were seen; a pile that was through begins anew with them."""
        for one in turned:
            seen = self._seen.setdefault((guild_id, one.deck), set())
            if seen.issuperset(one.pile):
                seen.difference_update(one.pile)
            seen.update(one.marks)


def _weigh(pictures: Mapping[str, bytes], texts: Sequence[str]) -> Use:
    """The pictures that these texts name."""
    named = {digest for text in texts for digest in pictures if digest in text}
    return Use(len(named), sum(len(pictures[digest]) for digest in named))
