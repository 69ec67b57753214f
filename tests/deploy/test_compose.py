"""compose.yaml: one bot by default, two over one PostgreSQL by profile, with settings that the bot takes."""

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from bot.ops.operations import REST
from bot.settings import Settings, load_settings
from scripts.try_image import read_steps
from tests.support.project import ROOT, SETTINGS, in_seconds

FILE = ROOT / "compose.yaml"
COMPOSE = yaml.safe_load(FILE.read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BOTS = {name: service for name, service in SERVICES.items() if service.get("image") == "gobelet"}
PASSWORD = "abc123"


def started(*profiles: str) -> set[str]:
    """The services that `docker compose up` starts with these profiles."""
    return {
        name
        for name, service in SERVICES.items()
        if not service.get("profiles") or set(service["profiles"]) & set(profiles)
    }


def environment(name: str, **dotenv: str) -> dict[str, str]:
    """What a service gets, with these lines in .env. A shell puts values in as compose does."""
    own = {}
    for key, value in SERVICES[name]["environment"].items():
        shell = ["sh", "-c", f'printf %s "{value}"']
        own[key] = subprocess.run(shell, env=dotenv, capture_output=True, text=True, check=True).stdout
    return {**dotenv, **own}


def settings(monkeypatch: pytest.MonkeyPatch, name: str, **dotenv: str) -> Settings:
    """What the bot of a service makes of it."""
    for key in SETTINGS:
        monkeypatch.delenv(key, raising=False)
    for key, value in environment(name, DISCORD_TOKEN="token", **dotenv).items():
        monkeypatch.setenv(key, value)
    return load_settings(None)


def test_one_bot_by_default_and_the_rest_by_profile():
    assert started() == {"bot"}
    assert started("cluster") == {"bot", "twin", "postgres"}
    assert started("proxy") == {"bot", "proxy"}
    assert set(BOTS) == {"bot", "twin"}


def test_by_default_the_bot_keeps_its_own_file(monkeypatch: pytest.MonkeyPatch):
    alone = settings(monkeypatch, "bot")
    assert alone.database_url is None
    assert alone.shard_ids is None
    volume = next(rest for name, rest in read_steps((ROOT / "Dockerfile").read_text()) if name == "VOLUME")
    assert [mount.split(":")[1] for mount in BOTS["bot"]["volumes"]] == [volume]


def test_with_a_password_both_bots_share_the_database_of_this_file(monkeypatch: pytest.MonkeyPatch):
    both = [settings(monkeypatch, name, POSTGRES_PASSWORD=PASSWORD) for name in BOTS]
    postgres = environment("postgres", POSTGRES_PASSWORD=PASSWORD)
    address = f"postgresql://{postgres['POSTGRES_USER']}:{PASSWORD}@postgres:5432/{postgres['POSTGRES_DB']}"
    assert {each.database_url and each.database_url.get_secret_value() for each in both} == {address}
    assert {each.shard_ids for each in both} == {"auto"}


def test_a_database_of_ones_own_is_taken_as_it_is(monkeypatch: pytest.MonkeyPatch):
    address = "postgresql://me@elsewhere/games"
    own = settings(monkeypatch, "bot", DATABASE_URL=address, SHARD_IDS="0,1", SHARD_COUNT="4")
    assert own.database_url is not None
    assert own.database_url.get_secret_value() == address
    assert own.shard_ids == (0, 1)


@pytest.mark.parametrize("name", BOTS)
def test_each_bot_is_reached_by_its_own_name(name: str):
    assert SERVICES[name]["environment"]["HOME_ADDRESS"].partition(":")[0] == name


@pytest.mark.parametrize("name", BOTS)
def test_only_settings_that_there_are(name: str):
    assert set(SERVICES[name]["environment"]) <= SETTINGS
    named = re.findall(r"^#\s+([A-Z_]+)=", FILE.read_text(encoding="utf-8"), re.M)
    assert set(named) - SETTINGS == {"COMPOSE_PROFILES", "POSTGRES_PASSWORD"}


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_has_time_to_stop_and_stays_down_when_it_was_replaced(name: str):
    longest = in_seconds(SERVICES[name]["stop_grace_period"])
    assert longest >= Settings.model_fields["grace_seconds"].default + REST
    assert SERVICES[name]["restart"] == "on-failure"


@pytest.mark.parametrize("name", [*BOTS, "proxy"])
def test_what_talks_to_the_world_may_do_little_else(name: str):
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]


@pytest.mark.parametrize("name", SERVICES)
def test_nothing_is_open_or_without_bounds(name: str):
    service = SERVICES[name]
    assert "ports" not in service
    assert {"cpus", "memory"} <= set(service["deploy"]["resources"]["limits"])


def test_the_database_is_waited_for_and_says_when_it_is_ready():
    assert SERVICES["postgres"]["image"] == "postgres:17"
    assert SERVICES["postgres"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]
    waiting = {name: bot["depends_on"]["postgres"] for name, bot in BOTS.items()}
    assert {each["condition"] for each in waiting.values()} == {"service_healthy"}
    assert waiting["bot"]["required"] is False, "the bot alone needs no PostgreSQL"


def test_no_secret_stands_in_it():
    assert [
        line for line in FILE.read_text().splitlines() if re.search(r"(?i)(token|password)=?:? *\w{8}", line)
    ] == []
    assert all(bot["env_file"] == ".env" for bot in BOTS.values())


def test_every_volume_is_named():
    mounts = [mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])]
    assert sorted(mounts) == sorted(COMPOSE["volumes"])


@pytest.mark.parametrize("profile", ["", "cluster", "proxy"])
def test_docker_compose_takes_it(profile: str, tmp_path: Path):
    docker = shutil.which("docker")
    if docker is None or subprocess.run([docker, "compose", "version"], capture_output=True).returncode != 0:
        pytest.skip("Docker's compose is not on this machine")
    shutil.copy(FILE, tmp_path)
    (tmp_path / ".env").write_text(f"DISCORD_TOKEN=x\nCOMPOSE_PROFILES={profile}\n")
    said = subprocess.run([docker, "compose", "config", "--quiet"], cwd=tmp_path, capture_output=True)
    assert (said.returncode, said.stderr) == (0, b"")
