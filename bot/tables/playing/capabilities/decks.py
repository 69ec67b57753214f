"""Decks: the cards that a game is begun with, those that its steps turn, and reports of bad ones.

How cards are shuffled stands in bot.tables.proof.dice, and how unturned ones are hidden in
bot.tables.proof.dice.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Final

from bot.tables.asks import Plan, line
from bot.tables.decks import DeckStore, Report
from bot.tables.keeping.ledger import Ledger
from bot.tables.model import Denied, Held, Status, Table
from bot.tables.playing.capabilities.hooks import Hooks, Layout, Supply
from bot.tables.ports import Clock, Turned
from bot.tables.proof.dice import Seed, TableDraws, deck_digest, heaps_of, number_themes, seals_of, shuffle
from engines.core.decks import Dealer, handle_of
from engines.core.game import AnyGame
from engines.core.records import Refusal

SEEN: Final = "/"
"""Under this name, which no deck has, the marks are kept of what a server has seen in any deck."""


@dataclass(frozen=True, slots=True)
class Cards:
    """The cards that a game is begun with: a supply of a deck by its name ("" is the house's usual one).

    `seen` are the marks of what the server knows; `salt` (32 secret bytes) seals all of them.
    """

    name: str
    deck: Any = field(repr=False)
    seen: frozenset[str]
    salt: bytes = field(repr=False)

    def lay_out(self, game: AnyGame, table: Table, draws: TableDraws) -> Layout:
        """Shuffle those that the host wants; Denied "too_few_cards" where that leaves none to play with.

        Denied "busy" where the host chose another deck while this one was fetched.
        """
        if self.name != table.manners.deck:
            raise Denied("busy")
        dealer, taken = _dealer(game), len(draws.taken)
        chosen = _choose(dealer, self.deck, table.options)
        heaps = heaps_of(dealer.piles(chosen), dealer.find_known(chosen, self.seen))
        marks = number_themes(dealer.themes_on(chosen))
        deck = dealer.arrange(chosen, shuffle(heaps, draws, marks))
        told: dict[str, Any] = {"deck": self.name, "heaps": [list(heap) for heap in heaps]}
        if marks:
            told["themes"] = [[list(marks[card]) for card in heap] for heap in heaps]
        entry = line("shuffle", None, None, told, draws.taken[taken:])
        return Layout(dealer.options(deck), (entry,), self.salt)

    def promise(self, game: AnyGame, setup: Any) -> Mapping[str, Any]:
        """The digest of the deck, by which nobody can exchange a card later, or tell other themes."""
        dealer = _dealer(game)
        plain = dealer.plain_cards(game.setups.plain(setup))
        marks = number_themes(dealer.setup_themes(setup))
        return {"deck": deck_digest(seals_of(plain, self.salt), marks)}


class DeckHooks(Hooks):
    """What a step turns is noted with it, and so exactly once, so that the server sees other cards first."""

    def complete(self, plan: Plan, held: Held, game: AnyGame) -> Plan:
        """Note the cards that the step has turned."""
        before, after = held.vault.state, None if plan.vault is None else plan.vault.state
        if before is None or after is None:
            return plan
        dealer = _dealer(game)
        cards = dealer.find_newly_turned(before.position, after.position)
        if not cards:
            return plan
        piles, turned = dealer.setup_piles(after.setup), []
        for card in cards:
            pile = dealer.marks(after.setup, next(pile for pile in piles if card in pile))
            turned.append(Turned(SEEN, dealer.marks(after.setup, (card,)), pile))
        return replace(plan, turned=tuple(turned))


class Decks:
    """What is asked about decks. `new_seed`: where the salts of cards come from."""

    def __init__(self, store: DeckStore, ledger: Ledger, clock: Clock, new_seed: Callable[[], Seed]) -> None:
        self._store = store
        self._ledger = ledger
        self._clock = clock
        self._new_seed = new_seed

    async def fetch(self, table: Table) -> tuple[Supply, ...]:
        """What a lobby's game would be begun with; nothing for one without cards. Denied "no_such_deck"."""
        dealer = self._ledger.game(table.game).dealer
        if dealer is None or table.status is not Status.LOBBY:
            return ()
        name = table.manners.deck
        wanted = dealer.parts(table.options)
        parts = {part: await self._read(dealer, table.guild_id, part) for part in wanted}
        deck = dealer.gather(parts) if parts else await self._read(dealer, table.guild_id, name)
        seen = await self._store.list_seen_cards(table.guild_id, SEEN)
        return (Cards(name, deck, seen, self._new_seed().secret),)

    async def fetch_for(self, table: Table, chosen: Mapping[str, Any]) -> Any | None:
        """The deck of a lobby in which these options are set; None if they concern no cards.

        Denied "no_such_deck".
        """
        dealer = self._ledger.game(table.game).dealer
        if dealer is None or not (chosen.keys() & {"deck", *dealer.choices}):
            return None
        return await self._read(dealer, table.guild_id, str(chosen.get("deck", table.manners.deck)))

    async def list_themes(self, table: Table) -> tuple[str, ...]:
        """The themes among which a lobby's host may choose; none where its deck is gone."""
        dealer = self._ledger.game(table.game).dealer
        if dealer is None:
            return ()
        try:
            return dealer.themes(await self._read(dealer, table.guild_id, table.manners.deck))
        except Denied:
            return ()

    async def count_seen(self, game: str, guild_id: int, names: Sequence[str]) -> Mapping[str, int]:
        """How many cards of each of these decks a server has seen; none of one that cannot be read."""
        dealer, counts = _dealer(self._ledger.game(game)), {}
        seen = await self._store.list_seen_cards(guild_id, SEEN)
        for name in names:
            try:
                counts[name] = len(dealer.find_known(await self._read(dealer, guild_id, name), seen))
            except (Denied, Refusal):
                counts[name] = 0
        return counts

    async def report(self, user_id: int, table_id: int, card: str, part: int, reason: str) -> bool:
        """A player finds a part of a card (from 0) bad: it waits for moderators; False if they said so.

        `card` is the handle of a card that has been turned (see engines.core.decks).

        Denied "not_at_table", "not_begun", "no_such_part"; "no_such_deck" and "part_changed" where the deck
        has been deleted or replaced since the game began. Raises Full or Enough, too.
        """
        held = await self._ledger.held(table_id)
        table, state, dealer = held.table, held.vault.state, self._ledger.game(held.table.game).dealer
        if table.seat_of(user_id) is None:
            raise Denied("not_at_table")
        if state is None:
            raise Denied("not_begun")
        turned = () if dealer is None else dealer.list_all_turned(state.setup, state.position)
        card = next((one for one in turned if handle_of(one) == card), card)
        words = None if dealer is None else dealer.words(state.setup, state.position, card, part)
        if dealer is None or words is None:
            raise Denied("no_such_part")
        name = dealer.origin(table.manners.deck, card)
        place = dealer.locate(await self._read(dealer, table.guild_id, name), state.setup, card, part)
        if place is None:
            raise Denied("part_changed")
        made = Report(name, *place, words, reason, self._clock.now(), user_id)
        return await self._store.add_report(table.guild_id, made)

    async def _read(self, dealer: Dealer, guild_id: int, name: str) -> Any:
        """The deck of this name, the house's or the server's own; Denied "no_such_deck"."""
        deck = dealer.house(name)
        if deck is not None:
            return deck
        text = await self._store.load_deck(guild_id, name)
        if text is None:
            raise Denied("no_such_deck", deck=name)
        return dealer.read(text)


def _choose(dealer: Dealer, deck: Any, options: Mapping[str, Any]) -> Any:
    """The deck with the cards that these options of a table want; Denied "too_few_cards"."""
    try:
        return dealer.choose(deck, options)
    except Refusal as refusal:
        raise Denied(refusal.reason, **dict(refusal.params)) from refusal


def _dealer(game: AnyGame) -> Dealer:
    if game.dealer is None:
        raise ValueError("a game without cards has nobody who deals")
    return game.dealer
