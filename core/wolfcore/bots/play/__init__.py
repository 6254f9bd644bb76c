"""What a house bot does: night actions, ballots and the duties of a sheriff."""
