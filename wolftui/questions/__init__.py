"""Asks in words for people: the one source for the screen and for plain lines. It knows a view and nothing else."""

from .asked import make_question
from .late import timeout_text
from .matching import match_option
from .model import Option, Question, QuestionKind

__all__ = ["Option", "Question", "QuestionKind", "make_question", "match_option", "timeout_text"]
