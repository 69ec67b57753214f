"""The judge of bodies: each rule refuses one body, and takes its neighbour that is just within the limit."""

from typing import Any

import pytest

from playground.rules import (
    check_callback,
    check_choices,
    check_command,
    check_commands,
    check_message,
    check_modal,
)

V2 = 1 << 15


def button(**fields: Any) -> dict:
    return {"type": 2, "style": 1, "label": "Lancer", "custom_id": "a"} | fields


def row(*children: dict) -> dict:
    return {"type": 1, "components": list(children)}


def words(content: str = "x") -> dict:
    return {"type": 10, "content": content}


def box(*children: dict) -> dict:
    return {"type": 17, "components": list(children)}


def choice(count: int = 2, **fields: Any) -> dict:
    options = [{"label": f"{index}", "value": f"{index}"} for index in range(count)]
    return {"type": 3, "custom_id": "s", "options": options} | fields


def v2(*components: dict, **fields: Any) -> dict:
    return {"flags": V2, "components": list(components)} | fields


def classic(*components: dict, **fields: Any) -> dict:
    return {"content": "x", "components": list(components)} | fields


def many(count: int) -> list[dict]:
    return [button(custom_id=f"b{index}") for index in range(count)]


def gallery(count: int, url: str = "https://example.invalid/x.png") -> dict:
    return {"type": 12, "items": [{"media": {"url": url}} for _ in range(count)]}


def section(count: int) -> dict:
    return {"type": 9, "components": [words() for _ in range(count)], "accessory": button()}


MESSAGES = {
    "content 2000": ({"content": "x" * 2000}, {"content": "x" * 2001}),
    "an empty message": ({"content": "x"}, {"content": " "}),
    "unknown keys": ({"content": "x", "tts": False}, {"content": "x", "conten": "y"}),
    "unknown keys inside": (classic(row(button())), classic(row(button(colour=1)))),
    "duplicate custom_id": (classic(row(*many(2))), classic(row(button(), button()))),
    "duplicate custom_id in depth": (v2(box(row(button())), words()), v2(box(row(button())), row(button()))),
    "duplicate component id": (v2(words() | {"id": 1}, words() | {"id": 2}), v2(*[words() | {"id": 1}] * 2)),
    "V2 parts need the flag": (v2(words()), classic(words())),
    "V2 without content": (v2(words()), v2(words(), content="x")),
    "V2 without embeds": (v2(words(), embeds=[]), v2(words(), embeds=[{"title": "x"}])),
    "V2 without poll": (v2(words()), v2(words(), poll={"question": {"text": "?"}})),
    "40 components in depth": (v2(box(*[words()] * 39)), v2(box(*[words()] * 39), words())),
    "4000 displayed characters": (
        v2(words("x" * 2000), words("y" * 2000)),
        v2(words("x" * 2000), words("y" * 2001)),
    ),
    "rows mix nothing with a list": (classic(row(choice())), classic(row(choice(), button()))),
    "five rows": (
        classic(*[row(each) for each in many(5)]),
        classic(*[row(each) for each in many(6)]),
    ),
    "five buttons": (classic(row(*many(5))), classic(row(*many(6)))),
    "no empty row": (classic(row(button())), classic(row())),
    "button needs custom_id": (classic(row(button())), classic(row({"type": 2, "style": 1, "label": "x"}))),
    "link needs url": (
        classic(row({"type": 2, "style": 5, "label": "x", "url": "https://example.invalid"})),
        classic(row({"type": 2, "style": 5, "label": "x"})),
    ),
    "link has no custom_id": (
        classic(row({"type": 2, "style": 5, "label": "x", "url": "https://example.invalid"})),
        classic(row(button(style=5, url="https://example.invalid"))),
    ),
    "button needs words or an emoji": (
        classic(row(button(label="", emoji={"name": "🎲"}))),
        classic(row(button(label=""))),
    ),
    "label 80": (classic(row(button(label="x" * 80))), classic(row(button(label="x" * 81)))),
    "custom_id 100": (classic(row(button(custom_id="x" * 100))), classic(row(button(custom_id="x" * 101)))),
    "style": (classic(row(button(style=4))), classic(row(button(style=9)))),
    "emoji id": (
        classic(row(button(emoji={"id": "123", "name": "x"}))),
        classic(row(button(emoji={"id": "abc", "name": "x"}))),
    ),
    "25 options": (classic(row(choice(25))), classic(row(choice(26)))),
    "options differ": (
        classic(row(choice())),
        classic(row(choice() | {"options": choice(1)["options"] * 2})),
    ),
    "list bounds": (
        classic(row(choice(min_values=1, max_values=2))),
        classic(row(choice(min_values=2, max_values=1))),
    ),
    "placeholder 150": (
        classic(row(choice(placeholder="x" * 150))),
        classic(row(choice(placeholder="x" * 151))),
    ),
    "container only at the top": (v2(box(words())), v2(box(box(words())))),
    "section of three": (v2(section(3)), v2(section(4))),
    "gallery of ten": (v2(gallery(10)), v2(gallery(11))),
    "colour": (v2(box(words()) | {"accent_color": 0xFFFFFF}), v2(box(words()) | {"accent_color": 1 << 24})),
    "ten embeds": ({"embeds": [{"title": "x"}] * 10}, {"embeds": [{"title": "x"}] * 11}),
    "embed flags": ({"embeds": [{"title": "x", "flags": 0}]}, {"embeds": [{"title": "x", "flags": "0"}]}),
    "embed title": ({"embeds": [{"title": "x" * 256}]}, {"embeds": [{"title": "x" * 257}]}),
    "embed sum": (
        {"embeds": [{"description": "x" * 3000}] * 2},
        {"embeds": [{"description": "x" * 3000}, {"description": "x" * 3001}]},
    ),
    "25 fields": (
        {"embeds": [{"fields": [{"name": "x", "value": "y"}] * 25}]},
        {"embeds": [{"fields": [{"name": "x", "value": "y"}] * 26}]},
    ),
    "snowflakes": (
        {"content": "x", "allowed_mentions": {"users": ["1", 2]}},
        {"content": "x", "allowed_mentions": {"users": ["one"]}},
    ),
    "mention kinds": (
        {"content": "x", "allowed_mentions": {"parse": []}},
        {"content": "x", "allowed_mentions": {"parse": ["all"]}},
    ),
    "nonce 25": ({"content": "x", "nonce": "n" * 25}, {"content": "x", "nonce": "n" * 26}),
    "flags": ({"content": "x", "flags": 64}, {"content": "x", "flags": 128}),
}


