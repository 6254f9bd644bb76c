"""Language players: models read what their seat may know, and their words become an answer.

One pipeline of named steps over an immutable `TurningPoint`, every step a switch; a preset is a set of switches. Prompts are text files in
`prompts/`, and each is made from one seat's `View` alone. Whatever a model writes is data: read, mended, mapped to an option,
asked for again, and in the end replaced, so that nothing that it writes can end a game.
"""

from .choosing import AsyncChooser, CandidateChoice, Chooser
from .options import SWITCHES, Options, models_named, read_options
from .player import LanguagePlayer
from .presets import PRESETS, Preset
from .prompting import Prompt, answer_prompt
from .quick import SWITCHES_WITHOUT_MODEL, QuickAgent, Thinker, quick_options
from .schemas import BRIEF_LENGTHS, USUAL_LENGTHS, Lengths
from .settings import Settings
from .steps.act import has_one_option, with_drawn_options
from .turn import Candidate, Models, Turn

__all__ = [
    "BRIEF_LENGTHS",
    "PRESETS",
    "SWITCHES",
    "SWITCHES_WITHOUT_MODEL",
    "USUAL_LENGTHS",
    "AsyncChooser",
    "Candidate",
    "CandidateChoice",
    "Chooser",
    "LanguagePlayer",
    "Lengths",
    "Models",
    "Options",
    "Preset",
    "Prompt",
    "QuickAgent",
    "Settings",
    "Thinker",
    "Turn",
    "answer_prompt",
    "has_one_option",
    "models_named",
    "quick_options",
    "read_options",
    "with_drawn_options",
]  # fmt: skip
