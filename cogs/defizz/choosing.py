"""The active seat's choices, step by step: question, opponent, stake (Z4). Buttons carry what is chosen."""

import re
from dataclasses import dataclass, replace

from bot.tables.sight import Sight
from bot.texts import Texts
from bot.ui.frame.drawn import Panel
from bot.ui.pages.page import Block, Button, Choice, Field, Form, Row, Select
from cogs.defizz.words import Voice, observation_of, quote
from engines.core.records import Refusal
from engines.defizz.judging import read_number
from engines.defizz.model import Choose
from engines.defizz.observe import Observation

_WRITTEN = re.compile(r"([0-2]|-)\.([^.]+)\.(\d{1,6}|-)")
_NONE = "-"
STAKE_AT_MOST = 40
"""Characters of a typed stake; "mille neuf cents" is a long one."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the active seat has chosen so far; None for what is open, or not to be chosen."""

    question: int | None = None
    opponent: str | None = None
    stake: int | None = None

    def __str__(self) -> str:
        parts = (self.question, self.opponent, self.stake)
        return ".".join(_NONE if part is None else str(part) for part in parts)

    def choose(self) -> Choose:
        """The action for this wish, once it is complete."""
        return Choose(self.question, self.opponent, self.stake)


def read_wish(code: str) -> Wish | None:
    """Read the wish from a custom id; None if it is not written like one."""
    found = _WRITTEN.fullmatch(code)
    if found is None:
        return None
    question, opponent, stake = (None if part == _NONE else part for part in found.groups())
    return Wish(None if question is None else int(question), opponent, None if stake is None else int(stake))


def read_stake(code: str, typed: str) -> Choose | None:
    """Read the whole choice from a custom id and the typed stake; None if the id holds no wish.

    Raises Refusal `illegal_action` if no whole number was typed; the rules check whether it may be staked.
    """
    wish = read_wish(code)
    if wish is None:
        return None
    number = read_number(typed, "jeton")
    if number is None:
        raise Refusal("illegal_action", "stake_not_a_number")
    if number.denominator != 1:
        raise Refusal("illegal_action", "stake_not_in_hundreds")
    return replace(wish, stake=int(number)).choose()


def read_choice(code: str) -> Choose | None:
    """Read the whole choice from a custom id or a list entry; None if it holds no wish."""
    wish = read_wish(code)
    return None if wish is None else wish.choose()


def question_buttons(seen: Observation, voice: Voice) -> tuple[Button, ...]:
    """The first step: a button for each clue, or a single one if the reader chose the question (Z16)."""
    if seen.expert:
        return (_step_button(seen, Wish(), voice.t("Lancer le défi…")),)
    clues = enumerate(seen.clues or ())
    return tuple(
        _step_button(seen, Wish(place), f"{place + 1} · {voice.clue(clue)}") for place, clue in clues
    )


def pick_page(sight: Sight, code: str, t: Texts) -> Panel | None:
    """The panel of the next step: the opponent, then the stake; None if the custom id holds no wish."""
    wish, seen, voice = read_wish(code), _require_choosing(sight), Voice(sight.table, t)
    if wish is None:
        return None
    wish = _fill_opponent(seen, wish)
    steps = (
        (_opponent_list(seen, wish, voice),)
        if _needs_opponent(seen, wish)
        else _stake_buttons(seen, wish, voice)
    )
    return Panel(_progress(seen, wish, voice), blocks=steps, placed=False, linked=False)


def stake_form(sight: Sight, code: str, t: Texts) -> Form | None:
    """The form for a stake above the minimum, with the limits (Z4); None if the custom id holds no wish."""
    seen, voice = _require_choosing(sight), Voice(sight.table, t)
    if read_wish(code) is None or seen.least is None or seen.most is None:
        return None
    hint = t(
        "De {least} à {most} (vos jetons), par 100.",
        least=voice.chips(seen.least),
        most=voice.chips(max(seen.least, seen.most)),
    )
    example = str(min(seen.least + 200, max(seen.least, seen.most)))
    field = Field("stake", t("Votre mise"), hint, example, most=STAKE_AT_MOST)
    return Form(sight.table.id, sight.drawn, "stake", t("Miser plus que le minimum"), (field,), code)


def _require_choosing(sight: Sight) -> Observation:
    """What the active seat sees while it chooses; Refusal for another seat, or in another phase."""
    seen = observation_of(sight)
    if sight.seat not in sight.to_act:
        raise Refusal("not_your_turn", None)
    if seen.phase != "choose":
        raise Refusal("illegal_action", "not_now")
    return seen


def _step_button(seen: Observation, wish: Wish, words: str) -> Button:
    """A button that leads to the next step, or makes the choice if nothing is left to choose."""
    wish = _fill_opponent(seen, wish)
    whole = not _needs_opponent(seen, wish) and seen.least is None
    return Button("choose" if whole else "pick", words, str(wish), "primary")


def _fill_opponent(seen: Observation, wish: Wish) -> Wish:
    """Fill in the opponent if there is only one."""
    if _needs_opponent(seen, wish) and len(seen.opponents) == 1:
        return replace(wish, opponent=seen.opponents[0])
    return wish


def _needs_opponent(seen: Observation, wish: Wish) -> bool:
    return seen.die is not None and seen.die.kind == "duel" and wish.opponent is None


def _opponent_list(seen: Observation, wish: Wish, voice: Voice) -> Select:
    t = voice.t
    choices = tuple(
        Choice(
            str(replace(wish, opponent=seat)),
            voice.plain_name(seat),
            t("{n} 🪙", n=voice.chips(seen.chips[seat])),
        )
        for seat in seen.opponents
    )
    return Select("choose" if seen.least is None else "pick", t("Qui défiez-vous ?"), choices)


def _stake_buttons(seen: Observation, wish: Wish, voice: Voice) -> tuple[Block, ...]:
    t, buttons = voice.t, []
    if seen.least is None or seen.most is None:
        return (Row((Button("choose", t("Lancer le défi"), str(wish), "success"),)),)
    minimum = replace(wish, stake=seen.least)
    if seen.most < seen.least:
        label = t("Tout miser ({n})", n=voice.chips(seen.most))
    else:
        label = t("Au minimum ({n})", n=voice.chips(seen.least))
    buttons.append(Button("choose", label, str(minimum), "success"))
    if seen.most >= seen.least + 100:
        buttons.append(Button("stake", t("Miser plus…"), str(wish), "primary"))
    if wish.opponent is not None and len(seen.opponents) > 1:
        buttons.append(Button("pick", t("Autre adversaire"), str(replace(wish, opponent=None))))
    return (Row(tuple(buttons)),)


def _progress(seen: Observation, wish: Wish, voice: Voice) -> list[str]:
    """The die, what is chosen so far, and the seat's chips, a line each."""
    t = voice.t
    lines = ["🎲 " + voice.die(seen)]
    question = seen.asked if wish.question is None else wish.question
    if question is not None and seen.clues is not None:
        lines.append(t("Indice choisi : {clue}", clue=quote(seen.clues[question])))
    if wish.opponent is not None:
        lines.append(t("Adversaire : {name}", name=voice.name(wish.opponent)))
    lines.append(t("Vos jetons : {n}", n=voice.chips(seen.chips[seen.seat or ""])))
    return lines
