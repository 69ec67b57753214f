"""Plays DESfausse."""
