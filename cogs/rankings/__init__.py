"""Rankings and profiles: who stands where on a server, and what somebody has done there.

- `commands` has what is typed and pressed;
- `ranking` and `profile` are the pages.
"""

from cogs.rankings.commands import plug as plug
