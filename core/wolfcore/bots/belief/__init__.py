"""The belief of a house bot: from facts to the probability that each seat is a wolf."""
