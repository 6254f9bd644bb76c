"""The program in a browser: who may come in, and what each visitor gets."""
