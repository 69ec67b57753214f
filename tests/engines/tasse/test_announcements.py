"""Announcing in words (T8)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.tasse.cup import read
from engines.tasse.model import Say
from engines.tasse.scores import NORMAL
from tests.support.engines import Cup, cup_of

ACCEPTED = {
    "32": ["32", "3 2", "trente-deux", "trente deux", "TRENTE  DEUX", " 32 ", "3-2", "32 !"],
    "41": ["41", "4 1", "quarante et un", "quarante-et-un", "Quarante et Un"],
    "42": ["42", "quarante-deux"],
    "51": ["51", "cinquante et un"],
    "53": ["53", "cinquante-trois"],
    "54": ["54", "cinquante-quatre"],
    "62": ["62", "soixante-deux"],
    "64": [
        *("64", "64 !", "64.", "« 64 »", "6\u202f4", "6 4", "soixante-quatre", "Soixante‑Quatre"),
        "soixánte quatre",
    ],
    "65": ["65", "soixante-cinq"],
    "11": ["double 1", "double un", "double as", "douglas", "Douglas", "DOUBLE-AS"],
    "22": ["double 2", "double deux"],
    "33": ["double 3", "double trois"],
    "44": ["double 4", "double quatre"],
    "66": ["double 6", "double six"],
    "21": [
        *("21", "2 1", "vingt et un", "vingt-et-un", "twenty one", "Twenty-One"),
        "ultimous fabulous magnificous",
    ],
}
TEXTS = [(score, text) for score, texts in ACCEPTED.items() for text in texts]
SLIPS = [
    *("11", "1 1", "onze", "22", "2 2", "vingt-deux", "33", "trente-trois", "66", "soixante-six"),
    *("52", "cinquante-deux", "61", "43", "55", "double 5", "double cinq", "31", "trente et un", "63"),
    *("46", "12", "7", "sept", "neuf", "9", "joker", "le joker !", "double", "double 7", "777", "0"),
    *("quarante-un", "un", "deux", "six quatre", "six", "_un_", "__double__ !", "64 65", "64 et 65", "un 64"),
    *("un 7", "j’ai un joker", "twenty one 64", "seize", "soixante-dix"),
]
NOTHING = [
    *("", " ", "bof", "je passe", "douglas adams", "fabulous magnificous", "unique", "sixte", "🎲🎲"),
    *("bonjour un ami", "42 bananes", "64 ou 65", "un instant", "l'as", "twenty", "ultimous", "64 🎲", "64x"),
    *("je dis", "le", "et la la la", "un beau", "« … »", "plein la gueule pour pas un rond", "６４", "6²"),
    *("64€", "voilà un ami", "c'est le double de 32", "a" * 4000, "et " * 200_000),
]
FRAMES = [
    *("je dis", "j'annonce", "J’annonce", "j'ai", "j’ai", "jai", "c'est", "C’EST", "ça fait", "ca fait"),
    *("le", "la", "un beau", "disons", "et", "allez", "voilà", "VOILA", "je crois"),
]
"""What may stand before and after a score, as often as people like."""
MARKS = ["", " ", ", ", " !", "… ", " : ", "\u00a0", "\u202f!", " « ", " » ", "\u2009", "--", "\u200b", "."]
SPECIALS = {
    "seven": ["7", "sept", "Sept !", "le 7", "c’est un beau 7", "« 7 »"],
    "double_five": ["double 5", "double cinq", "DOUBLE-CINQ", "Plein la gueule pour pas un rond !"],
    "thirty_one": ["31", "3 1", "trente et un", "trente-et-un", "j’ai 31"],
    "nine": ["9", "neuf", "le neuf", "et voilà le neuf !"],
}
DICE = {"seven": ["52", "61", "43"], "double_five": ["55"], "thirty_one": ["31"], "nine": ["63"]}
SLIPPED = ["misannounced", "scored", "restarted"]


@pytest.mark.parametrize(("score", "text"), TEXTS)
def test_T8_accepted_wordings(score, text):
    assert read(text) == score


@pytest.mark.parametrize("text", SLIPS)
def test_T8_a_wrong_or_missing_score_costs_a_point_from_zero(text):
    cup = Cup("ABC").roll("A", 6, 4).say("A", text)
    assert (cup.told, cup.seen, cup.position.dice) == (SLIPPED, "1 0 0, A turn", None)


@pytest.mark.parametrize("text", NOTHING, ids=lambda text: text[:20])
def test_T8_a_text_that_names_no_score_is_only_refused(text):
    cup = Cup("ABC").roll("A", 6, 4)
    assert cup.refused("A", Say(text)) == ("illegal_action", "no_score_named")


@given(
    st.sampled_from(TEXTS),
    st.lists(st.sampled_from(FRAMES), max_size=4),
    st.lists(st.sampled_from(FRAMES), max_size=4),
    st.sampled_from(MARKS),
)
def test_T8_set_phrases_and_punctuation_around_a_score_change_nothing(said, before, after, mark):
    score, text = said
    assert read(f" {mark} ".join((*before, text, *after))) == score


@given(st.sampled_from([*SLIPS, *NOTHING[:-2]]), st.sampled_from(FRAMES), st.sampled_from(MARKS))
def test_T8_set_phrases_and_punctuation_make_no_score_either(text, frame, mark):
    for around in (f"{frame} {mark} {text}", f"{text} {mark} {frame}", f"{frame} {text} {frame}"):
        assert read(around) == read(text)


@pytest.mark.parametrize("text", ["bonjour {}", "{} bananes", "pas {}", "{} ou plus", "moi {}"])
@pytest.mark.parametrize("said", ["64", "double 3", "33", "7", "joker"])
def test_T8_any_other_word_beside_a_score_is_chatter(text, said):
    assert read(text.format(said)) is None


@pytest.mark.parametrize(
    ("dice", "text"),
    [(dice, text) for special, texts in SPECIALS.items() for dice in DICE[special] for text in texts],
)
@pytest.mark.parametrize("standing", [None, "64", "21"])
def test_T8_a_special_said_by_its_right_name_is_shown(dice, text, standing):
    before = f"A rolls {dice}" if standing is None else f"C {standing}, A rolls {dice}"
    shown, said = (Cup("ABC" if standing is None else "CAB").play(before) for _ in range(2))
    assert said.say("A", text).state == shown.show("A").state
    assert said.events == shown.events
    assert said.event("shown").dice == dice


@pytest.mark.parametrize(
    ("dice", "text"),
    [
        *((dice, dice) for dice in ("52", "61", "43", "55", "63")),  # its number is not its name
        *(("64", "7"), ("55", "7"), ("52", "neuf"), ("66", "double 5"), ("32", "31"), ("33", "33")),
    ],
)
def test_T8_what_is_not_the_name_of_what_the_dice_show_is_a_slip(dice, text):
    assert Cup("ABC").play(f"A rolls {dice}").say("A", text).told == SLIPPED


@pytest.mark.parametrize(
    ("seats", "before", "text", "told", "seen"),
    [
        ("ABC", "A rolls 32", "joker", "misannounced", "1 0 0, A turn"),
        ("ABC", "A rolls 32", "32", "announced", "0 0 0, B turn on 32"),
        ("ABC", "A rolls 11", "Douglas", "announced", "0 0 0, B turn on 11"),
        ("ABC", "A 64, B rolls 32", "62", "misannounced", "0 1 0, B turn"),  # below the standing one
        ("ABC", "A 64, B rolls 32", "soixante-quatre", "announced", "0 0 0, C turn on 64"),
        ("A9 B C", "A rolls 64", "33", "misannounced", "10 0 0, B turn of BC"),
    ],
)
def test_T8_what_words_do(seats, before, text, told, seen):
    cup = cup_of(seats).play(before)
    assert (cup.say(cup.public.current, text).told[0], cup.seen) == (told, seen)
    assert getattr(cup.events[0], "to_match", None) == ("64" if text == "62" else None)
    assert told != "announced" or cup.events[0].text == text


def test_T8_the_joker_is_tried_by_its_name_where_there_is_a_score_to_beat():
    cup = Cup("ABC").play("A 64, B rolls 32").act("B", Say("le joker !"), 6, 5)
    assert (cup.told[0], cup.points) == ("joker_played", "0 0 1")


@pytest.mark.parametrize("dice", ["64", "52"])
def test_T8_a_nickname_of_other_dice_names_no_score(dice):
    cup = Cup("ABC").play(f"A rolls {dice}")
    refused = cup.refused("A", Say("plein la gueule pour pas un rond"))
    assert refused == ("illegal_action", "no_score_named")


@pytest.mark.parametrize(("dice", "text"), [("64", "64"), ("64", "33"), ("52", "7")])
def test_T8_guided_tables_refuse_words(dice, text):
    cup = Cup("AB", announce="guided").play(f"A rolls {dice}")
    assert cup.refused("A", Say(text)) == ("illegal_action", "guided_only")
    assert cup.announce("A", "64").public.current == "B"


@pytest.mark.parametrize(
    ("before", "text", "heard", "told"),
    [
        ("A rolls 64", "", "66", ["announced"]),
        ("A rolls 64", "64", "slip", SLIPPED),
        ("A rolls 52", "", "show", ["shown", "scored", "restarted"]),
        ("A 64, B rolls 62", "", "62", SLIPPED),
    ],
)
def test_T8_what_words_were_read_as_is_not_read_again(before, text, heard, told):
    cup = Cup("ABC").play(before)
    assert cup.act(cup.public.current, Say(text, heard)).told == told
    assert getattr(cup.events[0], "score", heard) in (heard, None)


def test_T8_nothing_is_shown_that_is_no_special():
    cup = Cup("ABC").roll("A", 6, 4)
    assert cup.refused("A", Say("7", "show")) == ("illegal_action", "nothing_to_show")


@given(st.text())
def test_T8_any_text_is_heard_as_a_score_a_slip_or_nothing(text):
    heard = read(text)
    assert heard in (*NORMAL, "slip", None)
    for special in (*SPECIALS, "joker"):
        assert read(text, special) in (heard, "show")


@given(st.lists(st.sampled_from("0123456789"), min_size=1).map("".join))
def test_T8_digits_alone_always_name_a_score(digits):
    named = digits in NORMAL and digits not in ("11", "22", "33", "44", "66")
    assert read(digits) == (digits if named else "slip")
