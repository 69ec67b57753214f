"""How the house is furnished: every part is made here, once, and told what it needs of the others."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random, SystemRandom

import discord
from aiohttp import ClientError

from bot.chores.backroom import Backroom
from bot.insight.ladders import Ladders
from bot.insight.model import InsightStore
from bot.insight.profiles import Insight, Profiles
from bot.tables.advising import Adviser
from bot.tables.care.caretaking import Caretaker, Picturing
from bot.tables.care.shrinking import Shrinking
from bot.tables.changing import Wake
from bot.tables.computers.computers import Computers
from bot.tables.decks import Room
from bot.tables.digests.digesting import Digesting
from bot.tables.homes import Homes
from bot.tables.keeping.retention import Retention
from bot.tables.limits import Limits
from bot.tables.ports import Clock
from bot.tables.proof.dice import Seed
from bot.tables.service import Tables
from bot.tables.tasks import Aside, Tasks
from bot.thinking import GuestPrograms, Thinking, find_player
from bot.ui.clicks.house import Hooks, House, Plug
from bot.ui.clicks.router import Router
from bot.ui.frame.face import Face
from bot.ui.pages.emojis import EmojiBook
from bot.ui.showing.boards import Boards
from bot.ui.showing.contacts import Contacts
from bot.ui.showing.memory import Servers
from bot.ui.showing.pages import Pages, RatingChanges
from bot.ui.showing.posts import Posts, Threads
from bot.ui.showing.private import Private
from bot.ui.showing.publisher import Publisher
from bot.ui.showing.redrawing import Countdown, Redrawing, StopNotice
from bot.ui.showing.reminders import Reminders
from bot.ui.wire.courier import Courier
from bot.ui.wire.responder import Passes
from bot.ui.wire.studio import Studio
from cogs import FEATURES, GAMES, make_faces
from db.store import Store
from engines.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Wishes:
    """What is wished of the bot: by its operator, and by tests.

    `grace`: how many seconds a stop waits for work under way. `new_seed` makes the secret seed of a table,
    `chance` decides where nothing of a game depends on it: how long to rest, where to look first. `limits`:
    how many tables may be open. `room`: how large the pictures of decks may be. `retention`: after how many
    days closed tables are forgotten, None for never. `games`: the faces of the games that can be played.
    `features`: what else the bot offers, by their names. `programs` of others that may sit at tables: the
    words of each one's command, by its name.
    """

    grace: float = 5.0
    new_seed: Callable[[], Seed] = Seed.new
    chance: Random = field(default_factory=SystemRandom)
    limits: Limits = Limits()  # noqa: RUF009 - frozen
    room: Room = Room()  # noqa: RUF009 - frozen
    retention: int | None = None
    games: Sequence[type[Face]] = GAMES
    features: Mapping[str, Plug] = field(default_factory=lambda: FEATURES)
    programs: Mapping[str, Sequence[str]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Care:
    """What is looked after while the bot runs: in rounds, and the processes that think for computers."""

    caretaker: Caretaker
    retention: Retention
    shrinking: Shrinking
    picturing: Picturing
    digesting: Digesting
    thinking: Thinking
    programs: GuestPrograms

    def stop(self) -> None:
        """Begin no more rounds."""
        self.caretaker.stop()
        self.retention.stop()
        self.shrinking.stop()
        self.picturing.stop()
        self.digesting.stop()

    async def close(self) -> None:
        """End the processes that think."""
        await self.thinking.close()
        await self.programs.close()


def furnish(
    client: discord.Client,
    store: Store,
    clock: Clock,
    tasks: Tasks,
    book: EmojiBook,
    wishes: Wishes,
    homes: Homes,
    wake: Wake,
    *,
    gateway: bool,
) -> tuple[House, Care]:
    """Make the tables and all that shows and looks after them, each told of what it must know.

    `book` has the bot's own emojis. `homes` tells which tables are at home in this process, `wake` has the
    home of another one look at it. `gateway`: whether a connection to Discord's gateway tells of servers.
    """
    shown: dict[str, Face] = make_faces(book, wishes.games)
    tables = Tables(
        *(store, _rules_of(wishes), clock, wishes.new_seed, wishes.chance, tasks, wishes.limits, homes, wake)
    )
    insight = _make_insight(store.insight, clock)
    rooms = _make_rooms(client, store, tables, shown, insight, tasks, gateway=gateway)
    posts, pages, people, courier = rooms.posts, rooms.pages, rooms.people, rooms.courier
    private, boards, studio = rooms.private, rooms.boards, rooms.studio
    publisher = Publisher(tables, store, boards, private, posts, pages, shown, studio, tasks)
    care = _make_care(tables, store, clock, tasks, wishes)
    router = Router(
        *(tables, publisher, private, posts, shown, people, store, store, tasks, studio, rooms.passes),
        care.programs,
    )
    studio.answers = router.answers
    hooks = Hooks()
    house = House(
        *(tables, publisher, private, pages, posts, router, courier),
        people=people,
        servers=store,
        decks=store,
        room=wishes.room,
        upkeep=store,
        faces=shown,
        tasks=tasks,
        studio=studio,
        passes=rooms.passes,
        redrawing=Redrawing(tables, publisher, store, tasks, hooks.renamed),
        stop_notice=StopNotice(tables, boards, posts, pages, store, tasks),
        backroom=Backroom(),
        adviser=Adviser(care.thinking, find_player),
        insight=insight,
        store=store,
        clock=clock,
        new_seed=wishes.new_seed,
        hooks=hooks,
    )
    _connect(house, care, rooms.reminders)
    _seat_computers(tables, clock, tasks, care)
    return house, care


@dataclass(frozen=True, slots=True)
class _Rooms:
    """What shows tables: what was posted, pages, people, the wire, boards and private messages."""

    posts: Posts
    pages: Pages
    people: Contacts
    studio: Studio
    passes: Passes
    courier: Courier
    private: Private
    reminders: Reminders
    boards: Boards


def _make_rooms(
    client: discord.Client,
    store: Store,
    tables: Tables,
    shown: Mapping[str, Face],
    insight: Insight,
    tasks: Tasks,
    *,
    gateway: bool,
) -> _Rooms:
    studio, passes, posts = Studio(tasks, fetch=store.load_picture), Passes(), Posts(store, tables.homes)
    pages = Pages(tables, shown, posts, store.insight, RatingChanges(insight.ladders, store, shown))
    people = Contacts(store, posts)
    courier = Courier(client, people, studio, passes)
    servers = _make_servers(client, store, tables.homes, gateway=gateway)
    private = Private(tables, posts, pages, people, courier, shown, servers, tasks)
    reminders = Reminders(tables, posts, people, courier, shown, private, tasks)
    boards = Boards(tables, posts, pages, courier, shown, reminders, Threads(tables, courier, shown), tasks)
    return _Rooms(posts, pages, people, studio, passes, courier, private, reminders, boards)


def _make_insight(store: InsightStore, clock: Clock) -> Insight:
    aside = Aside("insight").run
    ladders = Ladders(store, aside, clock.now)
    return Insight(ladders, Profiles(store, ladders, aside), store)


def _make_servers(client: discord.Client, store: Store, homes: Homes, *, gateway: bool) -> Servers:
    names = store if homes.shared else None
    return Servers(_make_namer(client), names, None if gateway else _make_asker(client))


def _rules_of(wishes: Wishes) -> dict[str, AnyGame]:
    return {game.spec.name: game.spec.rules for game in wishes.games}


def _make_care(
    tables: Tables,
    store: Store,
    clock: Clock,
    tasks: Tasks,
    wishes: Wishes,
) -> Care:
    return Care(
        Caretaker(tables, store, clock, tasks),
        Retention(store, clock, tasks, wishes.retention, tables.homes),
        Shrinking(store, _rules_of(wishes), clock, tasks, tables.homes),
        Picturing(store, wishes.room, clock, tasks),
        Digesting(tables, store.insight, clock, tasks),
        Thinking(),
        GuestPrograms(wishes.programs),
    )


def _connect(house: House, care: Care, reminders: Reminders) -> None:
    """Have each part told of what it must know."""
    tables, publisher, people = house.tables, house.publisher, house.people
    tables.after_commit.add(lambda done: publisher.publish_soon(done.table.id))
    tables.after_commit.add(house.stop_notice.note)
    tables.on_look.add(publisher.publish_soon)
    tables.on_count.add(Countdown(tables, publisher.boards, house.tasks).renew_soon)
    tables.on_overtaken.add(publisher.show_again)
    tables.on_reminder.add(reminders.remind_soon)
    tables.on_leaving.add(publisher.boards.whereabouts.forget_all)
    tables.on_forgetting.add(lambda _: house.posts.clear())
    tables.on_forgetting.add(lambda _: people.clear())
    if tables.homes.shared:
        tables.on_sweep.add(lambda _: people.clear())
        tables.on_sweep.add(lambda _: house.private.servers.clear())
        tables.on_sweep.add(lambda _: house.tasks.spawn(house.private.asides.catch_up(), "catch up asides"))
        tables.on_sweep.add(lambda _: house.tasks.spawn(house.redrawing.go_on(), "go on redrawing"))
    care.caretaker.on_reminder.add(reminders.remind_host_soon)
    care.digesting.attend()


def _seat_computers(tables: Tables, clock: Clock, tasks: Tasks, care: Care) -> None:
    """Have computers attend to the tables, and ask programs of others what they play."""
    Computers(tables, find_player, care.thinking, clock, tasks, care.programs).attend()
    tasks.spawn(care.programs.greet(), "greet programs")


def _make_namer(client: discord.Client) -> Callable[[int], str]:
    def name(guild_id: int) -> str:
        guild = client.get_guild(guild_id)
        return guild.name if guild is not None else ""

    return name


def _make_asker(client: discord.Client) -> Callable[[int], Awaitable[str]]:
    async def ask(guild_id: int) -> str:
        try:
            return (await client.fetch_guild(guild_id, with_counts=False)).name
        except (discord.DiscordException, OSError, ClientError):
            return ""

    return ask
