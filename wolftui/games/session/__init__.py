"""Game sessions: the log as one pair of eyes sees it, a cursor, the table's activity. No widgets."""
