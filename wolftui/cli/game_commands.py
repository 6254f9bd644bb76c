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
from .table_commands import TABLE_COMMANDS


def _play_arguments(parser: argparse.ArgumentParser) -> None:
    code = "the code of a deal that another person played, such as `K7F2-9QXA-3MTB-W8ZD`"
    parser.add_argument("code", nargs="?", metavar="CODE", help=code)
    today = "play the deal of the day: the same cards and bots for everybody"
    parser.add_argument("--today", action="store_true", help=today)
    anyway = "play a CODE although its house bots were of another version"
    parser.add_argument("--anyway", action="store_true", help=anyway)
    add_game_options(parser, people=True)
    add_display_options(parser)
    parser.add_argument(
        "--games",
        type=int,
        default=1,
        metavar="N",
        help="play N games in a row; game k (from 0) has seed S+k",
    )


def _watch_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", nargs="?", default="latest", metavar="GAME", help=f"{GAME_HELP} (default: latest)"
    )
    add_display_options(parser)


def _wall_arguments(parser: argparse.ArgumentParser) -> None:
    folder = "a folder of saved games or of an arena (default: your own games)"
    parser.add_argument("folder", nargs="?", type=Path, metavar="FOLDER", help=folder)
    add_display_options(parser)


def _library_arguments(parser: argparse.ArgumentParser) -> None:
    search = (
        "search spoken words, and filter: board:B, won:village, who:NAME, tag:T, is:unfinished; "
        "your own games: role:wolf, result:lost, fate:exiled"
    )
    parser.add_argument("--search", default="", metavar="TEXT", help=search)
    sort = "sort by date, board, end, length or people (default: date)"
    parser.add_argument("--sort", default="date", metavar="BY", help=sort)
    parser.add_argument("--reverse", action="store_true", help="reverse the order")
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")
    parser.add_argument(
        "--rebuild",
        action="store_true",
        help="rebuild the index from the saved games first",
    )
    parser.add_argument(
        "--plain",
        action="store_true",
        help="print plain lines instead of a full screen (always so without a terminal)",
    )


def _review_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        metavar="GAME",
        help=f"{GAME_HELP}, or a recorded game of another program (default: choose from the list)",
    )
    parser.add_argument(
        "--eyes",
        default="",
        metavar="EYES",
        help=(
            "plain lines: the view to show: `moderator`, `public`, or a seat (default: the "
            "widest allowed)"
        ),
    )
    ways = parser.add_mutually_exclusive_group()
    only = (
        "plain lines: show only these seats (numbers or names) or kinds (speeches, votes,"
        " claims, deaths, thoughts, private)"
    )
    ways.add_argument("--only", default="", metavar="WHAT", help=f"{only}; for example `4,votes`")
    beside = (
        "plain lines: compare the game with its fork (or GAME, another fork), phase by "
        "phase from their first difference"
    )
    ways.add_argument(
        "--beside", nargs="?", const="", metavar="GAME", help=f"{beside} (default: the only one)"
    )
    parser.add_argument(
        "--step", action="store_true", help="plain lines: wait for Enter after each line"
    )
    ways.add_argument(
        "--guess",
        action="store_true",
        help=(
            "plain lines: hide the roles, guess the wolves after each day, and see your score"
            " at the end"
        ),
    )
    ways.add_argument(
        "--tab",
        default="",
        metavar="TAB",
        help=(
            "plain lines: print a result tab, such as `votes`, or `all` tabs, instead of the game"
        ),
    )
    ways.add_argument(
        "--words",
        nargs="?",
        const=False,
        type=int,
        metavar="SEAT",
        help=(
            "plain lines: what your words did in a finished game: what was heard, and whom it"
            " moved (default: the only person)"
        ),
    )
    ways.add_argument(
        "--coach",
        nargs="?",
        const=False,
        type=int,
        metavar="SEAT",
        help=(
            "plain lines: what each of your decisions in a finished game cost, and what was better"
            " by what you saw (default: the only person)"
        ),
    )
    add_display_options(parser)


def _resume_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    add_resume_options(parser, "the new player of a seat from now on, such as `3=bot`")


