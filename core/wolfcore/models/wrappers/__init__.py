"""Wrappers: chat models around a chat model, each adding one concern. They compose."""
