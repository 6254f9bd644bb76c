"""Local models: find weights and a llama.cpp server, run it, and stop it with this process."""
