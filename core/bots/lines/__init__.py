"""What the house bots say, as data: one TOML file a language."""
