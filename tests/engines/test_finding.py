"""Games are found: in the project's folders, and in other distributions that name them."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engines import GAMES
from engines.core import rules as what_all_share
from engines.core.rules import Rules
from engines.finding import Home, find_homes, find_kind, rules_of
from engines.tasse.rules import Tasse
from scripts.new_game import write_game

ROOT = Path(what_all_share.__file__).parents[2]
RULES = """
from engines.tasse.rules import Tasse
from scripts.new_game import write_game

class Yam(Tasse):
    name = "{name}"
"""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder where other distributions are installed; games are looked for anew, before and after."""
    monkeypatch.syspath_prepend(tmp_path)
    find_homes.cache_clear()
    yield tmp_path
    find_homes.cache_clear()
    for name in [name for name in sys.modules if name.startswith("gobelet_")]:
        del sys.modules[name]


def install(where: Path, package: str, game: str, rules: str) -> None:
    """Put a distribution there that names its package as the home of a game."""
    (where / package).mkdir()
    (where / package / "__init__.py").touch()
    (where / package / "rules.py").write_text(rules)
    info = where / f"{package}-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1\n")
    (info / "entry_points.txt").write_text(f"[gobelet.games]\n{game} = {package}\n")


def test_every_folder_with_rules_has_a_game_and_what_games_share_is_none():
    folders = {path.parent.name for path in Path(what_all_share.__file__).parents[1].glob("*/rules.py")}
    assert folders - {"core"} == {home.game for home in find_homes() if home.ours} == set(GAMES)
    assert list(GAMES) == sorted(GAMES)


def test_a_part_that_a_game_lacks_is_none_and_one_that_does_not_work_says_so(elsewhere):
    install(elsewhere, "gobelet_odd", "odd", RULES.format(name="odd"))
    home = Home("odd", "gobelet_odd", ours=False)
    assert home.find("players", "player") is None
    assert Home("nothing", "engines.nothing", ours=True).find("players", "player") is None
    (elsewhere / "gobelet_odd" / "player.py").write_text("import gobelet_missing")
    with pytest.raises(ModuleNotFoundError, match="gobelet_missing"):
        home.find("players", "player")


def test_a_game_of_another_distribution_is_found_by_its_entry_point(elsewhere):
    install(elsewhere, "gobelet_yam", "yam", RULES.format(name="yam"))
    homes = {home.game: home for home in find_homes()}
    assert homes.keys() == {*GAMES, "yam"}
    assert homes["yam"] == Home("yam", "gobelet_yam", ours=False)
    assert issubclass(rules_of(homes["yam"]), Tasse)


def test_two_games_of_one_name_and_packages_without_rules_are_told(elsewhere):
    install(elsewhere, "gobelet_cup", "tasse", RULES.format(name="tasse"))
    with pytest.raises(ValueError, match=r"engines\.tasse and gobelet_cup both have a game tasse"):
        find_homes()
    (elsewhere / "gobelet_cup-1.dist-info" / "entry_points.txt").unlink()
    install(elsewhere, "gobelet_none", "none", "")
    with pytest.raises(ValueError, match="gobelet_none is to have a game, none: it has no rules"):
        find_homes()


def test_rules_that_go_by_another_name_than_their_home_are_told(elsewhere):
    install(elsewhere, "gobelet_yam", "yam", RULES.format(name="yahtzee"))
    with pytest.raises(ValueError, match="do not say that they are those of yam"):
        rules_of(Home("yam", "gobelet_yam", ours=False))


def test_of_two_classes_none_is_chosen_and_what_is_imported_is_not_meant(elsewhere):
    install(
        elsewhere,
        "gobelet_two",
        "two",
        RULES.format(name="two") + RULES.format(name="two").replace("Yam", "Yum"),
    )
    with pytest.raises(ValueError, match=r"gobelet_two\.rules has several: Yam, Yum"):
        find_kind(Home("two", "gobelet_two", ours=False).find("engines", "rules"), Rules)


def test_a_small_game_of_another_distribution_has_its_words_and_its_player(tmp_path):
    write_game(tmp_path / "new", "quinte")
    made = tmp_path / "new" / "engines" / "quinte"
    install(tmp_path, "gobelet_quinte", "quinte", (made / "rules.py").read_text("utf-8"))
    for file in ("rules.md", "en.po"):
        (made / file).rename(tmp_path / "gobelet_quinte" / file)
    asked = (
        "import cogs; from bot.texts import texts_for; from players.registry import find_player;"
        "(spec,) = [face.spec for face in cogs.GAMES if face.spec.name == 'quinte']; t = texts_for('en');"
        "print(t(spec.pitch), t(spec.opening), spec.chapters(t)[0][0], type(find_player('quinte')).__name__)"
    )
    where = {**os.environ, "PYTHONPATH": f"{tmp_path}{os.pathsep}{ROOT}"}
    command = [sys.executable, "-c", asked]
    done = subprocess.run(command, env=where, capture_output=True, text=True, check=False)
    said = "Quinte: one die, and knowing when to stop Open a table of Quinte In short Guesser"
    assert done.stdout.strip() == said, done.stderr
