"""One ask at a time: what each step makes of what its model says."""
