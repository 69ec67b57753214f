"""What a pane is told: the difference between two panes, and nothing else."""

from hypothesis import given
from hypothesis import strategies as st

from playground.pages import SHOWN_MESSAGES, Pane, difference, pane_of
from playground.wire import Json

_MESSAGES = st.dictionaries(
    st.integers(1, 12).map(str), st.builds(lambda text: {"content": text}, st.sampled_from("abc")), max_size=8
)
_CHANNELS = st.lists(st.builds(lambda name: {"id": name}, st.sampled_from("xyz")), max_size=3).map(tuple)


def _pane(messages: Json, channels: tuple[Json, ...]) -> Pane:
    return Pane({}, channels, (), {key: body | {"id": key} for key, body in messages.items()})


_PANES = st.builds(_pane, _MESSAGES, _CHANNELS)


def _applied(before: Pane, order: Json) -> Pane:
    messages = {key: body for key, body in before.messages.items() if key not in order.get("gone", ())}
    messages |= {message["id"]: message for message in order.get("put", ())}
    channels = tuple(order.get("channels", before.channels))
    return Pane(order.get("profile", before.person), channels, before.interactions, messages)


@given(_PANES, _PANES)
def test_a_difference_leads_from_one_pane_to_the_other(before: Pane, after: Pane):
    assert _applied(before, difference(before, after)) == after


@given(_PANES)
def test_nothing_is_told_when_nothing_changed(pane: Pane):
    assert difference(pane, pane) == {}


@given(_PANES, _PANES)
def test_only_what_changed_is_told(before: Pane, after: Pane):
    put = difference(before, after).get("put", [])
    assert all(before.messages.get(message["id"]) != message for message in put)


def test_old_messages_are_left_out():
    messages = [{"id": str(number)} for number in range(SHOWN_MESSAGES + 5)]
    seen = pane_of(
        {"person": {}, "interactions": [], "channels": [{"id": "9", "name": "x", "messages": messages}]}
    )
    assert list(seen.messages) == [str(number) for number in range(5, SHOWN_MESSAGES + 5)]
    assert seen.messages["5"]["channel_id"] == "9"
    assert seen.channels == ({"id": "9", "name": "x"},)
