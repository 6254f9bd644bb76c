"""Text and files that a person supplies: boards, deals, answers and names, read and checked."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.files import TEXT_LIMIT, is_file
from wolfcore.files import read_text as read_from_disk
from wolfcore.game import (
    SAFE_NIGHT,
    Answer,
    Board,
    get_board,
    is_shipped,
    read_board,
    with_safe_night,
)
from wolfcore.players import clean_text
from wolfcore.records import JOURNAL_LIMIT, parse_answers
from wolfcore.seating import ForcedDeal, parse_deal, parse_deal_file
from wolfcore.speech import is_reserved_name
from wolfcore.visible import in_one_line

_SOME = 5
"""How many ids a note lists."""


_IN_NAMES = " -'’._\u200c\u200d"


_MARKUP_CHARACTERS = "`<>|=+$^~"
"""Characters that Unicode counts among symbols, like emoji, but that may be read as markup."""


NAME_LENGTH = 24
"""Maximum length of a person's name, in characters."""


class AnswerScript(Struct, frozen=True):
    """Answers to asks, read from a file.

    Attributes:
        file: The file that holds them; empty for none.
        answers: The answers by ask id.
    """

    file: str = ""
    answers: dict[str, Answer] = {}

    @contextmanager
    def blaming_file(self) -> Generator[None]:
        """Return a context that adds the file's name to errors on one of its answers."""
        try:
            yield
        except ConfigError as error:
            if error.file or error.key not in self.answers:
                raise
            raise ConfigError(
                error.problem, file=self.file, key=error.key, hint=error.hint
            ) from error


def unasked_answers_note(unasked: Collection[str]) -> str:
    """Return a sentence on answers of a file that no game asked for; empty for none."""
    return _note("these asks never came", unasked)


def illegal_answers_note(unfit: Collection[str]) -> str:
    """Return a sentence on illegal answers of a file; empty for none.

    The seats gave other answers in their place.
    """
    return _note("these were not legal, so the players answered instead", unfit)


def _note(what: str, ids: Collection[str]) -> str:
    if not ids:
        return ""
    some = sorted(ids)
    listed = ", ".join(in_one_line(each, 40) for each in some[:_SOME]) + (
        f" and {len(some) - _SOME} more" if len(some) > _SOME else ""
    )
    return f"Of the answers handed in, {what}: {listed}."


def open_board(text: str) -> Board:
    """Return a board by name, or a user's board from a TOML file.

    `SAFE_NIGHT` behind either gives that board with a first night without deaths.

    Raises:
        ConfigError: There is no such board or file, or the file holds no playable board.
    """
    if not text.strip():
        raise ConfigError("no board was named", hint="`wolftui boards` lists them.")
    if is_shipped(text):
        return get_board(text)
    file = text.removesuffix(SAFE_NIGHT)
    if _is_file(file):
        board = read_board(read_text(Path(file)), file)
    else:
        from wolfcore.arena.references import installed_board  # noqa: PLC0415  few boards need it

        board = installed_board(file) or get_board(text)
    return board if file == text else with_safe_night(board)


def read_deal(text: str, board: Board) -> ForcedDeal:
    """Parse a forced deal: text such as `4=Seer,1=Werewolf`, or a TOML file; may be empty.

    The TOML file has the tables `roles` (a role by seat) and `chance`.

    Raises:
        ConfigError: Names what is wrong and what is valid.
    """
    if not text.strip():
        return ForcedDeal({}, {})
    return (
        parse_deal_file(read_text(Path(text)), text, board)
        if _is_file(text)
        else parse_deal(text, board)
    )


def read_answers(file: Path) -> AnswerScript:
    """Read the answers of a file.

    Raises:
        ConfigError: The file cannot be read, or a line is no answer.
    """
    return AnswerScript(str(file), parse_answers(read_text(file, JOURNAL_LIMIT), str(file)))


