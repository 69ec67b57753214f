"""`/defizz paquet` on SimCord: decks that servers bring by real attachments, and what becomes of them."""

import gzip
import io
import json
import zipfile
from typing import Any

import pytest

from bot.tables.decks import DECKS_AT_MOST, DeckInfo
from bot.texts import texts_for
from bot.ui.pages.limits import check
from cogs.defizz.deck_files import REASONS, complaints_page
from engines.defizz.deck import DECKS
from engines.defizz.files import SIZE_AT_MOST, Complaint, bring, make_request, read_file, read_result
from tests.cogs.defizz.company import NAME, Quiz, brings, deck, stored
from tests.engines.defizz.decks import MIXED, chance, chrono, cible
from tests.support.plain_page import plain
from tests.support.sim import opened

SHOWN = texts_for("fr")
SHEET = """id;pile;mode;clue;text;answers;number
a;duel;chrono;i1;q1;Reims;
a;duel;cible;i2;q2;;3,5
a;duel;pingpong;i3;q3;do=ut|ré;
b;multi;cible;i4;q4;;12 000
b;multi;cible;i5;q5;;5
b;multi;cible;i6;q6;;6
"""
TOO_LARGE = "le fichier dépasse 1 Mio"
NOT_UTF8 = "le texte n’est pas en UTF-8"
PACKED = "le fichier est compressé"
DEEP = "les listes sont trop imbriquées"
NO_NUMBER = "ce n’est pas un nombre"
MISSING = "ligne 1, format : il manque"


def asking(question: dict[str, Any]) -> bytes:
    """A sound deck but for its first question."""
    cards = json.loads(json.dumps(MIXED["cards"]))
    cards[0]["questions"][0] = {"clue": "indice", "text": "question", **question}
    return json.dumps({**MIXED, "cards": cards}).encode()


def numbered(digits: str) -> bytes:
    """The first question's answer is this number, written as it is."""
    return asking(cible(777)).replace(b"777", digits.encode())


def zipped() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("deck.json", "0" * 10_000_000)
    return packed.getvalue()


BAD_FILES: dict[str, tuple[bytes, str]] = {
    "too large": (b" " * (SIZE_AT_MOST + 1), TOO_LARGE),
    "empty": (b"", "le fichier est vide"),
    "a zip bomb": (zipped(), TOO_LARGE),
    "gzip": (gzip.compress(deck()), PACKED),
    "UTF-16": (deck().decode().encode("utf-16"), NOT_UTF8),
    "UTF-16 without a mark": (json.dumps(MIXED).encode("utf-16-le"), NOT_UTF8),
    "Latin-1": (deck(name="Été").decode().encode("latin-1"), NOT_UTF8),
    "a NUL byte": (deck(name="\x7f").replace(b"\x7f", b"\0"), NOT_UTF8),
    "half a character": (deck(name="\x7f").replace(b"\x7f", rb"\ud83d"), "une moitié de caractère"),
    "a page": (b"<!DOCTYPE html><p>@everyone</p>", "ce n’est ni un paquet en JSON"),
    "cut off": (deck()[:-20], "ce n’est pas du JSON bien formé"),
    "deep lists": (b"[" * 500_000, DEEP),
    "deep objects": (b'{"cards":' * 100_000, DEEP),
    "cyclic": (b'{"$ref":"#"}', MISSING),
    "cyclic cards": (deck(cards={"$ref": "#/cards"}), "cards : il faut une liste"),
    "NaN": (numbered("NaN"), "NaN : ce nombre n’est pas possible"),
    "Infinity": (numbered("-Infinity"), "ce nombre n’est pas possible"),
    "1e400": (numbered("1e400"), "1e400 : ce nombre n’est pas possible"),
    "1e308": (numbered("1e308"), "number : le nombre est trop grand"),
    "5000 digits": (numbered("9" * 5000), "le nombre est trop grand"),
    "a huge draw": (asking(chance("nearest", max=2**64 + 1)), "max : le nombre est trop grand"),
    "a word": (numbered('"douze"'), f"question 1, number : {NO_NUMBER}"),
    "10,000 answers": (asking(chrono(*map(str, range(10_000)))), "answers : il y a plus de 1 000 réponses"),
    "no answer": (asking({**chrono(), "answers": []}), "answers : il en manque"),
    "a field twice": (b'{"name":"a",\n"name":"b"}', "ligne 2, name : ce champ est écrit deux fois"),
    "a card twice": (deck(cards=MIXED["cards"] * 2), "carte 7, id : une autre carte a le même identifiant"),
    "no cards": (deck(cards=[]), "il n’y a aucune carte Duel"),
    "sheet, quotes": (SHEET.replace("q2", '"q2').encode(), "ce n’est pas du CSV bien formé"),
    "sheet, columns": (SHEET.replace("clue", "indice").encode(), "indice : cette colonne n’existe pas"),
    "sheet, number": (SHEET.replace("3,5", "1e400").encode(), f"ligne 3, number : {NO_NUMBER}"),
    "sheet, Latin-1": (SHEET.encode("latin-1"), NOT_UTF8),
}


