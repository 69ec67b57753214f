"""Held tables to what the store keeps, and back: the game's own parts become JSON text."""

import json
from collections.abc import Mapping
from typing import Any

from bot.tables.decks import PlayedDeck
from bot.tables.model import Held, Scene, SceneText, Unread, Vault, incident_of
from bot.tables.pending import Pending
from bot.tables.ports import Stored
from engines.core.decks import Dealer
from engines.core.game import AnyGame
from engines.core.records import Refusal, State
from engines.core.replacing import replace

_LEAST_WEIGHT = 4_000
"""What any table weighs, whatever its texts: seats, people, options."""


def scene_of(version: int, events: tuple[Any, ...], game: AnyGame, opened_at: int = 0) -> Scene:
    """A scene with its JSON."""
    text = f"[{','.join(game.events.dump(event) for event in events)}]"
    return Scene(version, events, opened_at, text)


def pack(held: Held, game: AnyGame, *, begins: bool) -> Stored:
    """The stored form of a held table; `begins`: its setup is not stored yet."""
    vault = held.vault
    if vault.unread is not None:
        kept = vault.unread
        return Stored(
            held.table, vault.seed, None, kept.position, kept.scenes, held.last_seq, rules=vault.rules
        )
    state = vault.state
    rules = game.rules_version
    setup, deck = _pack_setup(state.setup, game) if begins and state is not None else (None, None)
    return Stored(
        table=held.table,
        seed=vault.seed,
        setup=setup,
        deck=deck,
        position=None if state is None else game.positions.dump(state.position),
        scenes=tuple(SceneText(each.version, each.text, each.opened_at, rules) for each in vault.scenes),
        last_seq=held.last_seq,
        rules=rules,
        setup_rules=rules,
        salt=vault.salt,
    )


def _pack_setup(setup: Any, game: AnyGame) -> tuple[str, PlayedDeck | None]:
    if game.dealer is None:
        return game.setups.dump(setup), None
    return split_setup(game.setups.plain(setup), game.dealer)


def unpack(stored: Stored, games: Mapping[str, AnyGame]) -> Held:
    """The held form of a stored table; what was written by older rules is brought up to ours.

    A table whose game cannot be read, for whatever reason, is held all the same (see `Unread`): it can be
    shown as such, left and closed.
    """
    table = stored.table
    try:
        game = games[table.game]
        vault = _opened(stored, game)
        pending = table.pending
        if pending.draft and stored.rules != game.rules_version:
            draft = tuple(game.upgrade("action", plain, stored.rules) for plain in pending.draft)
            table = replace(table, pending=Pending(draft, pending.offer))
    except Exception as error:
        # Neither the text nor the error's own words: both may tell secrets.
        unread = Unread(incident_of(table), type(error).__name__, stored.position, stored.scenes)
        vault = Vault(stored.seed, salt=stored.salt, rules=stored.rules, unread=unread)
    return Held(table, vault, stored.last_seq, weigh(stored, games.get(table.game)))


def weigh(stored: Stored, game: AnyGame | None) -> int:
    """About how many bytes of text a held table was read from; the cards of the house's decks are shared."""
    dealer = None if game is None else game.dealer
    own = dealer is not None and (
        dealer.house(stored.table.manners.deck) is None or bool(dealer.parts(stored.table.options))
    )
    deck = size_of_setup(stored) if own else 0
    scenes = sum(len(scene.events) for scene in stored.scenes)
    return _LEAST_WEIGHT + deck + len(stored.position or "") + scenes


def size_of_setup(stored: Stored) -> int:
    """How many characters a stored table's setup has, with its deck."""
    return len(stored.setup or "") + (0 if stored.deck is None else len(stored.deck.text))


def _opened(stored: Stored, game: AnyGame) -> Vault:
    scenes = tuple(_read_scene(scene, game) for scene in stored.scenes[-game.steps_told :])
    return Vault(stored.seed, read_state(stored, game), scenes, stored.salt, stored.rules)


def _read_scene(kept: SceneText, game: AnyGame) -> Scene:
    events = tuple(_event(plain, game, kept.rules) for plain in json.loads(kept.events))
    return scene_of(kept.version, events, game, kept.opened_at)


def read_state(stored: Stored, game: AnyGame) -> State[Any, Any] | None:
    """The state of a stored game, None before it begins; Refusal where it cannot be read."""
    if stored.setup is None or stored.position is None:
        return None
    if stored.deck is None or game.dealer is None or stored.setup_rules != game.rules_version:
        setup = game.read("setup", whole_setup(stored, game) or "", stored.setup_rules)
    else:
        setup = game.dealer.read_split(stored.setup, stored.deck.text, stored.deck.digest)
    return State(setup, game.read("position", stored.position, stored.rules))


def split_setup(setup: Mapping[str, Any], dealer: Dealer) -> tuple[str, PlayedDeck]:
    """A JSON-able setup as it is stored: with the cards of its deck by their ids alone. Raises Refusal."""
    bare, deck = dealer.split(setup)
    return bare, PlayedDeck.of(deck)


def whole_setup(stored: Stored, game: AnyGame) -> str | None:
    """The setup of a stored table with the cards of its deck; Refusal where the parts do not fit."""
    if stored.setup is None or stored.deck is None:
        return stored.setup
    if game.dealer is None or PlayedDeck.of(stored.deck.text) != stored.deck:
        raise Refusal("bad_request", "malformed", where="deck")
    return game.dealer.join(stored.setup, stored.deck.text)


def _event(plain: Any, game: AnyGame, rules: int) -> Any:
    if rules != game.rules_version:
        plain = game.upgrade("event", plain, rules)
    return game.events.parse(plain)
