"""Settings: configuration, folders, themes, key bindings, models and the memory of agents."""
