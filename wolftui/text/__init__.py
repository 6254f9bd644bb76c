"""Facts in words, as spans of text and style roles: the one source for the screen, plain lines and exports."""
