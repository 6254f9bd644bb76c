"""Games that run here: from options to a running game, its session and its files. No widgets."""
