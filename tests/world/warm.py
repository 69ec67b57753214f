"""Imported once where worlds are forked: what every start works out alike is worked out before.

Nothing of a world follows from it: what is kept (texts, emojis, the shapes of what is stored) is pure.
"""

import gc
from functools import cache

import pytest  # noqa: F401 - what a scene is written with

from bot.ui.wire import commands
from engines import GAMES
from engines.core.codec import Codec
from tests.support import wire_judges  # noqa: F401 - what is asked of a scene's requests
from tests.world.run import Script, run_one

gc.disable()  # as in every world: to let go of what is left of one would wake it up
for _game in GAMES.values():
    for _codec in vars(_game).values():
        if isinstance(_codec, Codec):
            _codec._adapter  # noqa: B018 - made when it is first asked for
commands._translate = cache(
    commands._translate
)  # the words of the commands, which a process needs once: at its start
_report = run_one(Script(0, seconds=1.0, faults=0, tables=0))
assert not _report.failure, _report.failure
gc.freeze()
