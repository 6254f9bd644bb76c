"""The line-based front end: play, watch, review and annotate on standard input and output.

Complete without Textual: for screen readers, pipes and tests.
"""
