"""What a house bot says: moves chosen by what it believes, and the words for them."""
