"""Reader of informal English (chat spelling, notation, half sentences) by rows of patterns."""
