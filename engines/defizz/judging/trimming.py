"""What is said around a number and adds nothing to it: "environ", "je dirais", "n°", "à peu près"."""

import re
import unicodedata

from engines.defizz.judging.literals import join_groups

_PARTS = {"½": "demi", "¼": "quart", "¾": "trois quarts", "⅓": "tiers", "⅔": "deux tiers"}
_PART = re.compile(f"([0-9]?) ?([{''.join(_PARTS)}])")
_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_DASHES = re.compile("[−–—‐‑‒]")
_QUOTES = re.compile("[’‘`´ʼ′]")
_BETWEEN_LETTERS = re.compile(r"(?<=[^\W\d_])['-](?=[^\W\d_])")
_UNSEEN_SPACES = re.compile(r"[\s_]+")
_OPENING = re.compile(
    r"(?:(?:il|elle|on|ca|c) (?:y )?(?:a|avait|fait|faisait|mesure|mesurait|pese|pesait|coute|coutait|"
    r"dure|durait|vaut|valait|roule|roulait)|(?:un truc|qqch|quelque chose|un machin)(?: comme|"
    r" du genre| dans le genre)?|[a-z]{1,10} ?=|ya|alors|genre|dans les environs de|plutot|"
    r"entre guillemets|allez|bah|bon|euh+|heu+|hum+|mmm*|oui|donc|ben|ok|mais|environ|env|envi?rons?|"
    r"approx(?:imativement)?|approximatif|vers|circa|ca|autour d[eu]|aux alentours d[eu]|a peu pres|"
    r"a peu de choses pres|a vue de nez|a la louche|au pif(?:o(?:metre)?)?|pif|grosso modo|peut etre|"
    r"ptet|peut etre bien|(?:moi )?(?:je ?|j ?|jme )(?:dirais?|dis|pense|crois|propose|parie|mise|tente|"
    r"mets?|vote|opte pour|table sur|tablerais sur|pencherais pour)(?: (?:a|que|sur|pour))?|"
    r"(?:moi )?(?:chui|je suis) sur|disons|mettons|on va dire|va pour|je reste sur|c(?:e)? (?:est|etait|"
    r"etai)|cest|ct|ca doit etre|ce (?:serait|sera|doit etre)|sera|il y (?:en )?(?:a|avait)|"
    r"y (?:en )?a(?:vait)?|il (?:fait|mesure|pese)|elle (?:fait|mesure|pese)|ca fait|ma reponse|reponse|"
    r"rep|reste|presque|quasi(?:ment)?|pas loin d[eu]|meme pas|a peine|au moins|au plus|"
    r"plus ou moins|plus d[eu]|"
    r"pres d[eu]|(?:dans|ds) les|un(?= \d)|exactement|pile|juste|soit|moi|en l an(?:nee)?|en|dans l annee|"
    r"l an(?:nee)?(?= \d)|annee(?= \d)|an(?= )|de|d|a|au|l[ae]s?(?! moitie)|un total d[eu]|total|n ?°|"
    r"n ?º|no ?\.?(?= ?\d)|nr ?\.?(?= ?\d)|nº|num(?:ero)?|op(?:us)?(?= ?\d)|k ?\.(?= ?\d)|"
    r"kv ?\.?(?= ?\d)|#|[~≈±<>=+:]|\.\.\.)(?![^\W\d_])[ ,:;.!]*"
)
_CLOSING = re.compile(
    r"[ ,;:(]*(?<![^\W\d_])(?:environ|env|approx(?:imativement)?|a peu pres|a peu de chose pres|"
    r"a vue de nez|a la louche|au pif(?:o(?:metre)?)?|pif|grosso modo|peut etre|ptet|(?:je ?|j ?|"
    r"jme )(?:dirais?|dis|pense|crois|parie|sais pas|sais plus|suis sur)|chais pas|jsp|jpense|jcrois|"
    r"jdirais|sans doute|il me semble|par la|quelque chose comme ca|"
    r"et quelques|et des (?:poussieres|brouettes)|"
    r"maxi?|"
    r"mini|au total|en tout|au moins|au plus|pile|exactement|tout rond|tout pile|"
    r"si je (?:ne )?me trompe pas|sauf erreur|si je (?:ne )?dis pas de betises?|"
    r"non stop|d affilee|de suite|(?<=\d )pas|non|hein|moi|pas plus|"
    r"pas moins|je tente|a peine|a mon avis|quoi|mdr|lol|ptdr|haha|svp|stp|merci|ou pas|pour moi|sur|"
    r"facile|bien sur|a tout casser|ou quelque chose comme ca|plus ou moins|tous compris)[ !?.)]*$"
)
_ALONG = re.compile(
    r"(?<=.) (?:de (?:haut(?:eur)?|long(?:ueur)?|large(?:ur)?|profond(?:eur)?|diametre|circonference|alt|"
    r"altitude|"
    r"distance|poids|cote|tour de taille)|d[' ]alt(?:itude)?|d'epaisseur|d epaisseur|au dessus du sol)$"
)
_EDGES = ' \t!?.;,:"«»“”()[]*'


def plain_text(text: str) -> str:
    """Return the text without accents, invisible characters and doubled spaces; capitals stay.

    Raised digits become powers ("10⁶" is 10^6), small fractions are written out.
    """
    text = _PART.sub(
        lambda part: f"{part[1]} et {_PARTS[part[2]]} " if part[1] else f"{_PARTS[part[2]]} ", text
    )
    text = _RAISED.sub(lambda found: "^" + unicodedata.normalize("NFKC", found[0]), text)
    text = _QUOTES.sub("'", text.replace("º", "°").replace("″", '"').replace("”", '"').replace("œ", "oe"))
    text = text.replace("''", '"')
    apart = unicodedata.normalize("NFKD", text)
    seen = "".join(char for char in apart if unicodedata.category(char) not in ("Mn", "Cf"))
    seen = _UNSEEN_SPACES.sub(" ", _DASHES.sub("-", seen).replace("⁄", "/"))
    seen = _ASIDE.sub("", _PERCENT.sub("%", _BETWEEN_LETTERS.sub(" ", seen)))
    return join_groups(_BIG.sub("", _ABOUT.sub(r"\1", seen)).strip(" +"))


_ABOUT = re.compile(r"(?:\bune? )?(?:\b(?:bonne|petite|grosse) )?(\d+) ?aines?\b")
_BIG = re.compile(r"(?<=\bune )(?:bonne|petite|grosse) |(?<=\bun )(?:bon|petit|gros) ")
_PERCENT = re.compile(r"\bpour ?cents?\b")
_ASIDE = re.compile(r"(?<=\S) ?\([^()]*\)\W*$")


def trim(text: str) -> str:
    """Return a plain text without what is said before and after its number."""
    before = None
    while before != text:
        before = text
        text = text.strip(_EDGES if not text.endswith(('"', "'")) else _EDGES.replace('"', ""))
        found = _OPENING.match(text.lower())
        if found is not None and found.end() < len(text):
            text = text[found.end() :]
        closing = _CLOSING.search(text.lower())
        if closing is not None and closing.start():
            text = text[: closing.start()]
        text = _ALONG.sub("", text)
    return text