@pytest.mark.parametrize("what", BAD_FILES)
def test_of_each_bad_file_it_is_told_why(what) -> None:
    data, why = BAD_FILES[what]
    found = read_result(bring(make_request(data, "x")))
    said = plain(complaints_page(found.complaints, found.more, SHOWN)).replace("\u00a0", " ")
    assert why in said.replace("\\", "")
    assert "everyone" not in said


async def test_of_no_bad_file_anything_is_stored() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        before = await world.store.load_deck(world.guild.id, "quiz")
        for what in ("too large", "a zip bomb", "UTF-16", "deep lists", "sheet, quotes"):
            data, why = BAD_FILES[what]
            answer = await brings(gerard, data, nom="quiz")
            assert why in str(answer).replace("\\", ""), (what, answer)
        assert await stored(world) == [("quiz", 6)]
        assert await world.store.load_deck(world.guild.id, "quiz") == before


async def test_what_is_too_large_is_not_even_fetched() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        world.mislay_files("50-Mo.json", 50_000_000)
        world.mislay_files("perdu.json", 10)
        assert TOO_LARGE in await brings(gerard, b"", "50-Mo.json")
        assert "Envoyez-le encore une fois" in await brings(gerard, b"", "perdu.json")
        assert await stored(world) == []


async def test_a_deck_is_checked_then_imported_then_replaced() -> None:
    async with opened("Anne") as world:
        anne, gerard = world.people["Anne"], world.manager("Gérard")
        assert "Rien n’a été importé" in await anne.types(
            "defizz paquet verifier", fichier=("d.json", deck())
        )
        assert "Gérer le serveur" in await brings(anne, deck())
        assert "Gérer le serveur" in await brings(world.moderator("Max"), deck(), essai=True)
        rehearsal = await brings(gerard, deck(), essai=True)
        assert "« essai » est bon : 6 cartes (3 Duel, 3 Multi). Rien n’a été importé." in rehearsal
        assert await stored(world) == []

        assert "est importé : 6 cartes" in await brings(gerard, b"\xef\xbb\xbf" + deck())
        assert "1 erreur : rien n’a été importé" in await brings(gerard, deck(format=2), essai=True)
        assert "Rien n’a été importé" in await brings(gerard, SHEET.encode(), "essai.csv", essai=True)
        assert await stored(world) == [("essai", 6)]
        assert "est remplacé : 2 cartes" in await brings(gerard, SHEET.encode(), "essai.csv")
        assert await stored(world) == [("essai", 2)]


async def test_every_bad_entry_is_told_by_line_and_field_and_the_good_ones_wait() -> None:
    cards = json.loads(json.dumps(MIXED["cards"]))
    del cards[0]["questions"][1]["clue"]
    cards[4]["pile"] = "solo"
    cards[5]["questions"][0]["mode"] = "<@1>"
    data = json.dumps({**MIXED, "cards": cards}, indent=1).encode()
    line = data[: data.index(b'"solo"')].count(b"\n") + 1
    async with opened() as world:
        gerard = world.manager("Gérard")
        answer = str(await brings(gerard, data)).replace("\\", "")
        assert "3 erreurs : rien n’a été importé" in answer
        assert "carte 1, question 2, clue : il manque" in answer
        assert f"ligne {line}, carte 5, pile" in answer
        assert "carte 6, question 1 : le mode doit être" in answer

        sheet = SHEET.replace("3,5", "trois").replace("q5", "").encode()
        answer = str(await brings(gerard, sheet, "d.csv"))
        assert "ligne 3, number" in answer
        many = deck(cards=[{"id": "<@1>", "pile": "duel"}] * 20)
        paper = (await brings(gerard, many)).paper
        (report,) = paper.files
        assert world.file(report).decode().splitlines()[19].startswith("ligne 1, carte 20, questions")
        assert await stored(world) == []


