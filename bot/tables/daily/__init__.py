"""The daily challenge: a promised seed a day, the same tasks for everybody, one attempt at each of them."""
