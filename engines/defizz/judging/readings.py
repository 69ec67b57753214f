"""Other ways to read a guess: its numbers mended, and without what says nothing of the answer."""

import re
from collections.abc import Iterator
from typing import Final

from engines.defizz.judging.known import familiarity
from engines.defizz.judging.posed import before_apposition, leave_out
from engines.defizz.judging.prepared import Answers
from engines.defizz.judging.wordings import mend
from engines.defizz.judging.words import LITTLE, MONTH_NAMES, MONTHS, Words, fold, read_words

LONGEST: Final = 200
"""The most characters of a guess that is looked at in other ways than as it stands."""
_GLUED: Final = re.compile(r"[ld](?=[aeiouyh]..)")
"""An article that lost its apostrophe."""
_RARE: Final = 6
"""How common a word is (once in three million words) that may be an answer of a list with a glued article."""
_ASIDE: Final = re.compile(r"\s*\([^()]*\)\s*|\s*\([^()]*$|^[^=]*=(?=[^=]*\w)")
"""What is said in brackets, and before what it equals."""
_DATE: Final = re.compile(r"\s*(\d\d?)\s*[/.-]\s*(\d\d?)\s*", re.ASCII)
_BEFORE_EPITHET: Final = frozenset(["le", "la", "les", "l"])
_LEAST: Final = 4
_COMMON: Final = 9
"""How common a name is (once in 400,000 words) that, of one answer alone, is not told without its epithet."""


def read_otherwise(
    guess: str, stands: Words, answers: Answers, question: str, *, alone: bool
) -> Iterator[Words]:
    """Yield the other readings of a guess, which `stands` as it is written; what is sure comes first.

    Less is asked of a guess at a list than where one answer is `alone`.
    """
    yield from _as_it_is_meant(guess, stands, answers, question, alone=alone)
    if len(stands.line) < 2 or len(guess) > LONGEST:
        return
    words = stands
    if (aside := _ASIDE.sub(" ", guess)) != guess:  # "Brême (Allemagne)", "11 x 11 = 121"
        words = read_words(aside)
        yield words
    if (said := without_talk(words)) is not words:
        words = said
        yield words
    for rest in leave_out(words.line, question):
        yield read_words(" ".join(rest))
    yield from _parts_alone(guess, words, question, alone=alone)


def without_talk(words: Words) -> Words:
    """Return a guess without what people say around an answer."""
    if len(words.line) < 2:
        return words
    said = " ".join(words.line)
    line = without_chatter(said)
    return words if line == said else read_words(line)


def without_little_words(words: Words) -> Words:
    """Return a guess without the little words that it begins with: "à lunettes"."""
    first = next((place for place, word in enumerate(words.line) if word not in LITTLE), 0)
    return read_words(" ".join(words.line[first:])) if first and words.tokens[0] in LITTLE else words


def _as_it_is_meant(
    guess: str, words: Words, answers: Answers, question: str, *, alone: bool
) -> Iterator[Words]:
    """Yield a guess with its numbers mended, its article apart, its date in words, and in French."""
    if len(guess) > LONGEST or not words.line:
        return
    if answers.counted and (mended := [mend(word) for word in words.line]) != list(words.line):
        yield read_words(" ".join(mended))
    if answers.counted and (date := _DATE.fullmatch(guess)) and 0 < int(date[2]) <= len(MONTH_NAMES):
        yield read_words(f"{date[1]} {MONTH_NAMES[int(date[2]) - 1]}")
    first = words.line[0]
    if _GLUED.match(first):  # "lhypoténuse"
        rest = read_words(" ".join((first[1:], *words.line[1:])))
        known = familiarity(first)
        if not known or (known <= _RARE and not alone and rest.lead in answers.keys):
            yield rest
    if len(words.line) == 1 and first in MONTHS and "mois" in question:
        yield read_words(MONTHS[first])
    if (name := in_french(" ".join(words.tokens))) is not None:
        yield read_words(name)


