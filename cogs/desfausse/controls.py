"""The buttons of DESfausse, and the actions that they stand for.

The custom ids carry what is chosen so far: the dice picked to be rolled again, or the unfinished discard (see
`cogs.desfausse.choices`).
"""

from collections.abc import Collection, Sequence

from bot.texts import Texts
from bot.ui.frame.folding import words_button
from bot.ui.pages.page import Button, Row, Style
from cogs.desfausse.choices import read_dice, read_wish, write_dice
from cogs.desfausse.picture import per_line
from cogs.desfausse.words import Voice, die_name
from engines.desfausse.model import Action, Demon, Die, Observation, Pass, Reroll, Stop


def action_of(verb: str, arg: str, values: Sequence[str]) -> Action | None:
    """The engine's action for a verb with its argument; None if the verb only opens something."""
    del values
    if verb == "reroll":
        return Reroll(read_dice(arg))
    if verb in ("discard", "gift"):
        wish = read_wish(arg)
        if wish is None:
            return None
        return wish.discard() if verb == "discard" else wish.gift()
    if verb == "demon":
        return Demon(arg)
    if verb == "stop":
        return Stop()
    return Pass() if verb == "pass" else None


def rolling_rows(seen: Observation, picked: Collection[int], t: Texts) -> tuple[Row, ...]:
    """A button with the number of each die that may be rolled again; then those to roll and to keep all."""
    numbered = [(number, die) for number, die in enumerate(seen.dice, 1) if die.id in seen.rerollable]
    toggles = [_toggle(number, die, picked, t) for number, die in numbered]
    again = Button(
        "reroll",
        t.plural("Relancer {n} dé", "Relancer {n} dés", len(picked)) if picked else t("Relancer"),
        write_dice(picked),
        "success",
        "🎲",
        disabled=not picked,
    )
    decide = [again, Button("stop", t("Garder"))]
    if set(picked) != set(seen.rerollable):
        decide.append(Button("all", t("Choisir tous"), write_dice(seen.rerollable)))
    wide = per_line(len(toggles))
    rows = [toggles[at : at + wide] for at in range(0, len(toggles), wide)]
    return tuple(Row(tuple(row)) for row in (*rows, decide))


def _toggle(number: int, die: Die, picked: Collection[int], t: Texts) -> Button:
    """The button that picks a die, or drops it again."""
    chosen = die.id in picked
    style: Style = "primary" if chosen else "secondary"
    label = t("{n} · {die}", n=number, die=die_name(die, t))
    return Button("pick", label, write_dice(set(picked) ^ {die.id}), style, "🔁" if chosen else None)


def demon_buttons(seen: Observation, voice: Voice) -> Row:
    """A button for each seat to which the big red die may go (F11)."""
    t = voice.t
    return Row(
        tuple(
            Button("demon", t("Le donner à {name}", name=voice.plain_name(seat)), seat, "primary")
            for seat in seen.candidates
        )
    )


def public_controls(t: Texts) -> Row:
    """The row of buttons below the board; there are hands to be put in words, though none is shown."""
    return Row((Button("seat.hand", t("Ma main"), style="primary"), words_button(t)))
