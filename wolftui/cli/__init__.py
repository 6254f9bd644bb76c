"""The commands, one module each. A module parses, calls and prints; whatever is heavy is imported inside its command."""
