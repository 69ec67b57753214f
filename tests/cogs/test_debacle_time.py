"""Débâcle's clocks: ten minutes or days, reminders, time given, three absences."""

from tests.cogs.debacle.company import playing

TWO = ("Anne", "Bob")
HOUR = 3600


async def test_b11_a_day_a_turn_has_two_reminders_and_takes_the_turn() -> None:
    async with playing(*TWO, rythme="1 jour") as company:
        mover, waiting = company.mover, company.waiting
        own, others = len(mover.letters), len(waiting.letters)
        for left in (12 * HOUR, HOUR):
            await company.world.passes(company.seconds_left - left - 60)
            assert len(mover.letters) == own
            before = mover.letter
            await company.world.passes(120)
            assert mover.letter.id > before.id
            assert len(mover.letters) == own
            assert "🔔 **Débâcle**" in mover.letter
            assert ":f>" in mover.letter
        assert len(waiting.letters) == others
        await company.world.passes(company.seconds_left + 1)
        assert company.mover is waiting
        assert "laisse passer le temps" in company.board
        assert "À vous de jouer" in waiting.letter
        assert 23 * HOUR < company.seconds_left <= 24 * HOUR


async def test_c3_three_absences_in_a_row_lose() -> None:
    async with playing(*TWO) as company:
        first, second = company.mover, company.waiting
        await company.world.passes(company.seconds_left - 20)
        assert "c’est à vous" in first.letter
        await company.world.passes(25)
        assert company.mover is second
        die = company.board.piece("die", is_list=True).values[0]
        for _ in range(2):
            await second.chooses(second.letter, "die", die)
            await second.presses(second.letter, "do", second.letter.piece("do", f"{die}_").arg)
            die = company.board.piece("die", is_list=True).values[1]
            if company.mover is first:
                break
        await company.world.passes(company.seconds_left + 1)
        assert "2 absences de suite" in company.board
        await company.world.passes(company.seconds_left + 1)
        assert "1 absence" in company.board
        await company.world.passes(company.seconds_left + 1)
        assert "rematch" in company.board.verbs
        assert f"**{second.name}**" in str(company.board).partition("gagne la partie")[0]
        assert "trois fois de suite sans jouer à temps" in company.board
        assert first.letter.verbs == ["rematch"]


async def test_the_opponent_gives_time_and_nobody_gives_it_to_themselves() -> None:
    async with playing(*TWO) as company:
        mover, waiting = company.mover, company.waiting
        before = company.deadline
        assert "Accorder du temps" not in mover.letter
        assert "C’est votre chrono qui tourne" in await mover.presses(company.board, "grant")
        await waiting.presses(company.board, "grant")
        assert company.deadline == before + 600
        assert "plus de temps que pour un tour complet" in await waiting.presses(company.board, "grant")
        die = company.board.piece("die", is_list=True).values[0]
        await company.moves(die, f"{die}_")
        assert company.deadline == before + 600
        await company.world.passes(11 * 60)
        assert company.mover is mover
