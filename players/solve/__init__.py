"""Development tools: they work out what players know by heart. They need numpy and scipy (extra `solve`).

python -m players.solve tasse 2             with two in play, exactly: about a minute
python -m players.solve tasse 4 20000       with more, by so many sweeps of regret matching
"""
