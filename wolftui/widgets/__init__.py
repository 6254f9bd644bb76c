"""The pieces of the screens, one a module, each with its own style sheet. None decides what may be seen: sessions do."""
