"""Widgets of the screens. They draw the data they are given; the caller decides who may see it."""
