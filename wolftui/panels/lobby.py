"""The lobby in words: what each line of its menu does, what is behind it, and the page of the first run."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.game import Board, source_of
from wolfcore.game.rulebook import role_list, rulebook
from wolfcore.records import GameSummary
from wolftui.games.wishing import Wish, board_of, command_of
from wolftui.settings.config import Config
from wolftui.text.boards import plainly
from wolftui.text.glyphs import Glyphs
from wolftui.text.spans import Line, Span
from wolftui.text.wrapping import wrap

from .phrasing import KeyOf, reached, title

Entry = Literal["play", "new", "continue", "watch", "library", "record", "guided", "settings", "look"]

ENTRIES: dict[Entry, tuple[str, str]] = {
    "play": ("p", "Play now"),
    "new": ("n", "New game"),
    "continue": ("c", "Continue"),
    "watch": ("w", "Watch"),
    "library": ("l", "Library"),
    "record": ("m", "My record"),
    "guided": ("g", "Guided game"),
    "settings": ("s", "Settings"),
}
"""The menu: the key and the words of each line."""
FIRST: dict[Entry, tuple[str, str]] = {
    "play": ("p", "Play at once"),
    "guided": ("g", "Guided game, two minutes"),
    "look": ("l", "Look around"),
}
"""The menu of the first run."""


class Standing(Struct, frozen=True):
    """What was found in the folder of saved games.

    Attributes:
        unfinished: The game that `Continue` goes on with, or None.
        running: Those that another process is playing now, newest first.
        looked: Whether anybody has looked yet.
    """

    unfinished: GameSummary | None = None
    running: tuple[GameSummary, ...] = ()
    looked: bool = False


class Behind(Struct, frozen=True):
    """All that the lobby knows.

    Attributes:
        wish: The table that `Play now` begins.
        named: The name under which it is kept; empty for the usual one.
        standing: The saved games.
        config: The person's settings.
        found: What was found out about servers on this machine, a sentence each.
        add: The key that adds what was found there; empty where all of it is in the settings.
        trouble: What is wrong with files of the person's, a sentence each.
    """

    wish: Wish
    config: Config
    named: str = ""
    standing: Standing = Standing()
    found: tuple[str, ...] = ()
    add: str = ""
    trouble: tuple[str, ...] = ()


def welcome(width: int, key_of: KeyOf, *, brief: bool = False) -> list[Line]:
    """The page of the first run: the game and the program; only what the game is where there is little room.

    `key_of` writes the key of an action.
    """
    parts = (
        ("the game", (
            "A village, and a pack of werewolves in it that only the wolves know.",
            "At night the pack kills somebody, and a few villagers use a power in secret. By day all who live talk, then vote"
            " somebody out. The village wins when the last wolf is gone; the wolves win when there are too few villagers left.",
            "All there is to go on is what people say, and how they vote.",
        )),
        ("this program", (
            "You sit at a table with house bots, which need no network and no key, with language models, or with friends.",
            "You choose with arrows and Enter, or with the letter or number before a line, and write what you say. The line"
            f" at the bottom always names the keys, {key_of('help')} tells more of them, and Esc goes back.",
        )),
    )  # fmt: skip
    lines: list[Line] = []
    for name, sentences in parts[:1] if brief else parts:
        lines += [*([()] if lines else []), title(name)]
        for sentence in sentences[:2] if brief else sentences:
            lines += wrap((Span(sentence, "text"),), width, (Span("  "),), (Span("  "),))
    return lines


def says(entry: Entry, behind: Behind, glyphs: Glyphs, width: int, key_of: KeyOf) -> list[Line]:
    """What a line of the menu does, and what is behind it."""
    match entry:
        case "play":
            lines = _play(behind, width)
        case "new":
            lines = _said(width, "Choose the board, who sits where, your name and the pace; keep tables that you like by name.")
        case "continue":
            lines = _continue(behind.standing, glyphs, width)
        case "watch":
            lines = _watch(behind.standing, width)
        case "library":
            lines = _said(width, "Every saved game: replay it with any eyes, or go on with one that did not end.")
        case "record":
            lines = _said(width, "What your own games say: wins by side and role, who fooled you, how good your marks are.")
        case "guided":
            lines = _said(
                width,
                "A real game at a small table, with a few lines of a coach where you need them. It takes about two minutes, and"
                f" {key_of('coach')} sends the coach away. It is not saved.",
            )
        case "settings":
            lines = _said(
                width,
                "Your name, the usual table, the pace, the looks and the models. A change holds at once and is kept in your file.",
            )
        case "look":
            lines = _said(width, "The lobby: other boards and tables, saved games, settings.")
    return [title((ENTRIES.get(entry) or FIRST[entry])[1]), *lines, *_notes(behind, width)]


def _said(width: int, *sentences: str) -> list[Line]:
    return [row for each in sentences for row in wrap((Span(each, "text"),), width)]


def _play(behind: Behind, width: int) -> list[Line]:
    wish = behind.wish
    lines: list[Line] = [*wrap((Span(behind.named, "strong"),), width), ()] if behind.named else []
    try:
        board = board_of(wish)
    except ConfigError as error:
        return [*lines, *wrap((Span(str(error), "danger"),), width)]
    lines += table_words(wish, board, behind.config, width)
    lines += [(), title("the same as a command"), *wrap((Span(command_of(wish, behind.config), "quiet"),), width)]
    return lines


def table_words(wish: Wish, board: Board, config: Config, width: int) -> list[Line]:
    """A table in words: its board, where the person sits, and among whom."""
    you = wish.name or config.name
    name = f" as {you}" if you else ""
    if wish.me:
        sits = f"You sit in seat {wish.me}{name}." if wish.me.isdecimal() else f"You are {_dealt(wish.me)}{name}."
    else:
        sits = "You look on." if not wish.plays else "People sit where you seated them."
    plain = plainly(board.name)
    lines = wrap((Span(board.name, "strong"), *((Span(f"  {plain}", "dim"),) if plain else ())), width)
    lines += wrap((Span(deals(board), "quiet"),), width)
    lines += wrap((Span(sits, "text"),), width)
    rest = f"The others: {wish.others}." if wish.me or wish.seats else f"Everybody: {wish.others}."
    lines += wrap((Span(" ".join((*(f"{word}." for word in wish.seats), rest)), "quiet"),), width)
    if wish.games > 1:
        lines += wrap((Span(f"{wish.games} games in a row.", "quiet"),), width)
    return lines


def _dealt(target: str) -> str:
    return f"among the {target}" if target in ("wolves", "village") else f"dealt the {target.capitalize()}"


def deals(board: Board) -> str:
    """What is dealt on a board: `7 seats: 2 Werewolf, Seer, Doctor, 3 Villager`."""
    sheriff = "" if board.switches.sheriff == "none" else ", and a sheriff"
    return f"{board.size} seats: {role_list(board)}{sheriff}"


def board_lines(board: Board, glyphs: Glyphs, width: int) -> list[Line]:
    """The rules of a board, its name and where it comes from above them."""
    source = source_of(board.name)
    lines: list[Line] = [*wrap((Span(board.name, "strong"), Span(f"  {source}", "dim")), width)]
    for section in rulebook(board):
        lines += [(), title(section.title)]
        for sentence in section.lines:
            lines += wrap((Span(sentence, "quiet"),), width, (Span(f"{glyphs.dot} ", "dim"),), (Span("  "),))
    return lines


def _continue(standing: Standing, glyphs: Glyphs, width: int) -> list[Line]:
    game = standing.unfinished
    if game is None:
        none = (
            "There is no game to go on with.",
            f"One that you leave before its end waits here. Press {ENTRIES['play'][0]} to play one.",
        )
        return _said(width, *none) if standing.looked else _said(width, f"Looking{glyphs.more}")
    seats = ", ".join(f"{seat} {game.names[seat - 1]}" for seat in game.people)
    return [
        *wrap((Span(game.board, "strong"), Span(f"  {reached(game.days, night=game.night)}", "warn")), width),
        *wrap((Span(f"{when(game)}  ", "dim"), Span(game.id, "quiet")), width),
        *wrap((Span(f"You sit in {seats}." if seats else "Nobody sits in it; it is played to its end.", "text"),), width),
    ]


def when(game: GameSummary) -> str:
    """When a game was begun, to the minute."""
    return game.created[:16].replace("T", " ") + " UTC" if game.created else ""


def _watch(standing: Standing, width: int) -> list[Line]:
    if not standing.running:
        none = (
            "Nobody plays on this machine just now.",
            "A game that runs in another window can be watched here. Games that are over are in the library:"
            f" press {ENTRIES['library'][0]}.",
        )
        return _said(width, *none) if standing.looked else _said(width, "Looking for games.")
    count = len(standing.running)
    lines = _said(width, "A game is being played on this machine." if count == 1 else f"{count} games are being played here.")
    for game in standing.running:
        lines += wrap((Span(f"{game.board}  ", "strong"), Span(game.id, "quiet")), width)
    return lines


def _notes(behind: Behind, width: int) -> list[Line]:
    lines: list[Line] = []
    if behind.trouble:
        lines += [(), title("please look"), *[row for each in behind.trouble for row in wrap((Span(each, "danger"),), width)]]
    if behind.found:
        lines += [(), title("on this machine"), *[row for each in behind.found for row in wrap((Span(each, "good"),), width)]]
        if behind.add:
            lines += wrap((Span(behind.add, "accent"), Span(" lets them sit down.", "quiet")), width)
    return lines
