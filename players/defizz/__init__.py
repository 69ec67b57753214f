"""Plays Défizz: `DefizzPlayer` in `players/defizz/player.py`.

It knows no card: what comes to its mind stands in the view (`Recollection`). `odds` is how likely a challenge
is won, `stakes` what to risk on it, `numbers` which number to propose, `pace` how long people take, and
`notes` what was heard of the others.
"""
