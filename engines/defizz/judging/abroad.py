"""What places, gods and other things of many quizzes are called abroad: who says "Spain" means "Espagne"."""

from typing import Final

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
