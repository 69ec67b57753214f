"""What the operator sets, in the environment or in `.env`; `.env.example` explains each setting."""

from __future__ import annotations

import re
import shlex
import shutil
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Final, Literal, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    Field,
    PrivateAttr,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, DotEnvSettingsSource, NoDecode, SettingsConfigDict

ENV_FILE = Path(".env")


class SettingsError(Exception):
    """Settings are missing or wrong. The message says for each, in a line, what to do, and shows no value."""


def _make_address_check(*schemes: str) -> AfterValidator:
    def check(text: str) -> str:
        parts = urlsplit(text)
        if parts.scheme not in schemes or not parts.hostname or parts.port == 0:
            raise ValueError("not an address")
        return text.rstrip("/")

    return AfterValidator(check)


def _check_database(address: SecretStr | None) -> SecretStr | None:
    if address is not None and urlsplit(address.get_secret_value()).scheme not in ("postgresql", "postgres"):
        raise ValueError("not the address of a PostgreSQL database")
    return address


_DATABASE = AfterValidator(_check_database)
Port = Annotated[int, Field(ge=0, le=65_535)]


class StoreSettings(BaseSettings):
    """The settings that the operator's commands need (backup, verify): database and log, no token.

    With `database_url`, the store is a PostgreSQL database, and `database_path` means nothing.
    """

    model_config = SettingsConfigDict(extra="ignore", env_ignore_empty=True, env_file_encoding="utf-8")

    database_path: Path = Field(
        Path("data/gobelet.db"), description="give the path of a file, for example data/gobelet.db"
    )
    database_url: Annotated[SecretStr | None, _DATABASE] = Field(
        None,
        description="leave it out for SQLite, or give an address like postgresql://gobelet:password@host/gobelet",
    )
    pictures_mib: int = Field(
        200, ge=0, le=100_000, description="give a whole number of MiB from 0 to 100000"
    )
    pictures_a_server_mib: int = Field(
        25, ge=0, le=100_000, description="give a whole number of MiB from 0 to 100000"
    )
    log_level: Literal["debug", "info", "warning", "error"] = Field(
        "info", description="choose debug, info, warning or error"
    )
    log_format: Literal["text", "json"] = Field("text", description="choose text or json")
    _warnings: tuple[str, ...] = PrivateAttr(())

    @property
    def warnings(self) -> tuple[str, ...]:
        """Sentences about names in `.env` that are probably misspelt; the settings hold nevertheless."""
        return self._warnings

    @field_validator("log_level", "log_format", mode="before")
    @classmethod
    def _lower_case(cls, value: object) -> object:
        return value.strip().lower() if isinstance(value, str) else value

    @field_validator("database_path")
    @classmethod
    def _refuse_folder(cls, path: Path) -> Path:
        if path.is_dir():
            raise ValueError("a folder")
        return path


def _check_place(place: str) -> str:
    host, colon, port = place.rpartition(":")
    if not host or not colon or not port.isdecimal() or int(port) > 65_535:
        raise ValueError("not an address and a port")
    if host in ("0.0.0.0", "::", "[::]"):  # noqa: S104 - others would take it for their own machine
        raise ValueError("no address of one machine")
    return place


_PROGRAM: Final = re.compile(r"([A-Za-z0-9_-]{1,20})=(.+)")
_PROGRAMS_AT_MOST: Final = 25
"""So many entries a list on Discord can have."""


def _split_programs(text: str) -> dict[str, tuple[str, ...]]:
    """The words of each program's command, by its name: "alpha=/opt/alpha --fast; beta='my beta'".

    ValueError for anything else, for a name that is there twice, and for what cannot be started here.
    """
    reader = shlex.shlex(text, posix=True, punctuation_chars=";")
    reader.whitespace_split, reader.commenters = True, ""
    commands: list[list[str]] = [[]]
    for word in reader:
        if word.strip(";"):
            commands[-1].append(word)
        else:
            commands.append([])
    programs: dict[str, tuple[str, ...]] = {}
    for first, *others in filter(None, commands):
        found = _PROGRAM.fullmatch(first)
        if found is None or found[1] in programs or shutil.which(found[2]) is None:
            raise ValueError("no program")
        programs[found[1]] = (found[2], *others)
    return programs


