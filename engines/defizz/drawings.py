"""The pictures that questions may show without a file, by name: flags, diagrams, silhouettes and maps."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from hashlib import sha256
from typing import Final

from engines.defizz.atlas.maps import MAPS, SILHOUETTES, draw_map, draw_silhouette
from engines.defizz.diagrams import DIAGRAMS
from engines.defizz.shapes import Disc, Drawing, Polygon, box

# Flags of a simple geometry as shapes and colours: proportions and colours as the states have them.

WHITE, BLACK, YELLOW = "#ffffff", "#000000", "#fcd116"
RED, GREEN, BLUE, ORANGE = "#ce1126", "#00894b", "#0052a5", "#ff8200"


def _bands(ratio: float, *bands: tuple[str, float]) -> Drawing:
    """Bands one under the other, each with a colour and its share of the height."""
    whole, top, shapes = sum(share for _, share in bands), 0.0, []
    for colour, share in bands:
        shapes.append(box(0, top, ratio, top + share / whole, colour))
        top += share / whole
    return Drawing(ratio, tuple(shapes))


def _rows(ratio: float, *colours: str) -> Drawing:
    return _bands(ratio, *((colour, 1) for colour in colours))


def _columns(ratio: float, *colours: str) -> Drawing:
    step = ratio / len(colours)
    return Drawing(ratio, tuple(box(step * n, 0, step * (n + 1), 1, one) for n, one in enumerate(colours)))


def _cross(  # the cross of the north: its upright stands nearer to the pole
    ground: str, arms: tuple[tuple[str, float], ...], across: tuple[float, float], upright: float
) -> Drawing:
    """`across`: width and height in equal units; `upright`: where its middle stands; `arms`: how broad."""
    wide, high = across
    ratio, x = wide / high, upright / high
    flag = Drawing(ratio, (box(0, 0, ratio, 1, ground),))
    for colour, breadth in arms:
        half = breadth / high / 2
        flag = flag.over(box(x - half, 0, x + half, 1, colour), box(0, 0.5 - half, ratio, 0.5 + half, colour))
    return flag


FLAGS: Final[Mapping[str, Drawing]] = {
    "drapeau/allemagne": _rows(5 / 3, BLACK, "#dd0000", "#ffcc00"),
    "drapeau/armenie": _rows(2, "#d90012", "#0033a0", "#f2a800"),
    "drapeau/autriche": _rows(1.5, "#c8102e", WHITE, "#c8102e"),
    "drapeau/bangladesh": _rows(5 / 3, "#006a4e").over(Disc(0.75, 0.5, 1 / 3, "#f42a41")),
    "drapeau/belgique": _columns(15 / 13, BLACK, "#fdda24", "#ef3340"),
    "drapeau/benin": _rows(1.5, YELLOW, "#e8112d").over(box(0, 0, 0.6, 1, "#008751")),
    "drapeau/botswana": _bands(1.5, ("#6da9d2", 9), (WHITE, 1), (BLACK, 4), (WHITE, 1), ("#6da9d2", 9)),
    "drapeau/bulgarie": _rows(5 / 3, WHITE, "#00966e", "#d62612"),
    "drapeau/colombie": _bands(1.5, ("#ffcd00", 2), ("#003087", 1), ("#c8102e", 1)),
    "drapeau/cote-d-ivoire": _columns(1.5, ORANGE, WHITE, "#009a44"),
    "drapeau/danemark": _cross("#c8102e", ((WHITE, 4),), (37, 28), 14),
    "drapeau/emirats": _rows(2, "#00843d", WHITE, BLACK).over(box(0, 0, 0.5, 1, "#c8102e")),
    "drapeau/estonie": _rows(11 / 7, "#0072ce", BLACK, WHITE),
    "drapeau/finlande": _cross(WHITE, (("#002f6c", 3),), (18, 11), 6.5),
    "drapeau/france": _columns(1.5, "#000091", WHITE, "#e1000f"),
    "drapeau/gabon": _rows(4 / 3, "#009e60", YELLOW, "#3a75c4"),
    "drapeau/gambie": _bands(1.5, (RED, 6), (WHITE, 1), ("#0c1c8c", 4), (WHITE, 1), ("#3a7728", 6)),
    "drapeau/guinee": _columns(1.5, RED, YELLOW, "#009460"),
    "drapeau/hongrie": _rows(2, "#ce2939", WHITE, "#477050"),
    "drapeau/irlande": _columns(2, "#169b62", WHITE, "#ff883e"),
    "drapeau/islande": _cross("#02529c", ((WHITE, 4), ("#dc1e35", 2)), (25, 18), 9),
    "drapeau/italie": _columns(1.5, "#009246", WHITE, "#ce2b37"),
    "drapeau/japon": _rows(1.5, WHITE).over(Disc(0.75, 0.5, 0.3, "#bc002d")),
    "drapeau/laos": _bands(1.5, (RED, 1), ("#002868", 2), (RED, 1)).over(Disc(0.75, 0.5, 0.2, WHITE)),
    "drapeau/lettonie": _bands(2, ("#9e3039", 2), (WHITE, 1), ("#9e3039", 2)),
    "drapeau/lituanie": _rows(5 / 3, "#fdb913", "#006a44", "#c1272d"),
    "drapeau/madagascar": _rows(1.5, "#fc3d32", "#007e3a").over(box(0, 0, 0.5, 1, WHITE)),
    "drapeau/mali": _columns(1.5, "#14b53a", YELLOW, RED),
    "drapeau/maurice": _rows(1.5, "#ea2839", "#1a206d", "#ffd500", "#00a551"),
    "drapeau/nigeria": _columns(2, "#008751", WHITE, "#008751"),
    "drapeau/norvege": _cross("#ba0c2f", ((WHITE, 4), ("#00205b", 2)), (22, 16), 8),
    "drapeau/palaos": _rows(1.6, "#0099ff").over(Disc(0.7, 0.5, 0.3, "#ffff00")),
    "drapeau/pays-bas": _rows(1.5, "#ae1c28", WHITE, "#21468b"),
    "drapeau/perou": _columns(1.5, "#d91023", WHITE, "#d91023"),
    "drapeau/pologne": _rows(1.6, WHITE, "#dc143c"),
    "drapeau/sierra-leone": _rows(1.5, "#1eb53a", WHITE, "#0072c6"),
    "drapeau/suede": _cross("#006aa7", (("#fecc02", 2),), (16, 10), 6),
    "drapeau/suisse": Drawing(1, (box(0, 0, 1, 1, "#da291c"),)).over(
        box(13 / 32, 6 / 32, 19 / 32, 26 / 32, WHITE), box(6 / 32, 13 / 32, 26 / 32, 19 / 32, WHITE)
    ),
    "drapeau/tchequie": _rows(1.5, WHITE, "#d7141a").over(Polygon(((0, 0), (0.75, 0.5), (0, 1)), "#11457e")),
    "drapeau/thailande": _bands(1.5, ("#a51931", 1), (WHITE, 1), ("#2d2a4a", 2), (WHITE, 1), ("#a51931", 1)),
    "drapeau/ukraine": _rows(1.5, "#0057b7", "#ffd700"),
    "drapeau/yemen": _rows(1.5, RED, WHITE, BLACK),
}
"""By name."""


class _Made(Mapping[str, Drawing]):
    """Drawings that are made whenever they are asked for: outlines have thousands of corners."""

    def __init__(self, makers: Mapping[str, Callable[[], Drawing]]) -> None:
        self._makers = makers

    def __getitem__(self, name: str) -> Drawing:
        return self._makers[name]()

    def __contains__(self, name: object) -> bool:
        return name in self._makers  # a Mapping would make the drawing to find out

    def __iter__(self) -> Iterator[str]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def _same(drawing: Drawing) -> Drawing:
    return drawing


_MAKERS: Final[Mapping[str, Callable[[], Drawing]]] = {
    **{name: partial(_same, drawn) for name, drawn in {**FLAGS, **DIAGRAMS}.items()},
    **{name: partial(draw_silhouette, code) for name, code in SILHOUETTES.items()},
    **{name: partial(draw_map, marked) for name, marked in MAPS.items()},
}
DRAWINGS: Final[Mapping[str, Drawing]] = _Made(_MAKERS)
"""By name. The names stand in decks and tell the answer: nobody who is asked may see one."""


_DIGEST = re.compile(r"[0-9a-f]{64}")


def is_brought(name: str) -> bool:
    """Return whether a picture came with its deck: its name is then the SHA-256 of its bytes."""
    return _DIGEST.fullmatch(name) is not None


def key_of(name: str) -> str:
    """Return what a picture is called where people are asked: a word that tells nothing."""
    return name if is_brought(name) else sha256(name.encode()).hexdigest()[:12]


DRAWINGS_BY_KEY: Final[Mapping[str, Drawing]] = _Made(
    {key_of(name): maker for name, maker in _MAKERS.items()}
)
