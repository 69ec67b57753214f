"""Diavolo when nobody moves: throws by themselves, three absences, détente's races, twice the time."""

from tests.support.sim_diavolo import playing

THREE = ("Anne", "Bob", "Chloé")


async def test_d9_the_dice_roll_by_themselves_after_one_call() -> None:
    async with playing(*THREE) as company:
        roller = company.roller
        assert 28 < company.seconds_left <= 30
        await company.world.passes(company.seconds_left - 9)
        calls = [paper for paper in company.world.papers() if "c’est à vous" in paper]
        assert len(calls) == 1
        assert f"<@{roller.id}>" in calls[0]
        await company.world.passes(11)
        board = company.world.papers()[0]
        assert "les dés roulent tout seuls" in board
        assert board.verbs.count("grab") == 4
        assert all("c’est à vous" not in paper for paper in company.world.papers())
        assert all(len(person.letters) == 0 for person in company.people)


async def test_c3_the_third_absence_in_a_row_leaves_with_its_gems() -> None:
    async with playing("Anne", "Bob") as company:
        anne, bob = company.people
        while company.roller is not anne:  # so that Anne misses two throws, and a race between them
            await company.rolls()
            await company.grabs(anne, "black")
            await company.grabs(bob, "white")
        assert "absence" not in company.board
        await company.world.passes(company.seconds_left + 1)
        assert "**Anne** · 💎" in company.board
        await company.grabs(bob, "black")
        await company.world.passes(company.seconds_left + 1)
        assert "2 absences de suite" in company.board
        await company.rolls()
        await company.grabs(bob, "black")
        await company.world.passes(20)
        assert "**Bob** garde ses gemmes et gagne la partie" in company.board
        assert "Trois absences de suite : **Anne** quitte la table" in company.board
        assert "**Anne** · 0 gemme · a quitté la table" in company.board


async def test_everybody_asleep_ends_the_game() -> None:
    async with playing(*THREE) as company:
        await company.world.passes(10 * 60)
        assert "rematch" in company.board.verbs


async def test_without_hurry_only_the_race_has_a_clock() -> None:
    async with playing(*THREE, rythme="détente") as company:
        board = str(company.board)
        assert "⏳" not in board
        assert "options" in company.board.verbs
        await company.world.passes(24 * 3600)
        assert str(company.board) == board
        await company.rolls()
        assert 12 < company.seconds_left <= 15
        await company.world.passes(16)
        assert "de lancer les dés" in company.board
        assert set(company.gems.values()) == {4}
        assert "⏳" not in company.board


async def test_an_accessible_table_has_twice_the_time() -> None:
    async with playing(*THREE, accessible=True) as company:
        assert 58 < company.seconds_left <= 60
        await company.rolls()
        assert 28 <= company.seconds_left <= 30
        await company.world.passes(20)
        assert "pris" in await company.grabs(company.host, "red")
