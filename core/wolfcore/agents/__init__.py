"""Language players: models read what their seat may know, and their words become an answer.

One pipeline of named steps over an immutable `Turn`, every step a switch; a preset is a set of switches. Prompts are text files in
`prompts/`, and each is made from one seat's `View` alone. Whatever a model writes is data: read, mended, mapped to an option,
asked for again, and in the end replaced, so that nothing that it writes can end a game.
"""

from .choosing import Chooser, Chosen, PatientChooser
from .options import SWITCHES, Options, models_named, read_options
from .player import LanguagePlayer
from .presets import PRESETS, Preset
from .prompting import AskPrompt, prompt_for
from .quick import SWITCHES_WITHOUT_MODEL, QuickAgent, Thinker, quick_options
from .schemas import BRIEF, USUAL, Lengths
from .settings import Settings
from .steps.act import is_settled, offered
from .turn import Candidate, Models, Turn

__all__ = [
    "BRIEF", "PRESETS", "SWITCHES", "SWITCHES_WITHOUT_MODEL", "USUAL", "AskPrompt", "Candidate", "Chooser", "Chosen",
    "LanguagePlayer", "Lengths", "Models", "Options", "PatientChooser", "Preset", "QuickAgent", "Settings", "Thinker",
    "Turn", "is_settled", "models_named", "offered", "prompt_for", "quick_options", "read_options",
]  # fmt: skip
