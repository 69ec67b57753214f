"""What servers are called, where the gateway tells of them and where it tells another process."""

from collections.abc import Mapping

from bot.ui.showing.servers import Servers


class Names:
    """Implements bot.ui.showing.servers.NameStore, and counts what is asked."""

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.asked = 0

    async def server_name(self, guild_id: int) -> str | None:
        self.asked += 1
        return self.names.get(guild_id)

    async def note_server_names(self, names: Mapping[int, str]) -> None:
        self.names |= names


async def test_what_the_gateway_tells_is_asked_of_nobody_else() -> None:
    store = Names()
    servers = Servers({1: "Chez Anne"}.get, store)  # type: ignore[arg-type]
    assert await servers.name(1) == "Chez Anne"
    assert store.asked == 0


async def test_a_server_that_another_process_hears_of_has_its_name() -> None:
    store = Names()
    here, there = Servers(lambda _: "", store), Servers(lambda _: "", store)
    assert await here.name(1) == ""
    await there.note({1: "Chez Anne", 2: "Chez Bob"})
    here.clear()
    assert [await here.name(each) for each in (1, 2, 1)] == ["Chez Anne", "Chez Bob", "Chez Anne"]
    assert store.asked == 3, "once for each since"


async def test_private_messages_are_no_server_and_nobody_is_asked() -> None:
    store = Names()
    assert await Servers(lambda _: "", store).name(-70) == ""
    assert store.asked == 0


async def test_one_process_alone_keeps_no_names() -> None:
    servers = Servers(lambda _: "")
    await servers.note({1: "Chez Anne"})
    assert await servers.name(1) == ""


async def test_without_a_gateway_discord_is_asked_once_for_all_processes() -> None:
    store, asked = Names(), list[int]()

    async def ask(guild_id: int) -> str:
        asked.append(guild_id)
        return {1: "Chez Anne"}.get(guild_id, "")

    here, there = Servers(lambda _: "", store, ask), Servers(lambda _: "", store, ask)
    assert [await each.name(1) for each in (here, here, there, there)] == ["Chez Anne"] * 4
    assert asked == [1]
    alone = Servers(lambda _: "", None, ask)
    assert [await alone.name(1) for _ in range(3)] == ["Chez Anne"] * 3
    assert asked == [1, 1]


async def test_what_nobody_knew_is_asked_again() -> None:
    answers = iter(["", "Chez Anne"])

    async def ask(_: int) -> str:
        return next(answers)

    servers = Servers(lambda _: "", None, ask)
    assert [await servers.name(1) for _ in range(3)] == ["", "Chez Anne", "Chez Anne"]
