"""What so many servers need: what the pages show follows from their figures."""

from dataclasses import replace

import pytest

from bench import __main__ as bench
from bench.capacity import PAGE, SERVERS, TAKEN, Assumptions, Measured, Need, assume, draw_tables, redraw
from bench.figures import FIGURES, KNOWN

MEASURED = Measured(
    click_ms=10, shared=1.5, counted=0.5, server_kb=20, process_mb=100, game_kb=10, commits=2000
)
QUIET = replace(Assumptions(), messages=0)


def test_the_page_shows_what_follows_from_the_figures() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert redraw(page) == page
    for table in draw_tables(Assumptions(), Measured.read(KNOWN.read_text(encoding="utf-8"))):
        for cells in table:
            assert f"| {' | '.join(cells)} |" in page


def test_every_figure_that_it_is_made_of_is_measured() -> None:
    assert set(TAKEN.values()) <= {figure.name for figure in FIGURES}


def test_needs_grow_with_the_servers() -> None:
    one, many = Need(QUIET, MEASURED, 1), Need(QUIET, MEASURED, 50_000)
    # 3 % play 2 games of 120 clicks, 12 % of them in one hour, twice its average
    assert many.clicks == pytest.approx(50_000 * 0.03 * 2 * 120 * 0.12 / 3600 * 2)
    assert many.cores == pytest.approx(many.clicks * 0.010)
    assert many.shared_cores == pytest.approx(1.5 * many.cores)
    assert many.rest == pytest.approx(many.clicks / 2)
    assert many.memory_mb == 1000
    for name in ("clicks", "cores", "rest", "memory_mb", "year_gb", "first_shard"):
        assert getattr(many, name) == pytest.approx(50_000 * getattr(one, name))


def test_processes_follow_the_larger_need() -> None:
    assert Need(QUIET, MEASURED, 1).processes == 1
    memory = replace(QUIET, playing=0)
    assert Need(memory, MEASURED, 285_000).processes == 3  # 5700 MB, 1900 beside each process's own
    clicks = replace(QUIET, memory_mb=1e9)
    assert Need(clicks, MEASURED, 1_000_000).processes == 15  # 7.2 cores, half full


def test_what_is_heard_counts_too() -> None:
    loud = replace(QUIET, playing=0, messages=86_400, talk=1, message_ms=1)
    assert Need(loud, MEASURED, 1000).cores == pytest.approx(1)


def test_sixteen_shards_begin_at_once_in_large_bots() -> None:
    assert Need(QUIET, MEASURED, 100_000).start_seconds == 50 * 5
    assert Need(QUIET, MEASURED, 1_000_000).start_seconds == 32 * 5


def test_the_first_wall_is_the_one_that_is_nearest() -> None:
    roomy = replace(QUIET, memory_mb=1e6)
    assert first_wall(QUIET) == "memory of one process"
    assert first_wall(roomy) == "one processor core"
    assert first_wall(replace(roomy, rest=1)) == "requests to Discord"
    assert first_wall(replace(roomy, disk_gb=1)) == "a year's games on the disk"
    assert first_wall(replace(roomy, pass_on_ms=50)) == "shard 0, which hears all private messages"


def first_wall(assumed: Assumptions) -> str:
    *_, walls = draw_tables(assumed, MEASURED)
    return walls[1][0]


def test_a_wall_is_where_the_need_meets_it() -> None:
    *_, walls = draw_tables(QUIET, MEASURED)
    (at,) = [float(servers.replace(",", "")) for what, servers, _ in walls if what == "requests to Discord"]
    assert Need(QUIET, MEASURED, at).rest == pytest.approx(QUIET.rest, rel=0.02)


def test_people_put_in_their_own_assumptions(capsys: pytest.CaptureFixture[str]) -> None:
    assert assume(["playing=0.5", "clicks=60"]) == replace(Assumptions(), playing=0.5, clicks=60)
    assert bench.main(["capacity", "--assume", "playing=0.5"]) == 0
    printed = capsys.readouterr().out
    assert "| playing | 0.5 |" in printed
    assert f"{SERVERS[-1]:,} servers" in printed
    with pytest.raises(SystemExit):
        bench.main(["capacity", "--assume", "playin=0.5"])
    assert "unknown: playin" in capsys.readouterr().err
