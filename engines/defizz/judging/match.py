"""Comparing a guess with the listed answers: it is the same, near enough, or wrong."""

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Final, Literal, NamedTuple, TypeAlias

from rapidfuzz import process
from rapidfuzz.distance import OSA, DamerauLevenshtein

from engines.defizz.judging.known import SHORTEST, familiarity
from engines.defizz.judging.posed import only_asked, said_by, tells_apart
from engines.defizz.judging.prepared import (
    BEGUN,
    HEAD,
    Answers,
    Groups,
    Spellings,
    Wording,
    find_answers,
    find_shorter,
    squeeze,
)
from engines.defizz.judging.readings import (
    LONGEST,
    read_otherwise,
    without_little_words,
    without_talk,
)
from engines.defizz.judging.slips import MOST, exact_sounds, is_slip, sounds_of
from engines.defizz.judging.words import LITTLE, Words, read_words, singular_of

Reason: TypeAlias = Literal["same", "near", "far", "listed_wrong", "between", "repeated"]

_NONE: frozenset[int] = frozenset()
_SILENT: frozenset[str] = frozenset()
_WORDS = 7
"""The most words of a guess that is put together from two wordings, or of words cut short."""
_SQUEEZED = 7
"""The most letters of a guess at an answer of up to four."""
_WORD = 4
"""The most letters of a guess in which one letter may differ from what sounds alike; in longer ones, two."""
_EVERYDAY = 11
"""How common a word may be (once in 100,000 words) that is taken for the only answer, which sounds so."""
_MUTE = re.compile(r"(?<=[^aeiouy])e$|(?<=qu)e$|(?<=[aeiou])[tdx]$")


class Verdict(NamedTuple):
    """Whether a guess is right, which of the listed answers it names, and why."""

    right: bool
    group: int | None
    reason: Reason


_FAR = Verdict(right=False, group=None, reason="far")
_LISTED_WRONG = Verdict(right=False, group=None, reason="listed_wrong")
_BETWEEN = Verdict(right=False, group=None, reason="between")


def compare(
    guess: str,
    groups: Groups,
    reject: tuple[str, ...] = (),
    *,
    exact: bool = False,
    found: frozenset[int] = _NONE,
    question: str = "",
) -> Verdict:
    """Return whether a guess names an answer: `groups` are the answers' wordings, `reject` near misses.

    A misspelt guess that is equally near to several answers names the first one not in `found`. The words of
    the `question` add nothing to a guess, and are none by themselves.
    """
    answers, alone = find_answers(groups, reject), len(groups) == 1
    stands = read_words(guess)
    verdict = _judge(stands, answers, exact, found, question, alone=alone)
    if verdict.reason != "far":
        return verdict
    for words in read_otherwise(guess, stands, answers, question, alone=alone):
        verdict = _judge(words, answers, exact, found, question, alone=alone)
        if verdict.reason != "far":
            return verdict
    if exact or not 1 <= len(stands.tokens) <= _WORDS:
        return verdict
    group = blended(stands.tokens, groups, answers)
    if group is None:
        group = cut_short(stands.tokens, answers, alone=alone)
    if group is None and "-" not in guess:
        group = told_around(stands.line, groups, reject, answers, question)
    if group is not None:
        return Verdict(right=True, group=group, reason="near")
    shorter = find_shorter(answers, groups, reject, question)
    said = without_little_words(without_talk(stands))
    if shorter is None or said.lead[:HEAD] not in shorter.heads:
        return verdict
    return _judge(said, shorter, exact, found, question, alone=alone)


