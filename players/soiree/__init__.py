"""Plays the Soirée: `SoireePlayer` in `players/soiree/player.py`. It knows no card, as in Défizz."""
