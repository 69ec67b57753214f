"""Countries whose shape people know, filled, with nothing around them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engines.defizz.atlas.sheets import find_sheet
from engines.defizz.shapes import Drawing, Polygon, box

__all__ = ["SILHOUETTES", "draw_silhouette"]

_PAPER, _LAND = "#f4f1ea", "#2f4858"
SILHOUETTES: Final[Mapping[str, str]] = {
    "silhouette/afrique-du-sud": "ZA",
    "silhouette/allemagne": "DE",
    "silhouette/argentine": "AR",
    "silhouette/australie": "AU",
    "silhouette/autriche": "AT",
    "silhouette/belgique": "BE",
    "silhouette/bresil": "BR",
    "silhouette/cameroun": "CM",
    "silhouette/canada": "CA",
    "silhouette/chili": "CL",
    "silhouette/coree-du-sud": "KR",
    "silhouette/croatie": "HR",
    "silhouette/cuba": "CU",
    "silhouette/danemark": "DK",
    "silhouette/egypte": "EG",
    "silhouette/espagne": "ES",
    "silhouette/etats-unis": "US",
    "silhouette/finlande": "FI",
    "silhouette/france": "FR",
    "silhouette/grece": "GR",
    "silhouette/irlande": "IE",
    "silhouette/islande": "IS",
    "silhouette/italie": "IT",
    "silhouette/japon": "JP",
    "silhouette/jordanie": "JO",
    "silhouette/madagascar": "MG",
    "silhouette/mali": "ML",
    "silhouette/mexique": "MX",
    "silhouette/namibie": "NA",
    "silhouette/norvege": "NO",
    "silhouette/nouvelle-zelande": "NZ",
    "silhouette/pays-bas": "NL",
    "silhouette/perou": "PE",
    "silhouette/philippines": "PH",
    "silhouette/portugal": "PT",
    "silhouette/rd-congo": "CD",
    "silhouette/royaume-uni": "GB",
    "silhouette/senegal": "SN",
    "silhouette/somalie": "SO",
    "silhouette/sri-lanka": "LK",
    "silhouette/suede": "SE",
    "silhouette/suisse": "CH",
    "silhouette/tchequie": "CZ",
    "silhouette/thailande": "TH",
    "silhouette/tunisie": "TN",
    "silhouette/turquie": "TR",
    "silhouette/ukraine": "UA",
    "silhouette/vietnam": "VN",
    "silhouette/zambie": "ZM",
}
"""The ISO 3166 codes of the countries by the names of their drawings."""


def draw_silhouette(code: str) -> Drawing:
    """Draw a country by its code; what lies within it and is another's is left out."""
    sheet = find_sheet(code)
    lands = ((ring, owner == code) for owner, rings in sheet.lands.items() for ring in rings)
    shapes = (Polygon(ring, _LAND if own else _PAPER) for ring, own in lands)
    return Drawing(sheet.ratio, (box(0, 0, sheet.ratio, 1, _PAPER), *shapes))
