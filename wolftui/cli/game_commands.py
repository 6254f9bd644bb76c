"""Declarations of the commands on single games: `play`, `review`, `export` and the like.

Standard library only: declarations are loaded for `--help`. A command without a target of its own
has sub-commands.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .command import (
    GAME_HELP,
    Command,
    add_display_options,
    add_game_options,
    add_resume_options,
)


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    add_game_options(parser, people=True)
    add_display_options(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help="play N games in a row; game k, from 0, has seed S+k",
    )


def _watch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", default="latest", metavar="GAME", help=f"{GAME_HELP} (default: latest)"
    )
    add_display_options(parser)


def _wall_arguments(parser: argparse.ArgumentParser) -> None:
    folder = "a folder of saved games, or of an arena (default: your own games)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=folder)
    add_display_options(parser)


def _library_arguments(parser: argparse.ArgumentParser) -> None:
    search = (
        "words that were said aloud, and filters: board:B, won:village, who:NAME, tag:T, "
        "is:unfinished"
    )
    parser.add_argument("--search", default="", metavar="TEXT", help=search)
    sort = "what to sort by: date, board, end, length or people (default: date)"
    parser.add_argument("--sort", default="date", metavar="BY", help=sort)
    parser.add_argument("--reverse", action="store_true", help="the other way round")
    parser.add_argument("--json", action="store_true", help="one JSON object a game")
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="make the index anew from the games before anything else",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="lines instead of a screen; without a terminal this is so anyway",
    )


def _review_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{GAME_HELP}, or a file that others recorded (default: choose from the list)",
    )
    parser.add_argument(
        "--eyes",
        default="",
        metavar="EYES",
        help="plain lines: `moderator`, `public`, or a seat (default: the widest allowed)",
    )
    ways = parser.add_mutually_exclusive_group()
    only = (
        "plain lines: only some seats or kinds: numbers, names, speeches, votes, claims, "
        "deaths, thoughts, private"
    )
    ways.add_argument("--only", default="", metavar="WHAT", help=f"{only}; for example `4,votes`")
    beside = "plain lines: the game beside its fork, or another fork, in step from where they part"
    ways.add_argument(
        "--beside", nargs="?", const="", metavar="GAME", help=f"{beside} (default: the only one)"
    )
    parser.add_argument(
        "--step", action="store_true", help="plain lines: wait for Enter after each of them"
    )
    ways.add_argument(
        "--guess",
        action="store_true",
        help="plain lines: hide the roles, guess after each day who is a wolf, and read how you "
        "did",
    )
    ways.add_argument(
        "--tab",
        default="",
        metavar="TAB",
        help="plain lines: instead of the game a tab of its result, such as `votes`, or `all`",
    )
    add_display_options(parser)


def _resume_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_resume_options(parser, "who plays instead from now on, such as `3=bot`")


def _fork_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--at",
        required=True,
        metavar="ASK",
        help="the ask from whose batch on it is played anew, such as d2.vote.4",
    )
    add_resume_options(parser, "who plays instead from there on, such as `3=human`")


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="+", metavar="GAME", help=f"{GAME_HELP}; or a folder of games"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a game")


def _record_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="the games of the person of this name alone (lines and JSON)",
    )
    parser.add_argument(
        "--json", action="store_true", help="one JSON object, with the games behind each number"
    )
    add_display_options(parser)


EXPORT_FORMS = ("html", "md", "txt", "csv", "svg", "cast")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", default="latest", metavar="GAME", help=f"{GAME_HELP} (default: latest)"
    )
    form = (
        "a page that replays it, Markdown, text, rows of facts, a picture of the table, or a "
        "recording for asciinema "
        "(default: what FILE ends in, else html)"
    )
    parser.add_argument(
        "--to", choices=EXPORT_FORMS, metavar="FORM", help=f"{', '.join(EXPORT_FORMS)}: {form}"
    )
    eyes = (
        "`moderator`, `public`, or a seat: nothing else is in the file (default: moderator "
        "when the game is over, else public)"
    )
    parser.add_argument("--eyes", default="", metavar="EYES", help=eyes)
    out = (
        "write it there (default: words are printed; anything else stands in this folder "
        "under the game's id)"
    )
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--replace", action="store_true", help="write over a file that is there")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")
    parser.add_argument(
        "--at",
        type=int,
        metavar="ENTRY",
        help="svg: after which entry, as csv numbers them (default: the end)",
    )
    parser.add_argument(
        "--size", metavar="WxH", help="svg, cast: columns and lines (default: 120x36)"
    )
    parser.add_argument(
        "--speed",
        type=float,
        metavar="X",
        help="cast: how fast it is read, 0.5 to 16, 1 for a calm reader (default: 4)",
    )


REMOTE_COMMAND = ("play", "--seat", "4=human")
"""The command of visitors from other machines: a new game, no access to this machine's games."""


