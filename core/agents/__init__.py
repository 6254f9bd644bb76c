"""Language players: a model reads what its seat may know, and its words become an answer.

One pipeline of named steps over an immutable `Turn`; a preset names its steps. Prompts are text files in `prompts/`, and each
is made from one seat's `View` alone. Whatever a model writes is data: read, mended, mapped to an option, asked for again, and
in the end replaced, so that nothing that it writes can end a game.
"""

from .act import is_settled, offered
from .options import Options, read_options
from .player import LanguagePlayer
from .presets import PRESETS, Preset
from .prompting import AskPrompt, prompt_for
from .schemas import BRIEF, USUAL, Lengths

__all__ = [
    "BRIEF", "PRESETS", "USUAL", "AskPrompt", "LanguagePlayer", "Lengths", "Options", "Preset", "is_settled", "offered",
    "prompt_for", "read_options",
]  # fmt: skip
