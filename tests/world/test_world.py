"""Simulated worlds: the whole bot, people and faults, and what must hold; the same seed is the same world."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.chance import chance_of, sized
from tests.world.planted import PLANTED, Planted, plant, search
from tests.world.run import Report, Script, run_all

ROOT = Path(__file__).resolve().parents[2]
WORLDS = sized(6, 200)
"""So many worlds live in a run."""
FIRST = chance_of("worlds").randrange(10**9) if sized(0, 1) else 1
"""The seed of the first of them; the others follow."""
MENDED = (
    # Notes were lost when the disk was full: a table stayed behind until the next start.
    Script(2, kinds=("disk",)),
)
"""Worlds that showed a fault, which is mended since."""


def check(reports: list[Report]) -> None:
    """No world may fail; whoever reads of one that did can repeat it."""
    failed = [f"python -m tests.world {each.script.seed}: {each.failure}" for each in reports if each.failure]
    assert not failed, "\n\n".join(failed)


@pytest.mark.fire
@pytest.mark.timeout(7200)
def test_whatever_goes_wrong_everything_holds():
    reports = list(run_all([Script(seed) for seed in range(FIRST, FIRST + WORLDS)]))
    check(reports)
    assert sum(report.facts["deaths"] for report in reports) >= WORLDS
    assert sum(sum(report.struck.values()) for report in reports) >= 5 * WORLDS


@pytest.mark.timeout(600)
def test_worlds_that_showed_a_fault_do_not_any_more():
    check(list(run_all(MENDED)))


@pytest.mark.timeout(600)
def test_the_same_seed_gives_the_same_world_to_the_byte():
    """In different processes, whose sets and dictionaries of words are in another order."""
    first, second = (digests(number, range(40, 43)) for number in ("1", "2"))
    assert first == second
    assert len(set(first.values())) == len(first)


def digests(hash_seed: str, seeds: range) -> dict[int, str]:
    words = [sys.executable, "-m", "tests.world", str(seeds[0]), "--worlds", str(len(seeds)), "--json"]
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    printed = subprocess.run(
        words, cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    ).stdout
    told = [json.loads(line) for line in printed.splitlines() if line.startswith("{")]
    return {each["seed"]: each["digest"] for each in told}


@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.name.replace(" ", "_")[:40])
def test_faults_that_there_were_can_still_be_put_back(fault: Planted, tmp_path: Path):
    plant(fault, tmp_path)


@pytest.mark.long
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("fault", PLANTED, ids=lambda fault: fault.name.replace(" ", "_")[:40])
def test_faults_that_there_were_are_found(fault: Planted):
    assert search(fault, range(1, 201)) is not None
