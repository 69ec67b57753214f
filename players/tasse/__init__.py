"""Plays La Tasse: `TassePlayer` in `players/tasse/player.py`.

From far to near: `challenge` is the game in numbers, and what is known of it by heart; `exact` how well a way
of playing does; `notes` how people play, and what is seen of those at the table; `policy` what each level
makes of it.
"""
