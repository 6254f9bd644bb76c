"""The wording of all displayed text: facts, questions and results, as spans with style roles."""
