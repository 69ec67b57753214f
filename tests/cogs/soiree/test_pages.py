"""What an evening says on its pages: standings as a picture and a sheet, hints, refusals, every event."""

import csv
import io
from dataclasses import replace

import pytest
from PIL import Image

from bot.tables.evenings.model import Evening as Planned
from bot.tables.evenings.model import Guest, Team
from bot.tables.model import Person, Seat
from bot.texts import texts_for
from cogs.defizz.words import Voice
from cogs.evenings.announcement import team_words
from cogs.soiree.controls import action_of, next_label, read_ruling
from cogs.soiree.face import hint
from cogs.soiree.render import headline, how_to_win, last_question, question, standings
from cogs.soiree.scoreboard import Bar, StandingsDrawing, results_sheet, sketch_standings
from cogs.soiree.spec import REASONS
from cogs.soiree.story import SHOWN, TELLERS, lines
from cogs.soiree.words import round_line
from engines.core.records import Refusal
from engines.defizz.events import AnswerRevealed, Settled
from engines.soiree.events import OwnEvent, Standing
from engines.soiree.model import Award, Round, Rule, Tell, Wager
from tests.engines.soiree.table import CHRONO, CIBLE, LIST, Evening
from tests.support.tasse_table import lobby_table

FRENCH, ENGLISH = texts_for("fr"), texts_for("en-US")
PLAYED = Evening({**CHRONO, "length": 1}, CIBLE, LIST).ready().say(A="Reims", B="Rennes", C="Reims").ready()


def voice_of(*names: str) -> Voice:
    seats = tuple(
        Seat(letter, (Person(n, name, n),))
        for n, (letter, name) in enumerate(zip("ABCD", names, strict=False), 1)
    )
    return Voice(replace(lobby_table(names[:1]), seats=seats), FRENCH)


def size_of(picture: bytes) -> tuple[int, int]:
    return Image.open(io.BytesIO(picture)).size


def test_every_event_is_told_or_shown() -> None:
    kinds = {kind.__dataclass_fields__["type"].default for kind in OwnEvent.__args__}
    assert kinds == SHOWN | set(TELLERS)
    assert not SHOWN & set(TELLERS)


def test_the_last_challenge_of_a_round_is_told_with_its_answer() -> None:
    voice = voice_of("Anne", "Bob", "Zoé")
    ended = (Settled("B", "won", 200, 0), AnswerRevealed("d1", 0, (), 16_777_216, "couleurs"))
    standing = Standing(3, ("A", "B", "C"), (0, 10, 7), (0, 10, 7), skipped=False)
    assert lines(ended, voice) == []
    told = "\n".join(lines((*ended, standing), voice)).replace("\u202f", " ").replace("\u00a0", " ")
    assert "**Bob** remporte 200 🪙" in told
    assert "Bonne réponse : **16 777 216 (couleurs)**" in told


@pytest.mark.parametrize(("number", "written"), [(1945, "1945"), (9999.5, "9999,5"), (12_000, "12 000")])
def test_numbers_that_cannot_be_years_are_grouped(number: float, written: str) -> None:
    assert voice_of("Anne", "Bob", "Zoé").number(number, None).replace("\u202f", " ") == written


def test_standings_are_drawn_once_a_round_is_over_and_said_in_words() -> None:
    voice = voice_of("Anne", "=1+1", "Zoé")
    assert sketch_standings(Evening(CHRONO).public, voice) is None
    sketch = sketch_standings(PLAYED.public, voice)
    assert sketch.alt.startswith("Classement après 1 manche. 1. Anne : 1 ; 1. Zoé : 1 ; 3. =1+1 : 0")
    assert size_of(sketch.drawing.paint()) == (800, 76 + 3 * 54 + 30)


@pytest.mark.parametrize(
    ("played", "line"),
    [
        (Round(length=1, level="easy", modes=("chrono",)), "**Une bonne réponse** · 1 question facile"),
        (Round(length=2, level="easy", modes=("cible",)), "**Au plus près** · 2 questions faciles"),
        (Round(play="challenges", length=1, level="hard"), "**Les défis** · 1 défi difficile"),
        (Round(play="challenges", length=6), "**Les défis** · 6 défis"),
    ],
)
def test_how_hard_a_round_is_agrees_with_its_length(played: Round, line: str) -> None:
    assert round_line(played, FRENCH) == line


