"""What a house bot does: deeds of the night, ballots and the duties of an office, chosen by what it believes."""
