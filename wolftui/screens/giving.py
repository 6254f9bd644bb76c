"""Giving a game to others: in which form and folder, asked over the screen from which it is given."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from wolfcore.errors import ConfigError
from wolftui.settings.paths import game_argument
from wolftui.text.spans import Line, Span

from .asking import InputDialog
from .over import ChoiceDialog

OTHER_FOLDER = "folder"
"""What is given back where another folder is wanted."""


class FormatChoice(NamedTuple):
    """A form that is written from here: its name, its key, what it is, and whether it is painted, as only saved games can be."""

    name: str
    key: str
    words: str
    painted: bool = False


FORMAT_CHOICES = (
    FormatChoice("html", "h", "a page that replays it in any browser"),
    FormatChoice("md", "m", "Markdown"),
    FormatChoice("txt", "t", "plain text"),
    FormatChoice("csv", "c", "a row a fact, for spreadsheets"),
    FormatChoice("svg", "s", "a picture of the table at the end", painted=True),
    FormatChoice("cast", "a", "a recording for asciinema", painted=True),
)
"""The forms that are written from here."""


class ExportDialog(ChoiceDialog[str]):
    """Asks for a form; gives back its name, or `OTHER_FOLDER` where another folder is wanted.

    Args:
        whose: Through whose eyes it is, in words.
        folder: Where the file will stand; None where a browser keeps it.
        path: The game's folder, or None for one that is not saved.
    """

    def __init__(self, whose: str, folder: Path | None, path: Path | None) -> None:
        where = "for your browser to keep" if folder is None else f"in {folder}"
        told = f"What {whose} see and nothing else, as a file {where}."
        if path is not None:
            told += f"\nElsewhere, or of another moment or size:\nwolftui export {game_argument(path)} --to svg"
        forms = [form for form in FORMAT_CHOICES if path is not None or not form.painted]
        choices: list[tuple[Line, str]] = [
            ((Span(f"{form.name:<6}", "strong"), Span(form.words, "dim")), form.name) for form in forms
        ]
        keys = [form.key for form in forms]
        if folder is not None:
            choices.append(((Span("in    ", "strong"), Span("another folder", "dim")), OTHER_FOLDER))
            keys.append("f")
        super().__init__("Give this game away?", told, choices, keys=keys)


def parse_folder(text: str) -> Path:
    """The folder that a person wrote; `~` is their home.

    Raises:
        ConfigError: There is no such folder.
    """
    try:
        folder = Path(text.strip()).expanduser().absolute()
        found = bool(text.strip()) and folder.is_dir()
    except (OSError, RuntimeError, ValueError):  # no such person, or a name that none can have
        found, folder = False, Path()
    if not found:
        raise ConfigError(f"there is no folder `{text.strip()}`", hint="Make it, or name another one.")
    return folder


def folder_dialog(now: Path) -> InputDialog:
    """Asks in which folder files are written from now on."""
    return InputDialog("In which folder?", "Files are written there until you leave.", str(now), parse_folder)
