"""Text embeddings, and pools of experience from earlier games. Knows nothing of Werewolf."""

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
