"""An evening on SimCord, alone and in teams, led by the bot or by a quizmaster."""

import csv
import io
from dataclasses import replace

import pytest

from bot.operator.commands import make_parser
from bot.tables.model import Person as Sitter
from bot.tables.model import Seat, Status
from bot.tables.sight import Sight
from bot.texts import Texts, texts_for
from bot.ui.pages.emojis import EmojiBook
from bot.ui.pages.limits import check, fit
from cogs import GAMES
from cogs.defizz.words import Voice
from cogs.soiree.face import SoireeFace
from cogs.soiree.render import teams
from engines.defizz.shelf import MIXED, house_deck
from tests.cogs.soiree.company import Company, gathered, playing, right
from tests.engines.soiree.table import CHRONO, Evening
from tests.support.plain_page import plain
from tests.support.sim import Person
from tests.support.tasse_table import lobby_table

THREE = ("Anne", "Bob", "Chloé")
FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
FACE = SoireeFace(EmojiBook())
TWELVE = "ABCDEFGHIJKL"


async def test_a_whole_evening_that_the_bot_leads() -> None:
    async with playing(*THREE) as company:
        assert "Programme" in company.board
        bob = company.people[1]
        await company.plays_until_over(bob)
        assert "**Bob** gagne la partie" in company.board
        assert "🥇 **Bob** · " in company.board
        assert str(company.board).count("Le prix de") <= 3
        assert "**Classement**" not in company.board, "the picture has it"
        assert "Fin de la manche" not in company.board
        assert "Secret du mélange des questions" in company.board
        assert "Secret des dés" not in company.board
        assert "soiree planifier" in company.board
        assert "story" in company.board.verbs, "all rounds are told from the menu"
        (file,) = [file for file in company.board.files if file.filename == "resultats.csv"]
        rows = list(csv.reader(io.StringIO(company.world.file(file).decode("utf-8-sig")), delimiter=";"))
        assert rows[0][:3] == ["place", "équipe", "joueurs"]
        assert rows[1][:3] == ["1", "Bob", "Bob"]
        assert int(rows[1][-1]) == sum(map(int, rows[1][3:-1]))
        assert "Mélange vérifié" in await company.host.types("des verifier")
        counts = await company.world.store.list_asked(company.world.guild.id)
        assert [(one.asked, one.turned) for one in counts] == [(1, 0)] * len(counts)
        assert sum(one.solved for one in counts) >= len(counts) - 1, "Bob knows everything"
        told = await company.world.manager("Gérard").types("defizz paquet statistiques")
        posed = f"{len(counts)} posées ici"
        assert posed in told


async def test_an_operator_is_told_that_the_shuffle_was_verified_too(tmp_path, capsys) -> None:
    async with playing(*THREE) as company:
        await company.are_ready()
        await company.host.types("soiree stop")
        (record,) = (await company.host.types("des verifier")).paper.files
        file = tmp_path / record.filename
        file.write_bytes(company.world.file(record))
    specs = [face.spec for face in GAMES]
    diceless = frozenset(spec.name for spec in specs if not spec.dice)
    parser = make_parser(lambda _: 0, {spec.name: spec.rules for spec in specs}, diceless)
    parsed = parser.parse_args(["verify", str(file)])
    assert parsed.run(parsed) == 0
    assert "**Shuffle verified.**" in capsys.readouterr().out


async def test_s7_answers_are_secret_until_the_reveal() -> None:
    async with playing(*THREE) as company:
        await company.are_ready()
        anne, bob, chloe = company.people
        asked = company.question
        assert "Réponse notée." in await company.says(anne, "Zanzibar")
        assert "Réponse donnée : **Anne**" in company.board
        assert "Zanzibar" not in company.board
        assert "Votre réponse : « Zanzibar »" in (await anne.presses(company.board, "hand")).paper
        again = await anne.presses(company.board, "tell")
        assert again.form is None
        assert "Votre équipe a déjà répondu" in again
        await company.says(bob, right(asked))
        await chloe.presses(company.board, "forgo")
        assert "« Zanzibar »" in company.board
        assert "Bonne réponse" in company.board
        assert "💤 **Chloé** ne répond pas" in company.board


