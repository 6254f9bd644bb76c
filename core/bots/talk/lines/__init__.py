"""What the house bots say, as data: a folder a language, in it a file for everybody (`plain`) and one a manner."""
