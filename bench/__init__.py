"""Measurements of speed, strength and statistics: `python -m bench NAME [--json]`."""
