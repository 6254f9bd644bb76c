"""wolftui: everything that a person touches. The only package that imports Textual and Rich."""

__version__ = "0.1.0"
