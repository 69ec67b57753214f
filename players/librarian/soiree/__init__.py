"""What computers know in the Soirée: as in Défizz, of the evening's cards."""
