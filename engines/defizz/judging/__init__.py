"""Judging answers as a fair French reader would (Z14): a small library that knows no table.

It stands among the rules because verdicts are part of them: an answer is judged inside `act`, replayed with
the game, and the same for every front end. It is built on rapidfuzz (distances between strings) and text2num
(numbers in words).

What makes no difference: case, accents, ligatures, hyphens, apostrophes, spaces, invisible characters,
leading articles and elisions, little words inside, plurals, and how a number is written (14, XIV, quatorze).
Beyond that, spelling mistakes are forgiven by the length of the answer: none up to 4 letters, 1 up to 7, 2
above; but no mistake in a number, none where another listed answer or a listed near miss is at least as near,
and none in an answer marked exact.
"""

from __future__ import annotations

from engines.defizz.judging.match import Verdict, compare
from engines.defizz.judging.numbers import digits, read_number
from engines.defizz.judging.questions import judge_answer
from engines.defizz.judging.words import is_blank, read_words

__all__ = ["Verdict", "compare", "digits", "is_blank", "judge_answer", "read_number", "read_words"]
