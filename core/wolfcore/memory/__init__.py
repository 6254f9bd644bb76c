"""Memory: texts compared by meaning, and what was learned in earlier games. It knows no Werewolf."""

from .contract import (
    Embedder,
    Experience,
    ExperienceKind,
    Experiences,
    Lesson,
    MemoryProvider,
    PoolRequest,
    SearchContext,
    SimilarExperience,
    Tags,
)

__all__ = [
    "Embedder",
    "Experience",
    "ExperienceKind",
    "Experiences",
    "Lesson",
    "MemoryProvider",
    "PoolRequest",
    "SearchContext",
    "SimilarExperience",
    "Tags",
]
