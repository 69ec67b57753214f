"""Make `engines/defizz/judging/known.bin`: the words and names of French, and how common each is.

python -m venv words && words/bin/pip install wordfreq==3.1.1
PYTHONPATH=. words/bin/python scripts/known_words.py

Needed only to make the file anew: nothing that runs has wordfreq. `known.txt` beside it says what it holds.
"""

import math
import zlib
from collections import defaultdict
from pathlib import Path

from engines.defizz.judging.known import BEGIN, LEAST, LONGEST, SHORTEST, STEPS
from engines.defizz.judging.words import fold

FILE = Path(__file__).parents[1] / "engines/defizz/judging/known.bin"


def count_words(listed: dict[str, float]) -> dict[str, float]:
    """Return how often each folded word is written, among all words; "a" and "à" are one word."""
    often: dict[str, float] = defaultdict(float)
    for word, share in listed.items():
        folded = fold(word)
        if folded.isascii() and folded.isalpha() and SHORTEST <= len(folded) <= LONGEST:
            often[folded] += share
    return {word: share for word, share in often.items() if share >= LEAST}


def pack(often: dict[str, float]) -> bytes:
    """Return the words of each length in order, each with a character for how common it is."""
    by_length: dict[int, list[bytes]] = defaultdict(list)
    for word, share in sorted(often.items()):
        mark = chr(ord(BEGIN) + int(STEPS * math.log10(share / LEAST)))
        by_length[len(word)].append((word + mark).encode("ascii"))
    lines = [b"".join(by_length[length]) for length in range(SHORTEST, LONGEST + 1)]
    return zlib.compress(b"\n".join(lines), 9)


def main() -> None:
    """Write the file, and say how much is in it."""
    from wordfreq import get_frequency_dict  # type: ignore[import-not-found]

    often = count_words(get_frequency_dict("fr", "large"))
    FILE.write_bytes(pack(often))
    print(f"{len(often)} words, {FILE.stat().st_size} bytes")


if __name__ == "__main__":
    main()
