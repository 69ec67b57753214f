"""What people say around an answer without meaning it ("euh… je dirais Reims, non ?")."""

from __future__ import annotations

import re
from typing import Final

__all__ = ["without_chatter"]

_BEFORE: Final = re.compile(
    r"^(?:(?:e+u+h+|h+e+u+|h+u*m+|m+h+|e+h|be+n|ba+h?|bon|alors|ah+|oh+|ok|oui|ouais|moi|pour moi|a mon avis|facile|trop facile|"
    r"c ?est|c ?etait|c|s ?est|ce sont|ce serait|c ?a serait|ca doit etre|ca pourrait etre|ca ?s appelle|"
    r"(?:il|elle|on) ?(?:s appelle|l appelle|dit)|la reponse|reponse|la reponse (?:c ?est|est)|"
    r"j(?:e )?(?:dirais?|dis|pense(?: que| a)?|crois(?: que)?|parie(?: sur)?|mise sur|tente|propose|vote|suppose|"
    r"vais dire|reponds|sais pas|sais plus|tenterais|opte pour)|chai(?:s)? pas|jsp|il me semble(?: que)?|"
    r"peut etre|ptetre|ptet|surement|sans doute|probablement|evidemment|bien sur|normalement|forcement|"
    r"(?:un |des )?(?:trucs?|machins?|choses?) (?:comme|genre|du genre)|quelque chose comme|qqch comme|du genre|genre|"
    r"un genre de|une sorte de|une espece de|un certain|une certaine|le fameux|la fameuse|l an|"
    r"le mot|le nom|le terme|que|mais|et|sur|dans|chez|vers|pour|par|avec|depuis) )+(?=.)"
)
_AFTER: Final = re.compile(
    r"(?<=.)(?: (?:non|nan|hein|quoi|peut etre|ptetre|ptet|je (?:crois|pense|dirais|suppose)|j(?:crois|pense|dirais)|"
    r"bien sur|evidemment|sans doute|surement|facile|lol|mdr|ptdr|xd|svp|pas sur|pas sure|il me semble|voila|"
    r"ou un truc comme ca|un truc comme ca|si je ne me trompe pas|sauf erreur|tout simplement|ok|oui|bien entendu|"
    r"aussi|alors|de memoire|au pif|au hasard|je sais pas|jsp))+$"
)


def without_chatter(line: str) -> str:
    """Return a line of folded words without such words before and after; never nothing."""
    return _AFTER.sub("", _BEFORE.sub("", line, count=1), count=1)
