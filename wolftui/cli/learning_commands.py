"""Declarations of the commands that make players learn: `experience` and `train`.

Standard library only: declarations are loaded for `--help`. A command without a target of its own
has sub-commands.
"""

from __future__ import annotations

import argparse

from .command import GAME_HELP, Command, subcommands

_POOL_HELP = "the name of a pool"


_DEFAULT_RESULTS = 5


EMBEDDERS = ("all-MiniLM-L6-v2-int8", "all-MiniLM-L6-v2")
"""The names `DEFAULT` and `FORMER` of `wolfcore.memory.defaults`, repeated here so that it is not
loaded.
"""


def _experience_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    games = f"{GAME_HELP}; or a folder of games"
    embedder = (
        f"the embedder that compares texts by meaning: {', '.join(EMBEDDERS)}, OWNER/MODEL of "
        "the hub, a folder, or a model's name"
    )
    build = way("build", "make a new pool from saved games", "wolftui.cli.experience:build_command")
    build.add_argument(
        "pool",
        metavar="POOL",
        help="the name of the new pool, used as in `--seat 'village=xu2023:pool=POOL@m'`",
    )
    build.add_argument(
        "games",
        nargs="*",
        default=[],
        metavar="GAME",
        help=f"{games} (default: all ended games)",
    )
    build.add_argument(
        "--embedder", default="", metavar="NAME", help=f"{embedder} (default: {EMBEDDERS[0]})"
    )
    add = way(
        "add",
        "add more games to a pool; games it already has are skipped",
        "wolftui.cli.experience:add_command",
    )
    add.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    add.add_argument("games", nargs="+", metavar="GAME", help=games)
    show = way("show", "list the pools, or describe one", "wolftui.cli.experience:show_command")
    show.add_argument("pool", nargs="?", metavar="POOL", help=_POOL_HELP)
    search = way(
        "search",
        "search a pool for experiences similar to a text, the most similar first",
        "wolftui.cli.experience:search_command",
    )
    search.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    search.add_argument("text", metavar="TEXT", help="a situation in words")
    search.add_argument(
        "--kind",
        choices=("xu", "plus"),
        default="xu",
        help="xu: reflections; plus: summaries before votes (default: xu)",
    )
    search.add_argument(
        "--above",
        type=float,
        default=0.0,
        metavar="X",
        help="the least similarity, -1 to 1 (default: 0)",
    )
    search.add_argument(
        "--most",
        type=int,
        default=_DEFAULT_RESULTS,
        metavar="N",
        help=f"the most results (default: {_DEFAULT_RESULTS})",
    )
    export = way(
        "export",
        "print a pool, one JSON object per experience",
        "wolftui.cli.experience:export_command",
    )
    export.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    forget = way(
        "forget",
        "delete a pool, or remove games from it",
        "wolftui.cli.experience:forget_command",
    )
    forget.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    forget.add_argument(
        "games",
        nargs="*",
        default=[],
        metavar="GAME",
        help="ids of games to remove (default: delete the whole pool)",
    )
    embed = way(
        "embed",
        "embed a pool's texts again with another embedder",
        "wolftui.cli.experience:embed_command",
    )
    embed.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    embed.add_argument("--embedder", required=True, metavar="NAME", help=embedder)


def _train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a training file (TOML); `--show` prints a complete example",
    )
    into = (
        "the folder of the run (default: in the data folder, named after FILE); a stopped"
        " run continues; without FILE, the training to continue"
    )
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="play in N processes; the learned policy is the same for any N",
    )
    parser.add_argument(
        "--updates", type=int, metavar="N", help="stop after update N, whatever FILE says"
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help=(
            "print the training with all defaults filled in, or the default one without FILE,"
            " and exit"
        ),
    )


LEARNING_COMMANDS: tuple[Command, ...] = (
    Command(
        "experience",
        "build, search and delete pools of experience from saved games",
        (
            "wolftui experience build village",
            "wolftui experience search village 'suspected' --kind plus",
            "wolftui experience export village",
        ),
        _experience_arguments,
        "",
    ),
    Command(
        "train",
        "train a policy by self-play",
        (
            "wolftui train --show",
            "wolftui train my.toml --workers 2",
            "wolftui train my.toml --into runs/first --updates 50",
        ),
        _train_arguments,
        "wolftui.cli.train:train_command",
    ),
)
