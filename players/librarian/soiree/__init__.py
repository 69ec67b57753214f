"""What computers know in the Soirée: as in Défizz, of the cards of the evening."""
