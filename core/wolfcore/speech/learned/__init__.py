"""The learned second opinion on typed sentences: what grammar and rows cannot know of the many ways of saying a thing.

`told` is a sentence as far as it is understood. `features` puts it and a seat into words of its own, for which `senses` has
their meanings at this table. `model` weighs these by weights that were fitted at development time (`weights.txt`;
tests/core/speech/messages/fit.py made it). `opinion` says what a message does to each seat that it mentions, with the
readings of the rules and the rows among what is weighed.
"""
