"""Training of policies by self-play in a population (Strategic Language Agents 4.3), with torch.

No game imports this package; games load the exported checkpoints with numpy alone.
"""
