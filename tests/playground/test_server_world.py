"""The world by itself: ids that only grow, what each person sees, and notices of what changed."""

from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from playground.changes import Change, Feed
from playground.errors import ActorError, ApiError
from playground.interactions import Interactions, InteractionType
from playground.limits import Rate, RateLimits
from playground.snowflakes import EPOCH, Snowflakes, moment_of
from playground.world import World


@given(st.lists(st.integers(min_value=-5_000, max_value=5_000), max_size=50))
def test_snowflakes_only_grow_whatever_the_clock_does(steps):
    now = datetime(2026, 1, 1, tzinfo=UTC)
    make = Snowflakes(lambda: now)
    made = [make()]
    for step in steps:
        now += timedelta(milliseconds=step)
        made.append(make())
    assert made == sorted(set(made))


@given(st.integers(min_value=0, max_value=2**40))
def test_a_snowflake_tells_its_millisecond(milliseconds):
    moment = EPOCH + timedelta(milliseconds=milliseconds)
    assert moment_of(Snowflakes(lambda: moment)()) == moment


def test_the_first_to_come_moderates():
    world = World()
    first, second = world.add_person("Alice"), world.add_person("Bob")
    assert first.permissions & ~second.permissions
    world.set_moderator(second.id, True)
    assert first.permissions == second.permissions


def test_a_private_channel_is_seen_by_its_person_alone():
    world = World()
    alice, bob = world.add_person("Alice"), world.add_person("Bob")
    world.add_channel("jeux")
    private = world.open_dm(alice.id)
    assert world.open_dm(alice.id) is private
    world.messages.post(private, world.bot, {"content": "vos dés"})
    assert [each["kind"] for each in world.list_visible(alice.id)["channels"]] == ["text", "dm"]
    assert [each["kind"] for each in world.list_visible(bob.id)["channels"]] == ["text"]
    world.remove_person(alice.id)
    assert [each["kind"] for each in world.list_visible(alice.id)["channels"]] == ["dm"]
    for nobody in (1, world.bot.id):
        with pytest.raises(ApiError):
            world.open_dm(nobody)


def test_notices_name_the_audience_and_a_failing_listener_harms_nobody(caplog):
    world = World()
    alice, channel = world.add_person("Alice"), world.add_channel("jeux")
    heard: list[Change] = []

    def broken(change):
        raise RuntimeError("fenêtre fermée")

    world.changes.subscribe(broken)
    stop = world.changes.subscribe(heard.append)
    whisper = world.messages.post(channel, world.bot, {"content": "à vous"}, audience=alice.id)
    world.messages.post(channel, world.bot, {"content": "à tous"})
    world.delete_message(channel.id, whisper.id)
    stop()
    stop()
    world.delete_channel(channel.id)
    assert [(change.kind, change.audience) for change in heard] == [
        ("message", alice.id),
        ("message", None),
        ("message", alice.id),
    ]
    assert "failed" in caplog.text


def test_deleting_a_channel_takes_its_threads_along():
    world = World()
    channel = world.add_channel("jeux")
    thread = world.add_thread(channel, "Table", 60)
    message = world.messages.post(thread, world.bot, {"content": "x"})
    world.delete_channel(channel.id)
    assert world.channels == {}
    assert world.messages.find(message.id) is None


def test_permissions_of_a_thread_follow_its_parent_and_unknown_names_are_refused():
    world = World()
    channel = world.add_channel("jeux")
    thread = world.add_thread(channel, "Table", 60)
    world.set_bot_permissions(channel.id, {"view_channel"})
    assert world.bot_permissions(thread) == world.bot_permissions(channel) == 1 << 10
    person = world.add_person("Anne")
    world.allow(channel.id, person.id, manage_messages=False)
    assert world.permissions(person, thread) == person.permissions & ~(1 << 13)
    with pytest.raises(KeyError):
        world.set_bot_permissions(channel.id, {"fly"})
    with pytest.raises(KeyError):
        world.allow(channel.id, person.id, fly=True)


async def test_an_interaction_is_answered_under_its_own_token_only():
    interactions = Interactions(Snowflakes(), Feed(), Random("tokens"), 60.0, 60.0)
    asked = interactions.open(InteractionType.COMMAND, 1, 2, {}, "tasse")
    for interaction_id, token in ((asked.id, "other"), (1, asked.token)):
        with pytest.raises(ApiError) as refused:
            interactions.find_unanswered(interaction_id, token)
        assert refused.value.code == 10062
    assert interactions.find_unanswered(asked.id, asked.token) is asked
    with pytest.raises(ApiError) as refused:
        interactions.find_by_token(asked.token)
    assert refused.value.code == 10015


def test_a_window_opens_with_its_first_request_and_each_key_has_its_own():
    now = 100.0
    limits = RateLimits(lambda: now, {"send": Rate(2, 5.0)})
    assert [limits.take("send", "a").remaining for _ in range(2)] == [1, 0]
    now = 104.0
    refused = limits.take("send", "a")
    assert (refused.allowed, refused.reset_after) == (False, 1.0)
    assert limits.take("send", "b").allowed
    now = 105.0
    assert limits.take("send", "a").remaining == 1


def test_a_command_is_found_by_its_whole_path():
    world = World()
    start = {"name": "start", "description": "Ouvre", "type": 1}
    (first,) = world.registry.replace([{"name": "tasse", "description": "La Tasse", "options": [start]}])
    assert world.find_command("/tasse start")[0]["id"] == first["id"]
    (again,) = world.registry.replace([{"name": "tasse", "description": "Autrement", "options": [start]}])
    assert again["id"] == first["id"]
    for words in ("tasse", "tasse stop", "diavolo"):
        with pytest.raises(ActorError):
            world.find_command(words)
