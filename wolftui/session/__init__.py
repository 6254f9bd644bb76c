"""A game as one pair of eyes may follow it: log, cursor, what the table does now. No widgets and no clock of its own."""
