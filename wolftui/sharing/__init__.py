"""A game as a file for others: what one pair of eyes may know of it, in every form that can be read without this program."""
