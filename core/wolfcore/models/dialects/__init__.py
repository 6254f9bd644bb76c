"""Wire formats of chat endpoints, one module each. No module here does I/O."""
