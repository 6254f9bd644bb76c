"""Exports: one game as a file for others, and reports about many games (`export.report`)."""
