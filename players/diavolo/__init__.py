"""Plays Diavolo at the speed of the table's own people: what is quick for some is slow for others.

`task` knows how hard a throw is to read, `notes` what was seen of everybody, `people` makes of it how quick
the table's people are; `player` takes a place among them, by its level.
"""
