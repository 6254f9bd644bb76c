"""The learned second opinion on typed sentences: what grammar and rows cannot know of the many ways of saying a thing.

`features` puts a sentence and a seat into words of its own, `model` weighs them by weights that were fitted at development
time (`weights.txt`; tests/core/speech/messages/fit.py made it), and `opinion` says what a message does to each seat that it
mentions, with the readings of the rules and the rows among what is weighed.
"""
