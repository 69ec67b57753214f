"""What people say around an answer without meaning it ("euh… je dirais Reims, non ?")."""

import re
from typing import Final

_HUMMING = r"e+u+h+|h+e+u+|h+u*m+|m+h+|e+h|be+n|ba+h?|bon|alors|ah+|oh+|ok|oui|ouais|mais|et|que"
_SAYING = (
    r"c ?est|c ?etait|c|s ?est|ce sont|ce serait|c ?a serait|ca doit etre|ca pourrait etre|ca ?s appelle|"
    r"(?:il|elle|on) ?(?:s appelle|l appelle|dit)|(?:la )?reponse|la reponse (?:c ?est|est)|"
    r"le mot|le nom|le terme"
)
_THINKING = (
    r"(?:moi |pour moi |a mon avis )?j(?:e )?(?:dirais?|dis|pense(?: que| a)?|crois(?: que)?|parie(?: sur)?|"
    r"mise sur|tente|propose|vote|suppose|vais dire|reponds|sais pas|sais plus|tenterais|opte pour)|"
    r"moi|pour moi|a mon avis|chais? pas|jsp|il me semble(?: que)?"
)
_PERHAPS = (
    r"peut etre|ptetre|ptet|surement|sans doute|probablement|evidemment|bien sur|normalement|forcement|"
    r"(?:trop )?facile"
)
_LIKE = (
    r"(?:un |des )?(?:trucs?|machins?|choses?) (?:comme|genre|du genre)|(?:quelque chose|"
    r"qqch) comme|du genre|"
    r"ce(?:lui|lle|ux|lles) (?:avec (?:les? |la |l |des? |une? )?|qui (?:a|est|sont)|"
    r"de la|de l|du|des|de|d|a|au)|"
    r"(?:du|un|de) bon|(?:de la|une|de) bonne|"
    r"notre|votre|ce (?:bon|cher)(?: vieux)?|l ami|(?:le |la |les )?celebres?|"
    r"genre|un genre de|une sorte de|une espece de|une? certaine?|le fameux|la fameuse|l an"
)
_WHERE = r"sur|dans|chez|vers|pour|par|avec|depuis"
_BEFORE: Final = re.compile(rf"(?:(?:{_HUMMING}|{_SAYING}|{_THINKING}|{_PERHAPS}|{_LIKE}|{_WHERE}) )+(?=.)")
_DOUBTING = (
    r"je (?:crois|pense|dirais|suppose|sais pas)|j(?:crois|pense|dirais)|jsp|pas sure?|il me semble|"
    r"en (?:1er|premier|dernier)|d abord|encore|pour (?:commencer|finir)|"
    r"(?:ou )?un truc comme ca|si je ne me trompe pas|sauf erreur|de memoire|au pif|au hasard|bien entendu"
)
_ENDING = r"non|nan|hein|quoi|lol|mdr|ptdr|xd|svp|voila|ok|oui|aussi|alors|tout simplement"
_AFTER: Final = re.compile(rf" (?<=. )(?:(?:{_ENDING}|{_DOUBTING}|{_PERHAPS})(?: |$))+$")


def without_chatter(line: str) -> str:
    """Return a line of folded words without such words before and after; never nothing."""
    before = _BEFORE.match(line)
    rest = line[before.end() :] if before else line
    after = _AFTER.search(rest)
    return rest[: after.start()] if after else rest