def _judge(
    words: Words, answers: Answers, exact: bool, found: frozenset[int], question: str, *, alone: bool
) -> Verdict:
    """Return the verdict on one reading of a guess."""
    if words.whole in answers.same:
        return Verdict(right=True, group=answers.same[words.whole], reason="same")
    for key in words.keys:
        if key in answers.wrong:
            return _LISTED_WRONG
        if key in answers.keys:
            return Verdict(right=True, group=answers.keys[key], reason="same")
    if len(words.tokens) > 1 and (group := answers.turned.get(words.lead)) is not None:
        return Verdict(right=True, group=group, reason="same")
    if exact or (question and only_asked(words.line, question)):
        return _FAR
    reached = _within_reach(words, answers)
    nearest, sure = _nearest(words, reached, found)
    if sure:
        return nearest
    heard = _heard(words, answers)
    if reached and heard is _FAR and not nearest.right:
        heard = _spoken_as(words, reached, alone=alone)
    return heard if heard.right or nearest is _FAR else nearest


def _nearest(
    words: Words, reached: Sequence[tuple[int, Wording]], found: frozenset[int]
) -> tuple[Verdict, bool]:
    """Return the verdict by the nearest wording that forgives the mistakes; nothing else may be nearer.

    And whether it is sure: what begins otherwise, or is as near to another answer, may be a worse match than
    what sounds the same.
    """
    maybe: dict[tuple[str, ...], bool] = {}
    fitting = []
    for mistakes, wording in reached:
        if wording.group is None or mistakes > wording.bears:
            continue
        if wording.tokens not in maybe:
            maybe[wording.tokens] = _may_be(words, wording)
        if maybe[wording.tokens]:
            other = words.lead[:1] != "".join(wording.tokens)[:1]
            fitting.append((mistakes, other, wording.group in found, wording.group))
    if not fitting:
        return _FAR, False
    least, other, _, best = min(fitting)
    nearer = [wording.group for mistakes, wording in reached if mistakes < least and wording.group != best]
    if nearer:
        return (_LISTED_WRONG if None in nearer else _BETWEEN), True
    tied = [group for mistakes, _, _, group in fitting if mistakes == least and group != best]
    return Verdict(right=True, group=best, reason="near"), not (other or tied)


def _heard(words: Words, answers: Answers) -> Verdict:
    """Return the verdict on a guess that is written as it sounds, or with letters doubled."""
    if words.numbers or len(words.lead) > LONGEST:
        return _FAR
    if answers.squeezed and len(words.lead) <= _SQUEEZED:
        for lead in (words.lead, _MUTE.sub("", words.lead)):
            doubled = answers.squeezed.get(squeeze(lead))
            if doubled is not None and _may_be(words, doubled):
                return Verdict(right=True, group=doubled.group, reason="near")
    groups: set[int | None] = set()
    for sound in sounds_of(words.tokens):
        if not groups and sound in answers.sounds:
            sounding = answers.sounds[sound]
            groups = {one.group for one in sounding if _looks_like(words, one) and _may_be(words, one)}
    if None in groups:
        return _LISTED_WRONG
    if len(groups) != 1:
        return _BETWEEN if groups else _FAR
    return Verdict(right=True, group=groups.pop(), reason="near")


def _spoken_as(words: Words, reached: Sequence[tuple[int, Wording]], *, alone: bool) -> Verdict:
    """Return the verdict on a guess that sounds exactly as one answer, and is written nearly so.

    Where the answer is `alone`, a word that people know is such a guess only if it begins alike, has some
    letters and is not too common: "la Haie" is La Haye, but "Sharon" not Charon, and "Lyon" no lion.
    """
    if words.numbers or not words.lead.isalpha() or min(map(len, words.tokens)) == 1:
        return _FAR
    most = 1 + (len(words.lead) > _WORD)
    near = [one for mistakes, one in reached if mistakes <= most and not one.numbers]
    if alone and all(map(familiarity, words.tokens)):
        if len(words.lead) < _WORD or max(map(familiarity, words.tokens)) > _EVERYDAY:
            return _FAR
        near = [one for one in near if len("".join(one.tokens)) >= _WORD and _begin_alike(words, one)]
    said = exact_sounds(words.spoken) if near else _SILENT
    groups = {one.group for one in near if not said.isdisjoint(exact_sounds(one.spoken))}
    if None in groups:
        return _LISTED_WRONG
    return Verdict(right=True, group=groups.pop(), reason="near") if len(groups) == 1 else _FAR


