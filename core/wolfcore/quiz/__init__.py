"""Yes/No and open questions on the rules, for any board, answered by the engine itself.

A question kind (`kinds/`) draws a situation, the engine runs it (`scenes`), and the answer is read
from the outcome; no rule is implemented twice. All that the question leaves open is drawn eight
times, and a question whose answer varies is dropped.
"""

from .kinds import KINDS, SUBJECTS, SWITCHES_WITHOUT_QUESTIONS, kinds_named
from .question import FORMS, NO, NOBODY, YES, Basis, Form, Question, seats_in_words
from .sets import PRESETS, AnswerMix, Part, Preset, SetPlan, preset_named, question_set

__all__ = [
    "FORMS",
    "KINDS",
    "NO",
    "NOBODY",
    "PRESETS",
    "SUBJECTS",
    "SWITCHES_WITHOUT_QUESTIONS",
    "YES",
    "AnswerMix",
    "Basis",
    "Form",
    "Part",
    "Preset",
    "Question",
    "SetPlan",
    "kinds_named",
    "preset_named",
    "question_set",
    "seats_in_words",
]  # fmt: skip
