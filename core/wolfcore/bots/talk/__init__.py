"""What a house bot says: moves chosen from its belief, and the sentences for them."""
