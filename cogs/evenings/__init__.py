"""Quiz nights that are planned: the commands of `/defizz soiree`, the message in the channel, its panels.

- `commands` has what is typed, `coming` and `leading` what guests and hosts press;
- `announcement`, `panels`, `console` and `standings` are what people see, made of an evening alone;
- `programme` knows the rounds, `cards` which decks they are played with, `starting` opens the table;
- `face` is what the shared part asks for.
"""

from cogs.evenings.commands import plug as plug
