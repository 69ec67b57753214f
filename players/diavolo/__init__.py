"""Plays Diavolo at the speed of the table's own people: what is quick for some is slow for others."""
