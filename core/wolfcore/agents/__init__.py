"""Language players: models read the view of their seat, and their replies become answers.

A pipeline of steps over an immutable `Turn`; every step is a setting and a preset is a set of
settings. Prompts are text files in `prompts/`, made from one seat's `View` alone. Model output is
data: it is parsed, repaired, asked for again and at last replaced, so that no reply can end a game.
"""

from .personas import style_teams
from .pipeline import LanguagePlayer
from .presets import PRESETS, Preset, Settings
from .prompt import Prompt, answer_prompt
from .quick_agent import SWITCHES_WITHOUT_MODEL, QuickAgent, Thinker, quick_options
from .resources import AsyncChooser, CandidateChoice, Chooser, Models
from .schemas import BRIEF_LENGTHS, USUAL_LENGTHS, Lengths
from .seat_options import SWITCHES, Options, check_effects, models_named, read_options
from .steps.answer import has_one_option, with_drawn_options
from .turn import Candidate, Turn

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
    "check_effects",
    "has_one_option",
    "models_named",
    "quick_options",
    "read_options",
    "style_teams",
    "with_drawn_options",
]  # fmt: skip
