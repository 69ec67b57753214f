"""What a game of the kit still lacks, in words. `make test GAME=yam` runs this of one game, and more."""

import inspect
import re
from importlib import import_module

import pytest

from bot.texts import texts_for
from bot.texts.__main__ import missing_of
from bot.texts.own import BY_NUMBER, OwnTexts, folder_of, messages_of, read_own
from bot.texts.style import LABEL, style_faults
from bot.ui.frame.face import Face
from bot.ui.pages.limits import check, fit
from bot.ui.pages.page import Block, Button, Row, Select
from engines.core.kit import Kit
from engines.core.replacing import replace as put
from players.core.guesser import Guesser
from tests.engines.playing import seeds
from tests.kit.kits import FACE, FOLDERS, KITS, every_kit, sights, walk
from tests.support.games import GAMES, ROOT, page_of

LANGUAGES = (texts_for("fr"), texts_for("en"))
STEPS = range(5, 8)
"""How many steps tell a game in short."""
TABLES = seeds(3, 60)


@pytest.mark.parametrize("name", FOLDERS)
def test_what_has_rules_is_a_game(name: str) -> None:
    if name in GAMES:
        return
    kinds = vars(import_module(f"engines.{name}.rules")).values()
    for kind in (
        each for each in kinds if inspect.isclass(each) and issubclass(each, Kit) and each is not Kit
    ):
        unsaid = ", ".join(sorted(kind.__abstractmethods__))
        pytest.fail(f"{kind.__name__} in engines/{name}/rules.py has no {unsaid}: see docs/adding-a-game.md")
    pytest.fail(f"engines/{name}/rules.py has no class of a game: see docs/adding-a-game.md")


@every_kit
def test_its_words_fit_where_they_stand(name: str) -> None:
    rules = KITS[name]
    assert rules.title in rules.pitch, "the pitch begins with the title"
    assert len(rules.pitch) <= 100, "the pitch has at most 100 characters"
    for t in LANGUAGES:
        own = OwnTexts(folder_of(type(rules)))
        long = [kind.label for kind in rules.kinds if len(t(own(kind.label))) > LABEL]
        assert not long, f"a phone cuts labels of more than {LABEL} characters: {long}"


@every_kit
def test_its_rules_are_told_in_short(name: str) -> None:
    chapters = OwnTexts(folder_of(type(KITS[name]))).chapters
    assert chapters, f"{page_of(KITS[name])} begins with a section « En bref », in French"
    title, text = chapters[0]
    assert title == "En bref", "the first section of rules.md is « En bref »"
    steps = re.findall(r"^\d\. ", text, re.M)
    assert len(steps) in STEPS, "the game in short is a list of five to seven numbered steps"


@every_kit
def test_its_rules_stand_there_by_number_and_each_has_a_test(name: str) -> None:
    page = page_of(KITS[name]).read_text("utf-8")
    assert f"## {BY_NUMBER}" in page, f"rules.md has no section « {BY_NUMBER} »"
    numbers = re.findall(r"^- \*\*([A-Z]\d+)\*\*", page, re.M)
    assert numbers, "write the rules by number: - **Y1** *What.* How."
    tests = "\n".join(
        path.read_text("utf-8") for path in (ROOT / "tests" / "engines" / name).glob("test_*.py")
    )
    missing = [number for number in numbers if not re.search(rf"def test_{number}_", tests)]
    assert not missing, f"tests/engines/{name} has no test_{missing[0]}_… that shows this rule"


@every_kit
def test_its_words_are_translated(name: str) -> None:
    left = missing_of(KITS[name])
    assert not left, "run `python -m bot.texts`, then translate in en.po:\n" + "\n".join(left)


@every_kit
def test_its_words_are_well_written(name: str) -> None:
    folder = folder_of(type(KITS[name]))
    faults = style_faults(messages_of(KITS[name], folder), read_own(folder / "en.po"))
    assert not faults, "see the end of docs/glossary.md:\n" + "\n".join(faults)


@every_kit
def test_it_can_be_learnt(name: str) -> None:
    if KITS[name].seats_min > 2:
        pytest.skip("lessons are for two")
    assert FACE[name].spec.lesson is not None, (
        "the first decisions leave nothing to choose: no lesson can be derived"
    )


@every_kit
def test_every_page_can_be_sent_and_has_all_that_is_allowed(name: str) -> None:
    rules, face = KITS[name], FACE[name]()
    for seed in TABLES:
        for state, scenes in walk(name, seed):
            for sight in sights(name, state, scenes):
                pages = [
                    face.board(sight, t) if sight.seat is None else face.panel(sight, t) for t in LANGUAGES
                ]
                for page in pages:
                    check(fit(page))
                if sight.seat is not None and sight.legal:
                    offered = {*offers(face, pages[0].blocks)}
                    assert offered == {*sight.legal.actions}, "a panel offers what is allowed, and all of it"
                    assert all(rules.actions.parse(rules.actions.plain(each)) == each for each in offered)


def offers(face: Face, blocks: tuple[Block, ...]):
    """Yield the actions that the buttons and lists of a page stand for."""
    for block in blocks:
        if isinstance(block, Select):
            yield from (face.spec.action(block.verb, block.arg, (each.value,)) for each in block.choices)
        elif isinstance(block, Row):
            buttons = [each for each in block.buttons if isinstance(each, Button) and "." not in each.verb]
            yield from (face.spec.action(each.verb, each.arg, ()) for each in buttons)


@every_kit
def test_the_board_is_the_same_whatever_is_secret(name: str) -> None:
    rules, face = KITS[name], FACE[name]()
    for state, scenes in walk(name, TABLES[0]):
        seen = [next(sights(name, twin, scenes)) for twin in (state, *rules.twins(state, None, lambda n: n))]
        boards = {str(face.board(sight, LANGUAGES[0])) for sight in seen}
        assert len(boards) == 1, "the board tells a secret: say in `verbs` what all may see"


@every_kit
def test_a_computer_can_suppose_what_it_does_not_see(name: str) -> None:
    rules = KITS[name]
    assert Guesser(rules).game == name
    for state, _ in walk(name, TABLES[0]):
        for seat in rules.to_act(state):
            supposed = rules.suppose(rules.observe(state, seat), lambda n: n)
            kept = put(supposed.position, missed=state.position.missed)
            assert rules.observe(state, seat) == rules.observe(type(state)(supposed.setup, kept), seat)
            assert rules.legal_actions(supposed, seat) == rules.legal_actions(state, seat)
