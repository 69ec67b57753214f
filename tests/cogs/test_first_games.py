"""Somebody at the table has never finished the game here: more time, said so, and a throw for practice."""

from __future__ import annotations

from tests.support import sim_diavolo, sim_tasse
from tests.support.store import FreshStore

TWO = ("Anne", "Bob")


def forgetful() -> FreshStore:
    """A store where nobody has finished any game."""
    store = FreshStore()
    store.all_know_the_games = False
    return store


async def test_the_first_decision_has_twice_the_time_and_all_can_read_why() -> None:
    async with sim_tasse.playing(*TWO, store=forgetful()) as company:
        holder = company.holder
        assert 170 < company.seconds_left <= 180
        assert f"🌱 Premières décisions, deux fois plus de temps : **{holder.name}**." in company.board
        assert "🌱 Premières décisions : vous avez deux fois plus de temps." in holder.letter


async def test_who_knows_the_game_has_the_usual_time() -> None:
    async with sim_tasse.playing(*TWO) as company:
        assert 80 < company.seconds_left <= 90
        assert "🌱" not in company.board


async def test_a_throw_is_tried_in_private_and_costs_nothing() -> None:
    async with sim_diavolo.playing(*TWO, store=forgetful()) as company:
        lines = len(await company.world.store.log(1))
        person = company.host
        shown = (await person.presses(company.board, "practice")).paper
        (said,) = shown.pictures
        right = sim_diavolo.color_asked_for(said)
        told = (await person.presses(shown, "practice", f"0.{right}")).paper
        assert "c’était la bonne couleur" in told
        again = (await person.presses(told, "practice", "1")).paper
        (other,) = again.pictures
        assert other != said
        wrong = "red" if sim_diavolo.color_asked_for(other) != "red" else "black"
        assert "Il fallait prendre" in (await person.presses(again, "practice", f"1.{wrong}")).paper
        assert set(company.gems.values()) == {5}
        assert len(await company.world.store.log(1)) == lines
        await company.rolls()
        assert "n’est plus à jour" in await person.presses_late(again, "practice", f"1.{wrong}")
