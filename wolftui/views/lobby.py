"""The lobby's text: menu, details of each entry, description of a board, welcome page."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from wolfcore.errors import ConfigError
from wolfcore.game import Board, board_source
from wolfcore.game.rulebook import role_list, rulebook
from wolfcore.records import GameSummary
from wolftui.games.table_setup import TableSetup, setup_board
from wolftui.settings.config import Config
from wolftui.words.board_summaries import board_summary
from wolftui.words.glyphs import Glyphs
from wolftui.words.spans import Line, Span
from wolftui.words.wrapping import wrap

from .labels import KeyOf, board_title, part_title, player_words, progress_words

MenuEntry = Literal[
    "play",
    "today",
    "new",
    "friends",
    "continue",
    "watch",
    "library",
    "record",
    "guided",
    "settings",
    "look",
]


MENU_ENTRIES: dict[MenuEntry, tuple[str, str]] = {
    "play": ("p", "Play now"),
    "today": ("d", "Deal of the day"),
    "new": ("n", "New game"),
    "friends": ("f", "With friends"),
    "continue": ("c", "Continue"),
    "watch": ("w", "Watch"),
    "library": ("l", "Library"),
    "record": ("m", "My games"),
    "guided": ("g", "Guided game"),
    "settings": ("s", "Settings"),
}
"""The lobby menu: key and label of each entry."""


FIRST_RUN_ENTRIES: dict[MenuEntry, tuple[str, str]] = {
    "play": ("p", "Play at once"),
    "guided": ("g", "Guided game, two minutes"),
    "look": ("l", "Look around"),
}
"""The menu of the first run: key and label of each entry."""


class OpenGames(Struct, frozen=True):
    """The unfinished and running games in the folder of saved games.

    Attributes:
        unfinished: The game that `Continue` resumes, or None.
        running: The games that another process is playing, newest first.
        searched: Whether the folder has been searched yet.
    """

    unfinished: GameSummary | None = None
    running: tuple[GameSummary, ...] = ()
    searched: bool = False


class LobbyState(Struct, frozen=True):
    """Everything that the lobby displays.

    Attributes:
        setup: The table that `Play now` starts.
        favourite_name: The name under which this table is kept; empty for the default table.
        open_games: The unfinished and running games.
        config: The person's settings.
        found_servers: One sentence about each model server found on this machine.
        add_key: The key that adds the found models to the settings; empty if all are there.
        problems: One sentence about each problem with the person's files.
    """

    setup: TableSetup
    config: Config
    favourite_name: str = ""
    open_games: OpenGames = OpenGames()
    found_servers: tuple[str, ...] = ()
    add_key: str = ""
    problems: tuple[str, ...] = ()


def welcome_lines(width: int, key_of: KeyOf, *, brief: bool = False) -> list[Line]:
    """Write the welcome page of the first run: the game, then the program.

    `brief` gives only the first two sentences on the game, for small screens. `key_of` returns the
    key of an action.
    """
    parts = (
        (
            "the game",
            (
                "A village, and a pack of werewolves in it that only the wolves know.",
                "At night the pack kills somebody, and a few villagers use a power in "
                "secret. By day all who live talk, then vote"
                " somebody out. The village wins when the last wolf is gone; the wolves win "
                "when there are too few villagers left.",
                "All there is to go on is what people say, and how they vote.",
            ),
        ),
        (
            "this program",
            (
                "You sit at a table with house bots, which need no network and no key, with "
                "language models, or with friends.",
                "You choose with arrows and Enter, or with the letter or number before a "
                "line, and write what you say. The line"
                f" at the bottom always names the keys, {key_of('help')} tells more of them, "
                "and Esc goes back.",
            ),
        ),
    )
    lines: list[Line] = []
    for name, sentences in parts[:1] if brief else parts:
        lines += [*([()] if lines else []), part_title(name)]
        for sentence in sentences[:2] if brief else sentences:
            lines += wrap((Span(sentence, "text"),), width, (Span("  "),), (Span("  "),))
    return lines


def entry_details(
    entry: MenuEntry, behind: LobbyState, glyphs: Glyphs, width: int, key_of: KeyOf
) -> list[Line]:
    """Describe a menu entry and what it would open."""
    match entry:
        case "play":
            lines = _play(behind, width)
        case "today":
            lines = _sentences(
                width,
                "The same board, cards and house bots for everybody on this date. You sit where "
                "the date says. Nothing is lost on a day without it.",
            )
        case "new":
            lines = _sentences(
                width,
                "Choose the board, who sits where, your name and the pace; keep tables that "
                "you like by name.",
            )
        case "friends":
            lines = _sentences(
                width,
                "Host a table for friends at their own terminals, or join one by its link. House "
                "bots take the empty chairs.",
            )
        case "continue":
            lines = _continue(behind.open_games, glyphs, width)
        case "watch":
            lines = _watch(behind.open_games, width)
        case "library":
            lines = _sentences(
                width,
                "Every saved game: replay it with any eyes, or go on with one that did not end.",
            )
        case "record":
            lines = _sentences(
                width,
                "What your own games say: wins by side and role, who fooled you, how good "
                "your marks are.",
            )
        case "guided":
            lines = _sentences(
                width,
                "A real game at a small table, with a few lines of a coach where you need "
                "them. It takes about two minutes, and"
                f" {key_of('coach')} sends the coach away. It is not saved.",
            )
        case "settings":
            lines = _sentences(
                width,
                "Your name, the usual table, the pace, the looks and the models. A change "
                "holds at once and is kept in your file.",
            )
        case "look":
            lines = _sentences(width, "The lobby: other boards and tables, saved games, settings.")
    return [
        part_title((MENU_ENTRIES.get(entry) or FIRST_RUN_ENTRIES[entry])[1]),
        *lines,
        *_notes(behind, width),
    ]


def _sentences(width: int, *sentences: str) -> list[Line]:
    return [row for each in sentences for row in wrap((Span(each, "text"),), width)]


def _play(behind: LobbyState, width: int) -> list[Line]:
    setup = behind.setup
    lines: list[Line] = (
        [*wrap((Span(behind.favourite_name, "strong"),), width), ()]
        if behind.favourite_name
        else []
    )
    try:
        board = setup_board(setup)
    except ConfigError as error:
        return [*lines, *wrap((Span(str(error), "danger"),), width)]
    return [*lines, *table_words(setup, board, behind.config, width)]


def table_words(setup: TableSetup, board: Board, config: Config, width: int) -> list[Line]:
    """Describe a table: its board, the person's seat, and the other players."""
    you = setup.name or config.name
    name = f" as {you}" if you else ""
    role = f" and are dealt the {setup.role}" if setup.role else ""
    if setup.me:
        sits = (
            f"You sit in seat {setup.me}{name}{role}."
            if setup.me.isdecimal()
            else f"You are {_dealt(setup.me)}{name}."
        )
    else:
        sits = "You look on." if not setup.has_person else "People sit where you seated them."
    plain = board_summary(board.name)
    lines = wrap(
        (Span(board_title(board.name), "strong"), *((Span(f"  {plain}", "dim"),) if plain else ())),
        width,
    )
    lines += wrap((Span(deal_words(board), "quiet"),), width)
    lines += wrap((Span(sits, "text"),), width)
    who = "The others" if setup.me or setup.seats else "Everybody"
    rest = f"{who}: {player_words(setup.others)}."
    lines += wrap((Span(" ".join((*(f"{word}." for word in setup.seats), rest)), "quiet"),), width)
    if setup.games > 1:
        lines += wrap((Span(f"{setup.games} games in a row.", "quiet"),), width)
    return lines


