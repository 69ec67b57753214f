"""systemd's units: systemd finds no fault in them, and they leave the bot the time and places it needs."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.ops.operations import REST
from bot.settings import Settings
from tests.support.project import ROOT, SETTINGS, in_seconds, is_command

UNITS = sorted((ROOT / "deploy" / "systemd").glob("*.service"))
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="no systemd on this machine")
every_unit = pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)


def read(unit: Path) -> dict[str, list[str]]:
    """What a unit sets: a name may stand there more than once."""
    found: dict[str, list[str]] = {}
    for name, value in re.findall(r"^(\w+)=(.*)$", unit.read_text(encoding="utf-8"), re.M):
        found.setdefault(name, []).append(value)
    return found


def installed(unit: Path, folder: Path) -> Path:
    """The unit as it would be installed: its program is one that is there, a template has an instance."""
    text = re.sub(r"^ExecStart=\S+", f"ExecStart={shutil.which('true')}", unit.read_text(), flags=re.M)
    there = folder / unit.name.replace("@.", "@a.")
    there.write_text(text)
    return there


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [str(ANALYZE), "--no-pager", *words], capture_output=True, text=True, check=False, timeout=60
    )


def test_there_is_one_for_a_bot_alone_and_one_for_several():
    assert [unit.name for unit in UNITS] == ["gobelet.service", "gobelet@.service"]


@needs_systemd
@every_unit
def test_systemd_finds_no_fault(unit: Path, tmp_path: Path):
    said = analyze("verify", str(installed(unit, tmp_path)))
    assert (said.returncode, said.stdout + said.stderr) == (0, "")


@needs_systemd
@every_unit
def test_systemd_calls_it_well_protected(unit: Path, tmp_path: Path):
    said = analyze("security", "--offline=yes", "--threshold=15", str(installed(unit, tmp_path)))
    assert said.returncode == 0, said.stdout


@every_unit
def test_it_starts_the_bot_with_settings_that_there_are(unit: Path):
    program, *words = read(unit)["ExecStart"][0].split()
    assert is_command([Path(program).name, *words])
    names = re.findall(r"([A-Z_]+)=", " ".join(read(unit)["Environment"]))
    assert set(names) - SETTINGS == {"PYTHONUNBUFFERED"}


@every_unit
def test_a_stop_may_take_as_long_as_the_bot_takes(unit: Path):
    longest = in_seconds(read(unit)["TimeoutStopSec"][0])
    assert longest >= Settings.model_fields["grace_seconds"].default + REST
    assert read(unit)["Restart"] == ["on-failure"], "who was replaced ends with 0, for good"


@every_unit
def test_a_bot_that_ends_again_and_again_keeps_its_token(unit: Path):
    """Discord resets the token of a bot that connects more than 1000 times a day."""
    there = read(unit)
    assert in_seconds(there["StartLimitIntervalSec"][0]) == 86_400
    assert int(there["StartLimitBurst"][0]) < 1000 / 2


def test_both_protect_in_the_same_way():
    alone, several = (unit.read_text().partition("WorkingDirectory=")[2] for unit in UNITS)
    assert alone == several != ""


def test_the_state_is_where_the_bot_may_write():
    there = read(UNITS[0])
    state = f"/var/lib/{there['StateDirectory'][0]}"
    assert f"DATABASE_PATH={state}/gobelet.db" in there["Environment"][0]
    assert there["WorkingDirectory"] == [state]
