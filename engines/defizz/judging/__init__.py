"""Judging answers as a fair French reader would (Z14): a small library that knows no table.

It stands among the rules because verdicts are part of them: an answer is judged inside `act`, replayed with
the game, and the same for every front end. It is built on rapidfuzz (distances between strings) and text2num
(numbers in words).

What makes no difference: case, accents, ligatures, hyphens, apostrophes, spaces, invisible characters,
leading articles and elisions, little words inside, plurals, and how a number is written (14, XIV, quatorze).
Beyond that, spelling mistakes are forgiven by the length of the answer: none up to 4 letters, 1 up to 7, 2
above; but no mistake in a number, none where something else that is listed is nearer, none in an answer
marked exact, and none that makes another word (`slips`, `known`). What sounds the same is right (`slips`).
Words that only hum, doubt or repeat the question add nothing (`readings`, `posed`), nor what is told around
an answer (`match`), and names may be turned around or shortened to initials (`prepared`). What an answer is
called abroad is right (`readings`), and so is what is short for it alone (`prepared`, `match`).

Where Z14 leaves a choice, it is read like this:

- Length is counted in letters and digits of the spelling that is compared, without its leading article. A
  mistake is a letter too many, missing or changed, or two neighbours exchanged. Up to 4 letters a doubled
  letter, an h, a y for i or a k for c is none.
- "Nearer" is nearer, not as near: between a right answer and a near miss at the same distance the guess is
  right; between two answers of a Ping-pong it is the one that begins alike, then the first that nobody has
  given.
- A guess that is a word or a name which people know is no slip: "Essen" is not Hesse, "bœuf" not œufs. But
  a word that is far rarer than the answer is its misspelling ("mongolfière"); so is, from 6 letters on or
  where it is rare, one that sounds the same ("marshal" for "Marshall"), and a word among others that are
  right, if it sounds the same ("mon Blanc") or is not common.
- In a list, a known word that sounds exactly as one answer, and is written nearly so, is that answer ("vaux"
  for "Vaud"), unless a near miss sounds so, too. Where there is one answer alone, so is a word of four
  letters or more that is not too common and begins alike ("la Haie" is La Haye; "Lyon" is no lion). A final é
  is heard, and so is a consonant before a mute e ("gare" is not "Gard"). In what nobody knows, "ou" is as
  good as "u" or "w" ("Ouakanda").
- A name may be cut short where the rest is right ("Greg Lemarchal", "conseil constit"), and so may a word, if
  that makes no other word or is usual ("archi", "ciné"); in a list a title may lack its end ("Full Metal"),
  one word of four ("À l’ombre des filles en fleurs"), or all but a rare word ("Northanger", "Satrapi"), and
  may be said by its initials ("BC"); of one answer alone, a rare first name is enough ("Nafissatou").
- A wording that begins with words of the question needs none of them ("Tatin" where a tarte is asked for,
  "polaire" for one of the bears), unless they tell one answer from another: "Savoie" is not Haute-Savoie.
- What is short for two answers, or for a near miss as well, is short for none.
- What stands in brackets is left out, and so is what tells more of an answer: words behind a noun of its kind
  ("Vénus déesse de l’amour") or behind an article ("Legolas l’elfe"; not of a common name, where one answer
  is asked for), a place or a way ("étrier dans l’oreille", "TVA à 20 %"), behind a rare word whose it is
  ("picodon de la Drôme"); and before it an article and a noun ("le batteur Charlie Watts") or what is of it
  ("le mythe de Sisyphe"). Not so if a word there is one of another answer or of a near miss, tells answers
  apart, makes something else of it ("la femme de Zeus", "la pomme de terre"), or hangs on by a hyphen. Two
  answers are none.
- Where first names are asked for, a full name is its first ("Louis XIV"). "14/07" is a 14 July, and of
  "11 x 11 = 121" only 121 counts.
- The words of the question, and words for the same kind of thing, say nothing before or after an answer
  ("fleuve Tamise", "le sculpteur César"), and are no answer by themselves. Those that tell one answer from
  another never go: directions, colours, ordinals, "grand", "saint" and the like.
- "V. Hugo", "Hugo Victor" and "Hugo V." are Victor Hugo; a family name that is not rare is for the author to
  list alone. Where it is listed, a first name beside it may have its mistakes ("Franck Kafka"). Another
  initial is another person, and "L. Armstrong" is not "l’Armstrong".
- "Jonas et la baleine" is Jonas, where what follows "et" is no answer either and the answer is a name or has
  several words; "Léman ou lac de Genève" names one answer twice.
- A word of one wording may stand before another wording of the same answer ("Rafa Nadal"); a word of the
  question may be cut short, a name in it to its initials ("rhino", "HP"), a month where one is asked ("dec").
- An article may have lost its apostrophe ("lhypoténuse") unless that makes a word that people know ("lange").
- An article that stands apart is never glued to what follows: "Le Mans" is not Léman.
- A final s is a plural from four letters on, a final x only after au, eu and ou: "Linus" is a mistake for
  "Linux", and wrong where "Linux" is exact. "mar" is not told from a singular of "mars", nor "Dante" from
  one of "Dantès". Plurals in -aux and a few others (œil, ciel, aïeul, monsieur, madame) are known.
- A letter that stands alone is a letter: "5" and "cinq" are wrong for "V", but right in "Charles V". Roman
  numerals from 100 on count from four letters on: "MDCCLXXXIX" is 1789, "mi" is a note.
- Between digits a comma begins decimals, and so does a point but before three digits: "3,14" is not "314".
- Digits, Roman digits in capitals and the letter at the end of "vitamine C" cannot be misspelt, nor can
  names of letters and digits ("B12", "U2") and a letter that stands alone at an end; words can.
- A listed wording, as it stands, is right even where a near miss folds to the same.
- The unit after a number may be written out or short, also where it has several words ("m/s"); another unit
  of the same kind is converted. A year has 12 months or 365 days, a month 30 days.
- A comma begins decimals, and so does a point but before three digits. Where both are usual ("42,195" where
  metres are asked for, "3.142"), and in "1 million 200" or "1m8", the number is unclear, and who wrote it is
  asked; "1.500" is 1500. Counts and years have no decimals: "1.306 pattes" is 1306.
- A year in two digits is asked back ("73" may be 1973), unless the question names an era or a time of old.
- "19+21+25" is its sum, of counted things "2 x 14" its product, of parts in a hundred "9 sur 10" 90, and
  "aucun" is 0. A letter that the question names may stand before the number ("B 612").
- Where a speed is asked for, its first unit is enough ("120 km"); degrees without a scale are those that are
  asked for.
- Where millions or milliards are asked for, digits in full of as many are turned into them ("4 098 000",
  "500 000 dollars"); "4 mille" are thousands of milliards.
- A single digit behind millions is a decimal ("1 million 2"), and so are digits behind a unit unless they are
  too many or too few for the next smaller one ("7m32", "42 km 195"). "-52" and "52" are the same year where
  the question counts before Christ. A fraction whose parts follow each other ("4/5 ans") is two numbers.
"""

from engines.defizz.judging.match import Verdict, compare
from engines.defizz.judging.numbers import Proposal, digits, read_number, read_proposal
from engines.defizz.judging.questions import judge_answer
from engines.defizz.judging.words import is_blank, read_words

__all__ = [
    "Proposal",
    "Verdict",
    "compare",
    "digits",
    "is_blank",
    "judge_answer",
    "read_number",
    "read_proposal",
    "read_words",
]
