"""Memory: texts compared by meaning, and what was learned in earlier games. It knows no Werewolf."""

from .contract import Embedder, Experience, Experiences, Found, Kind, Lesson, Memories, Reader, Tags, Wishes

__all__ = ["Embedder", "Experience", "Experiences", "Found", "Kind", "Lesson", "Memories", "Reader", "Tags", "Wishes"]
