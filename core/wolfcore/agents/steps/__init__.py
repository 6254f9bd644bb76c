"""The steps of the pipeline: each takes a turn, returns a new turn and traces its result."""
