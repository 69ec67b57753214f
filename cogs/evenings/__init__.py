"""Quiz nights that are planned: the commands of `/defizz soiree`, the message in the channel, its panels.

- `commands` has what is typed, `coming` and `leading` what guests and hosts press;
- `announcement` and `console` are what people see, made of an evening alone; `face` opens the table;
- `programme` knows the rounds and which decks they are played with;
- `keeping` does what follows from an evening as it stands, by itself.
"""

from cogs.evenings.commands import plug as plug