class Settings(StoreSettings):
    """All settings of the bot."""

    discord_token: SecretStr = Field(
        description="put the bot's token there (Discord developer portal, page Bot, button Reset Token)"
    )
    discord_api_url: Annotated[str, _make_address_check("http", "https")] | None = Field(
        None,
        description="leave it out for Discord itself, or give an address like http://127.0.0.1:8700/api/v10",
    )
    discord_gateway_url: Annotated[str, _make_address_check("ws", "wss")] | None = Field(
        None,
        description="leave it out for Discord itself, or give an address like ws://127.0.0.1:8700/gateway",
    )
    shard_count: int | None = Field(None, ge=1, description="leave it out, or give a whole number from 1")
    shard_ids: Annotated[tuple[int, ...] | Literal["auto", "none"] | None, NoDecode] = Field(
        None,
        description="leave it out, or give auto, none, or numbers from 0 to SHARD_COUNT - 1, like 0,1",
    )
    home_address: Annotated[str, AfterValidator(_check_place)] = Field(
        "127.0.0.1:0", description="give the address by which others reach this process, like 10.0.0.5:8701"
    )
    lease_seconds: float = Field(15, ge=1, le=300, description="give a number of seconds from 1 to 300")
    interactions_port: Port | None = Field(None, description="leave it out, or give a port, like 8080")
    interactions_host: str = Field("127.0.0.1", description="give an address of this machine, like 0.0.0.0")
    discord_public_key: str | None = Field(
        None,
        pattern="^[0-9a-fA-F]{64}$",
        description="copy the public key of 64 characters (Discord developer portal, General Information)",
    )
    ops_port: Port | None = Field(None, description="leave it out, or give a port, like 9100")
    ops_host: str = Field("127.0.0.1", description="give an address of this machine, like 0.0.0.0")
    backup_folder: Path | None = Field(None, description="leave it out, or give a folder, like data/backups")
    backup_hours: float = Field(24, ge=0.01, le=8760, description="give a number of hours from 0.01 to 8760")
    backup_keep: int = Field(7, ge=1, le=10_000, description="give a whole number from 1 to 10000")
    tables_a_host: int = Field(3, ge=1, le=1000, description="give a whole number from 1 to 1000")
    tables_a_server: int = Field(50, ge=1, le=10_000, description="give a whole number from 1 to 10000")
    retention_days: int | None = Field(
        None, ge=1, le=36_500, description="leave it out, or give a whole number of days from 1 to 36500"
    )
    computers: Annotated[dict[str, tuple[str, ...]], NoDecode] = Field(
        {},
        max_length=_PROGRAMS_AT_MOST,
        description=(
            "leave it out, or give names and commands of up to 25 programs that are there, "
            "like alpha=/opt/alpha/play --fast; beta=/opt/beta/play"
        ),
    )
    grace_seconds: float = Field(10, ge=0, le=300, description="give a number of seconds from 0 to 300")

    @field_validator("discord_token")
    @classmethod
    def _check_one_word(cls, token: SecretStr) -> SecretStr:
        text = token.get_secret_value().strip()
        if not text or len(text.split()) != 1:
            raise ValueError("not one word")
        return SecretStr(text)

    @field_validator("shard_ids", mode="before")
    @classmethod
    def _split_numbers(cls, value: object) -> object:
        if not isinstance(value, str):
            return value
        word = value.strip().lower()
        return word if word in ("auto", "none") else tuple(part.strip() for part in value.split(","))

    @field_validator("computers", mode="before")
    @classmethod
    def _read_programs(cls, value: object) -> object:
        return _split_programs(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check_shards(self) -> Settings:
        if isinstance(self.shard_ids, tuple):
            if self.shard_count is None:
                raise ValueError("SHARD_IDS needs SHARD_COUNT: set both, or neither.")
            if not all(0 <= shard < self.shard_count for shard in self.shard_ids):
                raise ValueError("SHARD_IDS is wrong: give numbers from 0 to SHARD_COUNT - 1, like 0,1.")
            if len(set(self.shard_ids)) < self.shard_count and self.database_url is None:
                raise ValueError(
                    "SHARD_IDS leaves shards to other processes, which cannot share a SQLite database: "
                    "leave it out, name every shard, or set DATABASE_URL."
                )
        if self.shard_ids == "none" and self.interactions_port is None:
            raise ValueError("SHARD_IDS is none, so that nothing would be heard: set INTERACTIONS_PORT too.")
        if self.interactions_port is not None and self.discord_public_key is None:
            raise ValueError("INTERACTIONS_PORT needs DISCORD_PUBLIC_KEY: set both, or neither.")
        return self


Loaded = TypeVar("Loaded", bound=StoreSettings)


def load_settings(env_file: Path | None = ENV_FILE) -> Settings:
    """Read all settings; the environment goes before the file. Raises SettingsError."""
    return _load(Settings, env_file)


def load_store_settings(env_file: Path | None = ENV_FILE) -> StoreSettings:
    """Read the settings that the operator's commands need, without a token. Raises SettingsError."""
    return _load(StoreSettings, env_file)


def _load(kind: type[Loaded], env_file: Path | None) -> Loaded:
    try:
        settings = kind(_env_file=env_file)  # type: ignore[call-arg]  # pydantic's own keyword
        settings._warnings = _list_misspelt(env_file)  # noqa: SLF001 - set by the loader alone
    except ValidationError as error:
        raise SettingsError(_sentences(kind, error)) from None
    except UnicodeDecodeError:
        raise SettingsError(f"{env_file} is not a text file: write it anew in UTF-8.") from None
    except OSError as error:
        raise SettingsError(
            f"{env_file} cannot be read ({error.strerror}): look at its permissions."
        ) from None
    return settings


def _sentences(kind: type[StoreSettings], error: ValidationError) -> str:
    """A sentence for each wrong setting. pydantic's own texts are not used: they would show the value."""
    lines = []
    for problem in error.errors(include_url=False, include_input=False):
        if not problem["loc"]:
            lines.append(str(problem["ctx"]["error"]))
            continue
        name = str(problem["loc"][0])
        fault = "missing" if problem["type"] == "missing" else "wrong"
        lines.append(f"{name.upper()} is {fault}: {kind.model_fields[name].description}.")
    return "\n".join(dict.fromkeys(lines))


def _list_misspelt(env_file: Path | None) -> tuple[str, ...]:
    """Sentences about names in the file that resemble a setting: a misspelt one has no effect otherwise."""
    if env_file is None or not env_file.is_file():
        return ()
    known = [name.upper() for name in Settings.model_fields]
    strange = {name.upper() for name in DotEnvSettingsSource(Settings, env_file=env_file).env_vars}
    near = {name: get_close_matches(name, known, 1, 0.8) for name in sorted(strange.difference(known))}
    return tuple(
        f"{env_file} sets {name}, which is not known: {found[0]} was perhaps meant."
        for name, found in near.items()
        if found
    )