def read_names(given: Sequence[str], people: Sequence[int]) -> dict[int, str | None]:
    """Assign the given names to the persons; None means that a name is drawn.

    Args:
        given: `Ada` for the next person without a name, or `4=Ada` for the one in seat 4.
        people: The seats of the persons, ascending.

    Raises:
        ConfigError: A name is empty, has no person, is given twice to a seat, or is given to two
            persons.
    """
    names: dict[int, str | None] = dict.fromkeys(people)
    plain: list[str] = []
    for text in given:
        found = re.fullmatch(r"\s*([0-9]{1,2})\s*=(.*)", text, re.DOTALL)
        if not found:
            plain.append(check_name(text))
            continue
        seat = int(found[1])
        if seat not in names or names[seat] is not None:
            problem = "already has a name" if seat in names else "does not belong to a person"
            raise ConfigError(f"seat {seat} {problem}", key="--name")
        names[seat] = check_name(found[2])
    unnamed = [seat for seat, name in names.items() if name is None]
    if len(plain) > len(unnamed):
        raise ConfigError(
            f"there is no person for the name {plain[len(unnamed)]}",
            key="--name",
            hint="Seat a person: `--seat 4=human`.",
        )
    named = names | dict(zip(unnamed, plain, strict=False))
    _check_distinct([name for name in named.values() if name])
    return named


def _check_distinct(names: Sequence[str]) -> None:
    """Raise ConfigError for a name that two persons have.

    Unlike a clash with a drawn name, no other seed could resolve it.
    """
    taken: set[str] = set()
    for name in names:
        if name.casefold() in taken:
            raise ConfigError(
                f"two people cannot have the name {name}",
                key="--name",
                hint="Give each person a different name.",
            )
        taken.add(name.casefold())


def check_name(text: str) -> str:
    """Return a person's name, stripped, if it is safe in prompts and in the speech of others.

    Raises:
        ConfigError: The name is empty, too long, has invisible characters, or may be read as
            something else than a name.
    """
    name = text.strip()
    if not clean_text(name):
        raise ConfigError("a name needs a visible character", key="--name")
    if clean_text(name, len(name)) != name:
        raise ConfigError(
            f"`{name}` contains invisible characters",
            key="--name",
            hint="Use letters and spaces.",
        )
    if len(name) > NAME_LENGTH:
        raise ConfigError(
            f"`{name}` is too long for a name",
            key="--name",
            hint=f"It has at most {NAME_LENGTH} characters.",
        )
    odd = next(
        (
            char
            for char in name
            if not (char.isalnum() or char in _IN_NAMES or unicodedata.category(char)[0] in "MS")
        ),
        "",
    )
    if odd or any(char in name for char in _MARKUP_CHARACTERS):
        hint = "Use letters and spaces, and digits only beside letters."
        raise ConfigError(
            f"`{name}` contains a character that names cannot have",
            key="--name",
            hint=hint,
        )
    if is_reserved_name(name):
        hint = (
            "A name cannot contain a separate number and cannot be a word of the game, such as "
            "`nobody`, `moderator` or a role."
        )
        raise ConfigError(
            f"`{name}` could be read as a seat, a role or a word of the game",
            key="--name",
            hint=hint,
        )
    return name


def read_text(file: Path, limit: int = TEXT_LIMIT) -> str:
    """Read the text of a file of at most `limit` bytes.

    Raises:
        ConfigError: The file cannot be read, or is no UTF-8 text.
    """
    try:
        return read_from_disk(file, limit)
    except FileNotFoundError as error:
        raise ConfigError("there is no such file", file=str(file)) from error
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except UnicodeDecodeError as error:
        raise ConfigError("is not UTF-8 text", file=str(file)) from error


def _is_file(text: str) -> bool:
    """Return whether `text` means a file rather than a name."""
    if text.endswith(".toml") or "/" in text or "\\" in text:
        return True
    return is_file(Path(text))
