"""The line-oriented front end: a game as lines on standard output and numbered questions on standard input.

It is complete, for playing, watching and reviewing: screen readers, pipes and tests use it. Nothing here imports Textual.
"""