@pytest.mark.parametrize("rule", MESSAGES)
def test_messages(rule):
    good, bad = MESSAGES[rule]
    assert [str(problem) for problem in check_message(good)] == []
    assert check_message(bad)


def test_files_are_counted_and_references_must_be_met():
    wanted = v2(gallery(1, "attachment://a.webp"))
    assert check_message(wanted, ["a.webp"]) == []
    assert check_message(wanted, editing=True, flags=V2, kept_files=["a.webp"]) == []
    assert check_message(wanted, ["b.webp"])
    assert check_message({}, [f"{index}" for index in range(10)]) == []
    assert check_message({}, [f"{index}" for index in range(11)])


def test_an_edit_of_a_v2_message_stays_v2():
    edit = {"components": [words()]}
    assert check_message(edit, editing=True, flags=V2) == []
    assert check_message(edit, editing=True)
    assert check_message({"content": "x"}, editing=True, flags=V2)
    assert check_message({"content": "x"}, editing=True) == []


def modal(*components: dict, **fields: Any) -> dict:
    return {"custom_id": "m", "title": "Annonce", "components": list(components)} | fields


def label(component: dict | None = None, **fields: Any) -> dict:
    component = component or {"type": 4, "custom_id": "t", "style": 1}
    return {"type": 18, "label": "Mot", "component": component} | fields


def asked(custom_id: str = "t", **fields: Any) -> dict:
    return {"type": 4, "custom_id": custom_id, "style": 1} | fields


def radio(count: int) -> dict:
    return {"type": 21, "custom_id": "r", "options": choice(count)["options"]}


MODALS = {
    "five parts": (
        modal(*[label(asked(f"{index}")) for index in range(5)]),
        modal(*[label(asked(f"{index}")) for index in range(6)]),
    ),
    "title 45": (modal(label(), title="x" * 45), modal(label(), title="x" * 46)),
    "label 45": (modal(label(label="x" * 45)), modal(label(label="x" * 46))),
    "description 100": (modal(label(description="x" * 100)), modal(label(description="x" * 101))),
    "text 4000": (modal(label(asked(max_length=4000))), modal(label(asked(max_length=4001)))),
    "text bounds": (
        modal(label(asked(min_length=2, max_length=2))),
        modal(label(asked(min_length=3, max_length=2))),
    ),
    "radio 2 to 10": (modal(label(radio(2))), modal(label(radio(1)))),
    "radio at most 10": (modal(label(radio(10))), modal(label(radio(11)))),
    "custom ids differ": (modal(label(), label(asked("u"))), modal(label(), label())),
    "no buttons": (modal(label()), modal(row(button()))),
    "not empty": (modal(label()), modal()),
}


