"""Metrics as people and programs read them: which games are meant, measuring them, and the forms of the result."""
