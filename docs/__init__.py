"""What the README shows, made from the program itself."""
