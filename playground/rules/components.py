"""Checks of the components in a message, part by part."""

from collections.abc import Iterator
from typing import Any

from playground.rules.fields import (
    Check,
    Path,
    Problems,
    anything,
    array,
    boolean,
    both,
    by_type,
    distinct,
    integer,
    nullable,
    one_of,
    problem,
    record,
    snowflake,
    text,
)

ROW, BUTTON, STRING_SELECT = 1, 2, 3
SELECTS = (3, 5, 6, 7, 8)
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
CHECKBOXES = 22
LINK_STYLE, PREMIUM_STYLE = 5, 6

COMPONENT_ID = integer(0, 2**31 - 1)
CUSTOM_ID = text(1, 100)
EMOJI = record({"id": nullable(snowflake), "name": nullable(text(1, 100)), "animated": boolean})
MEDIA = record({"url": text(1, 2048)}, ("url",))
COMMON: dict[str, Check] = {"type": anything, "id": COMPONENT_ID}


def _button_sense(value: Any, path: Path) -> Problems:
    found: Problems = []
    style = value["style"]
    needed = {LINK_STYLE: "url", PREMIUM_STYLE: "sku_id"}.get(style, "custom_id")
    if needed not in value:
        code = "BUTTON_COMPONENT_URL_REQUIRED" if needed == "url" else "COMPONENT_CUSTOM_ID_REQUIRED"
        found += problem((*path, needed), code, f"A button of style {style} needs {needed}.")
    for other in {"url", "sku_id", "custom_id"} - {needed}:
        if other in value:
            what = f"A button of style {style} cannot have {other}."
            found += problem((*path, other), "BUTTON_COMPONENT_FIELDS_EXCLUSIVE", what)
    if style != PREMIUM_STYLE and not value.get("label") and not value.get("emoji"):
        found += problem(path, "BUTTON_COMPONENT_LABEL_REQUIRED", "A button needs a label or an emoji.")
    return found


BUTTON_CHECK = both(
    record(
        COMMON
        | {
            "style": one_of((1, 2, 3, 4, 5, 6)),
            "label": text(0, 80),
            "emoji": EMOJI,
            "custom_id": CUSTOM_ID,
            "url": text(1, 512),
            "sku_id": snowflake,
            "disabled": boolean,
        },
        ("style",),
    ),
    _button_sense,
)

SELECT_OPTION = record(
    {
        "label": text(1, 100),
        "value": text(1, 100),
        "description": nullable(text(0, 100)),
        "emoji": EMOJI,
        "default": boolean,
    },
    ("label", "value"),
)


def selection_bounds(value: Any) -> tuple[int, int]:
    """Return how few and how many values may be chosen: by default one, or for boxes as many as there are."""
    low, high = value.get("min_values"), value.get("max_values")
    unsaid = len(value["options"]) if value["type"] == CHECKBOXES else 1
    return (1 if low is None else low), (unsaid if high is None else high)


def selection_sense(value: Any, path: Path) -> Problems:
    """Check that min_values <= max_values, and that no more than max_values are chosen beforehand."""
    low, high = selection_bounds(value)
    if low > high:
        what = "min_values must not be above max_values."
        return problem((*path, "min_values"), "SELECT_COMPONENT_INVALID_RANGE", what)
    chosen = sum(bool(option.get("default")) for option in value.get("options", []))
    if chosen > high:
        what = "More options are chosen beforehand than max_values allows."
        return problem((*path, "options"), "SELECT_COMPONENT_DEFAULTS", what)
    return []


