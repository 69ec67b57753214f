"""The places of an evening and of a season as Discord shows them."""

from __future__ import annotations

from bot.texts import texts_for
from cogs.evenings.announcement import announcement
from cogs.evenings.standings import standings_page
from tests.bot.tables.evenings.test_standings import ended
from tests.support.plain_page import plain

FRENCH = texts_for("fr")
EQUALS = ended(*((f"T{n}", min(n, 4), (n,)) for n in range(1, 7)))


def test_equals_behind_the_medals_keep_one_number() -> None:
    """A line that began with "4." would be an entry of a list, which Discord numbers on by itself."""
    season = plain(standings_page(None, [EQUALS], FRENCH)).splitlines()
    for name in ("T4", "T5", "T6", "nom 4", "nom 5", "nom 6"):
        assert any(line.startswith(f"4\\. **{name}**") for line in season), season
    told = plain(announcement(EQUALS, FRENCH)).splitlines()
    for name in ("T4", "T5", "T6"):
        assert any(line.startswith(f"4\\. **{name}**") for line in told), told
    assert any(line.startswith("🥉 **T3**") for line in told)
