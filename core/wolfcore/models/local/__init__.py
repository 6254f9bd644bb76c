"""Models on this machine: finding weights and a server for them, and running it so that it never outlives us."""
