"""The content of panels as lines of spans, computed from a session. No Textual.

A view gets its facts from the session of one viewer and therefore cannot show a secret.
"""
