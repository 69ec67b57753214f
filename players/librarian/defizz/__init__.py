"""What computers know in Défizz."""
