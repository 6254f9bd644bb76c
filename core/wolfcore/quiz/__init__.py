"""Questions on the rules and on situations, asked and answered by the engine itself, for any board.

Every kind of question (`kinds/`) thinks up a situation, has the engine run it (`scenes`) and reads off what came of it; no rule
is written here a second time. What a situation leaves open is left to chance, several times, and a question whose answer depends
on that is dropped. `question_set` makes sets: seeded, balanced, and split so that training and test never share a situation.
"""

from .catalogue import KINDS, SUBJECTS, SWITCHES_WITHOUT_QUESTIONS, kinds_named
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
