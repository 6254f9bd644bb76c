"""Pages about a finished game, one per tab of the result screen, with explained numbers."""
