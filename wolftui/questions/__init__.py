"""Asks in words for people: the one source for the screen and for plain lines. It knows a view and nothing else."""

from .asked import question
from .late import late
from .matching import match
from .model import Option, Question, QuestionKind

__all__ = ["Option", "Question", "QuestionKind", "late", "match", "question"]
