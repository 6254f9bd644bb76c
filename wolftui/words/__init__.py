"""The wording of all that people read: facts, questions, results, as spans with style roles."""