@pytest.mark.parametrize("rule", MODALS)
def test_modals(rule):
    good, bad = MODALS[rule]
    assert [str(problem) for problem in check_modal(good)] == []
    assert check_modal(bad)


def command(**fields: Any) -> dict:
    return {"name": "tasse", "description": "La Tasse"} | fields


def option(**fields: Any) -> dict:
    return {"name": "mot", "description": "Un mot", "type": 3} | fields


def sub(*options: dict, **fields: Any) -> dict:
    return {"name": "start", "description": "Ouvre", "type": 1, "options": list(options)} | fields


def choices(count: int) -> list[dict]:
    return [{"name": f"n{index}", "value": f"v{index}"} for index in range(count)]


def long_choices(count: int) -> list[dict]:
    return [{"name": f"{index}" * 50, "value": f"{index}" * 50} for index in range(count)]


COMMANDS = {
    "accents are fine, capitals are not": (command(name="règles"), command(name="Règles")),
    "name 32": (command(name="x" * 32), command(name="x" * 33)),
    "description 100": (command(description="x" * 100), command(description="x" * 101)),
    "known languages": (
        command(description_localizations={"en-US": "x"}),
        command(description_localizations={"en": "x"}),
    ),
    "25 options": (
        command(options=[option(name=f"o{index}") for index in range(25)]),
        command(options=[option(name=f"o{index}") for index in range(26)]),
    ),
    "option names differ": (
        command(options=[option(), option(name="deux")]),
        command(options=[option(), option()]),
    ),
    "25 choices": (
        command(options=[option(choices=choices(25))]),
        command(options=[option(choices=choices(26))]),
    ),
    "choices of the type": (
        command(options=[option(type=4, choices=[{"name": "un", "value": 1}])]),
        command(options=[option(type=4, choices=[{"name": "un", "value": "1"}])]),
    ),
    "required first": (
        command(options=[option(required=True), option(name="b")]),
        command(options=[option(), option(name="b", required=True)]),
    ),
    "sub-commands alone": (command(options=[sub(option())]), command(options=[sub(), option()])),
    "two levels": (
        command(options=[sub(sub(option()), type=2)]),
        command(options=[sub(sub(sub(option()), type=2), type=2)]),
    ),
    "choices or suggestions": (
        command(options=[option(autocomplete=True)]),
        command(options=[option(autocomplete=True, choices=choices(1))]),
    ),
    "8000 characters": (
        command(options=[option(name=f"o{index}", choices=long_choices(3)) for index in range(25)]),
        command(options=[option(name=f"o{index}", choices=long_choices(4)) for index in range(25)]),
    ),
}


@pytest.mark.parametrize("rule", COMMANDS)
def test_commands(rule):
    good, bad = COMMANDS[rule]
    assert [str(problem) for problem in check_command(good)] == []
    assert check_command(bad)


def test_the_list_of_commands():
    assert check_commands([command(), command(name="deux")]) == []
    assert check_commands([command(), command()])
    assert check_commands([command(name=f"c{index}") for index in range(100)]) == []
    assert check_commands([command(name=f"c{index}") for index in range(101)])


def test_suggestions():
    assert check_choices({"choices": choices(25)}) == []
    assert check_choices({"choices": choices(26)})


CALLBACKS = {
    "kinds": ({"type": 6}, {"type": 3}),
    "a message needs its data": ({"type": 4, "data": {"content": "x"}}, {"type": 4}),
    "a deferral is bare": ({"type": 5, "data": {"flags": 64}}, {"type": 5, "data": {"flags": 64 | V2}}),
    "a deferral has no words": ({"type": 5}, {"type": 5, "data": {"content": "x"}}),
    "updates": ({"type": 7, "data": {"content": "x"}}, {"type": 7, "data": {"content": "x" * 2001}}),
    "modals": ({"type": 9, "data": modal(label())}, {"type": 9, "data": modal()}),
    "suggestions": ({"type": 8, "data": {"choices": []}}, {"type": 8, "data": {}}),
    "unknown keys": ({"type": 6}, {"type": 6, "kind": 1}),
}


@pytest.mark.parametrize("rule", CALLBACKS)
def test_callbacks(rule):
    good, bad = CALLBACKS[rule]
    assert [str(problem) for problem in check_callback(good)] == []
    assert check_callback(bad)


def test_problems_say_where_and_what():
    (problem,) = check_callback({"type": 4, "data": classic(row(button(label="x" * 81)))})
    assert str(problem) == (
        "data.components.0.components.0.label: Must be between 0 and 80 in length. (BASE_TYPE_BAD_LENGTH)"
    )
