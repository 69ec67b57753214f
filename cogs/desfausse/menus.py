"""The lists by which a discard or a gift is put together, and the blocks that ask for confirmation."""

import re
from collections.abc import Callable, Mapping, Sequence

from bot.ui.pages.page import Block, Button, Choice, Row, Select, Text
from cogs.desfausse.choices import Step, Wish, combo_of, write_wish
from cogs.desfausse.words import Voice, count_of, make_up, shape_name
from engines.desfausse import model
from engines.desfausse.hands import count_leaving, may_be_given
from engines.desfausse.model import Die, Numbers

MOST = 25
"""How many entries a list has at most."""
_TURNED = re.compile(r"/(?P<page>\d{1,3})/(?P<code>.*)")
"""The list value that turns to another page; it begins with a slash, which no written wish has."""

Label = Callable[[Wish], Choice]


def wish_list(step: Step, choice: model.Choice, wish: Wish, voice: Voice, page: int = 0) -> Select:
    """The list of answers to a question about a discard; `page` counts from 0 if there are several pages."""
    t = voice.t
    placeholders: Mapping[str, str] = {
        "combo": t("Choisir une combinaison…"),
        "out": t.plural("Quel dé part ?", "Quels dés partent ?", len(wish.stay) - choice.devils),
        "to": t.plural("Où va ce dé ?", "Où vont ces dés ?", len(wish.open)),
        "die": t("À qui va ce dé ?"),
        "curse": t("Quel dé pour {name} (😈) ?", name=voice.plain_name(step.seat) if step.seat else ""),
    }
    labels: Mapping[str, Label] = {
        "combo": lambda option: _combo_entry(choice, option, voice),
        "out": lambda option: _division_entry(choice, option, voice),
        "to": lambda option: _destination_entry(option, voice),
        "die": lambda option: _receiver_entry(step, option, voice),
        "curse": lambda option: _debt_entry(step, option, (*choice.usable, *choice.outside), voice),
    }
    entries = tuple(map(labels[step.asked], step.options))
    return Select("wish", placeholders[step.asked], _cut_page(entries, write_wish(wish), voice, page))


def gift_list(step: Step, dice: Sequence[Die], voice: Voice) -> Select:
    """The list of dice that may be given to a cursed seat (F9)."""
    name = voice.plain_name(step.seat or "")
    entries = tuple(_debt_entry(step, wish, dice, voice) for wish in step.options)
    return Select("give", voice.t("Quel dé pour {name} (😈) ?", name=name), entries)


def read_page(value: str) -> tuple[str, int]:
    """Read a value of a list: the written wish, and the page of the list to show."""
    found = _TURNED.fullmatch(value)
    return (value, 0) if found is None else (found["code"], int(found["page"]))


