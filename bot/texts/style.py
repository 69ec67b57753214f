"""What a program can tell of style: typography, elision before names, lengths of buttons, banned words."""

import ast
import re
from collections.abc import Iterable, Iterator
from typing import Final

from babel.messages.catalog import Catalog

from bot.texts.check import Message

LABEL: Final = 20
"""The most characters on a button: a phone cuts longer ones."""
_PLACE = re.compile(r"\{[^{}]*\}")
_NAMED: Final = "name|names|active|reader|target|opponent|roller|announcer|host|winner|loser|left|team|who"
_CODE = re.compile(r"`[^`]*`")
_BOTH: Final = (
    ("straight apostrophe", re.compile(r"'")),
    ("straight quotes", re.compile(r'"')),
    ("three dots", re.compile(r"\.\.\.")),
    ("dash", re.compile("[\u2013\u2014]")),
    ("plain space before a unit", re.compile(r"[}\d] (?:ms|s|cm|min|Mio|MiB)\b")),
    ("plain space in a number", re.compile(r"\d \d{3}\b")),
)
_BUILT: Final = re.compile(r"[«»]|[ \u00a0\u202f][:;!?](?:\s|$)")
_ELISION: Final = re.compile(rf"(?i)\b(?:de|que|jusque|lorsque) (?:\*\*)?\{{(?:{_NAMED})\}}")
_FRENCH: Final = (
    ("space before a sign", re.compile(r"(?<=[^\W\d])[!?;]|(?<=[)}\]*»])[!?;]|\w:(?=\s|$)")),
    ("space inside « »", re.compile("«(?! )|(?<! )»")),
    ("accent on a capital", re.compile(r"^A (?=\{|vous)|\b(?:Etes|Egalité|Ecart)")),
    (
        "banned word",
        re.compile(
            r"(?i)\bcliqu|\btouchez\b|\bsièges?\b|\bdélais?\b|\bmaudite?s?\b|\bdémon\b|\brelève[rz]?\b|"
            r"\bvous seule?s?\b|\bpour soi seul|\bnotre\b|\bnous\b|\bsession\b|personne active|"
            r"n’a pas de sens|d’office\b|\bdéclar|\bconsole\b|\bgraines?\b|\benjeux?\b|"
            r"\b(?:se|vous) défauss(?:er|ent)\b|s’est (?:pas )?défauss|le sort (?:désigne|a choisi)"
        ),
    ),
)
_ENGLISH: Final = (
    ("space before a sign", re.compile(r"[\w)] [!?;:](?!\w)")),
    ("French quotes", re.compile("[«»]")),
    (
        "banned word",
        re.compile(
            r"(?i)\bbrisk\b|little devil|\benemy\b|\bdemon\b|private message|\bannounce(?!d here)|"
            r"\bclick (?:on|join)|\bthrows?\b|\bdeadlines?\b|\bby lot\b|\bawaited\b|"
            r"\bconsole\b|\bseeds?\b|\bstirred\b|\bcall(?:s|ed|ing)? (?:\w+ )?off\b"
        ),
    ),
    ("bare Who", re.compile(r"(?:^|[.:;] )Who (?:has|is|had|gets)\b(?!.*\?)")),
)


def style_faults(found: Iterable[Message], catalog: Catalog) -> list[str]:
    """List what is badly written in the messages of the code, and in their English."""
    lines: list[str] = []
    for message in found:
        where = f"{message.file}:{message.line}"
        entry = catalog.get(message.forms[0])
        said = () if entry is None or entry.string is None else entry.string
        english = (said,) if isinstance(said, str) else tuple(said)
        lines += [f"{where}: {form!r}: {what}" for form in message.forms for what in _flaws(form, _FRENCH)]
        lines += [f"{where}: {form!r}: {what}" for form in english for what in _flaws(form, _ENGLISH)]
    return lines


def code_faults(source: str, file: str, catalog: Catalog) -> Iterator[str]:
    """Yield what is wrong with the texts in `source`, the text of a file.

    Labels on buttons that are too long in French or in English, and texts put together with French signs,
    where no translation reaches them.
    """
    for node in ast.walk(ast.parse(source, file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Button":
            for label in node.args[1:2]:
                yield from _too_long(label, file, catalog)
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "x" for part in node.values)
            if _BUILT.search(built := "".join(map(str, parts))):
                yield f"{file}:{node.lineno}: {built!r} has French signs: write a message"


def _too_long(label: ast.expr, file: str, catalog: Catalog) -> Iterator[str]:
    for part in ast.walk(label):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            entry = catalog.get(part.value)
            other = entry.string if entry is not None and isinstance(entry.string, str) else ""
            for said in (part.value, other):
                if len(_PLACE.sub("", said)) > LABEL:
                    yield f"{file}:{part.lineno}: {said!r} is longer than {LABEL} characters"


def _flaws(form: str, rules: Iterable[tuple[str, re.Pattern[str]]]) -> Iterator[str]:
    """Yield the names of the rules that a text breaks; commands and code in it are not read."""
    text = _CODE.sub("x", form)
    if rules is _FRENCH and _ELISION.search(text):
        yield "elision: write {name:de} or {name:que}"
    bare = _PLACE.sub("{}", text)
    yield from (what for what, rule in (*_BOTH, *rules) if rule.search(bare))
