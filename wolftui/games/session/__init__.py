"""Game sessions: a log filtered for one viewer, a cursor, the table's activity. No widgets."""
