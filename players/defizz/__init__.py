"""Plays Défizz: `DefizzPlayer` in `players/defizz/player.py`.

It knows no card: what comes to its mind stands in the view (`Recollection`).
"""
