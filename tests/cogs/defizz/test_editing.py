"""`/defizz paquet modifier` on SimCord: decks written and changed in Discord, form by form."""

import json

import pytest

from bot.tables.decks import DeckTexts
from bot.texts import texts_for
from cogs.defizz.deck_files import fault_words
from cogs.defizz.editing_forms import field_names
from engines.defizz.files import Complaint
from tests.cogs.defizz.company import Quiz, brings, deck, stored
from tests.engines.defizz import decks
from tests.support.sim import Person, World, opened
from tests.support.sim_papers import Answer, Paper

CHRONO = {"clue": "Un fleuve", "text": "Quel fleuve arrose Paris ?", "answers": "la Seine\nSeine"}
CIBLE = {
    "clue": "Une tour",
    "text": "Quelle est la hauteur de la tour Eiffel ?",
    "number": "330,5",
    "unit": "m",
}
LISTE = {"clue": "Des notes", "text": "Les notes", "answers": "do = ut\nré\nmi", "reject": "fado"}


def spaced(answer: Answer) -> str:
    return str(answer).replace("\\", "").replace("\u00a0", " ").replace("\u202f", " ")


async def opens(person: Person, name: str = "quiz") -> Paper:
    return (await person.types("defizz paquet modifier", nom=name)).paper


async def writes(person: Person, paper: Paper, kind: str, texts: dict[str, str]) -> Answer:
    """Add a question of this kind to the card that a panel shows."""
    form = await person.chooses(paper, "new", kind)
    assert form.form is not None, form
    return await person.fills(form, paper, **texts)


async def completes(person: Person, world: World, panel: Paper) -> None:
    for kind, texts in (("chrono", CHRONO), ("cible", CIBLE), ("pingpong", LISTE)):
        await writes(person, world.reread(panel), kind, texts)


async def content(world: World, name: str = "quiz") -> DeckTexts:
    return await world.store.load_deck_texts(world.guild.id, name)


async def test_a_new_deck_is_written_card_by_card_and_then_played() -> None:
    async with opened("Anne", "Bob") as world:
        gerard = world.manager("Gérard")
        panel = await opens(gerard, "Le quiz *du* jeudi")
        assert "Rien n’est encore enregistré" in panel
        assert await content(world, "Le quiz *du* jeudi") == DeckTexts()
        await gerard.chooses(panel, "begin", "duel Le quiz *du* jeudi")
        assert "Il lui manque 3 questions" in world.reread(panel)
        await completes(gerard, world, panel)
        assert "attend que le paquet" in world.reread(panel)
        assert await stored(world) == []

        await world.restarts()
        panel = await opens(gerard, "Le quiz *du* jeudi")
        assert "1 carte à finir" in panel
        await gerard.presses(panel, "add", panel.pieces[2].arg)
        await completes(gerard, world, panel)
        assert "Il lui manque" not in world.reread(panel)
        assert await stored(world) == [("Le quiz *du* jeudi", 2)]
        texts = await content(world, "Le quiz *du* jeudi")
        assert texts.unfinished == ""
        plain = json.loads(texts.content or "")
        assert [card["id"] for card in plain["cards"]] == ["d001", "m001"]
        assert plain["cards"][0]["questions"][1]["number"] == 330.5
        assert plain["cards"][1]["questions"][2]["answers"] == [["do", "ut"], ["ré"], ["mi"]]

        quiz = Quiz(world, list(world.people.values())[:2])
        await quiz.opens("Le quiz *du* jeudi")
        await quiz.host.presses(quiz.board, "begin")
        await quiz.rolls()
        assert "Un fleuve" in quiz.board


