"""Plays La Tasse: `TassePlayer` in `players/tasse/player.py`.

From far to near: `challenge` is the game in numbers, `table` and `values` what is known of it by heart,
`casual` how people play, `notes` what is seen of those at the table, `policy` what each level makes of it.
"""
