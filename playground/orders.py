"""The orders that come from the page: what people do, and the buttons of the playground itself."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from playground.bots import Bots
from playground.changes import Change
from playground.errors import ActorError
from playground.faults import uniform
from playground.interactions import Interaction
from playground.server import Server
from playground.stores import StoreTrouble
from playground.wire import Json, snowflake

NAME_LENGTH = 32
MESSAGE_LENGTH = 2000
PEOPLE_LIMIT = 25


class OrderError(Exception):
    """Raised for an order that the page should not have sent, or the server refused; the text is French."""


def locale_of(value: object) -> str:
    """Return one of the two languages of the playground's people, as Discord names it."""
    return "en-US" if str(value).startswith("en") else "fr"


class Orders:
    """Carries out the page's orders, and answers the window that sent them."""

    def __init__(self, server: Server, bots: Bots) -> None:
        self._server = server
        self._bots = bots
        self.trials = Trials(server)
        self._known: Mapping[str, Callable[[Json], Awaitable[Json]]] = {
            "slash": self._slash,
            "click": self._click,
            "select": self._select,
            "submit": self._submit,
            "say": self._say,
            "autocomplete": self._autocomplete,
            "dismiss": self._dismiss,
            "person": self._person,
            "leave": self._leave,
            "set": self._set,
            "channel": self._channel,
            "private": self._private,
            "kill": self._kill,
            "start": self._start,
            "switch": self._switch,
            "try": self._try,
        }

    async def carry_out(self, order: Json) -> Json:
        """Do what `order["do"]` names, and return the answer; raises OrderError when it cannot be done."""
        action = self._known.get(str(order.get("do")))
        if action is None:
            raise OrderError("Ordre inconnu.")
        try:
            return await action(order)
        except StoreTrouble as error:
            raise OrderError(str(error)) from error
        except LookupError as error:
            raise OrderError("Cela n’existe plus.") from error
        except (ActorError, ValueError, TypeError) as error:
            raise OrderError(f"Discord ne laisserait pas faire cela ({error}).") from error

    async def _slash(self, order: Json) -> Json:
        options: dict[str, Any] = order.get("options") or {}
        person, channel = snowflake(order["person"]), snowflake(order["channel"])
        return await self._answer(await self._server.slash(person, channel, str(order["command"]), options))

    async def _click(self, order: Json) -> Json:
        person, message = snowflake(order["person"]), snowflake(order["message"])
        return await self._answer(await self._server.click(person, message, str(order["custom_id"])))

    async def _select(self, order: Json) -> Json:
        person, message = snowflake(order["person"]), snowflake(order["message"])
        values = [str(value) for value in order["values"]]
        return await self._answer(await self._server.select(person, message, str(order["custom_id"]), values))

    async def _submit(self, order: Json) -> Json:
        person, interaction = snowflake(order["person"]), snowflake(order["interaction"])
        return await self._answer(await self._server.submit_modal(person, interaction, dict(order["values"])))

    async def _say(self, order: Json) -> Json:
        text = str(order["text"])
        if not text.strip() or len(text) > MESSAGE_LENGTH:
            raise OrderError(f"Un message a de 1 à {MESSAGE_LENGTH} caractères.")
        await self._server.say(snowflake(order["person"]), snowflake(order["channel"]), text)
        return {}

    async def _autocomplete(self, order: Json) -> Json:
        choices = await self._server.autocomplete(
            snowflake(order["person"]),
            snowflake(order["channel"]),
            str(order["command"]),
            dict(order["options"]),
            str(order["focused"]),
        )
        return {"choices": list(choices)}

    async def _dismiss(self, order: Json) -> Json:
        channel, message = snowflake(order["channel"]), snowflake(order["message"])
        if self._server.world.channels[channel].messages[message].audience != snowflake(order["person"]):
            raise OrderError("Seul un message éphémère peut être masqué.")
        self._server.world.delete_message(channel, message)
        return {}

    async def _person(self, order: Json) -> Json:
        name = " ".join(str(order["name"]).split())
        if not name or len(name) > NAME_LENGTH:
            raise OrderError(f"Un nom a de 1 à {NAME_LENGTH} caractères.")
        if sum(person.in_server for person in self._server.world.people.values()) > PEOPLE_LIMIT:
            raise OrderError(f"Le serveur est plein ({PEOPLE_LIMIT} personnes).")
        locale = locale_of(order.get("locale"))
        return {"person": str(self._server.world.add_person(name, locale=locale).id)}

    async def _leave(self, order: Json) -> Json:
        self._server.world.remove_person(snowflake(order["person"]))
        return {}

    async def _set(self, order: Json) -> Json:
        world, person = self._server.world, snowflake(order["person"])
        if "dms" in order:
            world.set_dms(person, bool(order["dms"]))
        if "moderator" in order:
            world.set_moderator(person, bool(order["moderator"]))
        if "locale" in order:
            world.people[person].locale = locale_of(order["locale"])
            world.changes.publish(Change("person"))
        return {}

    async def _channel(self, order: Json) -> Json:
        name = "-".join(str(order["name"]).lower().split())
        if not name or len(name) > NAME_LENGTH:
            raise OrderError(f"Un nom de salon a de 1 à {NAME_LENGTH} caractères.")
        return {"channel": str(self._server.world.add_channel(name).id)}

    async def _private(self, order: Json) -> Json:
        return {"channel": str(self._server.world.open_dm(snowflake(order["person"])).id)}

    async def _kill(self, order: Json) -> Json:
        await self._bots.kill(int(order.get("bot", 0)))
        return {}

    async def _start(self, order: Json) -> Json:
        await self._bots.start(int(order.get("bot", 0)))
        return {}

    async def _switch(self, order: Json) -> Json:
        await self._bots.switch(two=bool(order["two"]))
        return {}

    async def _try(self, order: Json) -> Json:
        self.trials.order(str(order["trial"]), on=bool(order.get("on", True)))
        return {}

    async def _answer(self, interaction: Interaction) -> Json:
        # Messages reach the page as messages; only a modal is an answer for one window's eyes.
        answer = await interaction.wait()
        if answer.modal is None:
            return {"kind": answer.kind, "failed": answer.error}
        return {"kind": answer.kind, "interaction": str(interaction.id), "modal": answer.modal}


