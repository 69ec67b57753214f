import re
from pathlib import Path

import pytest

from bot.settings import Settings, SettingsError, load_settings, load_store_settings

ROOT = Path(__file__).parents[2]
TOKEN = "planted.token.that-must-not-be-shown"


@pytest.fixture(autouse=True)
def bare(monkeypatch, tmp_path):
    """No setting comes from the machine that runs the tests."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def env(monkeypatch):
    def set_all(**values: str) -> None:
        for name, value in values.items():
            monkeypatch.setenv(name, value)

    return set_all


def write(text: str) -> Path:
    path = Path(".env")
    path.write_text(text, encoding="utf-8")
    return path


class TestGood:
    def test_a_token_is_enough(self, env):
        env(DISCORD_TOKEN=f" {TOKEN} ", LOG_LEVEL="", SHARD_IDS="")
        for settings in (load_settings(), load_settings(None)):
            assert settings.discord_token.get_secret_value() == TOKEN
            assert settings.database_path == Path("data/gobelet.db")
            assert (settings.discord_api_url, settings.discord_gateway_url) == (None, None)
            assert (settings.log_level, settings.log_format) == ("info", "text"), "empty is as if left out"
            assert (settings.shard_ids, settings.retention_days) == (None, None)
            assert settings.warnings == ()
            shown = f"{settings!r} {settings} {settings.model_dump()} {settings.model_dump_json()}"
            assert TOKEN not in shown

    def test_everything_set(self, env):
        env(
            DISCORD_TOKEN=TOKEN,
            DATABASE_PATH="x.db",
            DISCORD_API_URL="http://127.0.0.1:8700/api/v10/",
            DISCORD_GATEWAY_URL="ws://127.0.0.1:8700/gateway",
            LOG_LEVEL="DEBUG",
            LOG_FORMAT="json",
            SHARD_COUNT="2",
            SHARD_IDS="1, 0",
            RETENTION_DAYS="90",
            GRACE_SECONDS="2.5",
            TABLES_A_HOST="5",
            TABLES_A_SERVER="200",
            PICTURES_MIB="1000",
            PICTURES_A_SERVER_MIB="0",
        )
        settings = load_settings()
        assert settings.discord_api_url == "http://127.0.0.1:8700/api/v10"
        assert settings.log_level == "debug"
        assert settings.shard_ids == (1, 0)
        assert settings.retention_days == 90
        assert settings.grace_seconds == 2.5
        assert (settings.tables_a_host, settings.tables_a_server) == (5, 200)
        assert (settings.pictures_mib, settings.pictures_a_server_mib) == (1000, 0)

    def test_the_environment_goes_before_the_file(self, env):
        write(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVEL=error\nLOG_FORMAT=json\n")
        env(LOG_LEVEL="warning")
        settings = load_settings()
        assert (settings.log_level, settings.log_format) == ("warning", "json")

    def test_the_operators_commands_need_no_token(self, env):
        env(DATABASE_PATH="x.db")
        assert load_store_settings().database_path == Path("x.db")


class TestWrong:
    def test_a_missing_token(self):
        with pytest.raises(SettingsError) as refused:
            load_settings()
        assert str(refused.value) == (
            "DISCORD_TOKEN is missing: put the bot's token there "
            "(Discord developer portal, page Bot, button Reset Token)."
        )

    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("DISCORD_TOKEN", "Bot planted-secret"),
            ("DISCORD_TOKEN", "   "),
            ("DISCORD_API_URL", "planted-secret"),
            ("DISCORD_API_URL", "ws://planted-secret"),
            ("DISCORD_API_URL", "http://planted-secret:port"),
            ("DISCORD_GATEWAY_URL", "https://planted-secret"),
            ("LOG_LEVEL", "planted-secret"),
            ("LOG_FORMAT", "planted-secret"),
            ("SHARD_COUNT", "0"),
            ("SHARD_COUNT", "planted-secret"),
            ("SHARD_IDS", "0,planted-secret"),
            ("TABLES_A_HOST", "0"),
            ("TABLES_A_SERVER", "planted-secret"),
            ("PICTURES_MIB", "-1"),
            ("PICTURES_A_SERVER_MIB", "planted-secret"),
            ("RETENTION_DAYS", "0"),
            ("RETENTION_DAYS", "planted-secret"),
            ("GRACE_SECONDS", "-1"),
            ("GRACE_SECONDS", "nan"),
            ("DATABASE_PATH", "."),
        ],
    )
    def test_each_is_one_sentence_with_its_name_and_no_value(self, env, name, value):
        env(**{"DISCORD_TOKEN": TOKEN, name: value})
        with pytest.raises(SettingsError) as refused:
            load_settings()
        message = str(refused.value)
        assert re.fullmatch(rf"{name} is wrong: [^\n]+\.", message)
        assert "planted-secret" not in message
        assert TOKEN not in message
        assert refused.value.__cause__ is None
        assert refused.value.__suppress_context__

    def test_several_are_told_together(self, env):
        env(LOG_LEVEL="loud")
        with pytest.raises(SettingsError) as refused:
            load_settings()
        lines = str(refused.value).splitlines()
        assert sorted(line.split()[0] for line in lines) == ["DISCORD_TOKEN", "LOG_LEVEL"]

    @pytest.mark.parametrize(
        ("values", "shards"),
        [
            ({"SHARD_IDS": "1", "SHARD_COUNT": "2"}, (1,)),
            ({"SHARD_IDS": " Auto "}, "auto"),
            ({"SHARD_IDS": "none", "INTERACTIONS_PORT": "8080", "DISCORD_PUBLIC_KEY": "0a" * 32}, "none"),
        ],
    )
    def test_processes_that_share_a_database_may_share_the_shards(self, env, values, shards):
        env(DISCORD_TOKEN=TOKEN, DATABASE_URL="postgresql://gobelet:secret@db/gobelet", **values)
        assert load_settings().shard_ids == shards

    @pytest.mark.parametrize(
        ("values", "said"),
        [
            ({"SHARD_IDS": "0"}, "needs SHARD_COUNT"),
            ({"SHARD_IDS": "0,2", "SHARD_COUNT": "2"}, "from 0 to"),
            ({"SHARD_IDS": "0,0", "SHARD_COUNT": "2"}, "cannot share a SQLite database"),
            ({"SHARD_IDS": "none"}, "set INTERACTIONS_PORT too"),
            ({"INTERACTIONS_PORT": "8080"}, "needs DISCORD_PUBLIC_KEY"),
            ({"DATABASE_URL": "mysql://gobelet:planted@db/gobelet"}, "DATABASE_URL is wrong"),
            ({"HOME_ADDRESS": "somewhere"}, "HOME_ADDRESS is wrong"),
            ({"HOME_ADDRESS": "10.0.0.5:99999"}, "HOME_ADDRESS is wrong"),
            ({"HOME_ADDRESS": "0.0.0.0:8701"}, "HOME_ADDRESS is wrong"),
            ({"HOME_ADDRESS": "[::]:8701"}, "HOME_ADDRESS is wrong"),
            ({"DISCORD_PUBLIC_KEY": "abc"}, "DISCORD_PUBLIC_KEY is wrong"),
        ],
    )
    def test_what_shards_and_processes_need_must_fit_together(self, env, values, said):
        env(DISCORD_TOKEN=TOKEN, **values)
        with pytest.raises(SettingsError, match=said) as refused:
            load_settings()
        assert "planted" not in str(refused.value)

    def test_a_file_that_is_no_text(self):
        Path(".env").write_bytes(b"DISCORD_TOKEN=\xff\xfe")
        with pytest.raises(SettingsError, match=r"\.env is not a text file"):
            load_settings()


class TestMisspelt:
    def test_a_near_name_gets_a_warning_and_a_strange_one_none(self, env):
        write(f"DISCORD_TOKEN={TOKEN}\nLOG_LEVELS=debug\nDATABSE_PATH=x.db\nEDITOR=ed\n")
        assert load_settings().warnings == (
            ".env sets DATABSE_PATH, which is not known: DATABASE_PATH was perhaps meant.",
            ".env sets LOG_LEVELS, which is not known: LOG_LEVEL was perhaps meant.",
        )

    def test_the_bots_own_names_are_no_mistake_for_the_operators_commands(self):
        write(f"DISCORD_TOKEN={TOKEN}\nSHARD_COUNT=1\n")
        assert load_store_settings().warnings == ()


class TestTheExample:
    def test_it_names_every_setting_and_no_other(self):
        text = (ROOT / ".env.example").read_text(encoding="utf-8")
        named = re.findall(r"^#?([A-Z_]+)=", text, re.MULTILINE)
        assert sorted(named) == sorted(name.upper() for name in Settings.model_fields)

    def test_its_values_are_good_and_its_defaults_true(self, env):
        text = (
            (ROOT / ".env.example")
            .read_text(encoding="utf-8")
            .replace("DISCORD_TOKEN=", f"DISCORD_TOKEN={TOKEN}")
        )
        write(text)
        assert load_settings().warnings == ()
        write(re.sub(r"^#([A-Z_]+=)", r"\1", text, flags=re.MULTILINE))
        settings = load_settings()
        for name in ("database_path", "log_level", "log_format", "grace_seconds"):
            assert getattr(settings, name) == Settings.model_fields[name].default


class TestPrograms:
    def test_each_has_a_name_and_a_command(self, env):
        env(DISCORD_TOKEN=TOKEN, COMPUTERS="alpha=sh -c 'exit; true' --x; b_2=sh;")
        assert load_settings().computers == {"alpha": ("sh", "-c", "exit; true", "--x"), "b_2": ("sh",)}

    @pytest.mark.parametrize(
        "text", ["sh", "=sh", "alpha=", "al pha=sh", "@a=sh", "a=sh; a=sh", "a='sh", "a=no-such-program-here"]
    )
    def test_a_wrong_one_is_said_without_its_value(self, env, text):
        env(DISCORD_TOKEN=TOKEN, COMPUTERS=text)
        with pytest.raises(SettingsError, match=r"^COMPUTERS is wrong: leave it out, or give names"):
            load_settings()
