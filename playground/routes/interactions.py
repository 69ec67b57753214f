"""The first answer to an interaction."""

from collections.abc import Callable

from playground.bodies import kept_files, number
from playground.calls import Call, Reply, Route
from playground.errors import ApiError, invalid
from playground.interactions import Answer, Interaction, InteractionType
from playground.messages import Message, MessageFlags
from playground.rules import check_callback
from playground.rules.callbacks import CHOICES, DEFERRED, DEFERRED_UPDATE, MESSAGE, MODAL, UPDATE
from playground.rules.fields import Problem
from playground.wire import Json

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


def _message(call: Call, interaction: Interaction, data: Json) -> Answer:
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
    MESSAGE: _message,
    DEFERRED: _defer,
    DEFERRED_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    MODAL: _modal,
}
ROUTES = (
    Route("POST", "/interactions/{interaction_id}/{token}/callback", _answer, by_token=True, free=True),
)
