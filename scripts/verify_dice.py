#!/usr/bin/env python3
"""Check the dice of a finished Gobelet game, with nothing but Python's standard library.

    python3 verify_dice.py RECORD.json

RECORD.json is the file that the bot gives out for a closed table. Three things are checked:

1. The promise. When the lobby opened, the bot showed a commitment: the SHA-256 of a secret seed of 32 bytes.
   The seed was told at the end. Its SHA-256 must be that commitment (compare it with the one you saw).
2. The source. The dice are named by the table's number and, for everybody seated at the start, Discord's
   number of their click on "Rejoindre" (of the host's command). Those come after the promise. Yet who runs
   the bot knows the seed, and could tell somebody to join again until the dice suit: see who came and went.
3. Every die. Outcome k (0, 1, 2, ...) of n sides: for j = 0, 1, ... take the first 8 bytes, as a number x, of
   HMAC-SHA-256(seed, "gobelet-1:TABLE:JOIN+JOIN+...:k:j"). Numbers in the last incomplete group of n are
   passed over, so that all sides are equally likely; the first other one gives x % n + 1.

The program ends with 0 when all is well (PASS), 1 when something is not (FAIL), 2 when the file is no record.
Whether the moves follow the rules is another question: `python -m bot verify RECORD.json` replays them too.
"""

import hashlib
import hmac
import json
import sys


def outcome(seed: bytes, source: str, k: int, n: int) -> int:
    """Return die number k of a source, in 1..n."""
    j = 0
    while True:
        x = int.from_bytes(hmac.new(seed, f"{source}:{k}:{j}".encode(), hashlib.sha256).digest()[:8], "big")
        if x < 2**64 - 2**64 % n:
            return x % n + 1
        j += 1


def wrong_dice(record: dict, seed: bytes, source: str) -> tuple[int, list[str]]:
    """Return how many dice the record has, and a sentence for each that is not what the seed says."""
    k, wrong = 0, []
    for entry in record["entries"]:
        for n, told in entry["draws"]:
            if not 1 <= n <= 2**32:
                raise ValueError("a die with an impossible number of sides")
            right = outcome(seed, source, k, n)
            if told != right:
                wrong.append(
                    f"entry {entry['seq']}, die {k} of {n} sides: told {told}, the seed says {right}"
                )
            k += 1
    return k, wrong


def check(record: dict) -> bool:
    """Check one record, say what was found, and return whether all is well."""
    print(f"Table {record['table']}, game {record['game']}.")
    if record["seed"] is None:
        print("FAIL: the seed is not told yet; the table still runs.")
        return False
    seed = bytes.fromhex(record["seed"])
    kept = hashlib.sha256(seed).hexdigest() == record["commitment"]
    print(f"Commitment {record['commitment']}: {'is' if kept else 'IS NOT'} the SHA-256 of the seed.")
    joins = [join for seat in record["seats"] for join in seat["joins"]]
    source = f"gobelet-1:{record['table']}:{'+'.join(joins)}"
    print(f"Source of the dice: {source}")
    count, wrong = wrong_dice(record, seed, source)
    print("\n".join([*wrong, f"{count - len(wrong)} of {count} dice are what the seed says."]))
    print("PASS: the dice are fair." if kept and not wrong else "FAIL: these are not the promised dice.")
    return kept and not wrong


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python3 verify_dice.py RECORD.json")
    try:
        with open(sys.argv[1], encoding="utf-8") as file:  # noqa: PTH123 - the plainest way to read it
            good = check(json.load(file))
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as problem:
        print(f"This is not a readable record: {problem!r}")
        sys.exit(2)
    sys.exit(0 if good else 1)