# Trials: what the page can make go wrong, to see how the bot takes it.

_DOUBLES = 3
_FAILURES = 3
_WAIT_SECONDS = 2.0
_SLOW_SECONDS = (0.7, 1.3)


class Trials:
    """Orders faults by the names that the page has for them: some strike once, some last."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._once: Mapping[str, Callable[[], object]] = {
            "cut": lambda: server.faults.drop_gateway(abrupt=True),
            "forget": lambda: server.faults.drop_gateway(resumable=False),
            "double": lambda: server.faults.duplicate(_DOUBLES),
            "fail": lambda: server.faults.fail("*", "", status=500, times=_FAILURES),
            "limit": lambda: server.faults.fail(
                "*", "", status=429, times=_FAILURES, retry_after=_WAIT_SECONDS
            ),
        }
        self._lasting: Mapping[str, Callable[[bool], None]] = {"slow": self._slow, "hold": self._hold}

    def order(self, name: str, *, on: bool = True) -> None:
        """Carry out a trial by its name; `on` is for those that last. Raises KeyError for another name."""
        if name in self._lasting:
            self._lasting[name](on)
        else:
            self._once[name]()
        self._server.world.changes.publish(Change("faults"))

    def describe(self) -> Json:
        """What the page shows: the trials that are on, and how many strikes are still to come."""
        faults = self._server.faults
        return {"slow": faults.rest_latency is not None, "hold": faults.holding, "left": faults.left}

    def _slow(self, on: bool) -> None:
        self._server.faults.rest_latency = uniform(self._server.world.chance, *_SLOW_SECONDS) if on else None

    def _hold(self, on: bool) -> None:
        if on:
            self._server.faults.hold()
        else:
            self._server.faults.release()
