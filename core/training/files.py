"""Trainings as TOML files are read as all others are."""

from core.files import check_ranges, read_toml_as

__all__ = ["check_ranges", "read_toml_as"]
