"""The Textual user interface: app, screens and widgets. Only this package imports Textual.

Layers, from the top: entry_points and captures, app, terminal_app, screens, widgets, app_interface.
Importing the package loads nothing.
"""