def _fork_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help=GAME_HELP)
    parser.add_argument(
        "--at",
        required=True,
        metavar="ASK",
        help="the ask to fork at, such as d2.vote.4; its whole batch is asked again",
    )
    add_resume_options(parser, "the new player of a seat from the fork on, such as `3=human`")


def _verify_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="+", metavar="GAME", help=f"{GAME_HELP}; or a folder of games"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")


def _analyse_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games",
        nargs="*",
        metavar="GAME",
        help=f"{GAME_HELP}; or a folder of games (default: all finished games without a course)",
    )
    rollouts = (
        "play N games from each place, however long it takes (default: up to 48, in at most 10 "
        "processor seconds a game)"
    )
    parser.add_argument("--rollouts", type=int, metavar="N", help=rollouts)
    jobs = "play in N processes (default: as many as there are processors)"
    parser.add_argument("--jobs", type=int, metavar="N", help=jobs)
    parser.add_argument("--json", action="store_true", help="print one JSON object per game")


def _record_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--name",
        default="",
        metavar="NAME",
        help="only games of the person with this name (lines and JSON)",
    )
    parser.add_argument(
        "--json",
        action="store_true",
        help="print one JSON object, with the games behind each number",
    )
    add_display_options(parser)


EXPORT_FORMS = ("html", "md", "txt", "csv", "card", "svg", "cast", "otel", "inspect", "jsonl")


def _export_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game",
        nargs="?",
        default="latest",
        metavar="GAME",
        help=f"{GAME_HELP}; for model calls also the folder of an arena, of an experiment or of "
        "several games (default: latest)",
    )
    form = (
        "a page that replays the game, Markdown, plain text, one row per fact, a card with the "
        "result, a picture of the table, an asciinema recording; or the model calls, as "
        "OpenTelemetry spans, as an Inspect log, or as chats (default: by the ending of FILE, else "
        "html)"
    )
    parser.add_argument(
        "--to", choices=EXPORT_FORMS, metavar="FORM", help=f"{', '.join(EXPORT_FORMS)}: {form}"
    )
    eyes = (
        "the view to export: `moderator`, `public`, or a seat; the file holds nothing "
        "that this view hides; model calls are for the moderator alone (default: moderator for an "
        "ended game, else public)"
    )
    parser.add_argument("--eyes", default="", metavar="EYES", help=eyes)
    out = (
        "the output file (default: md, txt, csv, otel and jsonl are printed, other forms are "
        "written to this folder, named after the game's id or the folder of the games)"
    )
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--replace", action="store_true", help="overwrite an existing file")
    parser.add_argument("--ascii", action="store_true", help="use plain ASCII characters")
    parser.add_argument(
        "--at",
        type=int,
        metavar="ENTRY",
        help="svg: show the table after this log entry, numbered as in csv (default: the end)",
    )
    parser.add_argument(
        "--size",
        metavar="WxH",
        help="svg, cast: terminal size in columns and lines (default: 120x36)",
    )
    parser.add_argument(
        "--speed",
        type=float,
        metavar="X",
        help="cast: playback speed, 0.5 to 16; 1 is calm reading speed (default: 4)",
    )


REMOTE_COMMAND = ("play", "--seat", "4=human")
"""The command of visitors from other machines: a new game, no access to this machine's games."""


_SHARE_HELP = (
    "give visitors your own saved games, record, settings and models; otherwise each "
    "visitor has a separate home under `visitors` in your data folder, recognised by "
    "a browser cookie and kept for a year after the last visit at most"
)


