"""Every game that exists; `engines.GAMES` is this."""

from collections.abc import Mapping
from types import MappingProxyType

from engines.core.game import AnyGame
from engines.debacle.rules import Debacle
from engines.defizz.rules import Defizz
from engines.desfausse.rules import Desfausse
from engines.diavolo.rules import Diavolo
from engines.soiree.rules import Soiree
from engines.tasse.rules import Tasse

GAMES: Mapping[str, AnyGame] = MappingProxyType(
    {game.name: game for game in (Debacle(), Defizz(), Desfausse(), Diavolo(), Soiree(), Tasse())}
)
"""Every game that exists, by its name, sorted."""