_SELECT = COMMON | {
    "custom_id": CUSTOM_ID,
    "placeholder": nullable(text(0, 150)),
    "min_values": integer(0, 25),
    "max_values": integer(1, 25),
    "disabled": boolean,
    "required": boolean,
}
_STRING_SELECT = record(
    _SELECT | {"options": distinct(array(SELECT_OPTION, 1, 25), "value")}, ("custom_id", "options")
)
_DEFAULTS = array(
    record({"id": snowflake, "type": one_of(("user", "role", "channel"))}, ("id", "type")), 0, 25
)
_ENTITY_SELECT = record(
    _SELECT | {"default_values": _DEFAULTS, "channel_types": array(integer(0, 16))}, ("custom_id",)
)
SELECT_CHECKS: dict[int, Check] = {
    kind: both(_STRING_SELECT if kind == STRING_SELECT else _ENTITY_SELECT, selection_sense)
    for kind in SELECTS
}


def _row_sense(value: Any, path: Path) -> Problems:
    kinds = [child["type"] for child in value["components"]]
    selects = sum(kind in SELECTS for kind in kinds)
    if selects and len(kinds) > 1:
        what = "A list fills its row: nothing else fits beside it."
        return problem((*path, "components"), "COMPONENT_LAYOUT_WIDTH_EXCEEDED", what)
    return []


ROW_CHECK = both(
    record(
        COMMON | {"components": array(by_type({BUTTON: BUTTON_CHECK} | SELECT_CHECKS), 1, 5)}, ("components",)
    ),
    _row_sense,
)
TEXT_CHECK = record(COMMON | {"content": text(1, 4000)}, ("content",))
_DESCRIBED: dict[str, Check] = {"description": nullable(text(0, 1024)), "spoiler": boolean}
THUMBNAIL_CHECK = record(COMMON | _DESCRIBED | {"media": MEDIA}, ("media",))
SECTION_CHECK = record(
    COMMON
    | {
        "components": array(by_type({TEXT: TEXT_CHECK}), 1, 3),
        "accessory": by_type({BUTTON: BUTTON_CHECK, THUMBNAIL: THUMBNAIL_CHECK}),
    },
    ("components", "accessory"),
)
_GALLERY_ITEM = record(_DESCRIBED | {"media": MEDIA}, ("media",))
_IN_CONTAINER: dict[int, Check] = {
    ROW: ROW_CHECK,
    SECTION: SECTION_CHECK,
    TEXT: TEXT_CHECK,
    GALLERY: record(COMMON | {"items": array(_GALLERY_ITEM, 1, 10)}, ("items",)),
    FILE: record(COMMON | {"file": MEDIA, "spoiler": boolean}, ("file",)),
    SEPARATOR: record(COMMON | {"divider": boolean, "spacing": one_of((1, 2))}),
}
CONTAINER_CHECK = record(
    COMMON
    | {
        "components": array(by_type(_IN_CONTAINER), 1, 40),
        "accent_color": nullable(integer(0, 0xFFFFFF)),
        "spoiler": boolean,
    },
    ("components",),
)
CLASSIC_LAYOUT = array(by_type({ROW: ROW_CHECK}), 0, 5)
V2_LAYOUT = array(by_type(_IN_CONTAINER | {CONTAINER: CONTAINER_CHECK}), 0, 40)


def walk(components: object, path: Path = ()) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield every component with its path, at any depth, accessories and a label's content included."""
    for index, component in enumerate(components if isinstance(components, list) else []):
        if not isinstance(component, dict):
            continue
        here = (*path, index)
        yield here, component
        yield from walk(component.get("components"), (*here, "components"))
        for key in ("accessory", "component"):
            if isinstance(component.get(key), dict):
                yield (*here, key), component[key]


def unique_ids(components: object, path: Path) -> Problems:
    """Check that no custom_id and no component id comes twice (0 asks Discord to choose an id)."""
    found: Problems = []
    seen: set[tuple[str, object]] = set()
    for where, component in walk(components, path):
        for key, code in (("custom_id", "COMPONENT_CUSTOM_ID_DUPLICATED"), ("id", "COMPONENT_ID_DUPLICATED")):
            name = component.get(key)
            if not isinstance(name, (str, int)) or name == 0:
                continue
            if (key, name) in seen:
                found += problem((*where, key), code, f"The {key} {name!r} is used twice.")
            seen.add((key, name))
    return found
