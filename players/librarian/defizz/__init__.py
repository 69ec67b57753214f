"""What computers know in Défizz.

`themes` says who likes what, `knowledge` whether a seat knows a question, `words` and `numbers` what it says
to it, right or wrong, and `librarian` when it may recall which.
"""
