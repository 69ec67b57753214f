"""Follow-ups: what a bot may still do with an interaction's token after its first answer."""

from playground.bodies import kept_files
from playground.calls import Call, Reply, Route
from playground.errors import ApiError, invalid
from playground.interactions import Interaction
from playground.messages import NO_FLAGS, Message
from playground.routes.interactions import reply
from playground.rules import check_message

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


def _read(call: Call) -> Reply:
    return Reply(200, _message(call)[1].as_json())


def _edit(call: Call) -> Reply:
    _, message = _message(call)
    kept = kept_files(message, call.body)
    problems = check_message(
        call.body, call.filenames, flags=int(message.flags), editing=True, kept_files=kept
    )
    invalid(problems)
    return Reply(200, _fill(call, message).as_json())


def _remove(call: Call) -> Reply:
    call.world.messages.remove(_message(call)[1])
    return Reply(204)


_WEBHOOK = "/webhooks/{application_id}/{token}"
_ONE = _WEBHOOK + "/messages/{message_id}"
ROUTES = (
    Route("POST", _WEBHOOK, _follow_up, "webhook", _KEY, by_token=True),
    Route("GET", _ONE, _read, "webhook", _KEY, by_token=True),
    Route("PATCH", _ONE, _edit, "webhook", _KEY, by_token=True),
    Route("DELETE", _ONE, _remove, "webhook", _KEY, by_token=True),
)
