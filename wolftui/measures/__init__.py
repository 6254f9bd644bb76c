"""Measured results as people and programs read them: games meant, metrics, output forms."""