@pytest.mark.parametrize("locale", ["fr", "en-GB"])
def test_a_long_report_goes_into_a_file(locale: str) -> None:
    faults = [
        Complaint(n, f"cards.{n}.questions.1.<@1>`", reason) for n, reason in enumerate([*REASONS, "x"])
    ]
    page = check(complaints_page(faults, 0, texts_for(locale)))
    assert len(page.blocks) == 3
    listed = page.blocks[-1].data.decode().splitlines()
    assert len(listed) == len(faults)
    assert "<@1>" not in page.blocks[0].markdown


def test_every_fault_has_words() -> None:
    """Whatever the reading can complain of, in the words of people."""
    bad = [data for data, _ in BAD_FILES.values()]
    bad += [deck(x=1), deck(name=5), deck(cards=[{}]), b"id\n1,2", b"[]", deck(cards=5), deck(format="1")]
    bad += [asking(cible(1, difficulty=number)) for number in (0, 4, 1.5)] + [asking(chrono(exact="oui"))]
    bad += [asking(chrono(anecdote=text)) for text in ("trop court", "trop long " * 40)]
    shown = ({"name": "nulle-part", "alt": "Reims, vue du ciel"}, {"name": "x", "alt": "court"})
    bad += [asking(chrono("Reims", picture=picture)) for picture in shown]
    reasons = {one.reason for data in bad for one in read_file(data, "x").complaints}
    assert len(reasons) > 25
    assert reasons <= set(REASONS)


def test_an_entry_is_placed_as_people_count() -> None:
    faults = [Complaint(12, "cards.0.questions.2.clue", "missing"), Complaint(1, "cards.x.y", "repeated_key")]
    told = complaints_page(faults, 0, SHOWN).blocks[0].markdown.replace("\u00a0", " ")
    assert "ligne 12, carte 1, question 3, clue" in told
    assert "ligne 1, cards.x.y" in told, "a key that only looks like a place"


async def test_names_are_shown_as_they_are_and_do_nothing() -> None:
    async with opened("Anne") as world:
        anne, gerard = world.people["Anne"], world.manager("Gérard")
        for answer in (
            await brings(gerard, deck(), nom=NAME),
            await anne.types("defizz paquet lister"),
            await gerard.types("defizz paquet supprimer", nom=f"{NAME} <@1>"),
        ):
            assert "\\*quiz\\*" in answer
            assert "@here" not in answer
            assert "<@1>" not in answer
        await brings(gerard, deck(name="\u200b\u202e"), "le-mien.json")
        await brings(gerard, deck(name="<b>@everyone</b>"), nom="\u2066 \u2069")
        assert {name for name, _ in await stored(world)} == {NAME, "le-mien", "<b>@everyone</b>"}
        assert "@everyone" not in await anne.types("defizz paquet lister")


async def test_html_and_mentions_in_texts_are_words_on_the_board() -> None:
    text = "<b>@everyone</b> <@1> [x](https://exemple.fr)"
    cards = [
        {**card, "questions": [{**one, "clue": text} for one in card["questions"]]} for card in MIXED["cards"]
    ]
    async with opened("Anne", "Bob") as world:
        await brings(world.manager("Gérard"), deck(cards=cards), nom="quiz")
        quiz = Quiz(world, [world.people["Anne"], world.people["Bob"]])
        await quiz.opens("quiz")
        await quiz.host.presses(quiz.board, "begin")
        await quiz.rolls()
        assert "\\<\u200bb\\>\\@\u200beveryone" in quiz.board
        written = [line for line in str(quiz.board).split("\n") if not line.startswith("[")]  # no button
        for mention in ("@everyone", "<@1>", "[x]"):
            assert mention not in "\n".join(written)