async def test_s2_s9_a_quizmaster_leads_judges_and_corrects_from_their_own_panel() -> None:
    async with gathered(*THREE, "Dario") as company:
        anne, bob, chloe, dario = company.people
        await anne.sets(company.board, '"1"', "quizmaster")
        assert "Maître du jeu : Anne" in company.board
        await anne.presses(company.board, "begin")
        assert "ready" not in company.board.verbs
        await anne.presses(anne.letter, "next")
        asked = company.question
        assert asked.answers[0] in anne.letter
        assert asked.answers[0] not in company.board
        await company.says(bob, "presque ça")
        assert "presque ça" in anne.letter
        await company.says(chloe, right(asked))
        await dario.presses(company.board, "forgo")
        assert "**Anne** juge les réponses" in company.board
        await anne.chooses(anne.letter, "rule", "2.1")
        assert "presque ça" not in company.board
        await anne.presses(anne.letter, "next")
        assert "⚖️ **Bob** : « presque ça »" in company.board
        form = await anne.chooses(anne.letter, "award", "4")
        assert form.form is not None
        told = await anne.fills(form, anne.letter, points="x", reason="chanson")
        assert "nombre entier" in told
        form = await anne.chooses(anne.letter, "award", "4")
        await anne.fills(form, anne.letter, points="+3", reason="pour la chanson")
        assert "✏️ **Dario** : +3 (pour la chanson)" in company.board


async def test_teams_of_up_to_six_begin_with_fewer() -> None:
    async with gathered("Anne", équipes=6) as company:
        await find_teams(company, Bob="1", Chloé="new", Dario="2", Élise="2")
        assert "2 équipes" in company.board
        assert "de 2 à 12 équipes de 6 au plus" in company.board
        await company.host.presses(company.board, "begin")
        await company.are_ready()
        assert "Réponse notée." in await company.says(company.people[1], "x")
        assert "Votre équipe a déjà répondu" in await company.people[0].presses(company.board, "tell")


async def test_s1_who_comes_late_joins_a_team_between_rounds() -> None:
    async with gathered("Anne", "Bob", équipes=3) as company:
        company.people = company.people[:1]
        bob = company.world.people["Bob"]
        choice = (await bob.presses(company.board, "join")).paper
        await bob.chooses(choice, "join", "new")
        company.people.append(bob)
        await company.host.presses(company.board, "begin")
        assert "- **Anne** : Anne" in company.board
        assert "- **Bob** : Bob" in company.board
        zoe = company.world.person("Zoé")
        choice = (await zoe.presses(company.board, "join")).paper
        assert choice.piece("join", is_list=True).values == ("1", "2")
        await zoe.chooses(choice, "join", "2")
        await company.settles()
        assert "- **Équipe Bob** : Bob · Zoé" in company.board
        assert "Vous êtes déjà à cette table" in await zoe.presses(company.board, "join")
        assert "Votre équipe : Bob et Zoé" in (await zoe.presses(company.board, "hand")).paper
        await company.are_ready()
        assert "**Équipe Bob**" in company.board
        assert "Bob · Zoé" not in company.board
        assert "Réponse notée." in await company.says(zoe, right(company.question))
        await company.says(company.host, "x")
        await company.settles()
        assert "✅ **Équipe Bob**" in company.board
        await company.host.types("soiree stop")
        assert "Mélange vérifié" in await company.host.types("des verifier")


async def test_s1_who_comes_late_is_told_that_all_teams_are_complete() -> None:
    async with gathered("Anne", équipes=2) as company:
        await find_teams(company, Bob="1", Chloé="new", Dario="2")
        await company.host.presses(company.board, "begin")
        late = await company.world.person("Zoé").presses(company.board, "join")
        assert "Toutes les équipes sont complètes" in late


async def find_teams(company: Company, **teams: str) -> None:
    """Let people come, each to this team."""
    for name, number in teams.items():
        company.people.append(person := company.world.person(name))
        choice = (await person.presses(company.board, "join")).paper
        await person.chooses(choice, "join", number)


