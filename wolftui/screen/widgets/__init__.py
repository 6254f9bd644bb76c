"""The widgets of the screens. They draw what they are given and never decide who may see it."""
