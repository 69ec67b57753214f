"""The decks that come with the game, as files of the deck format."""