async def test_a_round_of_défis_shows_defizz_inside() -> None:
    async with gathered(*THREE, programme="soiree") as company:
        await company.host.presses(company.board, "begin")
        for _ in range(3):
            await _order(company, "proceed")
            await _order(company, "skip_round")
        assert "▶️ 4. **Les défis**" in company.board
        await company.are_ready()
        assert "roll" in company.board.verbs
        assert "Jetons" in company.board
        assert "manche 4 sur 7 · tour 1\n" in company.board
        active = company.named(r"À \*\*(\w+)\*\* de lancer")
        await active.presses(company.board, "roll")
        assert "Duel" in company.board or "Multi" in company.board
        await _order(company, "skip_round")
        await company.settles()
        assert "manche 5 sur 7" in company.board
        assert "La manche 4 finit là" in company.board


async def test_s2_s18_a_quizmaster_leads_défis_with_card_and_commands_from_one_panel() -> None:
    async with gathered(*THREE, "Dario", programme="soiree") as company:
        anne = await _lead_défis(company)
        panel = (await anne.presses(company.board, "hand")).paper
        verbs = [piece.verb for piece in panel.pieces]
        assert verbs.count("console") == 1
        assert {"transfer", "award", "skip"} <= set(verbs)
        assert "last_turn" not in verbs
        form = await anne.chooses(panel, "transfer", "2")
        await anne.fills(form, panel, chips="300", taker=["3"], reason="le jury")
        await company.settles()
        assert "✏️ 300 🪙 passent de **Bob** à **Chloé** (le jury)." in company.board
        assert anne.letter.verbs.count("console") == 1
        active = company.named(r"À \*\*(\w+)\*\* de lancer")
        await active.presses(company.board, "roll")
        opened = (await anne.presses(company.board, "console")).paper
        assert opened.verbs.count("order") == 5
        assert opened.verbs[-1] == "console"
        assert {"skip", "last", "console", "award"} <= set(anne.letter.verbs)
        assert "Vous menez le jeu" in anne.letter


async def test_s2_the_hosts_tools_are_with_the_one_of_the_quizmasters_who_is_host() -> None:
    async with gathered("Anne", équipes=2) as company:
        await find_teams(company, Bob="1", Chloé="new", Dario="new")
        anne, bob, *_ = company.people
        await anne.sets(company.board, '"1"', "quizmaster")
        await anne.presses(company.board, "begin")
        await company.settles()
        assert {"next", "console"} <= set(anne.letter.verbs)
        assert "next" in bob.letter.verbs
        assert "console" not in bob.letter.verbs
        assert "Seul l’hôte" in await bob.presses(company.board, "console"), "the board is everybody’s"
        await anne.types("soiree quitter")
        await company.settles()
        assert "console" in bob.letter.verbs, "who stays leads the table, too"


async def test_s2_a_quizmaster_who_is_not_the_host_is_not_offered_the_hosts_tools() -> None:
    async with gathered(*THREE, programme="soiree") as company:
        anne, bob, _ = company.people
        await anne.sets(company.board, '"2"', "quizmaster")
        await anne.presses(company.board, "begin")
        await company.settles()
        assert "next" in bob.letter.verbs
        assert "console" not in bob.letter.verbs
        for _ in range(3):
            await _order(company, "proceed")
            await _order(company, "skip_round")
        await _order(company, "proceed")
        panel = (await bob.presses(company.board, "hand")).paper
        assert "transfer" in panel.verbs
        assert "console" not in panel.verbs


async def _lead_défis(company: Company) -> Person:
    """Have the host lead an evening, and begin its round of défis."""
    anne = company.host
    await anne.sets(company.board, '"1"', "quizmaster")
    await anne.presses(company.board, "begin")
    for _ in range(3):
        await _order(company, "proceed")
        await _order(company, "skip_round")
    await _order(company, "proceed")
    return anne


async def test_the_host_has_all_commands_while_an_answer_is_revealed() -> None:
    async with playing(*THREE) as company:
        await company.are_ready()
        await company.answers(company.people[1])
        page = (await company.host.presses(company.board, "console")).paper
        orders = {piece.arg for piece in page.pieces if piece.verb == "order"}
        assert orders == {"pause", "proceed", "withdraw", "skip_round", "end_after_round"}


