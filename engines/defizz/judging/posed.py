"""What the question itself says: its words around an answer add nothing, and are none ("fleuve Tamise")."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from engines.defizz.judging.words import LITTLE, WORD, fold, roman_number, singular_of

_KINDS: Final = tuple(
    frozenset(map(singular_of, kind.split()))  # "pays" is "pay" there
    for kind in (
        "fleuve riviere cours",
        "ville cite commune capitale prefecture village",
        "pays etat nation territoire equipe selection",
        "ile archipel",
        "mont montagne sommet volcan pic massif chaine",
        "peintre artiste sculpteur sculptrice dessinateur",
        "ecrivain romancier romanciere auteur autrice auteure poete conteur",
        "acteur actrice comedien comedienne",
        "realisateur realisatrice cineaste",
        "compositeur compositrice musicien musicienne chanteur chanteuse",
        "savant scientifique physicien physicienne chimiste mathematicien astronome inventeur",
        "roi reine empereur imperatrice monarque souverain prince princesse",
        "dieu deesse titan titanide",
        "animal bete oiseau poisson mammifere insecte cetace singe",
        "plante fleur arbre fruit legume arbuste frene chene",
        "element metal gaz",
        "film roman livre conte album piece opera chanson tableau toile",
        "departement region province canton etat land communaute",
        "sport discipline jeu",
        "langue parler",
        "saut figure coup",
        "fromage vin plat dessert gateau soupe tarte",
        "os muscle organe artere",
        "signe caractere symbole lettre consonne voyelle",
        "nombre chiffre numero",
        "operation fonction calcul",
    )
)
"""Words for the same kind of thing: where a question has one of them, an answer may have another."""
_TITLES: Final = frozenset(
    [
        "monsieur",
        "mr",
        "m",
        "madame",
        "mme",
        "mademoiselle",
        "mlle",
        "docteur",
        "dr",
        "professeur",
        "pr",
        "president",
        "presidente",
        "general",
        "generale",
        "marechal",
        "colonel",
        "commandant",
        "amiral",
        "senateur",
        "ministre",
        "inspecteur",
        "commissaire",
        "abbe",
        "sir",
        "mister",
        "mrs",
        "miss",
        "empereur",
        "imperatrice",
        "roi",
        "reine",
        "capitaine",
        "captain",
        "sergent",
        "lieutenant",
        "comte",
        "comtesse",
        "duc",
        "duchesse",
        "pape",
        "lord",
        "lady",
    ]
)
_NOUNS: Final = frozenset(
    map(
        singular_of,
        """
        groupe duo trio chanteur chanteuse rappeur rappeuse acteur actrice comedien comedienne peintre
        ecrivain auteur autrice poete joueur joueuse footballeur dessinateur realisateur realisatrice
        musicien compositeur philosophe personnage heros heroine dieu deesse sens mois lettre fleuve
        riviere ville capitale planete signe animal oiseau poisson insecte fruit legume film
        serie chanson album livre roman tome marque metal gaz element couleur langue region departement
        province canton etat nombre chiffre mot fromage drone robot sonde satellite voiture camion
        bateau avion velo moto balle muscle organe sport epreuve discipline instrument danse dynastie
        espece type roi reine commun
        """.split(),  # noqa: SIM905
    )
)
"""Nouns that say what sort of thing an answer is, and nothing of which, whatever the question."""
_TELLING: Final = frozenset(
    [
        "nord",
        "sud",
        "est",
        "ouest",
        "central",
        "centrale",
        "occidental",
        "occidentale",
        "oriental",
        "orientale",
        "septentrional",
        "meridional",
        "haut",
        "haute",
        "bas",
        "basse",
        "grand",
        "grande",
        "petit",
        "petite",
        "nouveau",
        "nouvelle",
        "vieux",
        "vieille",
        "ancien",
        "ancienne",
        "premier",
        "premiere",
        "second",
        "seconde",
        "deuxieme",
        "troisieme",
        "quatrieme",
        "dernier",
        "derniere",
        "moyen",
        "moyenne",
        "simple",
        "double",
        "triple",
        "quadruple",
        "demi",
        "mi",
        "semi",
        "non",
        "sans",
        "faux",
        "fausse",
        "anti",
        "sous",
        "sur",
        "contre",
        "entre",
        "avant",
        "apres",
        "saint",
        "sainte",
        "noir",
        "noire",
        "blanc",
        "blanche",
        "rouge",
        "bleu",
        "bleue",
        "vert",
        "verte",
        "jaune",
        "gris",
        "grise",
        "mort",
        "morte",
        "junior",
        "fils",
        "pere",
        "mere",
        "frere",
        "soeur",
        "superieur",
        "superieure",
        "inferieur",
        "inferieure",
        "interieur",
        "exterieur",
    ]
)
"""Words that tell one answer from another, even where the question has them."""
_TELLING_MORE: Final = frozenset(
    [
        *(
            "dans",
            "avec",
            "comme",
            "qui",
            "car",
            "parce",
            "son",
            "sa",
            "ses",
            "leur",
            "femme",
            "fille",
            "fils",
        ),
        *("mari", "epouse", "epoux", "frere", "soeur", "pere", "mere", "copain", "copine"),
    ]
)
"""Words that tell more of what stands before them."""
_SHORTEST: Final = 2
_LEAST: Final = 3
"""The fewest letters of a word that people cut short."""
_STEM: Final = 4
"""The fewest letters that an adjective has in common with the name that it is of."""
_OF: Final = re.compile(r"(?:ienne|ien|aine|ain|aise|ai|oise|oi)$")
_NAMES: Final = re.compile(r"\b[A-ZÀ-Þ]\w+(?: [A-ZÀ-Þ]\w+)+")
_WITHOUT: Final = re.compile(r"\b(?:sans|ni)\s+(?:l[ae]s? |l.)?(\w+)")


@lru_cache(1024)
def said_by(question: str) -> frozenset[str]:
    """Return the folded words of a question that are long enough to say something, in the singular.

    And the initials of the names in it, as people write them: "HP" for Harry Potter. But none of what it
    leaves out: "sans dièse ni bémol".
    """
    short = {"".join(word[0] for word in fold(run).split()) for run in _NAMES.findall(question)}
    said = {singular_of(word) for word in WORD.findall(fold(question)) if len(word) >= _SHORTEST}
    said -= {singular_of(word) for word in _WITHOUT.findall(fold(question))}
    return frozenset(said.union(short, *(kind for kind in _KINDS if not kind.isdisjoint(said)))) - LITTLE


def tells_apart(word: str) -> bool:
    """Return whether a folded word tells one answer from another, even where the question has it."""
    return word in _TELLING


def leave_out(words: Sequence[str], question: str) -> Iterator[Sequence[str]]:
    """Yield the words of a guess without those of the question: one at its head, then more, then its tail."""
    said = said_by(question)
    begin, end = 0, len(words)
    while begin < end - 1 and (words[begin] in LITTLE or _adds_nothing(words[begin], said)):
        begin += 1
        if words[begin - 1] not in LITTLE:
            yield words[begin:]
    while end > begin + 1 and (words[end - 1] in LITTLE or _adds_nothing(words[end - 1], said)):
        end -= 1
    if any(word not in LITTLE for word in words[end:]):
        yield words[:end]
        if begin:
            yield words[begin:end]


def before_apposition(words: Sequence[str]) -> Sequence[str]:
    """Return the words of a guess before what tells more of it ("Vénus déesse de l’amour"), or none."""
    for place in range(1, len(words)):
        if singular_of(words[place]) in _NOUNS or words[place] in _TELLING_MORE:
            return words[:place]
    return ()


def only_asked(words: Sequence[str], question: str) -> bool:
    """Return whether a guess has nothing but words of the question."""
    said = said_by(question)
    return all(word in LITTLE or singular_of(word) in said for word in words)


def _shortens(word: str, said: frozenset[str]) -> bool:
    """Return whether a word is one of the question cut short: "rhino"."""
    return len(word) >= _LEAST and any(len(one) > len(word) + 2 and one.startswith(word) for one in said)


def _is_of(word: str, said: frozenset[str]) -> bool:
    """Return whether a word is the adjective of a name in the question: "africain" where Africa is."""
    stem = _OF.sub("", word)
    begin = stem[: max(_STEM, len(stem) - 1)]
    return stem != word and len(stem) >= _STEM and any(one.startswith(begin) for one in said)


def _adds_nothing(word: str, said: frozenset[str]) -> bool:
    one = singular_of(word)
    if word in _TITLES or one in _NOUNS:
        return True
    known = (
        one in said
        or f"{one}e" in said
        or one.removesuffix("r") in said
        or _shortens(one, said)
        or _is_of(one, said)
    )
    return known and not {word, one} & _TELLING and roman_number(word) is None
