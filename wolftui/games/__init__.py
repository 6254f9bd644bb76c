"""From what was asked for to a game that runs here: files read, people named, seats filled, stopped, resumed and forked."""
