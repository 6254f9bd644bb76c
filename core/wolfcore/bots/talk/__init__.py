"""The talk of a house bot: moves chosen from its belief, and the sentences for them."""
