"""Training of policies by self-play in a population (Strategic Language Agents 4.3), with torch.

Games never import this package; they load exported checkpoints with numpy alone.
"""