def _cut_page(entries: tuple[Choice, ...], code: str, voice: Voice, page: int) -> tuple[Choice, ...]:
    """Cut a list that is too long to one page, with an entry that leads to the next one."""
    if len(entries) <= MOST:
        return entries
    size = MOST - 1
    pages = -(-len(entries) // size)
    here = page % pages
    onward = Choice(
        f"/{(here + 1) % pages}/{code}",
        voice.t("Plus de choix…"),
        voice.t("page {n} sur {pages}", n=here + 1, pages=pages),
    )
    return (*entries[here * size : (here + 1) * size], onward)


def confirmation(choice: model.Choice, wish: Wish, voice: Voice) -> tuple[Block, ...]:
    """The whole discard in words, and the button that confirms it."""
    t = voice.t
    title = t("### Votre choix pour l’appel des {call}", call=choice.call)
    final = "-# " + t("Une fois validé, ce choix est définitif.")
    said = "\n".join((title, progress(choice, wish, voice), final))
    return Text(said), Row((Button("discard", t("Valider"), write_wish(wish), "success"),))


def progress(choice: model.Choice, wish: Wish, voice: Voice) -> str:
    """What is chosen so far, a line each; "" before the combination is."""
    t, dice = voice.t, (*choice.usable, *choice.outside)
    lines: list[str] = []
    if wish.combo:
        lines.append(t("Combinaison : {dice}.", dice=_dice_words(dice, wish.combo, voice)))
    if wish.open:
        lines.append(_leaving(dice, wish.open, voice) + ".")
    if wish.hell:
        burnt = _dice_words(dice, wish.hell, voice)
        lines.append(
            t.plural("Part aux Enfers : {dice}.", "Partent aux Enfers : {dice}.", len(wish.hell), dice=burnt)
        )
        if any(die.kind == "angel" and die.id in wish.hell for die in dice):
            lines.append(t("(L’Ange est mis de côté, il ne va pas aux Enfers.)"))
    for seat, numbers in wish.shares:
        lines.append(
            t.plural(
                "Part chez {name} : {dice}.",
                "Partent chez {name} : {dice}.",
                len(numbers),
                name=voice.name(seat),
                dice=_dice_words(dice, numbers, voice),
            )
        )
    if wish.divided and wish.stay:
        kept = _dice_words(dice, wish.stay, voice)
        lines.append(
            t.plural("Reste en main : {dice}.", "Restent en main : {dice}.", len(wish.stay), dice=kept)
        )
    return "\n".join((*lines, *_debt_lines(dice, wish, voice)))


def gift_confirmation(dice: Sequence[Die], wish: Wish, voice: Voice) -> tuple[Block, ...]:
    """The gift in words, and the button that confirms it."""
    t = voice.t
    lines = [t("### Votre don aux 😈"), *_debt_lines(dice, wish, voice)]
    lines.append("-# " + t("Une fois validé, ce choix est définitif."))
    return Text("\n".join(lines)), Row((Button("gift", t("Valider"), write_wish(wish), "success"),))


def _debt_lines(dice: Sequence[Die], wish: Wish, voice: Voice) -> list[str]:
    """What each cursed seat gets, a line each."""
    return [
        voice.t("Pour {name} (😈) : {dice}.", name=voice.name(seat), dice=_dice_words(dice, (number,), voice))
        for seat, number in wish.debts
    ]


def _dice_words(dice: Sequence[Die], numbers: Numbers, voice: Voice) -> str:
    return make_up((die for die in dice if die.id in numbers), voice.t)


def _combo_entry(choice: model.Choice, wish: Wish, voice: Voice) -> Choice:
    """The list entry of a combination, with what it would do."""
    t, combo = voice.t, combo_of(choice, wish)
    leave, stay = count_leaving(choice, combo), choice.devils
    ways = t("Enfers ou adversaires") if may_be_given(choice, combo) else t("Enfers seulement")
    does = t.plural("{n} dé part", "{n} dés partent", leave)
    if stay:
        kept = t.plural("{n} reste ({n} diable)", "{n} restent ({n} diables)", stay)
        does = t("{leave}, {kept}", leave=does, kept=kept)
    label = t("{count} : {dice}", count=count_of(len(combo), t), dice=make_up(combo, t))
    return Choice(write_wish(wish), label, t("{does} · {ways}", does=does, ways=ways))


def _division_entry(choice: model.Choice, wish: Wish, voice: Voice) -> Choice:
    kept = _dice_words(choice.usable, wish.stay, voice)
    stays = voice.t.plural("Reste : {dice}", "Restent : {dice}", len(wish.stay), dice=kept)
    return Choice(write_wish(wish), _leaving(choice.usable, wish.out, voice), stays)


def _leaving(dice: Sequence[Die], numbers: Numbers, voice: Voice) -> str:
    words = _dice_words(dice, numbers, voice)
    return voice.t.plural("Part : {dice}", "Partent : {dice}", len(numbers), dice=words)


def _destination_entry(wish: Wish, voice: Voice) -> Choice:
    t = voice.t
    if wish.hell:
        return Choice(write_wish(wish), t("Aux Enfers"), t("Hors du jeu jusqu’à la fin de la manche"), "🔥")
    if wish.one_by_one:
        return Choice(write_wish(wish), t("Répartir entre plusieurs"), t("Dé par dé"), "🔀")
    ((seat, numbers),) = wish.shares
    return Choice(
        write_wish(wish),
        t("À {name}", name=voice.plain_name(seat)),
        t.plural("Le dé, en main au prochain tour", "Les {n} dés, en main au prochain tour", len(numbers)),
        "🎁",
    )


def _receiver_entry(step: Step, wish: Wish, voice: Voice) -> Choice:
    (seat,) = (seat for seat, numbers in wish.shares if step.die in numbers)
    return Choice(write_wish(wish), voice.t("À {name}", name=voice.plain_name(seat)))


def _debt_entry(step: Step, wish: Wish, dice: Sequence[Die], voice: Voice) -> Choice:
    number = dict(wish.debts)[step.seat or ""]
    (die,) = (die for die in dice if die.id == number)
    return Choice(write_wish(wish), shape_name(die, voice.t))
