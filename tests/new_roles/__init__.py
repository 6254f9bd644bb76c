"""Roles that are not shipped, added to the program as files, and played in every room."""
