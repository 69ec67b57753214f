"""What a check says that it has verified: dice, or the order of questions where a game rolls none."""

from __future__ import annotations

import pytest

from bot.tables.proof.verify import Problem, Verdict
from bot.texts import texts_for
from bot.ui.frame.verdicts import describe_verdict

FOUND = Verdict(entries=12, draws=240, replayed=9, problems=(), rules=(1,), known=1)
BY_OTHERS = Verdict(entries=12, draws=240, replayed=0, problems=(), rules=(1,), known=2)
WRONG = Verdict(
    entries=12,
    draws=240,
    replayed=0,
    problems=(
        Problem("die_differs", 3, {"k": 7, "n": 6, "recorded": 2, "expected": 5}),
        Problem("draws_unexpected", 4),
        Problem("draws_differ", 5),
    ),
)


@pytest.mark.parametrize("verdict", [FOUND, BY_OTHERS], ids=["replayed", "by other rules"])
@pytest.mark.parametrize(
    ("locale", "dice", "said"),
    [
        ("fr", True, "**Dés vérifiés.** 12 entrées, 240 tirages : chaque dé vient du secret"),
        ("fr", False, "**Mélange vérifié.** 12 entrées, 240 tirages : l’ordre des questions et tout autre"),
        ("en-US", True, "**Dice verified.** 12 entries, 240 draws: every die comes from the secret"),
        ("en-US", False, "**Shuffle verified.** 12 entries, 240 draws: the order of the questions and every"),
    ],
)
def test_what_was_verified_is_named(verdict: Verdict, locale: str, dice: bool, said: str) -> None:
    told = (
        describe_verdict(verdict, texts_for(locale), dice=dice).replace("\u00a0", " ").replace("\u202f", " ")
    )
    assert said in told
    assert ("autre version" in told or "another version" in told) is verdict.by_other_rules


@pytest.mark.parametrize("locale", ["fr", "en-US"])
def test_where_no_dice_are_rolled_nothing_speaks_of_any(locale: str) -> None:
    def of_dice(*, dice: bool) -> list[str]:
        told = describe_verdict(WRONG, texts_for(locale), dice=dice).splitlines()
        return [line for line in told if {"dé", "dés", "die", "dice"} & set(line.split())]

    assert len(of_dice(dice=True)) == 3
    assert of_dice(dice=False) == []
