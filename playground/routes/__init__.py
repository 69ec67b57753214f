"""The routes of Discord's REST interface that the bot uses; anything else is unknown here."""

from playground.calls import Route
from playground.routes.application import ROUTES as APPLICATION
from playground.routes.channels import ROUTES as CHANNELS
from playground.routes.events import ROUTES as EVENTS
from playground.routes.guilds import ROUTES as GUILDS
from playground.routes.interactions import ROUTES as INTERACTIONS
from playground.routes.messages import ROUTES as MESSAGES
from playground.routes.webhooks import ROUTES as WEBHOOKS

ROUTES: tuple[Route, ...] = (*APPLICATION, *GUILDS, *EVENTS, *CHANNELS, *MESSAGES, *INTERACTIONS, *WEBHOOKS)
