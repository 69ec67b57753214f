"""`python -m tests.support.every_game`: the bot with every game that the suites try."""

import sys

from bot.__main__ import main
from tests.support.games import FACES

if __name__ == "__main__":
    sys.exit(main(games=FACES))
