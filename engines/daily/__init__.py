"""The daily challenge: what one person plays alone, on the same dice as everybody else that day."""