def _begin_alike(words: Words, wording: Wording) -> bool:
    return words.tokens[0][0] == wording.tokens[0][0]


def _looks_like(words: Words, wording: Wording) -> bool:
    """Return whether half the letters of a guess that sounds like a wording are its letters, too.

    A word that people know does not stand for a short one.
    """
    theirs = "".join(wording.tokens)
    if len(theirs) <= _WORD and any(map(familiarity, words.tokens)):
        return False
    return OSA.distance(words.lead, theirs) <= max(MOST, max(len(theirs), len(words.lead)) // 2)


def _within_reach(words: Words, answers: Answers) -> list[tuple[int, Wording]]:
    """Return the number of mistakes and the wording, for each spelling that few mistakes lead to.

    Mistakes are letters too many, missing or changed, and neighbours exchanged, as Damerau counts them.
    Optimal string alignment is counted first, since it is quicker: where it says three, Damerau may say two.
    """
    reached = []
    for guess, within in _pair_spellings(words, answers):
        begin, spellings = within.around(len(guess))
        near = process.extract(guess, spellings, scorer=OSA.distance, score_cutoff=MOST + 1, limit=None)
        for spelling, mistakes, place in near:
            if mistakes > MOST:
                mistakes = DamerauLevenshtein.distance(guess, spelling)
            if mistakes <= MOST:
                reached.append((mistakes, within.wordings[begin + place]))
    return reached


def _pair_spellings(words: Words, answers: Answers) -> Iterator[tuple[str, Spellings]]:
    """Yield each spelling of a guess with the spellings of answers that it is compared with.

    What has an article that stands apart is never compared as one word with what has none.
    """
    several = len(words.tokens) > 1
    if words.whole == words.lead:
        yield words.lead, answers.all if several else answers.both
    else:
        yield words.whole, answers.wholes
        yield words.lead, answers.leads
        if several:
            yield words.lead, answers.others
    if words.plain != words.lead:
        yield words.plain, answers.leads
    if words.numbers:
        yield words.counted, answers.counted


def _may_be(guess: Words, wording: Wording) -> bool:
    """Return whether a guess may be this wording misspelt; a number in words may be, but in no other way."""
    if guess.numbers != wording.numbers and (guess.numbers or wording.written):
        return False
    if is_slip(guess.tokens, wording.tokens):
        return True
    return bool(guess.figures and wording.figures) and is_slip(guess.figures, wording.figures)


# Names of several words that are said in part: "Rafa Nadal", "Greg Lemarchal", "Full Metal".

_LEAST: Final = BEGUN
"""The fewest letters that stand for a word, and that are left out of it."""
_SHORT: Final = 4
"""The most letters of a word beside a whole wording that may have one mistake; in longer ones, two."""
_WHOLE: Final = 4
"""The fewest letters of a word that stands whole beside one cut short,"""
_BEGUN: Final = 2
"""and how many stand whole where the end of a title is left out."""
_RARE: Final = 6
"""The fewest letters of a first word that stands for a title among several,"""
_FAMILIAR: Final = 7
"""and how common it may be: once in two million words."""
_CUT: Final = frozenset(
    """
    abdo aero appart apero aqua archeo archi astro athle auto capri cardio champi chimio choco chrono
    cine compo coop croco deco dermato dico dino diplo electro equi expo foot frigo gastro geo gyneco
    hippo histo homo hetero info inter intro kine labo litte mada manif maths mayo meteo metro micro
    moto ophtalmo ordi ortho philo photo prehisto prof proprio psycho quali radio rando resto restau
    retro rhino sarko saxo schizo secu socio synchro synthe techno tele trans velo video volley xylo
    """.split()  # noqa: SIM905
)
"""Words cut short that people know as words of their own."""
_ALSO: Final = frozenset(["ou", "alias", "dit", "dite"])
"""Words between two names of one answer: "Léman ou lac de Genève"."""
_FIRST_NAMES: Final = frozenset(["jean", "marie", "anne", "saint", "sainte", "new", "los", "san", "santa"])
"""Words that begin many names: what follows them tells too little."""


def blended(words: Sequence[str], groups: Groups, answers: Answers) -> int | None:
    """Return the answer of which a wording stands before or behind words of its other wordings."""
    for place in range(1, len(words)):
        for part in (words[place:], words[:place]):
            group = answers.keys.get("".join(part))
            if group is not None:
                listed = {word for wording in groups[group] for word in read_words(wording).line}
                rest = words[:place] if part[0] is words[place] else words[place:]
                if all(word in listed or word in _ALSO or _is_nearly(word, listed) for word in rest):
                    return group
    return None


def _is_nearly(word: str, listed: Iterable[str]) -> bool:
    """Return whether a word beside a whole wording is one of the others with a slip: "Alexandre Hamilton"."""
    if len(word) < _LEAST or not word.isalpha():
        return False
    most = 1 + (len(word) > _SHORT)
    return any(
        word[0] == one[0] and len(one) >= _LEAST and OSA.distance(word, one, score_cutoff=most) <= most
        for one in listed
    )


def cut_short(words: Sequence[str], answers: Answers, *, alone: bool) -> int | None:
    """Return the only answer of which these are the words or their beginnings, and no near miss'.

    Where it is not the question's answer `alone`, a title may lack its end.
    """
    listed = answers.begun.get(words[0][:BEGUN])
    if listed is None or all(len(word) < _WHOLE for word in words):
        return None
    if len(words) > 1:
        fitting = {group for group, wanted in listed if _cuts(words, wanted, alone=alone)}
    elif words[0] in _CUT or not familiarity(words[0]):
        fitting = {group for group, wanted in listed if _begins(words[0], wanted[0])}
    else:
        return None
    return fitting.pop() if len(fitting) == 1 else None


def _begins(word: str, full: str) -> bool:
    """Return whether a word is the beginning of another, of which some letters are left out: "ciné"."""
    left = _LEAST - (word in _CUT)
    return len(word) >= _WHOLE and len(full) - len(word) >= left and full.startswith(word)


def _cuts(words: Sequence[str], wanted: Sequence[str], *, alone: bool) -> bool:
    """Return whether words cut those of a wording short."""
    if len(words) > len(wanted) or (len(words) < len(wanted) and alone):
        return False
    whole = 0
    for word, full in zip(words, wanted, strict=False):
        if word == full:
            whole += len(word) >= _WHOLE
        elif not (len(word) >= _LEAST and len(full) - len(word) >= _LEAST and full.startswith(word)):
            return False
    if len(words) == len(wanted):
        return whole > 0
    return whole >= _BEGUN and words[0] not in _FIRST_NAMES and words[-1] not in LITTLE


# An answer with more around it than was asked: "le batteur Charlie Watts", "la TVA à 20 %".
#
# What stands there may only tell more of the answer: it is no word of another answer or of a near miss,
# none that tells answers apart, and none that makes something else of it ("la femme de Zeus", "la pomme de
# terre").

_UNIQUE: Final = 7
"""How common a word is (once in two million words) that is the same thing whatever it is of."""
_NAME: Final = 10
"""How common a word is (once in 200,000 words) that may be what another is of."""
_MOST: Final = 4
"""The most words between an article and an answer, with it."""
_OF: Final = frozenset(["de", "du", "des", "d"])
_TO: Final = frozenset(["a", "au", "aux"])
_THE: Final = frozenset(["le", "la", "les", "l"])
_ITS: Final = frozenset([*_THE, "son", "sa", "ses", "leur", "leurs"])
_JOINING: Final = frozenset(["et", "en", "ou"])
_WHERE: Final = frozenset(
    ["a", "au", "aux", "en", "dans", "avec", "sur", "pour", "comme", "qui", "chez", "par", "depuis"]
)
_THIS: Final = frozenset(["le", "la", "les", "l", "un", "une", "notre", "mon", "ma", "ce", "cet", "cette"])
_KIN: Final = frozenset(
    """
    femme fille fils mari epouse frere soeur pere mere ami cousin neveu ile val pays golfe pomme fleur noix
    pierre coup
    """.split()  # noqa: SIM905
)
"""Nouns that are something else than what they are of."""
_PARTS: Final = frozenset(
    ["episode", "tome", "volume", "vol", "partie", "chapitre", "saison", "numero", "no"]
)


def told_around(
    line: Sequence[str], groups: Groups, reject: Sequence[str], answers: Answers, question: str
) -> int | None:
    """Return the answer that stands at the beginning or the end of a guess, if the rest only tells of it."""
    if len(line) < 2:
        return None
    begins = [word[:BEGUN] in answers.begun for word in line]
    if not any(begins):
        return None
    for part, rest in _parted(line, begins):
        words = part[1:] if part[0] in LITTLE else part
        keys = ("".join(words), "".join(map(singular_of, words)))
        group = next((answers.keys[key] for key in keys if key in answers.keys), None)
        if group is None or not answers.wrong.isdisjoint(keys):
            continue
        own = {singular_of(word) for wording in groups[group] for word in read_words(wording).line}
        extra = {singular_of(word) for word in rest if word not in LITTLE} - said_by(question) - own
        if not _competes(extra, group, groups, reject):
            return group
    return None


def _parted(line: Sequence[str], begins: Sequence[bool]) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    """Yield the words that may be an answer, where one begins so, and the others; the longest first."""
    for place in range(1, len(line)):
        if begins[place] and _may_precede(line[:place], line[place:]):
            yield line[place:], line[:place]
    if begins[0] or (line[0] in LITTLE and begins[1]):
        for place in range(len(line) - 1, 0, -1):
            if _may_follow(line[place:], line[:place]):
                yield line[:place], line[place:]


def _may_precede(before: Sequence[str], answer: Sequence[str]) -> bool:
    """Return whether words only tell of the answer that follows them: "le batteur", "le mythe de".

    What a common noun is of makes another thing of it: "chemin de fer".
    """
    while len(before) > 1 and before[-1] in _THE:
        before = before[:-1]
    if before[-1].isdigit() or before[-1] == "comme":  # "tome 4", "H comme hôtel"
        return any(map(str.isalpha, before))
    if any(tells_apart(word) for word in before):
        return False
    if before[-1] in _OF or before[-1] in _TO:
        return len(before) > 1 and _is_name(answer) and _KIN.isdisjoint(map(singular_of, before))
    return before[0] in _THIS and 1 < len(before) <= _MOST and before[-1] not in _JOINING


def _is_name(answer: Sequence[str]) -> bool:
    """Return whether an answer is itself whatever stands before it: a name, a number, or several words."""
    telling = [word for word in answer if word not in LITTLE]
    if len(telling) > 1 or not all(map(str.isalpha, telling)):
        return True
    return all(len(word) >= SHORTEST and familiarity(word) <= _NAME for word in telling)


def _may_follow(after: Sequence[str], answer: Sequence[str]) -> bool:
    """Return whether words only tell of the answer before them: "à la batterie", "de 6"."""
    if len(after) == 1:
        return False
    if after[0] in _OF:
        rare = all(_is_rare(word) for word in answer if word not in LITTLE)
        return rare or all(word in LITTLE or not word.isalpha() for word in after)
    if after[0] == "et":  # "Jonas et la baleine"
        return len(after) > 2 and after[1] in _ITS and _is_name(answer)
    return after[0] in _WHERE or (after[0] in _PARTS and not after[1].isalpha())


def _is_rare(word: str) -> bool:
    return max(familiarity(word), familiarity(singular_of(word))) <= _UNIQUE


def _competes(extra: Set[str], group: int, groups: Groups, reject: Sequence[str]) -> bool:
    """Return whether a word beside an answer is one of another answer, or of a near miss."""
    others = [wordings for place, wordings in enumerate(groups) if place != group]
    for wordings in (*others, reject):
        for wording in wordings:
            if not extra.isdisjoint(map(singular_of, read_words(wording).line)):
                return True
    return False
