"""Evenings that people plan and register for: a day and an hour, a programme, teams, and seasons of them."""
