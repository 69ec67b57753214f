"""Deck files as people bring them: what is taken, and a line and a field for all that is not."""

import gzip
import io
import json
import zipfile
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines.defizz.deck import DECKS, built_in_deck
from engines.defizz.faults import CARDS_AT_MOST, read_deck
from engines.defizz.files import (
    COMPLAINTS_AT_MOST,
    LETTERS_AT_MOST,
    LISTED_AT_MOST,
    NAME,
    SIZE_AT_MOST,
    Complaint,
    read_file,
    template_json,
    template_sheet,
)
from tests.engines.defizz.decks import MIXED, chance, chrono, cible, pingpong

HEADER = "id,pile,mode,clue,text,answers,number,exact,resolver,max,reject"
SHEET = f"""{HEADER}
a,duel,chrono,i1,q1,Reims|la cité des sacres,,oui,,,Rennes
a,duel,cible,i2,q2,,"3,5",,,,
a,duel,pingpong,i3,q3,do=ut|ré,,,,,
b,multi,chance,i4,q4,,,,nearest,20,
b,multi,chance,i5,q5,,,,coin,,
b,multi,cible,i6,q6,,12 000,,,,
"""


def written(plain: Any, **how: Any) -> bytes:
    return json.dumps(plain, ensure_ascii=False, **how).encode()


def complaints(data: bytes) -> list[tuple[int | None, str, str]]:
    reading = read_file(data, "essai")
    assert reading.deck is None, "a deck with faults is never given"
    assert reading.complaints
    return [(one.line, one.field, one.reason) for one in reading.complaints]


def reasons(data: bytes) -> set[str]:
    return {reason for _, _, reason in complaints(data)}


@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
def test_json_with_or_without_a_mark_of_its_encoding(start: bytes) -> None:
    assert read_file(start + written(MIXED)).deck == read_deck(MIXED)


def test_the_built_in_deck_could_be_brought_too() -> None:
    reading = read_file(DECKS.dump(built_in_deck()).encode())
    assert reading.complaints == ()
    assert reading.deck == built_in_deck()


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_a_sheet_is_the_deck_that_json_would_be(sign: str) -> None:
    text = SHEET if sign == "," else SHEET.replace('"3,5"', "3.5").replace(",", sign)
    reading = read_file(text.encode(), "essai")
    assert reading.complaints == ()
    assert reading.deck is not None
    assert reading.deck.name == "essai"
    assert [card.id for card in reading.deck.cards] == ["a", "b"]
    first, second, third = reading.deck.cards[0].questions
    assert first == chrono_of("Reims", "la cité des sacres")
    assert getattr(second, "number", None) == 3.5
    assert getattr(third, "answers", None) == (("do", "ut"), ("ré",))
    assert getattr(reading.deck.cards[1].questions[0], "max", None) == 20
    assert getattr(reading.deck.cards[1].questions[2], "number", None) == 12_000


def chrono_of(*answers: str) -> Any:
    plain = {**chrono(*answers, exact=True, reject=["Rennes"]), "clue": "i1", "text": "q1"}
    return read_deck(deck_of(plain)).cards[0].questions[0]


def deck_of(question: dict[str, Any]) -> dict[str, Any]:
    """A sound deck but for its first question."""
    made: dict[str, Any] = json.loads(json.dumps(MIXED))
    made["cards"][0]["questions"][0] = question
    return made


def posed(question: dict[str, Any]) -> dict[str, Any]:
    return {"clue": "indice", "text": "question", **question}


def test_a_fault_has_the_line_of_its_entry() -> None:
    made = deck_of(posed(chrono("a", "b")))
    made["cards"][0]["questions"][0]["answers"] = ["a", 5]
    data = written(made, indent=1)
    ((line, field, reason),) = complaints(data)
    assert (field, reason) == ("cards.0.questions.0.answers.1", "string_type")
    assert line is not None
    assert data.decode().split("\n")[line - 1].strip() == "5"


def test_a_missing_field_has_the_line_of_what_misses_it() -> None:
    made = deck_of({"mode": "cible", "number": 5, "text": "q"})
    data = written(made, indent=1)
    ((line, field, reason),) = complaints(data)
    assert (field, reason) == ("cards.0.questions.0.clue", "missing")
    assert line is not None
    start = data.decode().split("\n")[line - 1 : line + 1]
    assert [part.strip() for part in start] == ["{", '"mode": "cible",']


