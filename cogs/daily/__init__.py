"""The daily challenge: `/defi-du-jour`.

- `command` has what is typed and pressed;
- `cups`, `throws` and `quiz` put a discipline into words, `wording` is what each of them tells;
- `hub` is the day's page and yesterday's secret, `attempt` an attempt, `board` the server's list, `sharing`
  what is shown to others; all of them are made of plain values.
"""

from cogs.daily.command import plug as plug
