"""The operator's commands block, unblock and blocks, beside a bot that uses the same file."""

import asyncio
from pathlib import Path

import pytest

from bot.__main__ import main
from bot.tables.blocking import Block
from db.store import SqliteStore

ID = 123456789012345678


@pytest.fixture
def path(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE_PATH", str(tmp_path / "gobelet.db"))
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path / "gobelet.db"


def stored(path: Path) -> list[Block]:
    async def work() -> list[Block]:
        store = await SqliteStore.open(path)
        try:
            return list(await store.blocks())
        finally:
            await store.close()

    return asyncio.run(work())


def test_somebody_is_blocked_listed_and_let_in_again(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["block", "user", str(ID), "--reason", "opens  and\tstops"]) == 0
    assert "is blocked" in capsys.readouterr().out
    (block,) = stored(path)
    assert (block.kind, block.id, block.reason) == ("user", ID, "opens and stops")

    assert main(["block", "server", str(ID)]) == 0
    capsys.readouterr()
    assert main(["blocks"]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[:2] for line in listed] == [["server", str(ID)], ["user", str(ID)]]
    assert listed[1].endswith("opens and stops")

    assert main(["unblock", "user", str(ID)]) == 0
    assert [block.kind for block in stored(path)] == ["server"]


def test_lifting_what_is_no_block_says_so(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["unblock", "user", str(ID)]) == 1
    assert "is not blocked" in capsys.readouterr().err
    assert main(["blocks"]) == 0
    assert capsys.readouterr().out == "Nobody is blocked.\n"


@pytest.mark.parametrize(
    "wrong",
    [
        *(["user", text] for text in ("0", "-1", "Eve", "٣", str(2**63), "9" * 5000)),
        ["channel", str(ID)],
        ["user", str(ID), "--reason", "x" * 201],
        ["user", str(ID), "--reason", "\x1b[2J"],
    ],
)
def test_what_is_no_id_is_refused(path: Path, wrong: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["block", *wrong])
    assert refused.value.code == 2
    assert "usage" in capsys.readouterr().err
    assert not path.exists()


async def test_a_running_bot_s_file_may_be_written(path: Path) -> None:
    store = await SqliteStore.open(path)
    try:
        assert await asyncio.to_thread(main, ["block", "user", str(ID)]) == 0
        assert [block.id for block in await store.blocks()] == [ID]
    finally:
        await store.close()
