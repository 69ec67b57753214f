"""Messages of channels: post, read, edit, delete."""

from collections.abc import Callable
from datetime import timedelta

from playground.bodies import kept_files, number
from playground.calls import Call, Reply, Route
from playground.channels import Channel
from playground.errors import ApiError, invalid
from playground.interactions import Answer, Interaction, InteractionType
from playground.messages import NO_FLAGS, Message, MessageFlags
from playground.people import BITS
from playground.posting import NONCE_MINUTES
from playground.rules import check_callback, check_message
from playground.rules.callbacks import CHOICES, DEFERRED, DEFERRED_UPDATE, MESSAGE, MODAL, UPDATE
from playground.rules.fields import Problem
from playground.snowflakes import moment_of
from playground.wire import Json, snowflake

OLD = timedelta(hours=1)


def _post(call: Call) -> Reply:
    channel = channel_for_sending(call)
    invalid(check_message(call.body, call.filenames))
    body = call.fields
    first = _first_with_nonce(call, channel, body)
    if first is not None:
        return Reply(200, first.as_json())
    message = call.world.messages.post(
        channel, call.world.bot, body, call.uploads, reference=_reference(channel, body)
    )
    if message.nonce is not None:
        channel.nonces[str(message.nonce)] = message.id
    return Reply(200, message.as_json())


def _first_with_nonce(call: Call, channel: Channel, body: Json) -> Message | None:
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    first_id = channel.nonces.get(str(body["nonce"]))
    if first_id is None or call.world.clock() - moment_of(first_id) > timedelta(minutes=NONCE_MINUTES):
        return None
    return channel.messages.get(first_id)


