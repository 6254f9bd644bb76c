"""What the house bots say, as data: a folder a language, in it a file for everybody (`plain`) and one a manner.

`afterwards` has what they say when a game is over, a file a language.
"""
