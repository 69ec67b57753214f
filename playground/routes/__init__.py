"""The routes of Discord's REST interface that the bot uses; anything else is unknown here."""

from playground.calls import Route
from playground.routes.application import CHANNEL_ROUTES as CHANNELS
from playground.routes.application import EVENT_ROUTES as EVENTS
from playground.routes.application import GUILD_ROUTES as GUILDS
from playground.routes.application import ROUTES as APPLICATION
from playground.routes.messages import CALLBACK_ROUTES as INTERACTIONS
from playground.routes.messages import ROUTES as MESSAGES
from playground.routes.messages import WEBHOOK_ROUTES as WEBHOOKS

ROUTES: tuple[Route, ...] = (*APPLICATION, *GUILDS, *EVENTS, *CHANNELS, *MESSAGES, *INTERACTIONS, *WEBHOOKS)
