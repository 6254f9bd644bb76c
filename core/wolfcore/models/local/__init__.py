"""Local models: find weights and a llama.cpp server, start it, and stop it with this process."""