async def test_faults_are_told_with_their_field_and_what_was_typed_is_not_lost() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        before = await content(world)
        panel = await opens(gerard)
        await gerard.chooses(panel, "card", panel.piece("card").values[0])
        form = await gerard.presses(world.reread(panel), "change", arg_of(world.reread(panel), "change", 0))
        typed = {**CHRONO, "answers": "Seine\nMarne", "reject": "seine"}
        refused = await gerard.fills(form, world.reread(panel), **typed)
        assert "Rien n’a été enregistré" in refused
        why = "Réponses acceptées, ligne 1 : cette réponse est aussi parmi les refusées"
        assert why in spaced(refused)
        assert await content(world) == before
        again = await gerard.presses(refused.paper, "change")
        assert "Seine\nMarne" in json.dumps(again.form, ensure_ascii=False).replace("\\n", "\n")
        await gerard.fills(again, refused.paper, **CHRONO)
        plain = json.loads((await content(world)).content or "")
        assert plain["cards"][0]["questions"][0]["answers"] == ["la Seine", "Seine"]


def arg_of(paper: Paper, verb: str, place: int = 0) -> str:
    """The argument of one of several buttons with this verb."""
    return [piece.arg for piece in paper.pieces if piece.verb == verb][place]


@pytest.mark.parametrize(
    ("kind", "field", "why"),
    [
        ("nearest", "max", "Le plus grand nombre tiré : ce n’est pas la sorte"),
        ("cible", "number", "Nombre : ce n’est pas la sorte"),
        ("pingpong", "answers.1.0", "La liste complète, ligne 2 : ce n’est pas la sorte"),
        ("chrono", "reject.0", "À refuser, ligne 1 : ce n’est pas la sorte"),
        ("chrono", "anecdote", "Le saviez-vous : ce n’est pas la sorte"),
        ("details", "tags.2", "Thèmes, ligne 3 : ce n’est pas la sorte"),
        ("details", "exact", "Refuser toute faute : ce n’est pas la sorte"),
        ("chrono", "picture.alt", "picture.alt : ce n’est pas la sorte"),
    ],
)
def test_faults_call_a_field_as_its_form_does(kind: str, field: str, why: str) -> None:
    t = texts_for("fr")
    assert fault_words(Complaint(None, field, "?"), t, field_names(kind, t)).startswith(why)


async def test_what_is_withdrawn_waits_or_goes_and_a_pile_keeps_its_last_card() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        panel = await opens(gerard)
        cards = panel.piece("card").values
        await gerard.chooses(panel, "card", cards[0])
        await gerard.presses(world.reread(panel), "drop", arg_of(world.reread(panel), "drop", 1))
        assert "Il lui manque 1 question." in world.reread(panel)
        assert await stored(world) == [("quiz", 5)]
        older = world.reread(panel)
        await writes(gerard, older, "cible", CIBLE)
        assert await stored(world) == [("quiz", 6)]
        assert "Il lui manque" not in world.reread(panel)

        await gerard.presses(world.reread(panel), "withdraw")
        assert "Les parties en cours la gardent" in world.reread(panel)
        await gerard.presses(world.reread(panel), "withdrawn")
        assert await stored(world) == [("quiz", 5)]

        last = await refused_at_last(gerard, world)
        assert "dernière carte de sa pile" in last
        assert len(json.loads((await content(world)).content or "")["cards"]) == (await stored(world))[0][1]


async def refused_at_last(person: Person, world: World) -> Answer:
    """Withdraw one card after the other until that is refused."""
    while True:
        panel = await opens(person)
        await person.chooses(panel, "card", panel.piece("card").values[0])
        await person.presses(world.reread(panel), "withdraw")
        answer = await person.presses(world.reread(panel), "withdrawn")
        if "Rien n’a changé" in answer:
            return answer


async def test_two_people_who_change_the_same_card_do_not_undo_each_other() -> None:
    async with opened() as world:
        gerard, max_ = world.manager("Gérard"), world.manager("Max")
        await brings(gerard, deck(), nom="quiz")
        panels = [await opens(gerard), await opens(max_)]
        card = panels[0].piece("card").values[0]
        forms = []
        for person, panel in zip((gerard, max_), panels, strict=True):
            await person.chooses(panel, "card", card)
            shown = world.reread(panel)
            forms.append(await person.presses(shown, "change", arg_of(shown, "change")))
        await gerard.fills(forms[0], world.reread(panels[0]), **CHRONO)
        now = await content(world)
        late = await max_.fills(forms[1], world.reread(panels[1]), **{**CHRONO, "text": "Autre chose ?"})
        assert "entre-temps" in late
        assert await content(world) == now


