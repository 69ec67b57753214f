"""What stays after the games: ratings, seasons and standings, made from how tables ended."""
