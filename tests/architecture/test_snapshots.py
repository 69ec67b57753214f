"""The pages that list all games list those that are found."""

from tests.snapshots import ROOT, stale


def test_every_page_that_lists_games_is_up_to_date() -> None:
    late = [path.relative_to(ROOT).as_posix() for path, _ in stale()]
    assert late == [], "run `make snapshots`"
