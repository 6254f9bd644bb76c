"""Exports of a game's model calls for other programs, written as a stream.

`GameCalls` is the input of all of them: OpenTelemetry spans, an Inspect log, chats as lines.
"""
