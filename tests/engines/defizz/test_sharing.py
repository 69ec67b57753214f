"""A thousand tables that are played with the same deck hold each of its cards once."""

import gc
import json
import tracemalloc
from dataclasses import replace
from typing import Any

import pytest

from engines.core.codec import Codec
from engines.core.records import Refusal
from engines.defizz import deck as decks
from engines.defizz.dealing import DefizzDealer
from engines.defizz.deck import DECKS, Deck, built_in_deck
from engines.defizz.judging import match, prepared
from engines.defizz.model import Setup
from engines.defizz.rules import Defizz
from tests.engines.defizz.decks import chrono, cible, deck, pingpong

GAME = Defizz()
SEATS = ("1", "2", "3")


def text_of(*numbers: float, name: str = "essai") -> str:
    """The text of a deck whose questions ask for these numbers."""
    return json.dumps({**deck(*map(cible, numbers)), "name": name})


def stored(cards: Deck) -> str:
    return GAME.setups.dump(GAME.setup(SEATS, DefizzDealer().options(cards)))


def load(text: str) -> Setup:
    setup: Setup = GAME.read("setup", text, GAME.rules_version)
    return setup


def test_tables_loaded_again_share_their_cards_in_any_order() -> None:
    own = DECKS.load(text_of(1, 2, 3, 4, 5, 6))
    turned = replace(own, cards=own.cards[::-1])
    one, other = load(stored(own)), load(stored(turned))
    assert one.deck.cards == other.deck.cards[::-1]
    assert all(a is b for a, b in zip(one.deck.cards, other.deck.cards[::-1], strict=True))


def test_the_built_in_cards_are_always_the_same() -> None:
    setup = load(stored(built_in_deck()))
    assert all(a is b for a, b in zip(setup.deck.cards, built_in_deck().cards, strict=True))


def test_what_is_shared_goes_back_to_the_same_text() -> None:
    """3 and 3.0 are equal, yet each deck keeps its own: a record's digest must not depend on the other."""
    texts = [stored(DECKS.load(text_of(*numbers))) for numbers in ((3, 4, 0.0), (3.0, 4.0, -0.0))]
    setups = [load(text) for text in texts]
    assert texts[0] != texts[1]
    assert [GAME.setups.dump(setup) for setup in setups] == texts
    again = load(texts[1])
    assert all(a is b for a, b in zip(again.deck.cards, setups[1].deck.cards, strict=True))


def test_cards_with_one_number_between_them_stay_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sharing rests on equality; the number they are found by may be anything."""
    monkeypatch.setattr(decks, "hash", lambda _: 7, raising=False)
    setup = load(text := stored(DECKS.load(text_of(11, 12, 13, 14, 15, 16))))
    assert GAME.setups.dump(setup) == text


def test_cards_that_no_table_has_any_more_are_forgotten() -> None:
    gc.collect()
    before = len(decks._known)
    setups = [load(stored(DECKS.load(text_of(*range(n, n + 30))))) for n in range(1000, 1300, 30)]
    assert len(decks._known) == before + 10 * 20
    setups.clear()
    gc.collect()
    assert len(decks._known) == before


def test_a_deck_is_parsed_once_by_what_is_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    parsed: list[Any] = []
    load_text = DECKS.load

    def counting(text: str, *more: Any) -> Deck:
        parsed.append(text)
        return load_text(text, *more)

    monkeypatch.setattr(DECKS, "load", counting)
    dealer = DefizzDealer()
    first = dealer.read(text_of(7, 8, 9, name="un"))
    assert dealer.read(text_of(7, 8, 9, name="un")) is first
    other = dealer.read(text_of(7, 8, 9, name="deux"))
    assert (other.name, len(parsed)) == ("deux", 2)
    assert other.cards[0] is first.cards[0]


def test_a_bad_deck_is_refused_each_time() -> None:
    for _ in range(2):
        with pytest.raises(Refusal):
            DefizzDealer().read('{"format":1}')


def test_a_hundred_tables_take_little_more_than_one() -> None:
    """Measured: 270 MB before, 5 MB since, for a hundred tables with a deck of 1 MB; here in small."""
    questions = [
        part
        for number in range(60)
        for part in (chrono(*(f"réponse {number} {n}" for n in range(20))), cible(number), pingpong())
    ]
    text = stored(DECKS.load(json.dumps(deck(*questions)))).encode()
    first = load(text.decode())
    tracemalloc.start()
    try:
        one = DECKS.load(json.dumps(deck(*questions)))
        alone = tracemalloc.get_traced_memory()[0]
        held = [load(text.decode()) for _ in range(100)]
        gc.collect()
        together = tracemalloc.get_traced_memory()[0] - alone
    finally:
        tracemalloc.stop()
    assert len(held) == 100
    assert one == first.deck
    assert together < 2 * alone


def test_answers_got_ready_are_bounded_by_weight() -> None:
    """Each of these lists has a thousand answers; five hundred of them would have stayed."""
    for number in range(31):
        groups = tuple((f"réponse {number} {n}",) for n in range(1000))
        assert match.compare(f"réponse {number} 500", groups).right
        assert prepared._kept.weight <= prepared._KEPT_BYTES
    assert len(prepared._kept) < 30


def test_the_weight_of_answers_is_not_less_than_they_take() -> None:
    for groups in (
        tuple((chr(0x4E00 + n),) for n in range(1000)),
        tuple((f"{n} " + "mot " * 48,) for n in range(1000)),
        (("Reims",),),
    ):
        prepared._prepare(groups, ())
        tracemalloc.start()
        try:
            ready = prepared._prepare(groups, ())
            gc.collect()
            taken = tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()
        assert ready.keys
        assert taken < 2 * prepared._weight(groups, ())


def long_setup(**deck: Any) -> str:
    """A setup's JSON, long enough to be read card by card."""
    plain = GAME.setups.plain(GAME.setup(["1", "2", "3"], {}))
    cards = [{**card, "id": f"{card['id']}-{copy}"} for copy in range(2) for card in plain["deck"]["cards"]]
    return json.dumps({**plain, "deck": {**plain["deck"], "cards": cards, **deck}}, ensure_ascii=False)


def test_a_long_deck_is_read_as_a_short_one_is() -> None:
    text = long_setup()
    assert len(text) > 400_000
    assert GAME.setups.load(text) == Codec(Setup).load(text)
    assert json.loads(GAME.setups.dump(GAME.setups.load(text))) == json.loads(text)


@pytest.mark.parametrize("cards", [None, {}, "cards", [3], [{"id": "d1"}] * 40_000])
def test_a_long_deck_that_is_none_is_refused(cards: Any) -> None:
    with pytest.raises(Refusal) as caught:
        GAME.setups.load(long_setup(cards=cards, name="x" * 400_000))
    assert (caught.value.code, caught.value.reason) == ("bad_request", "malformed")
