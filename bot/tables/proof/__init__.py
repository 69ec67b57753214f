"""Fair dice and cards, and the record by which anybody can check them."""