def test_s21_a_tie_says_who_answers_and_who_was_nearest_but_no_points() -> None:
    voice, evening = voice_of("Anne", "Bob", "Zoé"), Evening({**CHRONO, "length": 1})
    evening.ready().say(A="Reims", B="Rennes", C="Reims").ready()
    assert headline(evening.public, voice).startswith("✍️ Seuls les ex æquo en tête répondent")
    assert how_to_win(evening.public, voice) == "La réponse la plus proche gagne la soirée."
    evening.say(A="1", C="300")
    assert evening.public.phase == "over"
    told = last_question(evening.public, voice).splitlines()
    assert "▫️ **Anne** : « 1 »" in told
    assert "🎯 **Zoé** : « 300 »" in told


def test_after_the_last_question_of_a_round_a_quizmaster_closes_it() -> None:
    evening = Evening(CHRONO, CIBLE, quizmaster="C").command("proceed")
    said = []
    for _ in range(2):
        evening.say(A="Reims", B="Rennes").command("proceed")
        said.append(next_label(evening.own("C"), FRENCH))
        evening.command("proceed")
    assert said == ["Question suivante", "Clore la manche"]


def test_a_bar_never_leaves_its_field_whatever_the_points() -> None:
    drawing = StandingsDrawing("Classement", (Bar(1, "W" * 90, 3, (9, -6)), Bar(2, "…", 0, (0, 0))), 2)
    assert size_of(drawing.paint())[0] == 800


