"""The standings of a season: teams by their names, people by what their teams got."""

from bot.tables.evenings.model import Evening, Guest, Stage, Team
from bot.tables.evenings.registering import SCALE, rank_people, rank_teams


def ended(*places: tuple[str, int, tuple[int, ...]], people: int = 2) -> Evening:
    """An evening where these teams came in at these places, each with these users."""
    teams = tuple(Team(number, name, place, 10) for number, (name, place, _) in enumerate(places, 1))
    guests = tuple(
        Guest(user_id, f"nom {user_id}", user_id, team=number)
        for number, (_, _, users) in enumerate(places, 1)
        for user_id in users
    )
    return Evening(1, 10, 20, 1, "Quiz", 0, Stage.OVER, teams=teams, guests=guests, people=people)


def test_a_team_is_known_by_its_name_and_people_by_themselves() -> None:
    evenings = [
        ended(("Les Oies", 1, (1, 2)), ("Les Ours", 2, (3, 4))),
        ended(("les oies", 2, (1, 3)), ("", 1, (2,)), ("Les Ours", 3, (4,))),
    ]
    assert [(one.rank, one.name, one.points, one.wins) for one in rank_teams(evenings)] == [
        (1, "les oies", SCALE[0] + SCALE[1], 1),
        (2, "Les Ours", SCALE[1] + SCALE[2], 0),
    ]
    people = {one.name: (one.rank, one.points, one.evenings) for one in rank_people(evenings)}
    assert people["nom 2"] == (1, 2 * SCALE[0], 2)
    assert people["nom 1"] == (2, SCALE[0] + SCALE[1], 2)
    assert people["nom 3"] == (3, 2 * SCALE[1], 2)


def test_equals_share_a_rank_and_whoever_is_erased_is_left_out() -> None:
    evening = ended(("", 1, (1,)), ("", 1, (2,)), ("", 3, (3,)), people=1)
    assert rank_teams([evening]) == ()
    assert [one.rank for one in rank_people([evening])] == [1, 1, 3]
    nobody = Evening(2, 10, 20, None, "Quiz", 0, Stage.OVER, teams=(Team(1, "", 1, 3),))
    assert rank_people([nobody]) == ()
    late = ended(*(("", place, (place,)) for place in range(1, 10)), people=1)
    assert [one.points for one in rank_people([late])][-2:] == [1, 1]
