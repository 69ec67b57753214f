"""Le plus grand, a sixth game: small and whole, known to no shared file. Its rules by number: rules.md."""
