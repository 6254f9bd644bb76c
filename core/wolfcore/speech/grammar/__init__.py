"""Rules for sentences in written English; exact on the lines of the house bots."""
