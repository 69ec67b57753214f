"""Computer opponents: what a person at a seat can have goes in, a decision comes out. Nothing else.

A player knows no state, no clock and no chance but the draws that it is given: the same view always leads to
the same decision. `find_player` is the one way to a game's player.
"""
