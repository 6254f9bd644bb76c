"""What is told of a game that is over: a page a tab, as lines of spans whose numbers explain themselves."""