def pixels_of(picture: bytes, colour: tuple[int, int, int]) -> int:
    image = Image.open(io.BytesIO(picture)).convert("RGB")
    return sum(n for n, (r, g, b) in image.getcolors(2**20) or () if colour == (r // 64, g // 64, b // 64))


def test_the_round_just_over_stands_out_until_the_next_one_is_over() -> None:
    red = (3, 0, 1)
    for over, shown in ((1, True), (2, False)):
        drawing = StandingsDrawing("Classement", (Bar(1, "Anne", 4, (4, 0)),), over)
        assert (pixels_of(drawing.paint(), red) > 1000) is shown
    sketch = sketch_standings(PLAYED.public, voice_of("Anne", "Bob", "Zoé"))
    assert pixels_of(sketch.drawing.paint(), red) > 1000, "also while the next one is announced"


def test_names_of_teams_take_room_from_the_bars_and_nothing_is_drawn_of_no_points() -> None:
    long, empty = "Les Quizzeurs de la rue Haute", StandingsDrawing("", (Bar(1, "Anne", 0, (0,)),), 1).paint()
    pictures = [StandingsDrawing("", (Bar(1, f"{long}{end}", 0, (0,)),), 1).paint() for end in "!?"]
    assert pictures[0] != pictures[1], "it is written to its last letter"
    assert StandingsDrawing("", (Bar(1, "Anne", 0, (3, -3)),), 1).paint() == empty


def test_the_results_are_for_spreadsheets_of_their_language() -> None:
    sheet = results_sheet(PLAYED.public, replace(voice_of("Anne", "Bob", "Zoé"), t=ENGLISH))
    assert sheet.splitlines()[0] == "place,team,players,1. One right answer,2. The nearest,total"


def test_lines_of_points_are_never_broken_before_the_points() -> None:
    voice = voice_of("L’équipe au nom fort long", "Bob", "Zoé")
    said = Evening(CHRONO).ready().say(A="Reims", B="Rennes", C="Rennes").public
    assert "fort long**\u00a0·\u00a0**1**\u00a0(+1)" in standings(said, voice)
    assert "« Reims » ·\u00a0**+1**" in last_question(said, voice)


def test_the_sheet_of_results_holds_no_formula() -> None:
    rows = list(
        csv.reader(io.StringIO(results_sheet(PLAYED.public, voice_of("Anne", "=1+1", "Zoé"))), delimiter=";")
    )
    assert rows[0] == ["place", "équipe", "joueurs", "1. Une bonne réponse", "2. Au plus près", "total"]
    assert rows[1] == ["1", "Anne", "Anne", "1", "0", "1"]
    assert rows[3][:3] == ["3", "'=1+1", "'=1+1"]


def test_S22_the_sheet_places_teams_as_the_rules_do_the_first_to_leave_last_of_all() -> None:
    evening = Evening(CHRONO, CIBLE, seats="ABCD").ready("ABCD")
    evening.say(A=None, B="Reims", C=None, D="Reims").leave("D").leave("B")
    voice = voice_of("Anne", "Bob", "Chloé", "Dario")
    rows = [line.split(";")[:2] for line in results_sheet(evening.public, voice).splitlines()[1:]]
    assert rows == [["1", "Anne"], ["1", "Chloé"], ["3", "Bob"], ["4", "Dario"]]


def test_a_team_without_a_name_is_called_the_same_everywhere() -> None:
    voice = voice_of("Anne", "Bob", "Zoé")
    seats = tuple(replace(seat, people=(*seat.people, Person(9, "Kim", 9))) for seat in voice.table.seats[:2])
    voice = replace(voice, table=replace(voice.table, seats=(*seats, voice.table.seats[2])))
    sketch = sketch_standings(PLAYED.public, voice)
    assert sketch.alt.startswith(
        "Classement après 1 manche. 1. Équipe Anne : 1 ; 1. Zoé : 1 ; 3. Équipe Bob : 0"
    )
    assert "1;Équipe Anne;Anne, Kim;" in results_sheet(PLAYED.public, voice)
    team = Team(4, "")
    guests = tuple(Guest(n, name, n, team=4) for n, name in enumerate(("Anne", "Kim"), 1))
    evening = Planned(1, 1, 1, 1, "Quiz", 0, teams=(team,), guests=guests)
    assert team_words(evening, team, FRENCH) == voice.plain_name("A") == "Équipe Anne"
    assert voice.name("A") == voice.listed("A") == "**Équipe Anne**"


@pytest.mark.parametrize(
    "rounds", [CHRONO, {**CHRONO, "speed": True}, CIBLE, LIST, {**CHRONO, "stakes": True}]
)
def test_hints_say_how_to_place_an_answer_and_never_what(rounds: dict[str, object]) -> None:
    evening = Evening(rounds)
    for _ in range(2):
        for t in (FRENCH, ENGLISH):
            said = hint(evening.own("A"), Voice(lobby_table(("Anne",)), t))
            assert said.startswith("**")
            assert not any(answer in said for answer in ("Reims", "312"))
        if evening.position.phase == "break":
            evening.ready()


def test_verbs_become_actions() -> None:
    assert action_of("tell", "", ("Reims",)) == Tell("Reims")
    assert action_of("tell", "", ()) is None
    assert action_of("reads", "42.195", ()) == Tell("= 42,195")
    assert action_of("wager", "", ("4",)) == Wager(4)
    assert action_of("wager", "", ("9",)) is None
    assert action_of("rule", "", ("3.1",)) == Rule("3", 1)
    assert read_ruling("nobody") is read_ruling("3.9") is None
    assert action_of("award", "2", ("\u2212 3", "triche")) == Award("2", -3, "triche")
    with pytest.raises(Refusal) as caught:
        action_of("award", "2", ("trois", "x"))
    assert caught.value.reason in REASONS


@pytest.mark.parametrize(
    ("played", "texts", "timed"),
    [
        ({**CHRONO, "speed": True}, ("Reims", "Rennes", "Reims"), True),
        ({**CHRONO, "speed": True, "stakes": True}, ("Reims", "Rennes", "Reims"), False),
        (CHRONO, ("Reims", "Rennes", "Reims"), False),
        (CIBLE, ("300", "312", "7"), False),
        (LIST, ("do", "ré", "mi"), False),
    ],
)
def test_times_are_told_only_where_they_make_points(played, texts, timed) -> None:
    evening = Evening(played).ready()
    if played.get("stakes"):
        evening.stake(A=1, B=1, C=1)
    for n, (seat, text) in enumerate(zip("ABC", texts, strict=True)):
        evening.tell(seat, text, 1500 * n)
    told = last_question(evening.public, voice_of("Anne", "Bob", "Zoé"))
    assert told
    assert ("+1,50\u00a0s" in told, "+3,00\u00a0s" in told) == (timed, timed)


def test_themes_of_the_house_are_translated_and_others_are_not() -> None:
    line = round_line(Round(themes=("fleuves et mers", "Musiques d’ici")), ENGLISH)
    assert "Rivers and seas, Musiques d’ici" in line


def test_themes_have_one_kind_of_capitals() -> None:
    line = round_line(Round(themes=("sport", "France"), without=("économie et monnaies",)), FRENCH)
    assert line.endswith("Sport, France · sans Économie et monnaies")
    assert "-# 🏷️ Arts\n" in question(Evening(CHRONO).ready().public, voice_of("Anne", "Bob", "Zoé"))
