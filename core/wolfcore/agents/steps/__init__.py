"""The steps of the pipeline. A step takes a turn and returns a new one, and traces what it did."""
