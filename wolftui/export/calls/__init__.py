"""Exports of the model calls of games for other programs, written as a stream.

`GameCalls`, one per game, are the input of all of them: OpenTelemetry spans, an Inspect log, chats
as lines.
"""