def _parts_alone(guess: str, words: Words, question: str, *, alone: bool) -> Iterator[Words]:
    """Yield the parts of a guess that may be all of an answer, whose others tell more of it."""
    line = words.line
    if not alone and "prenom" in fold(question):  # "Louis XIV"
        yield read_words(line[0])
    if before := before_apposition(line):
        yield read_words(" ".join(before))
    if line[0] == "1" and line[1:] and line[1].isalpha():  # "1 paire"
        yield read_words(" ".join(line[1:]))
    if "-" in guess:  # Reims-la-Brûlée
        return
    for place in range(1, len(line) - 1):  # "Legolas l’elfe"
        told = line[:place]
        if line[place] in _BEFORE_EPITHET and not ((alone or place > 1) and any(map(_is_common, told))):
            yield read_words(" ".join(told))


def _is_common(word: str) -> bool:
    return len(word) < _LEAST or familiarity(word) > _COMMON


# What people say around an answer without meaning it ("euh… je dirais Reims, non ?").

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


# What places, gods and other things of many quizzes are called abroad: who says "Spain" means "Espagne".

_NAMES: Final = """
Afrique du Sud: south africa | Albanie: albania, shqiperi | Algérie: algeria | Allemagne: germany, deutschland
Andorre: andorra | Angleterre: england | Arabie saoudite: saudi arabia | Argentine: argentina
Arménie: armenia | Australie: australia | Autriche: austria, osterreich | Azerbaïdjan: azerbaijan
Belgique: belgium, belgie | Birmanie: burma | Biélorussie: belarus | Bolivie: bolivia
Bosnie-Herzégovine: bosnia, bosnia and herzegovina | Brésil: brazil, brasil | Bulgarie: bulgaria
Cambodge: cambodia | Cameroun: cameroon | Cap-Vert: cape verde, cabo verde | Chili: chile | Chine: china
Chypre: cyprus | Colombie: colombia | Corée du Nord: north korea | Corée du Sud: south korea
Côte d’Ivoire: ivory coast | Croatie: croatia, hrvatska | Danemark: denmark, danmark | Écosse: scotland
Égypte: egypt | Émirats arabes unis: uae, united arab emirates | Équateur: ecuador | Espagne: spain, espana
Estonie: estonia, eesti | États-Unis: united states, united states of america, usa, states
Éthiopie: ethiopia | Finlande: finland, suomi | Géorgie: georgia | Grande-Bretagne: great britain
Grèce: greece, hellas | Groenland: greenland | Guinée: guinea | Guyane: french guiana | Hongrie: hungary
Inde: india | Indonésie: indonesia | Irak: iraq | Irlande: ireland, eire | Irlande du Nord: northern ireland
Islande: iceland | Israël: israel | Italie: italy, italia | Jamaïque: jamaica | Japon: japan, nippon
Kirghizistan: kyrgyzstan | Lettonie: latvia | Liban: lebanon | Libye: libya
Lituanie: lithuania | Macédoine du Nord: north macedonia | Malaisie: malaysia | Malte: malta
Maroc: morocco | Mauritanie: mauritania | Moldavie: moldova | Mongolie: mongolia
Norvège: norway, norge | Nouvelle-Zélande: new zealand | Ouganda: uganda | Ouzbékistan: uzbekistan
Pays de Galles: wales | Pays-Bas: netherlands, nederland, holland | Pérou: peru | Philippines: filipinas
Pologne: poland, polska | Roumanie: romania | Royaume-Uni: united kingdom, uk, gb | Russie: russia
Serbie: serbia | Slovaquie: slovakia | Slovénie: slovenia | Somalie: somalia | Soudan: sudan
Suède: sweden, sverige | Suisse: switzerland, swiss, schweiz, svizzera | Syrie: syria | Tanzanie: tanzania
Tchad: chad | Tchéquie: czechia, czech republic | Thaïlande: thailand | Tunisie: tunisia
Turquie: turkey, turkiye | Ukraine: ukraina | Zambie: zambia
Alger: algiers | Anvers: antwerp, antwerpen | Athènes: athens | Bagdad: baghdad | Bâle: basel
Barcelone: barcelona | Belgrade: beograd | Berne: bern | Bologne: bologna | Brême: bremen
Bruges: brugge | Bruxelles: brussels, brussel | Bucarest: bucharest, bucuresti | Cologne: koln
Copenhague: copenhagen, kobenhavn | Cordoue: cordoba | Cracovie: krakow, cracow | Damas: damascus
Douvres: dover | Édimbourg: edinburgh | Florence: firenze | Francfort: frankfurt | Gand: gent, ghent
Gênes: genova, genoa | Genève: geneva, genf | Grenade: granada | Hambourg: hamburg | Jérusalem: jerusalem
La Havane: havana, habana | La Haye: the hague, den haag | Le Caire: cairo | Lisbonne: lisbon, lisboa
Londres: london | Louvain: leuven | Lucerne: luzern | Marrakech: marrakesh | Mayence: mainz | Milan: milano
Moscou: moscow, moskva | Munich: munchen | Naples: napoli | Nuremberg: nurnberg | Padoue: padova
Pékin: beijing, peking | Pise: pisa | Prague: praha | Rome: roma | Saint-Pétersbourg: st petersburg
Salzbourg: salzburg | Saragosse: zaragoza | Séville: sevilla, seville | Sienne: siena
Singapour: singapore | Strasbourg: strasburg | Téhéran: tehran | Turin: torino | Valence: valencia
Varsovie: warsaw, warszawa | Venise: venice, venezia | Vérone: verona | Vienne: vienna, wien
Zurich: zurigo | Argovie: aargau | Grisons: graubunden | Neuchâtel: neuenburg, neufchatel
Saint-Gall: st gallen | Schaffhouse: schaffhausen | Soleure: solothurn | Tessin: ticino
Thurgovie: thurgau | Valais: wallis | Vaud: waadt | Zoug: zug | Bavière: bavaria, bayern | Hesse: hessen
Saxe: saxony, sachsen | Thuringe: thuringia | Andalousie: andalucia, andalusia | Castille: castilla
Catalogne: catalonia, catalunya | Galice: galicia | Campanie: campania | Ligurie: liguria
Latium: lazio | Lombardie: lombardia, lombardy | Ombrie: umbria | Piémont: piemonte, piedmont
Pouilles: puglia | Sardaigne: sardegna, sardinia | Sicile: sicilia, sicily | Toscane: toscana, tuscany
Vénétie: veneto | Californie: california | Floride: florida | Louisiane: louisiana
Pennsylvanie: pennsylvania | Nouvelle-Orléans: new orleans | New York: ny, nyc | Los Angeles: la, l a
Colombie-Britannique: bc | Québec: qc | Terre-Neuve: newfoundland | Tamise: thames | Danube: donau
Rhin: rhine, rhein | Méditerranée: mediterranean | Afrique: africa | Asie: asia | Amérique: america
Apollon: apollo | Junon: juno | Jupiter: jove | Minerve: minerva | Vulcain: vulcan | Mercure: mercury
Pluton: pluto | Saturne: saturn | Hercule: hercules | Diane: diana | Lune: moon | Soleil: sun | Terre: earth
Bélier: aries | Taureau: taurus | Gémeaux: gemini | Vierge: virgo | Balance: libra | Scorpion: scorpio
Verseau: aquarius | Poissons: pisces | janvier: january | février: february | mars: march | avril: april
mai: may | juin: june | juillet: july | août: august | septembre: september | octobre: october
novembre: november | décembre: december | lundi: monday | mardi: tuesday | mercredi: wednesday
jeudi: thursday | vendredi: friday | samedi: saturday | dimanche: sunday | printemps: spring
été: summer | automne: autumn, fall | hiver: winter | nord: north | sud: south | est: east | ouest: west
rouge: red | bleu: blue | vert: green | jaune: yellow | noir: black | blanc: white | gris: grey, gray
rose: pink | violet: purple | marron: brown | roi: king | dame: queen | tour: rook | fou: bishop
cavalier: knight | pion: pawn | eau: water | feu: fire | pierre: rock, stone | papier: paper
ciseaux: scissors | chien: dog | chat: cat | cheval: horse | singe: monkey | tigre: tiger | lapin: rabbit
cochon: pig | serpent: snake | coq: rooster | bœuf: ox | loup: wolf | ours: bear
lion: leo | éléphant: elephant
"""
"""French names, and behind each what it is called in English, or where it lies; none that is ambiguous.

Written for this project from common knowledge; without accents, as folding leaves them.
"""

_FRENCH: Final = {
    other.strip(): name.strip()
    for line in _NAMES.replace("|", "\n").split("\n")
    for name, _, others in [line.partition(":")]
    for other in others.split(",")
    if other.strip()
}


def in_french(words: str) -> str | None:
    """Return the French name of what folded words call otherwise, or None."""
    return _FRENCH.get(words)
