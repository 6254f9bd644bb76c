"""What each preset asks of its models over the first night and day of a board, as text files beside
this one.

`python -m tests.core.agents.golden.write` writes them anew; what changed is read against the papers
before it is kept. An ask is its id and the role of its seat. Below it are its calls and steps in
order: a call with `>`, what it is about, its parameters in brackets where it sets any, the headings
of its prompt with how many lines each has, and the fields of its answer.
"""