async def test_only_who_manages_the_server_sees_or_changes_its_decks() -> None:
    async with opened("Anne") as world:
        anne, gerard = world.people["Anne"], world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        assert "Gérer le serveur" in await anne.types("defizz paquet modifier", nom="quiz")
        panel, before = await opens(gerard), await content(world)
        card = panel.piece("card").values[0]
        await gerard.chooses(panel, "card", card)
        shown = world.reread(panel)
        form = await gerard.presses(shown, "change", arg_of(shown, "change"))
        world.guild.roles["intendance"]._role.permissions = 0
        for verb in ("change", "details", "drop"):
            assert "Gérer le serveur" in await gerard.presses(shown, verb, arg_of(shown, verb))
        assert "Gérer le serveur" in await gerard.presses(shown, "withdraw")
        assert "Gérer le serveur" in await gerard.fills(form, shown, **CHRONO)
        assert await content(world) == before


async def test_the_judge_tells_what_it_would_make_of_answers_and_years_are_written_as_such() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        world.works_apart()
        panel = await opens(gerard)
        await gerard.chooses(panel, "begin", "duel quiz")
        clashing = {"clue": "Des chants", "text": "Deux chants", "answers": "la baleine\nbaleines"}
        await writes(gerard, world.reread(panel), "pingpong", clashing)
        assert "Se confondent" in world.reread(panel)
        assert "Le juge accepterait aussi" in world.reread(panel)
        year = {"clue": "Un choc", "text": "En quelle année le premier choc ?", "number": "1973", "unit": ""}
        await writes(gerard, world.reread(panel), "cible", year)
        assert "→ 1973" in world.reread(panel)


async def test_details_and_words_are_found_again() -> None:
    async with opened() as world:
        gerard = world.manager("Gérard")
        await brings(gerard, deck(), nom="quiz")
        panel = await opens(gerard)
        card = panel.piece("card").values[0]
        await gerard.chooses(panel, "card", card)
        shown = world.reread(panel)
        form = await gerard.presses(shown, "details", arg_of(shown, "details"))
        await gerard.fills(form, shown, tags="Zoologie, mer", difficulty="2")
        question = json.loads((await content(world)).content or "")["cards"][0]["questions"][0]
        assert (question["tags"], question["difficulty"]) == (["Zoologie", "mer"], 2)

        panel = await opens(gerard)
        form = await gerard.presses(panel, "search")
        await gerard.fills(form, panel, words="zoo MER")
        assert "1 carte trouvée" in world.reread(panel)
        assert len(world.reread(panel).piece("card").values) == 1


async def test_who_manages_the_deck_sees_what_became_of_its_questions() -> None:
    async with opened("Anne", "Bob", "Chloé") as world:
        people, gerard = list(world.people.values()), world.manager("Gérard")
        await brings(gerard, json.dumps(decks.deck(decks.chrono("Reims"))).encode(), nom="quiz")
        nothing = await gerard.types("defizz paquet statistiques", nom="quiz")
        assert "n’a encore été posée" in nothing
        quiz = Quiz(world, people)
        await quiz.opens("quiz")
        await quiz.host.presses(quiz.board, "begin")
        person = await quiz.poses()
        await quiz.says(person, "Reims")
        told = await gerard.types("defizz paquet statistiques", nom="quiz")
        assert "1 posée ici" in told
        assert "posée 1 fois · trouvée 1 fois" in told
        (sheet,) = told.paper.files
        assert ";1;1;0;0" in world.file(sheet).decode()
        for name in ("Anne", "Bob", "Chloé"):
            assert name not in told
        assert "Gérer le serveur" in await people[1].types("defizz paquet statistiques", nom="quiz")
        assert "n’a pas" in await gerard.types("defizz paquet statistiques", nom="autre")
        assert "posée" in await gerard.types("defizz paquet statistiques")
