"""The spec of La Tasse: all that the house must know to offer the game."""

from collections.abc import Iterator, Mapping
from typing import Final

from PIL import Image

from bot.insight.badges import Badge, Outing
from bot.insight.luck import Luck
from bot.texts import N_, Texts
from bot.ui.frame.badge import join_lines
from bot.ui.frame.spec import Counts, GameSpec, luck_words, sentences, share, whole
from bot.ui.pages.emojis import INK, PALE, SIZE, new_sheet, shrink
from bot.ui.pages.page import Block, Text
from cogs.tasse.controls import action_of
from cogs.tasse.rulebook import LESSON, OPTIONS, PRESETS, chapters
from cogs.tasse.words import score_name
from engines.core.records import Refusal
from engines.core.telling import deviation
from engines.tasse.rules import Tasse

# The badges of La Tasse.


def _honest(game: Outing) -> bool:
    return game.won and game["said"] >= 8 and game["free_lies"] == 0


def _poker_face(game: Outing) -> bool:
    return game["lies_passed"] >= 5 and game["lies_caught"] == 0


def _nose(game: Outing) -> bool:
    return game["doubts"] >= 4 and game["doubts_right"] == game["doubts"]


def _cheek(game: Outing) -> bool:
    return game["passed_by_10"] >= 3


BADGES = (
    Badge(
        "🤝",
        N_("Parole d’or"),
        N_("gagner en huit annonces ou plus, sans mentir quand les dés permettaient de dire vrai"),
        _honest,
    ),
    Badge(
        "🗿",
        N_("Visage de marbre"),
        N_("faire croire cinq mensonges, sans qu’un seul soit pris"),
        _poker_face,
    ),
    Badge("👃", N_("Fin nez"), N_("douter quatre fois ou plus, chaque fois à raison"), _nose),
    Badge(
        "🪁",
        N_("Gros culot"),
        N_("faire croire trois mensonges à dix crans ou plus au-dessus des dés"),
        _cheek,
    ),
)
"""In the order in which people read them."""


# What La Tasse tells of somebody: how they lie and doubt, and what dice gave them.

ENOUGH: Final = 40
"""Announcements from which on something can be said of somebody's way to bluff."""
_FEW: Final = 10
"""So many cases a share is made of, at least."""
_MILLION: Final = 1_000_000


def portrait(facts: Mapping[str, int], t: Texts) -> tuple[Block, ...]:
    """The paragraphs, of the sums of somebody's facts."""
    count = Counts(facts)
    if not count["said"]:
        return ()
    if count["said"] < ENOUGH:
        words = t(
            "**Bluff** : pas encore assez d’annonces pour en parler ({n} sur {enough}).",
            n=count["said"],
            enough=ENOUGH,
        )
        return (Text(words),)
    return (Text(join_lines(*_bluff(count, t), *_flair(count, t))), Text(_luck(count, t)))