async def _order(company: Company, order: str) -> None:
    """The host commands something, and confirms it."""
    page = (await company.host.presses(company.board, "console")).paper
    await company.host.presses(page, "order", order)
    await company.host.presses(company.world.reread(page), "order", f"{order}.yes")


async def test_the_process_dies_in_a_question_and_between_rounds() -> None:
    async with playing(*THREE) as company:
        await company.world.restarts()
        await company.are_ready()
        asked = company.question
        await company.says(company.people[0], right(asked))
        await company.world.restarts()
        assert "Réponse donnée : **Anne**" in company.board
        await company.says(company.people[1], "x")
        await company.people[2].presses(company.board, "forgo")
        await company.world.restarts()
        assert "✅ **Anne**" in company.board
        await company.plays_until_over(company.people[0])
        assert "**Anne** gagne la partie" in company.board


# -- pages of teams -------------------------------------------------------------------------------------


def seated(evening: Evening, *seats: Seat) -> Sight:
    """The evening as the channel sees it, with these people."""
    table = replace(lobby_table(("Anne",)), seats=seats, status=Status.PLAYING)
    return Sight(table, None, evening.public, None, (), evening.public.to_act, 1)


def team(letter: str, *names: str, title: str = "") -> Seat:
    return Seat(letter, tuple(Sitter(n, name, n) for n, name in enumerate(names, 1)), title=title)


@pytest.mark.parametrize("t", [FRENCH, ENGLISH], ids=["fr", "en"])
def test_s1_twelve_teams_of_six_fit_with_their_people(t: Texts) -> None:
    rounds = [{**CHRONO, "length": 1, "title": "Q" * 60}] * 12
    evening = Evening(*rounds, seats=TWELVE, people=6, deck=house_deck(MIXED))
    people = [[f"{letter}{n} {'n' * 29}" for n in range(6)] for letter in TWELVE]
    sight = seated(
        evening, *(team(letter, *six, title=letter * 32) for letter, six in zip(TWELVE, people, strict=True))
    )
    page = check(fit(FACE.board(sight, t)))
    told = plain(page).replace("\u00a0", " ")
    for letter in TWELVE:
        (line,) = [line for line in told.splitlines() if f"**{letter * 32}**" in line]
        assert line.startswith("- ")
        assert all(f"{letter}{n} nnn" in line for n in range(6))


def test_s1_a_team_is_called_as_everywhere_and_who_has_left_it_is_not_named() -> None:
    evening = Evening(CHRONO, seats="ABC", people=2)
    left = replace(team("B", "Bob", "Zoé"), people=(Sitter(2, "Bob", 2), Sitter(3, "Zoé", 3, left=True)))
    sight = seated(evening, team("A", "Anne", "*Eve*"), left, team("C", "Chloé", title="Les Oies"))
    voice = Voice(sight.table, FRENCH)
    told = teams(evening.public, voice).replace("\u00a0", " ")
    assert told.splitlines() == [
        "**Équipes**",
        "- **Équipe Anne** : Anne · \\*Eve\\*",
        "- **Équipe Bob** : Bob",
        "- **Les Oies** : Chloé",
    ]
    evening.ready().say(A="x", B="x", C="x")
    assert teams(evening.public, voice) == "", "the standings have them now"


def test_s1_where_everybody_plays_alone_there_are_no_teams_to_tell() -> None:
    sight = seated(Evening(CHRONO), team("A", "Anne"), team("B", "Bob"), team("C", "Zoé"))
    assert teams(Evening(CHRONO).public, Voice(sight.table, FRENCH)) == ""


def test_s23_a_team_that_has_left_is_not_told() -> None:
    evening = Evening(CHRONO, seats="ABC", people=2).leave("B")
    sight = seated(evening, team("A", "Anne"), team("B", "Bob"), team("C", "Zoé"))
    assert "Bob" not in teams(evening.public, Voice(sight.table, FRENCH))
