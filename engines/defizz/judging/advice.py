"""What the judge makes of a question, as a job for a process of its own: bytes in, bytes out. Pure."""

import json
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, NamedTuple

from engines.core.codec import Codec
from engines.defizz.deck import Chrono, PingPong, answers_of
from engines.defizz.judging.check import check_question
from engines.defizz.judging.questions import judge_answer

_MOST: Final = 40
_QUESTION: Final[Codec[Chrono | PingPong]] = Codec(Chrono | PingPong)  # type: ignore[arg-type]
_VARIED: Final = 6
"""Of so many answers, other ways to type them are tried."""


class Advice(NamedTuple):
    """A text beside a wording, and what the judge makes of it: that of a `Finding`, or "accepts"."""

    what: str
    text: str
    wording: str


def give_advice(given: bytes) -> bytes:
    """Return what there is to say of a question (its JSON), for `read_advice`; raises Refusal for another."""
    question = _QUESTION.load(given)
    found = [Advice(one.what, one.text, one.wording) for one in check_question("", question)]
    return json.dumps([*islice(found, _MOST), *_accepted(question)]).encode()


def read_advice(answer: bytes) -> Sequence[Advice]:
    """Return what `give_advice` gave."""
    return tuple(Advice(*one) for one in json.loads(answer))


def _accepted(question: Chrono | PingPong) -> Iterator[Advice]:
    """Yield other ways to type the first answers that count as right already: nobody needs to list them."""
    for wordings in answers_of(question)[:_VARIED]:
        wording = wordings[0]
        for text in dict.fromkeys(_variants(wording)):
            if text not in wordings and judge_answer(text, question).right:
                yield Advice("accepts", text, wording)


def _variants(wording: str) -> Iterator[str]:
    """Yield a wording without its article, and with two letters of its longest word exchanged."""
    first, _, rest = wording.partition(" ")
    if rest and len(first) <= len("les"):
        yield rest
    longest = max(wording.split(), key=len, default="")
    middle = len(longest) // 2
    pair = longest[middle - 1 : middle + 1]
    if middle > 1 and pair.isalpha():
        yield wording.replace(longest, longest[: middle - 1] + pair[::-1] + longest[middle + 1 :])
