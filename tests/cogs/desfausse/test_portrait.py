"""What DESfausse tells of somebody."""

from bot.texts import texts_for
from bot.ui.pages.page import Text
from cogs.desfausse.portrait import ENOUGH, portrait

FACTS = {
    "turns": 60,
    "asked": 40,
    "discards": 30,
    "discarded": 66,
    "rounds": 12,
    "given": 20,
    "cursed_given": 5,
    "got": 18,
    "cursed_got": 3,
    "small": 200,
    "big": 40,
    "devils": 61,
    "devils_e6": 53_333_333,
    "var_e6": 37_777_778,
}


def told(locale: str = "fr", **changed: int) -> str:
    blocks = portrait(FACTS | changed, texts_for(locale))
    return "\n".join(block.markdown for block in blocks if isinstance(block, Text)).replace("\u00a0", " ")


def test_it_tells_of_discards_gifts_and_devils() -> None:
    assert told() == (
        "**Défausses** : 75 % des fois où c’était possible ; dés à la fois : 2,2 en moyenne.\n"
        "**Cadeaux** : dés donnés 25, reçus 21, en 12 manches.\n"
        "**Chance** : 61 diables sur 240 dés lancés ; on en attend 53. C’est plutôt plus que la moyenne."
    )
    assert "61 devils in 240 dice rolled" in told("en-US")


def test_little_is_not_told_of() -> None:
    assert portrait({}, texts_for("fr")) == ()
    assert told(turns=ENOUGH - 1) == (
        f"**Défausses** : pas encore assez de tours pour en parler ({ENOUGH - 1} sur {ENOUGH})."
    )
    assert "75 %" in told(turns=ENOUGH)


def test_who_never_discards_has_no_mean() -> None:
    assert "0 % des fois où c’était possible ; dés à la fois : 0 en moyenne" in told(discards=0, discarded=0)
