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


async def test_one_process_alone_keeps_no_names() -> None:
    servers = Servers(lambda _: "")
    await servers.note({1: "Chez Anne"})
    assert await servers.name(1) == ""
