"""The actions of a house bot: night actions, ballots and the duties of a sheriff."""
