"""The bot's verdict on an answer to a question of a deck."""

from engines.defizz.deck import Chrono, PingPong
from engines.defizz.judging.match import Verdict, compare

_NONE: frozenset[int] = frozenset()


def judge_answer(text: str, question: Chrono | PingPong, found: frozenset[int] = _NONE) -> Verdict:
    """Return the bot's verdict; in a Ping-pong an answer `found` before is wrong (Z11)."""
    if isinstance(question, Chrono):
        return compare(
            text, (question.answers,), question.reject, exact=question.exact, question=question.text
        )
    verdict = compare(text, question.answers, question.reject, found=found, question=question.text)
    if verdict.group in found:
        return Verdict(right=False, group=None, reason="repeated")
    return verdict
