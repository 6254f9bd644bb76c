"""The command line: parser, command declarations, and an implementation module per command group.

`entry`, `parser`, `command` and the three `*_commands` modules import the standard library only;
implementations are imported by name when their command runs (`wolfcore.lazy.load`).
"""