def test_every_fault_is_told_at_once() -> None:
    made = deck_of(posed(cible("douze")))  # type: ignore[arg-type]
    made["cards"][1]["id"] = made["cards"][0]["id"] = ""
    made["language"] = 5
    fields = {field for _, field, _ in complaints(written(made))}
    assert {"language", "cards.0.id", "cards.1.id"} <= fields
    assert any(field.startswith("cards.0.questions.0.number") for field in fields)


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "empty"),
        (b" \n\t\n", "empty"),
        (b"x" * (SIZE_AT_MOST + 1), "too_large"),
        (b" " * 50_000_000, "too_large"),
        (gzip.compress(b"[" * 100_000), "packed"),
        ("{}".encode("utf-16"), "not_utf8"),
        ('{"name":"é"}'.encode("latin-1"), "not_utf8"),
        (b'{"name":"\0"}', "not_utf8"),
        (b'{"name": ', "not_json"),
        (b'{"format": 1} tail', "not_json"),
        (b'{"format": ' + b"9" * 5000 + b"}", "too_big"),
        (b'{"name":"a\\ud800"}', "half_a_character"),
        (b"<!DOCTYPE html><p>id, pile</p>", "no_columns"),
        (b"[" * 100_000, "too_deep"),
        (b'{"a":' * 20 + b"1" + b"}" * 20, "too_deep"),
        (b'{"cards":[' + b"0," * 70_000 + b"0]}", "too_many_entries"),
        (b"id,answers\n" + b"|" * 100_000, "too_many_entries"),
        (b'{"a":NaN}', "not_finite"),
        (b'{"a":-Infinity}', "not_finite"),
        (b'{"a":1e999}', "not_finite"),
        (b'{"format":1,"format":1}', "repeated_key"),
        (b'{"$ref":"#"}', "unexpected_keyword_argument"),
        (b'{"cards":{"$ref":"#/cards"}}', "tuple_type"),
        # What would take for ever, or all memory, if all that follows were looked at again from each sign.
        (b'{"' + b'\\"' * 400_000, "not_json"),
        (b'{"' + b"." * 400_000 + b'":1}', "unexpected_keyword_argument"),
        (b'{"' + b"k" * 400_000 + b'":[' + b"0," * 20_000 + b"0]}", "unexpected_keyword_argument"),
        (b"id," * 50_000, "repeated_column"),
    ],
    ids=lambda value: value if isinstance(value, str) else "file",
)
def test_what_is_no_deck_has_one_clear_reason(data: bytes, reason: str) -> None:
    assert reason in reasons(data)


def test_nothing_is_unpacked() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("deck.json", "0" * 50_000_000)
    assert complaints(packed.getvalue()) == [(None, "", "packed")]


def test_a_key_named_twice_and_a_broken_line_are_placed() -> None:
    assert complaints(b'{"name": "a",\n\n"name": "b"}') == [(3, "name", "repeated_key")]
    assert complaints(b'{\n"name": "a",\n"x" 5}') == [(3, "", "not_json")]
    assert complaints(b'{\n\n"name": NaN}') == [(3, "NaN", "not_finite")]
    assert complaints(b'{\n"name": "' + b'\xff"}') == [(2, "", "not_utf8")]
    assert complaints(b'{\n"name": "\\uDC00"}') == [(2, "\\udc00", "half_a_character")]


def test_ten_thousand_answers_are_too_many() -> None:
    many = [f"r{number}" for number in range(10_000)]
    for question in (chrono(*many), pingpong(*many)):
        assert [(field, reason) for _, field, reason in complaints(written(deck_of(posed(question))))] == [
            ("cards.0.questions.0.answers", "too_many_wordings")
        ]
    most = chrono(*many[:LISTED_AT_MOST])
    assert read_file(written(deck_of(posed(most)))).complaints == ()


