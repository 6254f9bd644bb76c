"""Where learned policies come from: self-play in a population (Strategic Language Agents 4.3), with torch; nobody plays with it."""