def _dealt(target: str) -> str:
    return (
        f"among the {target}"
        if target in ("wolves", "village")
        else f"dealt the {target.capitalize()}"
    )


def deal_words(board: Board) -> str:
    """Describe what a board deals: `7 seats: 2 Werewolf, Seer, Doctor, 3 Villager`."""
    sheriff = "" if board.switches.sheriff == "none" else ", and a sheriff"
    return f"{board.size} seats: {role_list(board)}{sheriff}"


def board_lines(board: Board, glyphs: Glyphs, width: int) -> list[Line]:
    """Show the rules of a board below its name and source."""
    source = board_source(board.name)
    lines: list[Line] = [
        *wrap((Span(board_title(board.name), "strong"), Span(f"  {source}", "dim")), width)
    ]
    for section in rulebook(board):
        lines += [(), part_title(section.title)]
        for sentence in section.lines:
            lines += wrap(
                (Span(sentence, "quiet"),), width, (Span(f"{glyphs.dot} ", "dim"),), (Span("  "),)
            )
    return lines


def _continue(standing: OpenGames, glyphs: Glyphs, width: int) -> list[Line]:
    game = standing.unfinished
    if game is None:
        none = (
            "There is no game to go on with.",
            f"One that you leave before its end waits here. Press {MENU_ENTRIES['play'][0]} "
            "to play one.",
        )
        return (
            _sentences(width, *none)
            if standing.searched
            else _sentences(width, f"Looking{glyphs.more}")
        )
    seats = ", ".join(f"{seat} {game.names[seat - 1]}" for seat in game.people)
    return [
        *wrap(
            (
                Span(board_title(game.board), "strong"),
                Span(f"  {progress_words(game.days, night=game.night)}", "warn"),
            ),
            width,
        ),
        *wrap((Span(f"{created_words(game)}  ", "dim"), Span(game.id, "quiet")), width),
        *wrap(
            (
                Span(
                    f"You sit in {seats}."
                    if seats
                    else "Nobody sits in it; it is played to its end.",
                    "text",
                ),
            ),
            width,
        ),
    ]


def created_words(game: GameSummary) -> str:
    """Format the creation time of a game to the minute; empty if unknown."""
    return game.created[:16].replace("T", " ") + " UTC" if game.created else ""


def _watch(standing: OpenGames, width: int) -> list[Line]:
    if not standing.running:
        none = (
            "Nobody plays on this machine just now. Enter starts a game of house bots to watch.",
            "A game that runs in another window can be watched here. Games that are over are "
            "in the library:"
            f" press {MENU_ENTRIES['library'][0]}.",
        )
        return (
            _sentences(width, *none)
            if standing.searched
            else _sentences(width, "Looking for games.")
        )
    count = len(standing.running)
    lines = _sentences(
        width,
        "A game is being played on this machine."
        if count == 1
        else f"{count} games are being played here.",
    )
    for game in standing.running:
        lines += wrap(
            (Span(f"{board_title(game.board)}  ", "strong"), Span(game.id, "quiet")), width
        )
    return lines


def _notes(behind: LobbyState, width: int) -> list[Line]:
    lines: list[Line] = []
    if behind.problems:
        lines += [
            (),
            part_title("please look"),
            *[row for each in behind.problems for row in wrap((Span(each, "danger"),), width)],
        ]
    if behind.found_servers:
        lines += [
            (),
            part_title("on this machine"),
            *[row for each in behind.found_servers for row in wrap((Span(each, "good"),), width)],
        ]
        if behind.add_key:
            lines += wrap(
                (Span(behind.add_key, "accent"), Span(" lets them sit down.", "quiet")), width
            )
    return lines
