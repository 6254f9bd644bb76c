"""Tables and pictures of the pages, made from the program, and the build of the site."""