def _bluff(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How often they lie, how often they had to, and what came of it."""
    said, lies = count["said"], count["lies"]
    numbers = {"share": share(lies, said, t), "lies": whole(lies, t), "said": whole(said, t)}
    yield t("**Bluff** : ment **{share}** du temps ({lies} sur {said} annonces).", **numbers)
    answered = count["lies_caught"] + count["lies_passed"]
    if answered >= _FEW:
        facts = _part(count["lies_caught"], answered, t)
        yield t("Mensonges pris : **{share}** ({n} sur {of}).", **facts)
    if lies >= _FEW:
        yield t("Mensonges sans y être obligé : {share}.", share=share(count["free_lies"], lies, t))
    if count["lies_passed"] >= _FEW:
        bold = share(count["passed_by_10"], count["lies_passed"], t)
        yield t("Mensonges crus à dix crans ou plus au-dessus des dés : {share}.", share=bold)


def _flair(count: Mapping[str, int], t: Texts) -> Iterator[str]:
    """How well they tell lies from truths, beside how many lies they met."""
    faced, lies, doubts = count["faced"], count["lies_faced"], count["doubts"]
    if doubts >= _FEW:
        facts = _part(count["doubts_right"], doubts, t)
        met = share(lies, faced, t)
        yield t(
            "**Flair** : doute à raison **{share}** des fois ({n} sur {of}) ; "
            "{met} des annonces reçues étaient fausses.",
            **facts,
            met=met,
        )
    if lies >= _FEW:
        facts = _part(lies - count["doubts_right"], lies, t)
        yield t("**Crédulité** : croit **{share}** des mensonges reçus ({n} sur {of}).", **facts)


def _part(part: int, of: int, t: Texts) -> dict[str, str]:
    """A share, and what it is made of."""
    return {"share": share(part, of, t), "n": whole(part, t), "of": whole(of, t)}


def _luck(count: Mapping[str, int], t: Texts) -> str:
    """What the dice under the cup were good for, and what chance gives."""
    expected, variance = count["could_e6"], count["var_e6"]
    got, rolls = count["could"], count["rolls"]
    luck = Luck(got, rolls, expected / _MILLION, deviation(got, expected, variance))
    told = t(
        "**Chance** : les dés ont permis de dire vrai ou de montrer {got} fois sur {rolls} ; "
        "on en attend {expected}.",
        got=whole(got, t),
        rolls=whole(rolls, t),
        expected=whole(luck.expected, t),
    )
    return f"{told} {luck_words(luck, t)}"


# A sentence for each refusal of La Tasse's own rules: what was wrong, and what to do.

REASONS: Mapping[str, str] = {
    "off_the_ladder": N_("Ce score n’est pas sur l’échelle des annonces. Choisissez-en un dans la liste."),
    "nothing_to_show": N_("Il n’y a rien à montrer avec ces dés : annoncez un score, vrai ou faux."),
    "nothing_to_doubt": N_("Il n’y a aucune annonce à mettre en doute : lancez."),
    "no_doubt_after_nine": N_("Après un neuf, on ne doute plus : relancez."),
    "not_a_duel_score": N_(
        "Dans un duel, choisissez un score de 32 à double 6 : il faut qu’on puisse le battre."
    ),
    "direction_is_set": N_(
        "Le sens se choisit avant le premier lancer de la manche. Il est fixé maintenant."
    ),
    "no_such_direction": N_("Il n’y a que deux sens : ↓ ou ↑."),
    "guided_only": N_("À cette table, on annonce avec la liste, sans taper."),
    "no_score_named": N_(
        "Ce texte ne nomme aucun score. Rien n’est perdu : dites par exemple « soixante-quatre »."
    ),
    "not_now": N_("Pas maintenant ! « Mes dés » montre ce que vous pouvez faire."),
}
_TOO_LOW = "score_too_low"
_SAY = sentences(REASONS)


def refusal_sentence(refusal: Refusal, t: Texts) -> str | None:
    """The sentence for a refusal; None if its reason is not one of La Tasse's own."""
    if refusal.reason == _TOO_LOW:
        least = score_name(str(refusal.params.get("to_match") or "32"), t)
        return t("C’est trop bas : annoncez au moins {least}, ou doutez la prochaine fois.", least=least)
    return _SAY(refusal, t)


# La Tasse's sign: a cup upside down, uploaded as an emoji. It marks whose turn it is.

_LEATHER = (150, 84, 42, 255)
_SEAM = (240, 200, 140, 255)


def cup(size: int = SIZE) -> Image.Image:
    """Draw a leather cup turned upside down, `size` pixels wide."""
    image, pen, side = new_sheet()
    for grow, colour in ((0.035, PALE), (0.0, INK)):
        pen.polygon(_trapezium(side, grow), fill=colour)
        edge = (side * (0.1 - grow), side * (0.74 - grow), side * (0.9 + grow), side * (0.9 + grow))
        pen.rounded_rectangle(edge, side * 0.06, fill=colour)
    pen.polygon(_trapezium(side, -0.035), fill=_LEATHER)
    pen.rounded_rectangle(
        (side * 0.135, side * 0.775, side * 0.865, side * 0.865), side * 0.04, fill=_LEATHER
    )
    pen.line((side * 0.27, side * 0.32, side * 0.73, side * 0.32), fill=_SEAM, width=round(side * 0.03))
    return shrink(image, size)


def _trapezium(side: int, grow: float) -> list[tuple[float, float]]:
    corners = ((0.28 - grow, 0.12 - grow), (0.72 + grow, 0.12 - grow), (0.83 + grow, 0.8), (0.17 - grow, 0.8))
    return [(side * x, side * y) for x, y in corners]


SPEC = GameSpec(
    rules=Tasse(),
    title="La Tasse",
    pitch=N_("La Tasse : bluffer avec deux dés"),
    about=N_("Deux dés sous une tasse, une annonce vraie ou fausse : croire, ou douter ?"),
    opening=N_("Ouvrir une table de La Tasse"),
    emoji="🥤",
    accent=0x96542A,
    minutes=(15, 30),
    shelf=1,
    chapters=chapters,
    rules_head="La Tasse",
    action=action_of,
    refusal=refusal_sentence,
    options=OPTIONS,
    presets=PRESETS,
    greeting=N_("Vos dés secrets arriveront ici, avec les boutons pour jouer."),
    sign=cup,
    portrait=portrait,
    badges=BADGES,
    lesson=LESSON,
)
