"""Measured results for display and for programs: games to measure, metrics, output formats."""
