"""The program in a browser: a web server that starts one process of the program per visitor."""
