"""Making the data of a modal's submission from what was filled in, checked as Discord's client does."""

from collections.abc import Mapping, Sequence
from typing import Any

from playground.errors import ActorError
from playground.invocations import check_values, resolve_file
from playground.rules.components import CHECKBOXES, ROW, SELECTS
from playground.rules.modals import CHECKBOX, FILE_UPLOAD, LABEL, RADIO, TEXT_INPUT
from playground.wire import Json
from playground.world import World


def modal_data(world: World, modal: Json, values: Mapping[str, object]) -> Json:
    """Return a modal's submission; fields that `values` leaves out keep what the modal proposed."""
    named: Json = {}
    unused = set(values)
    parts: list[Json] = []
    for part in modal["components"]:
        if part["type"] == LABEL:
            field = part["component"]
            parts.append({"type": LABEL, "id": part["id"], "component": _field(world, field, values, named)})
        elif part["type"] == ROW:
            field = part["components"][0]
            parts.append({"type": ROW, "id": part["id"], "components": [_field(world, field, values, named)]})
        else:
            parts.append({"type": part["type"], "id": part["id"]})
            continue
        unused.discard(field["custom_id"])
    if unused:
        raise ActorError(f"the modal has no field {sorted(unused)}")
    data: Json = {"custom_id": modal["custom_id"], "components": parts}
    return data | ({"resolved": named} if named else {})


def _field(world: World, field: Json, values: Mapping[str, object], named: Json) -> Json:
    body = {"type": field["type"], "id": field["id"], "custom_id": field["custom_id"]}
    given: Any = values.get(field["custom_id"])
    kind = field["type"]
    if kind == TEXT_INPUT:
        return body | {"value": _text(field, given)}
    if kind == CHECKBOX:
        return body | {"value": bool(field.get("default", False) if given is None else given)}
    if kind == RADIO:
        return body | {"value": _radio(field, given)}
    if kind == FILE_UPLOAD:
        return body | {"values": _files(world, field, given, named)}
    proposed = [option["value"] for option in field.get("options", []) if option.get("default")]
    picked: Sequence[object] = proposed if given is None else given
    if kind not in (CHECKBOXES, *SELECTS):
        raise ActorError(f"the playground does not know fields of type {kind}")
    return body | {"values": check_values(world, field, picked, named)}


def _files(world: World, field: Json, given: Any, named: Json) -> list[str]:
    """Return the ids of files that were uploaded before; they go into `named`."""
    ids = [] if given is None else list(given)
    least = max(field.get("min_values") or 0, 1) if ids or field.get("required", True) else 0
    if not least <= len(ids) <= (field.get("max_values") or 1):
        raise ActorError(f"{field['custom_id']} does not take {len(ids)} files")
    return [resolve_file(world, one, named) for one in ids]


def _text(field: Json, given: object) -> str:
    value = str(field.get("value") or "") if given is None else str(given)
    if not value and not field.get("required", True):
        return value
    if not max(field.get("min_length", 0), 1) <= len(value) <= field.get("max_length", 4000):
        raise ActorError(f"{field['custom_id']} is too short or too long")
    return value


def _radio(field: Json, given: object) -> str | None:
    offered = [option["value"] for option in field["options"]]
    proposed = next((option["value"] for option in field["options"] if option.get("default")), None)
    value = proposed if given is None else str(given)
    if value is None and field.get("required", True):
        raise ActorError(f"{field['custom_id']} wants a choice")
    if value is not None and value not in offered:
        raise ActorError(f"{field['custom_id']} does not offer {value!r}")
    return value
