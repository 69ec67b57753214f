"""From what the store keeps to held tables: each part by the rules that wrote it, decks in their place."""

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

from bot.tables.decks import PlayedDeck
from bot.tables.keeping.codec import pack, read_state, split_setup, unpack, whole_setup
from bot.tables.model import Held, SceneText, Status, Vault
from bot.tables.ports import Stored
from engines.core.draws import ScriptedDraws
from engines.core.records import Refusal
from engines.defizz.dealing import DefizzDealer
from engines.defizz.rules import Defizz
from engines.tasse.rules import Tasse
from tests.support.stored import SEED, new_table

DEALER = DefizzDealer()


def begun(game: Any) -> Stored:
    """A table of this game as it is stored once the game has begun."""
    options = {"shuffle": False} if game.name == "defizz" else {"first": "1"}
    draws = ScriptedDraws([1] * 9)
    state = game.start(game.setup(["1", "2", "3"], options), draws).state
    table = new_table(game=game.name, status=Status.PLAYING)
    return pack(Held(table, Vault(SEED, state)), game, begins=True)


def test_each_scene_is_read_by_the_rules_that_wrote_it() -> None:
    class Later(Tasse):
        rules_version = Tasse.rules_version + 1
        upgrades = MappingProxyType(
            {**Tasse.upgrades, Tasse.rules_version: {"event": lambda plain: {**plain, "audience": ["2"]}}}
        )

    old, new = Tasse.rules_version, Later.rules_version
    event = '[{"type":"fell","seat":"1","audience":null}]'
    scenes = (SceneText(3, event, 0, old), SceneText(4, event, 0, new))
    held = unpack(replace(begun(Later()), scenes=scenes), {"tasse": Later()})
    assert held.vault.unread is None
    assert [scene.events[0].audience for scene in held.vault.scenes] == [("2",), None]


def test_more_scenes_than_are_told_may_be_stored() -> None:
    game = Tasse()
    scenes = tuple(SceneText(version, "[]") for version in range(3, 20))
    held = unpack(replace(begun(game), scenes=scenes), {"tasse": game})
    assert [scene.version for scene in held.vault.scenes] == list(range(20 - game.steps_told, 20))


def test_a_setup_and_its_deck_of_older_rules_are_brought_up_together() -> None:
    class Later(Defizz):
        rules_version = Defizz.rules_version + 1
        upgrades = MappingProxyType({**Defizz.upgrades, Defizz.rules_version: {"setup": _rename}})

    stored = begun(Defizz())
    state, later = read_state(stored, Defizz()), read_state(replace(stored, rules=2), Later())
    assert later.setup.deck.name == "later"
    assert later.setup.deck.cards == state.setup.deck.cards


def _rename(plain: Any) -> Any:
    assert len(plain["deck"]["cards"]) > 200
    return {**plain, "deck": {**plain["deck"], "name": "later"}}


def test_tables_with_the_same_cards_have_one_deck_and_each_its_order() -> None:
    whole = Defizz().setup(["1", "2", "3"], {})
    turned = replace(whole, deck=replace(whole.deck, cards=whole.deck.cards[::-1]))
    plain = [Defizz().setups.plain(setup) for setup in (whole, turned)]
    (one, deck), (other, same) = (split_setup(setup, DEALER) for setup in plain)
    assert deck == same
    assert deck.digest == PlayedDeck.of(deck.text).digest
    assert one != other
    setups = [DEALER.read_split(bare, deck.text, deck.digest) for bare in (one, other)]
    assert setups == [whole, turned]
    assert all(card is known for card, known in zip(setups[0].deck.cards, whole.deck.cards, strict=True))


def test_a_deck_without_one_of_the_cards_or_with_one_more_fits_no_setup() -> None:
    stored = begun(Defizz())
    for bare in (stored.setup.replace('"d001",', ""), stored.setup.replace('"d001"', '"d999"')):
        assert bare != stored.setup
        with pytest.raises(Refusal):
            DEALER.read_split(bare, stored.deck.text, stored.deck.digest)
        assert len(DEALER.read_split(stored.setup, stored.deck.text, stored.deck.digest).deck.cards) > 200
    with pytest.raises(Refusal):
        DEALER.join(stored.setup.replace('"d001"', '"d999"'), stored.deck.text)
    with pytest.raises(Refusal):
        whole_setup(replace(stored, deck=PlayedDeck("ab" * 32, stored.deck.text)), Defizz())


def test_a_deck_with_the_same_card_twice_is_not_taken_apart() -> None:
    with pytest.raises(Refusal):
        DEALER.split({"deck": {"cards": [{"id": "a", "pile": "duel"}, {"id": "a", "pile": "multi"}]}})