@pytest.mark.parametrize("kind", [chrono, pingpong])
def test_answers_that_are_long_in_all_are_too_long(kind: Any) -> None:
    fitting = [f"{number:080}" for number in range(LETTERS_AT_MOST // 80)]
    assert read_file(written(deck_of(posed(kind(*fitting))))).complaints == ()
    for one_more in (kind(*fitting, "x"), kind(*fitting) | {"reject": ["x"]}):
        assert [(field, reason) for _, field, reason in complaints(written(deck_of(posed(one_more))))] == [
            ("cards.0.questions.0.answers", "wordings_too_long")
        ]


@pytest.mark.parametrize(
    ("question", "field", "reason"),
    [
        (posed(chrono()) | {"answers": []}, "answers", "too_short"),
        (posed(pingpong()) | {"answers": [[]]}, "answers.0", "too_short"),
        (posed(chrono("x" * 4000)), "answers.0", "text_too_long"),
        (posed(chrono("x", reject=["y" * 201])), "reject.0", "text_too_long"),
        (posed(cible(1)) | {"clue": "x" * 301}, "clue", "text_too_long"),
        (posed(cible(1)) | {"text": "x" * 1001}, "text", "text_too_long"),
        (posed(cible(1)) | {"text": "\u200b \0"}, "text", "blank"),
        (posed(chance("nearest", max=2**64 + 1)), "max", "less_than"),
        (posed(cible("douze")), "number", "no_number"),
        (posed(cible(1, unit="x" * 41)), "unit", "text_too_long"),
        (posed(cible(1, tags=["x" * 101])), "tags", "text_too_long"),
        (posed(cible(1e308)), "number", "too_big"),
        (posed(chrono("\u200b\u202e")), "answers.0", "unreadable"),
    ],
)
def test_what_no_message_could_show_is_refused(question: Any, field: str, reason: str) -> None:
    found = [(where, why) for _, where, why in complaints(written(deck_of(question)))]
    assert found == [(f"cards.0.questions.0.{field}", reason)]


@pytest.mark.parametrize("card_id", ["a b", "é", "x" * 33, "a.1", "<@1>"])
def test_ids_are_what_a_button_can_name(card_id: str) -> None:
    made = deck_of(posed(chrono()))
    made["cards"][0]["id"] = card_id
    assert [(field, why) for _, field, why in complaints(written(made))] == [("cards.0.id", "bad_id")]


def test_html_and_mentions_are_words_like_others() -> None:
    made = deck_of(posed(chrono()) | {"text": "<b>@everyone</b> <script>alert(1)</script>"})
    assert read_file(written(made)).complaints == ()


def test_many_empty_lists_are_judged_in_one_go() -> None:
    made = deck_of({"clue": "i", "text": "q", "mode": "pingpong", "answers": [[]] * 50_000, "reject": [1]})
    assert {"too_short", "missing"} <= reasons(
        written({**made, "licence": None, "cards": [{}, *made["cards"]]})
    )


@pytest.mark.parametrize("count", [CARDS_AT_MOST, CARDS_AT_MOST + 1, 45_000])
def test_cards_are_counted_before_they_are_judged(count: int) -> None:
    reading = read_file(written({**MIXED, "cards": [{}] * count}))
    if count <= CARDS_AT_MOST:
        assert len(reading.complaints) == COMPLAINTS_AT_MOST
        assert len(reading.complaints) + reading.more == 3 * count, (
            "each lacks its id, its pile, its questions"
        )
    else:
        assert reading.complaints == (Complaint(1, "cards", "too_many_cards"),)


@pytest.mark.parametrize("ids", ["c{n}", "c"])
def test_rows_of_a_sheet_are_counted_as_they_are_read(ids: str) -> None:
    rows = [f"{ids.format(n=n)},duel,chance,i,q" for n in range(3 * CARDS_AT_MOST + 2)]
    told = complaints("\n".join(["id,pile,mode,clue,text", *rows]).encode())
    line = 3 * CARDS_AT_MOST + 2 if ids == "c" else CARDS_AT_MOST + 2
    assert (line, "", "too_many_cards") in told


def test_as_many_cards_as_a_deck_may_have_are_taken() -> None:
    kinds = ("duel", "multi")
    made = [{**MIXED["cards"][0], "id": f"c{n}", "pile": kinds[n % 2]} for n in range(CARDS_AT_MOST)]
    deck = read_file(written({**MIXED, "cards": made})).deck
    assert deck is not None
    assert len(deck.cards) == CARDS_AT_MOST


@pytest.mark.parametrize(
    ("before", "after", "line", "column", "reason"),
    [
        ("exact,", "exactement,", 1, "exactement", "unknown_column"),
        (",exact,", ",number,", 1, "number", "repeated_column"),
        ("clue,", "exact2,", 1, "clue", "missing_column"),
        ('"3,5"', "trois", 3, "number", "no_number"),
        ('"3,5"', "NaN", 3, "number", "no_number"),
        ('"3,5"', "1e308", 3, "number", "no_number"),
        (",oui,", ",peut-être,", 2, "exact", "no_yes_or_no"),
        ("nearest,20,", "nearest,20.5,", 5, "max", "no_whole_number"),
        ("a,duel,cible", "a,multi,cible", 3, "pile", "other_pile"),
        ("coin,,", "coin,,,,,", 6, "", "cells_too_many"),
        ('"3,5"', '"3,5" x', 3, "", "bad_sheet"),
        ("nearest,20,", "nearest,,", 5, "cards.1.questions.0.max", "missing"),
        ("b,multi,chance,i5,q5,,,,coin,,\n", "", 5, "cards.1.questions", "too_short"),
        ("chrono,i1,", "dé,i1,", 2, "cards.0.questions.0", "union_tag_invalid"),
        ("do=ut|ré", "do=ut|do", 4, "cards.0.questions.2.answers.1.0", "in_two_answers"),
    ],
)
def test_faults_of_a_sheet_have_their_row(
    before: str, after: str, line: int, column: str, reason: str
) -> None:
    assert before in SHEET
    assert (line, column, reason) in complaints(SHEET.replace(before, after, 1).encode())


def test_rows_are_counted_as_a_text_editor_does() -> None:
    text = SHEET.replace(",q1,", ',"q1\nsur deux lignes",').replace('"3,5"', "trois")
    assert complaints(text.encode()) == [(4, "number", "no_number")]


@given(st.binary(max_size=200) | st.text(max_size=200).map(str.encode))
def test_no_bytes_break_the_reading(data: bytes) -> None:
    reading = read_file(data, "essai")
    assert (reading.deck is None) == bool(reading.complaints)
    assert all(isinstance(one, Complaint) for one in reading.complaints)


@pytest.mark.parametrize("words", [("Duel", "Multi"), ("DUEL", "multi")])
@pytest.mark.parametrize(
    "modes", [("Chrono", "Cible", "Ping-pong", "Chance"), ("CHRONO", "cible", "ping pong", "Chance")]
)
def test_modes_and_piles_may_be_written_as_people_say_them(
    words: tuple[str, ...], modes: tuple[str, ...]
) -> None:
    spelled = dict(
        zip(("duel", "multi", "chrono", "cible", "pingpong", "chance"), words + modes, strict=True)
    )
    rows = [[spelled.get(cell, cell) for cell in line.split(",")] for line in SHEET.splitlines()]
    sheet = "\n".join(map(",".join, rows)).encode()
    assert sheet != SHEET.encode()
    assert read_file(sheet, "d").deck == read_file(SHEET.encode(), "d").deck
    text = json.dumps(MIXED)
    for ours, theirs in spelled.items():
        text = text.replace(f'"{ours}"', f'"{theirs}"')
    assert read_file(text.encode()).deck == read_deck(MIXED)


def test_other_words_for_modes_are_still_faults() -> None:
    assert "union_tag_invalid" in reasons(SHEET.replace("pingpong", "tennis").encode())
    assert "literal_error" in reasons(SHEET.replace("multi", "trio").encode())


def test_the_template_is_the_same_deck_as_a_sheet_and_as_json() -> None:
    sheet, plain = read_file(template_sheet(), NAME), read_file(template_json())
    assert sheet.complaints == plain.complaints == ()
    assert sheet.deck == plain.deck
    assert sheet.deck is not None
    modes = {question.mode for card in sheet.deck.cards for question in card.questions}
    assert modes == {"chrono", "cible", "pingpong", "chance"}
    assert {card.pile for card in sheet.deck.cards} == {"duel", "multi"}
    assert b"null" not in template_json()
