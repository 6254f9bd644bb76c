"""Learned correction of the acts that grammar and chat rows find, fitted on labelled messages.

The weights in weights.txt are written by tests/core/speech/messages/fit.py. Feature names are
part of that file.
"""
