"""The house bots: belief, play and voice, from a seat's view alone."""

from .house import HouseBot
from .levels import LEVELS
from .options import OPTIONS
from .styles import STYLES

__all__ = ["LEVELS", "OPTIONS", "STYLES", "HouseBot"]