def _reference(channel: Channel, body: Json) -> Json | None:
    wanted = body.get("message_reference")
    if not wanted:
        return None
    if snowflake(wanted["message_id"]) not in channel.messages:
        if wanted.get("fail_if_not_exists", True):
            what = "Unknown message"
            invalid([Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", what)])
        return None
    reference = {"type": 0, "message_id": str(wanted["message_id"]), "channel_id": str(channel.id)}
    return reference if channel.kind == "dm" else reference | {"guild_id": str(channel.guild_id)}


def _read(call: Call) -> Reply:
    return Reply(200, message_of(call, channel_of(call, "read_message_history")).as_json())


def _edit(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        raise ApiError(50005)
    if channel.archived:
        raise ApiError(50083)
    kept = kept_files(message, call.body)
    problems = check_message(
        call.body, call.filenames, flags=int(message.flags), editing=True, kept_files=kept
    )
    invalid(problems)
    if call.world.clock() - message.created_at > OLD:
        call.throttle("old_edit", str(channel.id))
    return Reply(200, call.world.messages.edit(message, call.fields, call.uploads).as_json())


def _remove(call: Call) -> Reply:
    channel = channel_of(call)
    message = message_of(call, channel)
    if message.author is not call.world.bot:
        if channel.kind == "dm":
            raise ApiError(50013)
        channel_of(call, "manage_messages")
    call.world.messages.remove(message)
    return Reply(204)


_MESSAGES = "/channels/{channel_id}/messages"
_ONE = _MESSAGES + "/{message_id}"
ROUTES = (
    Route("POST", _MESSAGES, _post, "send", ("channel_id",)),
    Route("GET", _ONE, _read),
    Route("PATCH", _ONE, _edit, "edit", ("channel_id",)),
    Route("DELETE", _ONE, _remove),
)


# Follow-ups: what a bot may still do with an interaction's token after its first answer.

_KEY = ("token",)


def _interaction(call: Call) -> Interaction:
    if call.id("application_id") != call.world.application_id:
        raise ApiError(10015)
    return call.world.interactions.find_by_token(call.params["token"])


def _message(call: Call) -> tuple[Interaction, Message]:
    interaction = _interaction(call)
    wanted = call.params["message_id"]
    message = interaction.original if wanted == "@original" else _by_id(call, wanted)
    if message is None or call.world.messages.find(message.id) is None:
        raise ApiError(10008)
    return interaction, message


def _by_id(call: Call, wanted: str) -> Message | None:
    message = call.world.messages.find(int(wanted)) if wanted.isdigit() else None
    interaction = _interaction(call)
    if message is None or message is interaction.message:
        return message
    ours = (message.interaction or {}).get("id") == str(interaction.id)
    return message if ours else None


def _follow_up(call: Call) -> Reply:
    interaction = _interaction(call)
    invalid(check_message(call.body, call.filenames))
    original = interaction.original
    if original is not None and original.loading and call.world.messages.find(original.id) is not None:
        return Reply(200, _fill(call, original).as_json())
    posted = reply(call, interaction, call.fields, NO_FLAGS)
    call.world.interactions.follow_up(interaction, posted)
    return Reply(200, posted.as_json())


def _fill(call: Call, message: Message) -> Message:
    """Edit a message; one that still says "is thinking" becomes the reply, and does not count as edited."""
    was_loading = message.loading
    edited = call.world.messages.edit(message, call.fields, call.uploads)
    if was_loading:
        edited.edited_at = None
    return edited


def _read_follow_up(call: Call) -> Reply:
    return Reply(200, _message(call)[1].as_json())


def _edit_follow_up(call: Call) -> Reply:
    _, message = _message(call)
    kept = kept_files(message, call.body)
    problems = check_message(
        call.body, call.filenames, flags=int(message.flags), editing=True, kept_files=kept
    )
    invalid(problems)
    return Reply(200, _fill(call, message).as_json())


def _remove_follow_up(call: Call) -> Reply:
    call.world.messages.remove(_message(call)[1])
    return Reply(204)


_WEBHOOK = "/webhooks/{application_id}/{token}"
_FOLLOW_UP = _WEBHOOK + "/messages/{message_id}"
WEBHOOK_ROUTES = (
    Route("POST", _WEBHOOK, _follow_up, "webhook", _KEY, by_token=True),
    Route("GET", _FOLLOW_UP, _read_follow_up, "webhook", _KEY, by_token=True),
    Route("PATCH", _FOLLOW_UP, _edit_follow_up, "webhook", _KEY, by_token=True),
    Route("DELETE", _FOLLOW_UP, _remove_follow_up, "webhook", _KEY, by_token=True),
)


# The first answer to an interaction.

_COMMAND_REPLY, _REPLY = 20, 19
_Answering = Callable[[Call, Interaction, Json], Answer]


def _answer(call: Call) -> Reply:
    interaction = call.world.interactions.find_unanswered(call.id("interaction_id"), call.params["token"])
    own = interaction.message
    kept = kept_files(own, call.body)
    invalid(check_callback(call.body, call.filenames, flags=int(own.flags) if own else 0, kept_files=kept))
    kind = call.fields["type"]
    if not _may_answer_so(kind, interaction):
        what = f"An interaction of type {int(interaction.type)} cannot be answered with type {kind}."
        invalid([Problem(("type",), "INTERACTION_APPLICATION_COMMAND_INVALID_CALLBACK", what)])
    answer = _ANSWERS[kind](call, interaction, call.fields.get("data") or {})
    call.world.interactions.settle(interaction, answer)
    if call.query.get("with_response", "").lower() in ("1", "true"):
        return Reply(200, _response(interaction, kind, answer))
    return Reply(204)


def _may_answer_so(kind: int, interaction: Interaction) -> bool:
    if interaction.type is InteractionType.AUTOCOMPLETE:
        return kind == CHOICES
    if kind in (UPDATE, DEFERRED_UPDATE):
        return interaction.message is not None
    if kind == MODAL:
        return interaction.type is not InteractionType.MODAL_SUBMIT
    return kind in (MESSAGE, DEFERRED)


def _response(interaction: Interaction, kind: int, answer: Answer) -> Json:
    about: Json = {"id": str(interaction.id), "type": int(interaction.type)}
    resource: Json = {"type": kind}
    if answer.message is not None:
        about |= {
            "response_message_id": str(answer.message.id),
            "response_message_loading": answer.message.loading,
            "response_message_ephemeral": answer.message.ephemeral,
        }
        if kind in (MESSAGE, DEFERRED, UPDATE):
            resource["message"] = answer.message.as_json()
    return {"interaction": about, "resource": resource}


def reply(call: Call, interaction: Interaction, body: Json, extra: MessageFlags) -> Message:
    """Post a reply or follow-up to an interaction, for its person alone where the flags say so."""
    world = call.world
    person = world.people[interaction.person_id]
    flags = MessageFlags(body.get("flags") or 0) | extra
    channel = world.channels.get(interaction.channel_id)
    if channel is None:
        raise ApiError(10003)
    reference: Json | None = None
    if interaction.message is not None:
        reference = {"type": 0, "message_id": str(interaction.message.id), "channel_id": str(channel.id)}
    return world.messages.post(
        channel,
        world.bot,
        body,
        call.uploads,
        flags=flags,
        audience=person.id if MessageFlags.EPHEMERAL in flags else None,
        interaction=interaction.metadata(person.as_user()),
        kind=_COMMAND_REPLY if interaction.type is InteractionType.COMMAND else _REPLY,
        reference=reference,
    )


def _answered(call: Call, interaction: Interaction, data: Json) -> Answer:
    return Answer("message", reply(call, interaction, data, MessageFlags(0)))


def _defer(call: Call, interaction: Interaction, data: Json) -> Answer:
    return Answer("deferred", reply(call, interaction, data, MessageFlags.LOADING))


def _update(call: Call, interaction: Interaction, data: Json) -> Answer:
    own = interaction.message
    if own is None or call.world.messages.find(own.id) is None:
        raise ApiError(10008)
    return Answer("update" if data else "release", call.world.messages.edit(own, data, call.uploads))


def _defer_update(_call: Call, interaction: Interaction, _data: Json) -> Answer:
    return Answer("deferred_update", interaction.message)


def _choices(_call: Call, _interaction: Interaction, data: Json) -> Answer:
    return Answer("choices", choices=tuple(data["choices"]))


def _modal(_call: Call, _interaction: Interaction, data: Json) -> Answer:
    number(data["components"])
    return Answer("modal", modal=data)


_ANSWERS: dict[int, _Answering] = {
    MESSAGE: _answered,
    DEFERRED: _defer,
    DEFERRED_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    MODAL: _modal,
}
CALLBACK_ROUTES = (
    Route("POST", "/interactions/{interaction_id}/{token}/callback", _answer, by_token=True, free=True),
)


# Whether the bot may do this here: the checks before every route on a channel.


def channel_of(call: Call, *needed: str) -> Channel:
    """Return the path's channel; raises ApiError 10003 gone, 50001 not seen, 50013 not permitted."""
    channel = call.world.channels.get(call.id("channel_id"))
    if channel is None:
        raise ApiError(10003)
    if channel.kind == "dm":
        return channel
    granted = call.world.bot_permissions(channel)
    if not granted & BITS["view_channel"]:
        raise ApiError(50001)
    if any(not granted & BITS[name] for name in needed):
        raise ApiError(50013)
    return channel


def channel_for_sending(call: Call) -> Channel:
    """Return a channel to post in; raises ApiError also 50007, 50278 (private), 50083 (thread)."""
    channel = channel_of(call)
    if channel.person_id is not None:
        person = call.world.people[channel.person_id]
        if not person.in_server:
            raise ApiError(50278)
        if not person.dms_open:
            raise ApiError(50007)
        return channel
    needed = ["send_messages_in_threads" if channel.kind == "thread" else "send_messages"]
    if call.uploads:
        needed.append("attach_files")
    channel_of(call, *needed)
    if channel.archived and channel.locked:
        raise ApiError(50083)
    return channel


def message_of(call: Call, channel: Channel) -> Message:
    """Return the path's message if the whole channel sees it; raises ApiError 10008."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.audience is not None:
        raise ApiError(10008)
    return message