async def test_what_is_exported_can_be_imported_as_the_same_deck() -> None:
    async with opened("Anne") as world:
        gerard = world.manager("Gérard")
        for data, filename in ((deck(), "un.json"), (SHEET.encode(), "deux.csv")):
            await brings(gerard, data, filename, nom=NAME)
            kept = await world.store.load_deck(world.guild.id, NAME)
            answer = await gerard.types("defizz paquet exporter", nom=NAME)
            assert "avec toutes les réponses" in answer
            given, sheet = answer.paper.files
            exported = world.file(given)
            assert read_file(world.file(sheet)).deck.cards == read_file(data).deck.cards
            assert "est remplacé" in await brings(gerard, exported, "paquet.json")
            assert await world.store.load_deck(world.guild.id, NAME) == kept
            assert DECKS.load(exported).cards == read_file(data).deck.cards
        assert len(await stored(world)) == 1


async def test_the_template_can_be_had_by_anybody_and_imported_as_it_is() -> None:
    async with opened("Anne") as world:
        answer = await world.people["Anne"].types("defizz paquet modele")
        assert len(answer.paper.files) == 2
        for given, name in zip(answer.paper.files, ("modele.csv", "modele.json"), strict=True):
            data = world.file(given)
            assert "modele" in await brings(world.manager("Gérard"), data, name)
            assert await stored(world) == [("modele", 2)]


async def test_another_server_has_its_own_decks() -> None:
    async with opened("Anne") as world:
        there = world.elsewhere("Le Tripot")
        gerard, zoe = world.manager("Gérard"), there.manager("Zoé")
        await brings(gerard, deck(), nom="quiz")
        assert "quiz" in await world.people["Anne"].types("defizz paquet lister")
        listed = await zoe.types("defizz paquet lister")
        assert "212 cartes" in listed
        assert "quiz" not in listed
        for command in ("exporter", "supprimer"):
            assert "n’a pas" in await zoe.types(f"defizz paquet {command}", nom="quiz")
        await zoe.types("defizz start")
        panel = (await zoe.presses(there.board, "options")).paper
        assert "Paquet" not in panel
        await brings(zoe, SHEET.encode(), "d.csv", nom="quiz")
        assert (await stored(world), await stored(there)) == ([("quiz", 6)], [("quiz", 2)])
        assert "supprimé" in await zoe.types("defizz paquet supprimer", nom="quiz")
        assert await stored(world) == [("quiz", 6)]


async def test_only_who_manages_the_server_sees_answers_or_deletes() -> None:
    async with opened("Anne") as world:
        await brings(world.manager("Gérard"), deck(), nom="quiz")
        for person in (world.people["Anne"], world.moderator("Max")):
            for command, options in (
                ("exporter", {"nom": "quiz"}),
                ("supprimer", {"nom": "quiz"}),
                ("signalements", {}),
            ):
                answer = await person.types(f"defizz paquet {command}", **options)
                assert "Gérer le serveur" in answer
                assert not answer.paper.files
        assert await stored(world) == [("quiz", 6)]


async def test_a_server_with_all_its_decks_is_told_so() -> None:
    async with opened() as world:
        names = [f"{'@' * 30}{number:02}" for number in range(DECKS_AT_MOST)]
        for name in names:
            await world.store.put_deck(world.guild.id, DeckInfo(name, 9999, 0), "{}")
        gerard = world.manager("Gérard")
        assert f"a déjà {DECKS_AT_MOST} paquets" in await brings(gerard, deck())
        assert "est remplacé" in await brings(gerard, deck(), nom=names[3])
        assert str(await gerard.types("defizz paquet lister")).count("9999 cartes") == DECKS_AT_MOST - 1
        assert len(await stored(world)) == DECKS_AT_MOST


async def test_a_deck_deleted_under_a_lobby_is_missed_and_another_one_chosen() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom=NAME)
        quiz = Quiz(world, [world.people["Anne"], world.people["Bob"]])
        await quiz.opens(NAME)
        assert "Paquet : Soirée \\*quiz\\*" in quiz.board
        assert "@here" not in quiz.board
        await gerard.types("defizz paquet supprimer", nom=NAME)
        missed = await quiz.host.presses(quiz.board, "begin")
        assert "n’a pas (ou plus) le paquet « Soirée" in missed
        assert "la table est ouverte" in quiz.board
        await quiz.takes("")
        assert "Paquet" not in quiz.board
        await quiz.host.presses(quiz.board, "begin")
        assert await quiz.turns()
