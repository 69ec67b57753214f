"""What can happen to a table, from its lobby to its end; what not every game has, in capabilities."""
