"""The kinds of questions, a module for each part of the rules. Each module has one list, `KINDS`."""
