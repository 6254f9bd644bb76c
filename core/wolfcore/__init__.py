"""The headless half of wolftui: rules, saved games, players and everything that thinks.

Nothing below this package imports Textual or Rich; an import contract and a test in a fresh process hold that.
"""
