"""A quiz night: seventy-two people answer at once, and a kill in the middle loses nothing."""

from playground.limits import Rate
from tests.support.scene import scene
from tests.support.wire import Play
from tests.support.wire_soiree import Night

TEAMS, SIZE = 12, 6


def night_of(play: Play, teams: int, size: int) -> Night:
    play.server.limits.rates["global"] = Rate(5000, 1)
    people = [play.people(*(f"P{team}.{one}" for one in range(size))) for team in range(teams)]
    return Night(play, play.world.add_channel("soirée"), people)


@scene
async def test_s7_seventy_two_people_answer_at_once(play: Play) -> None:
    """Each is told by their own click's answer, the first of each team counts, and the board follows."""
    night = night_of(play, TEAMS, SIZE)
    await night.gathers()
    await night.get_ready()
    before = len(play.server.requests)
    knowing = [person for team in night.teams[:3] for person in team]
    told = await night.answers_all(night.people, knowing)
    assert len(told) == TEAMS * SIZE
    assert sum("Réponse notée" in words for words in told) == TEAMS
    others = ("déjà répondu", "plus à jour", "Trop tard")
    assert all("Réponse notée" in words or any(other in words for other in others) for words in told)
    await play.until(lambda: "Bonne réponse" in night.said, "the reveal")
    assert night.said.count("✅") == 3
    since = play.server.requests[before:]
    follow_ups = [each for each in since if each.method == "POST" and each.path.startswith("/webhooks/")]
    assert follow_ups == []
    edits = [each for each in since if each.method == "PATCH" and "/messages/" in each.path]
    assert len(edits) <= 12, "the board is edited for all of them together"


@scene
async def test_s7_s21_a_kill_in_a_question_and_between_rounds(play: Play) -> None:
    night = night_of(play, 2, 2)
    await night.gathers()
    await play.restart()
    await play.until(lambda: "ready" in night.verbs, "the board after the kill")
    await night.get_ready()
    first, second = night.teams
    told = await night.answers_all(first[:1], first)
    assert "Réponse notée" in told[0]
    await play.restart()
    await play.until(lambda: "Réponse donnée" in night.said, "the answer that was given before")
    await night.answers_all(second[:1], [])
    await play.until(lambda: "Bonne réponse" in night.said, "the reveal")
    assert night.said.count("✅") == 1
    await play.restart()
    await night.get_ready()
    assert "question 2 sur" in night.said