_SHARE_HELP = (
    "let visitors use your own saved games, record, settings and models; without it each has "
    "a home of their own, which their"
    " browser finds again by a cookie, below `visitors` in the folder of your data, until a "
    "year after the last visit"
)


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    host = (
        "where to listen; beyond this machine a token is needed, which is printed; on it "
        "none is asked (default: 127.0.0.1)"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=host)
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="at which port (default: 8000)"
    )
    name = (
        "a name by which browsers may call this place, besides addresses in digits; may be "
        "given again"
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    parser.add_argument(
        "--visitors",
        type=int,
        default=8,
        metavar="N",
        help="how many may be here at once (default: 8)",
    )
    parser.add_argument("--share-home", action="store_true", help=_SHARE_HELP)
    words = (
        "what each visitor's program does, after `--` (default: the lobby; beyond this "
        f"machine `{' '.join(REMOTE_COMMAND)}`)"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help=words)


GAME_COMMANDS: tuple[Command, ...] = (
    Command(
        "play",
        "play a game, or look on where no person is seated",
        (
            "wolftui play --seat 4=human",
            "wolftui play --seat 2=human --board classic9 --name Ada",
            "wolftui play --board xu7 --seed 7 --plain",
        ),
        _play_arguments,
        "wolftui.cli.play:play_command",
    ),
    Command(
        "watch",
        "follow a game that another process plays",
        ("wolftui watch", "wolftui watch latest --plain"),
        _watch_arguments,
        "wolftui.cli.watch:watch_command",
    ),
    Command(
        "wall",
        "see all games that run now, side by side",
        ("wolftui wall", "wolftui wall --plain"),
        _wall_arguments,
        "wolftui.cli.wall:wall_command",
    ),
    Command(
        "library",
        "list, search and sort the saved games",
        (
            "wolftui library",
            "wolftui library --search is:unfinished",
            "wolftui library --search trust --sort length --json",
        ),
        _library_arguments,
        "wolftui.cli.library:library_command",
    ),
    Command(
        "review",
        "look at a saved game again",
        (
            "wolftui review latest",
            "wolftui review latest --plain --eyes 4",
            "wolftui review latest --only 4,votes",
            "wolftui review latest --guess",
            "wolftui review",
        ),
        _review_arguments,
        "wolftui.cli.review:review_command",
    ),
    Command(
        "resume",
        "go on with a saved game",
        ("wolftui resume latest", "wolftui resume k3m9xq --plain"),
        _resume_arguments,
        "wolftui.cli.resume:resume_command",
    ),
    Command(
        "fork",
        "play on differently from an earlier ask, in a game of its own",
        ("wolftui fork latest --at d1.vote.4 --seat 4=human",),
        _fork_arguments,
        "wolftui.cli.fork:fork_command",
    ),
    Command(
        "verify",
        "play saved games again from their answers and compare every byte, also with the "
        "digest of their end",
        (
            "wolftui verify latest",
            "wolftui verify 20261121-sla7-k3m9xq",
            "wolftui verify games/ --json",
        ),
        _verify_arguments,
        "wolftui.cli.verify:verify_command",
    ),
    Command(
        "record",
        "your own games: wins, who fooled you, how good your marks are",
        ("wolftui record", "wolftui record --plain", "wolftui record --json"),
        _record_arguments,
        "wolftui.cli.record:record_command",
    ),
    Command(
        "export",
        "write a game to a file for others",
        (
            "wolftui export latest --to html",
            "wolftui export latest --eyes public --out game.md",
            "wolftui export latest --to csv --eyes 4",
            "wolftui export latest --to cast --speed 8 --size 100x30",
        ),
        _export_arguments,
        "wolftui.cli.export:export_command",
    ),
    Command(
        "serve",
        "play in a browser (extra `web`)",
        ("wolftui serve", "wolftui serve --host 0.0.0.0 -- play --board duel6 --seat 4=human"),
        _serve_arguments,
        "wolftui.cli.serve:serve_command",
    ),
)
