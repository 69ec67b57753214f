"""The forms in which a question of a deck is written: fields for a question, and what was typed into them.

A question stands here in the shape of JSON, as in a deck file.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from bot.texts import N_, Texts
from bot.ui.pages.limits import TYPED
from bot.ui.pages.page import Field
from engines.defizz.editing import Plain
from engines.defizz.sheets import read_number, read_whole

KINDS: Final[Mapping[str, str]] = {
    "chrono": N_("Chrono : la première bonne réponse"),
    "cible": N_("Cible : le nombre le plus proche"),
    "pingpong": N_("Ping-pong : une liste, chacun son tour"),
    "highest": N_("Chance : le dé le plus haut"),
    "lowest": N_("Chance : le dé le plus bas"),
    "coin": N_("Chance : pile ou face"),
    "nearest": N_("Chance : au plus près d’un nombre tiré"),
    "reader": N_("Chance : le lecteur désigne"),
}
"""What a question may be: its mode or, for luck, how that decides."""
DETAILS: Final = ("tags", "difficulty", "source", "licence", "exact")
_YES: Final = frozenset({"oui", "o", "yes", "y"})
_NO: Final = frozenset({"", "non", "n", "no"})
_BESIDE: Final = re.compile(r",\s|\s?[(?]")
"""Where a label goes on with how its field is filled in, or ends as a question."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A field of a form: its label, what it may hold, and how it is written and read."""

    label: str
    most: int
    write: Callable[[Any], str] = str
    read: Callable[[str], Any] = str.strip
    hint: str = ""
    needed: bool = True
    long: bool = False


def kind_of(question: Plain) -> str:
    """Return which of the KINDS a question is."""
    return str(question["resolver"] if question["mode"] == "chance" else question["mode"])


def fields_of(kind: str, question: Plain, t: Texts) -> tuple[Field, ...]:
    """Return the fields for a question of this kind, filled with what `question` says (it may be empty)."""
    return tuple(_field(name, line, question.get(name), t) for name, line in _lines(kind).items())


def read_fields(kind: str, question: Plain, typed: Sequence[str]) -> dict[str, Any]:
    """Return `question` with what was typed into its fields; what cannot be read stays text, a fault."""
    resolver = kind not in ("chrono", "cible", "pingpong")
    named = {"mode": "chance", "resolver": kind} if resolver else {"mode": kind}
    return _read(_lines(kind), {**question, **named}, typed)


def detail_fields(question: Plain, t: Texts) -> tuple[Field, ...]:
    """Return the fields for what a question says beside itself: as its themes and its source."""
    return tuple(_field(name, line, question.get(name), t) for name, line in _details(question).items())


def read_details(question: Plain, typed: Sequence[str]) -> dict[str, Any]:
    """Return `question` with what was typed into the fields of its details."""
    return _read(_details(question), question, typed)


def field_names(kind: str, t: Texts) -> dict[str, str]:
    """Return what the form of this kind calls its fields, in short; that of the details for no kind."""
    lines = _lines(kind) if kind in KINDS else _details({"mode": "chrono"})
    return {name: short_name(t(line.label)) for name, line in lines.items()}


def short_name(label: str) -> str:
    """Return a label without what it says beside the name of its field: "Question", "À refuser"."""
    return _BESIDE.split(label)[0]


def _field(name: str, line: _Line, value: Any, t: Texts) -> Field:
    written = "" if value is None else line.write(value)
    return Field(
        name,
        t(line.label),
        t(line.hint) if line.hint else "",
        least=int(line.needed),
        most=line.most,
        long=line.long,
        value=written,
    )


def _read(lines: Mapping[str, _Line], question: Plain, typed: Sequence[str]) -> dict[str, Any]:
    read = dict(question)
    for (name, line), text in zip(lines.items(), typed, strict=False):
        value = line.read(text) if text.strip() else None
        if value is None:
            read.pop(name, None)
        else:
            read[name] = value
    return read


def _write_lines(entries: Sequence[str]) -> str:
    return "\n".join(entries)


def _read_lines(text: str) -> list[str]:
    return [entry.strip() for entry in text.splitlines() if entry.strip()]


def _write_lists(entries: Sequence[Sequence[str]]) -> str:
    return "\n".join(" = ".join(wordings) for wordings in entries)


def _read_lists(text: str) -> list[list[str]]:
    return [[one.strip() for one in line.split("=") if one.strip()] for line in _read_lines(text)]


def _write_tags(tags: Sequence[str]) -> str:
    return ", ".join(tags)


def _read_tags(text: str) -> list[str]:
    return [tag.strip() for tag in text.split(",") if tag.strip()]


def _write_number(number: float) -> str:
    return repr(number).replace(".", ",")


def _read_number(text: str) -> int | float | str:
    number = read_number(text)
    return text.strip() if number is None else number


def _read_whole(text: str) -> int | str:
    number = read_whole(text.strip())
    return text.strip() if number is None else number


def _write_yes(exact: bool) -> str:
    return "oui" if exact else ""


def _read_yes(text: str) -> bool | str | None:
    word = text.strip().casefold()
    return True if word in _YES else None if word in _NO else text.strip()


_POSED: Final = {
    "clue": _Line(N_("Indice, lu avant le choix"), 300),
    "text": _Line(N_("Question"), 1000, long=True),
}
_ANECDOTE: Final = {"anecdote": _Line(N_("Le saviez-vous ? (20 à 220 signes)"), 220, needed=False, long=True)}
_REJECT: Final = {
    "reject": _Line(N_("À refuser, une par ligne"), TYPED, _write_lines, _read_lines, needed=False, long=True)
}
_BY_KIND: Final[Mapping[str, Mapping[str, _Line]]] = {
    "chrono": {
        "answers": _Line(
            N_("Réponses acceptées, une par ligne"),
            TYPED,
            _write_lines,
            _read_lines,
            hint=N_("La première est celle qui sera montrée"),
            long=True,
        ),
        **_REJECT,
    },
    "cible": {
        "number": _Line(N_("Nombre"), 40, _write_number, _read_number),
        "unit": _Line(N_("Unité (km, ans…)"), 40, needed=False),
    },
    "pingpong": {
        "answers": _Line(
            N_("La liste complète, une réponse par ligne"),
            TYPED,
            _write_lists,
            _read_lists,
            hint=N_("Plusieurs façons de l’écrire : do = ut"),
            long=True,
        ),
        **_REJECT,
    },
    "nearest": {"max": _Line(N_("Le plus grand nombre tiré"), 16, str, _read_whole)},
}


def _lines(kind: str) -> Mapping[str, _Line]:
    return {**_POSED, **_BY_KIND.get(kind, {}), **_ANECDOTE}


def _details(question: Plain) -> Mapping[str, _Line]:
    lines = {
        "tags": _Line(N_("Thèmes, avec des virgules"), 400, _write_tags, _read_tags, needed=False),
        "difficulty": _Line(
            N_("Difficulté"), 1, str, _read_whole, hint=N_("1 facile, 2 moyenne, 3 difficile"), needed=False
        ),
        "source": _Line(N_("Source"), 500, needed=False, long=True),
        "licence": _Line(N_("Licence"), 100, needed=False),
    }
    if question["mode"] == "chrono":
        lines["exact"] = _Line(N_("Refuser toute faute (oui ou non)"), 3, _write_yes, _read_yes, needed=False)
    return lines