def _serve_arguments(parser: argparse.ArgumentParser) -> None:
    host = (
        "the address to listen on; other machines need the printed token, this machine "
        "does not (default: 127.0.0.1)"
    )
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=host)
    parser.add_argument(
        "--port", type=int, default=8000, metavar="N", help="the port to listen on (default: 8000)"
    )
    name = (
        "a host name that browsers may use for this server, besides numeric addresses; "
        "may be repeated"
    )
    parser.add_argument("--name", action="append", default=[], metavar="NAME", help=name)
    parser.add_argument(
        "--visitors",
        type=int,
        default=8,
        metavar="N",
        help="the most visitors at one time (default: 8)",
    )
    network = (
        "the most visitors of one network address at one time (default: a quarter of all, at "
        "least 2; a proxy on this machine is no address)"
    )
    parser.add_argument("--per-network", type=int, metavar="N", help=network)
    minutes = "the longest visit; then the game is saved and closed (default: 240)"
    parser.add_argument("--minutes", type=int, default=240, metavar="N", help=minutes)
    memory = "the most memory of one visitor's program, in MiB, on Linux (default: 1024)"
    parser.add_argument("--memory", type=int, default=1024, metavar="MIB", help=memory)
    parser.add_argument("--share-home", action="store_true", help=_SHARE_HELP)
    model = (
        "a model of your settings that visitors may seat; may be repeated (default: none; with "
        "--share-home: all)"
    )
    parser.add_argument("--model", action="append", default=[], metavar="NAME", help=model)
    cost = (
        "stop the models of all visitors together before they cost more than X, in the currency "
        "of the prices in the settings; what was spent is kept from one start to the next"
    )
    parser.add_argument("--max-cost", type=float, metavar="X", help=cost)
    words = (
        "the command that visitors run, after `--` (default: the lobby; for other machines "
        f"`{' '.join(REMOTE_COMMAND)}`)"
    )
    parser.add_argument("words", nargs="*", metavar="WORD", help=words)


GAME_COMMANDS: tuple[Command, ...] = (
    Command(
        "play",
        "play a game, or watch one if no person is seated",
        (
            "wolftui play --seat 4=human",
            "wolftui play --seat 2=human --board classic9 --name Ada",
            "wolftui play --today",
            "wolftui play --board xu7 --seed 7 --plain",
        ),
        _play_arguments,
        "wolftui.cli.play:play_command",
    ),
    *TABLE_COMMANDS,
    Command(
        "watch",
        "follow a game that another process plays",
        ("wolftui watch", "wolftui watch latest --plain"),
        _watch_arguments,
        "wolftui.cli.watch:watch_command",
    ),
    Command(
        "wall",
        "show all running games side by side",
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
        "replay a saved game",
        (
            "wolftui review latest",
            "wolftui review latest --plain --eyes 4",
            "wolftui review latest --only 4,votes",
            "wolftui review latest --guess",
            "wolftui review latest --words 4",
            "wolftui review latest --coach 4",
            "wolftui review",
        ),
        _review_arguments,
        "wolftui.cli.review:review_command",
    ),
    Command(
        "resume",
        "continue a saved game",
        ("wolftui resume latest", "wolftui resume k3m9xq --plain"),
        _resume_arguments,
        "wolftui.cli.resume:resume_command",
    ),
    Command(
        "fork",
        "start a new game from an earlier ask of a saved game",
        ("wolftui fork latest --at d1.vote.4 --seat 4=human",),
        _fork_arguments,
        "wolftui.cli.fork:fork_command",
    ),
    Command(
        "verify",
        ("replay saved games from their answers and compare every byte of the log and the digest"),
        (
            "wolftui verify latest",
            "wolftui verify 20261121-sla7-k3m9xq",
            "wolftui verify games/ --json",
        ),
        _verify_arguments,
        "wolftui.cli.verify:verify_command",
    ),
    Command(
        "analyse",
        "show where finished games turned: the village's chance to win after each event",
        (
            "wolftui analyse latest",
            "wolftui analyse",
            "wolftui analyse games/ --jobs 2 --json",
        ),
        _analyse_arguments,
        "wolftui.cli.analyse:analyse_command",
    ),
    Command(
        "record",
        "show your own record: wins, who fooled you, how good your marks are",
        ("wolftui record", "wolftui record --plain", "wolftui record --json"),
        _record_arguments,
        "wolftui.cli.record:record_command",
    ),
    Command(
        "export",
        "export a game as a file for others",
        (
            "wolftui export latest --to html",
            "wolftui export latest --eyes public --out game.md",
            "wolftui export latest --to csv --eyes 4",
            "wolftui export latest --to cast --speed 8 --size 100x30",
            "wolftui export latest --to inspect --out game.eval",
            "wolftui export arenas/league --to inspect",
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
