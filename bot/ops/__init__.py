"""What an operator sees of a running bot and does to it: health, figures, signals, scheduled backups."""
