"""What computers know: whoever has the deck lets a seat recall what its skill grants, and nothing else.

Players never come here: they are given a `Recollection` with their view. `registry.recall` is the one way in.
"""
