"""Time that runs out: the warning, the fall of the cup, three absences, and time that does not count."""

import re

import pytest

from tests.support.sim import Paper
from tests.support.sim_tasse import Company, gathered, playing

THREE = ("Anne", "Bob", "Chloé")
TURN = 90
WARNING = 30


def deadline(board: Paper) -> int:
    """The deadline on a board, in seconds UTC."""
    found = re.search(r"⏳ Jusqu’à <t:(\d+):T>", str(board))
    assert found, board
    return int(found[1])


def seconds_left(company: Company) -> float:
    return deadline(company.board) - company.world.env.now().timestamp()


async def test_one_warning_then_the_cup_falls() -> None:
    async with playing(*THREE) as company:
        holder, letters = company.holder, len(company.holder.letters)
        await company.world.passes(seconds_left(company) - WARNING - 2)
        assert len(holder.letters) == letters
        await company.world.passes(4)
        assert "c’est à vous de jouer" in holder.letter
        assert len(holder.letters) == letters, "it takes the place of the panel"
        assert company.points[holder.name] == 0
        reminder = holder.letter
        await company.world.passes(WARNING - 5)
        assert holder.letter.id == reminder.id
        await company.world.passes(5)
        assert "Temps écoulé" in company.board
        assert company.points[holder.name] == 1
        assert "1 absence" in company.board


async def test_clicking_does_not_prolong_a_turn() -> None:
    async with playing(*THREE) as company:
        before = deadline(company.board)
        holder = company.holder
        for way in ("-1", "1", "-1"):
            await holder.presses(company.board, "direction", way)
            await holder.presses(company.board, "hand")
        assert deadline(company.board) == before


async def test_the_third_absence_in_a_row_removes() -> None:
    async with playing(*THREE) as company:
        holder = company.holder
        for absences in ("1 absence", "2 absences de suite"):
            await company.world.passes(seconds_left(company) + 1)
            assert absences in company.board
            assert company.holder is holder
        await company.world.passes(seconds_left(company) + 1)
        assert f"**{holder.name}** 3 · a quitté la table" in company.board
        assert company.holder is not holder
        (letter,) = holder.letters
        assert "Vous avez quitté la table" in letter
        assert letter.pieces == []


async def test_playing_again_forgets_absences() -> None:
    async with playing(*THREE) as company:
        await company.world.passes(seconds_left(company) + 1)
        assert "1 absence" in company.board
        await company.rolls()
        assert "absence" not in str(company.board).partition("**Points**")[2].partition("Temps écoulé")[0]


async def test_everybody_asleep_ends_the_game() -> None:
    async with playing("Anne", "Bob") as company:
        await company.world.passes(20 * 60)
        assert "gagne la partie" in company.board or "personne ne gagne" in company.board


async def test_who_has_no_private_messages_is_called_in_the_channel() -> None:
    async with gathered(*THREE) as company:
        for person in company.people:
            person.closes_private_messages()
        await company.host.presses(company.board, "begin")
        holder = company.holder
        await company.world.passes(seconds_left(company) - WARNING + 1)
        call = company.world.papers()[-1]
        assert f"<@{holder.id}>, c’est à vous" in call
        (sent,) = [
            request
            for request in company.world.requests("POST", f"/channels/{company.channel.id}/messages$")
            if "c’est à vous" in str(request.json)
        ]
        assert sent.json["allowed_mentions"]["users"] == [str(holder.id)]
        board = company.world.papers()[0]
        await holder.presses(board, "roll")
        await holder.chooses((await holder.presses(company.world.papers()[0], "announce")).paper, "say", "21")
        assert all("c’est à vous" not in paper for paper in company.world.papers())


async def test_without_hurry_nothing_runs_out() -> None:
    async with playing(*THREE, rythme="détente") as company:
        board, letters = str(company.board), len(company.holder.letters)
        assert "⏳" not in board
        await company.world.passes(24 * 3600)
        assert str(company.board) == board
        assert len(company.holder.letters) == letters
        await company.rolls()


async def test_without_hurry_the_host_removes_who_is_awaited() -> None:
    async with playing(*THREE, rythme="détente") as company:
        awaited = next(person for person in company.people if person is company.holder)
        other = company.others[-1]
        host = company.host
        assert "l’hôte ne peut retirer que la personne attendue" in await host.types(
            "tasse retirer", membre=other.member
        )
        moderator = company.world.moderator("Modeste")
        assert "C’est fait" in await moderator.types("tasse retirer", membre=awaited.member)
        assert company.holder is not awaited


@pytest.mark.parametrize("away", [10 * 60, 36 * 3600])
async def test_time_that_the_bot_was_away_does_not_count(away: int) -> None:
    async with playing(*THREE) as company:
        before = seconds_left(company)
        await company.world.restarts(away)
        left = seconds_left(company)
        assert left >= 60
        assert left <= before + 31
        assert company.points == dict.fromkeys(THREE, 0)
        await company.world.passes(left + 1)
        assert "Temps écoulé" in company.board


async def test_at_least_a_minute_is_left_after_a_restart() -> None:
    async with playing(*THREE) as company:
        await company.world.passes(seconds_left(company) - 3)
        await company.world.restarts(1)
        assert seconds_left(company) > 55
        (letter,) = company.holder.letters
        assert str(deadline(company.board)) in letter


async def test_a_lobby_waits_for_the_bot_too() -> None:
    async with gathered("Anne") as company:
        await company.world.restarts(3600)
        assert "la table est ouverte" in company.board
        await company.world.passes(31 * 60)
        assert "s’est fermée" in company.board
