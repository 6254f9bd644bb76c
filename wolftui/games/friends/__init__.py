"""Games of friends at terminals of their own: the host's table, and the guest's place at it."""
