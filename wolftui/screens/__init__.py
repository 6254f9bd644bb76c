"""What fills the terminal: the table, the result, the library, and what lies over them for a moment."""
