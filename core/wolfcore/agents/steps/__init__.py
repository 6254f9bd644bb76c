"""The steps of the pipeline, one a module. A step takes a turn and gives a new one; whatever it does is in its trace."""
