"""Declarations of the commands of studies: `experiment`, `series`, `quiz`, `train` and the like.

Standard library only: declarations are loaded for `--help`. A command without a target of its own
has sub-commands.
"""

from __future__ import annotations

import argparse

from .command import (
    GAME_HELP,
    Command,
    add_budget_options,
    add_display_options,
    add_jobs_option,
    add_scheduler_option,
    subcommands,
)

_NAME = "an experiment of `wolftui experiment list`, or a TOML file"


def _experiment_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    way("list", "the experiments that ship", "wolftui.cli.experiment:list_command")
    show = way(
        "show",
        "what an experiment asks, what its paper says, and what is played",
        "wolftui.cli.experiment:show_command",
    )
    show.add_argument("name", metavar="NAME", help=_NAME)
    show.add_argument("--toml", action="store_true", help="print its file instead")
    run = way(
        "run",
        "play an experiment and print its table; one that was stopped goes on",
        "wolftui.cli.experiment:play_command",
    )
    run.add_argument("name", metavar="NAME", help=_NAME)
    size = run.add_mutually_exclusive_group()
    size.add_argument(
        "--small",
        action="store_true",
        help="a few games, to see it at work, and not as many as the paper has",
    )
    size.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="N games of each line-up on each board, instead of as many as the paper has",
    )
    run.add_argument(
        "--model",
        default="",
        metavar="MODEL",
        help="everybody is the paper's agent with this model",
    )
    player = (
        "who plays under a name of the experiment, such as `ours=sla@llama`; may be given again"
    )
    run.add_argument("--player", action="append", default=[], metavar="NAME=PLAYER", help=player)
    run.add_argument(
        "--off",
        action="store_true",
        help="with its mechanism switched off, to see what the table shows without it",
    )
    run.add_argument(
        "--into",
        metavar="DIR",
        help="the folder of what is played (default: one among the program's data)",
    )
    add_jobs_option(run, "play and count in N processes; what comes out is the same")
    add_scheduler_option(run)
    at_once = "play N games of models at once, within the limits of their endpoints (default: 1)"
    run.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_budget_options(run)
    _add_forms(run)
    table = way(
        "table",
        "the table of an experiment that was played, as far as it was",
        "wolftui.cli.experiment:table_command",
    )
    table.add_argument("folder", metavar="DIR", help="the folder of an experiment")
    add_jobs_option(table, "count in N processes; what comes out is the same")
    _add_forms(table)


def _add_forms(parser: argparse.ArgumentParser) -> None:
    forms = parser.add_mutually_exclusive_group()
    forms.add_argument(
        "--json", action="store_const", const="json", dest="form", help="print the table as JSON"
    )
    forms.add_argument(
        "--csv",
        action="store_const",
        const="csv",
        dest="form",
        help="print the table as CSV, a line a cell",
    )


def _series_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = (
        "sla: ten games against the same players; helmsman: five in which you are never "
        "sheriff, over when you fall; "
        "show: what series that were played tell"
    )
    parser.add_argument("what", choices=("sla", "helmsman", "show"), help=kinds)
    parser.add_argument(
        "folders", nargs="*", metavar="DIR", help="for show: folders of series of one kind"
    )
    seats = (
        "who sits where: yourself by number, or who stands in for you (default: `4=human`), "
        "and `'*=PLAYER'` for all others"
    )
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=PLAYER", help=seats)
    parser.add_argument(
        "--team",
        choices=("village", "wolves"),
        help="sla: your team in all games (default: village)",
    )
    parser.add_argument("--board", metavar="B", help="another board than the paper's")
    parser.add_argument(
        "--games", type=int, metavar="N", help="another number of games than the paper's"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="game k, from 0, has seed S+k (default: each is drawn)",
    )
    parser.add_argument("--name", default="", metavar="NAME", help="what you are called")
    into = (
        "the folder of the series (default: one among the program's data); one that was "
        "stopped goes on"
    )
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument(
        "--json", action="store_true", help="print what was found as one JSON object"
    )
    add_budget_options(parser)
    add_display_options(parser)


SAMPLE = 50
"""Default number of sampled speeches, as in Xu et al. 4.4.2."""


def _annotate_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", nargs="*", metavar="GAME", help=f"{GAME_HELP}; or a folder of games"
    )
    parser.add_argument(
        "--sample",
        type=int,
        default=SAMPLE,
        metavar="N",
        help=f"how many speeches (default: {SAMPLE})",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="equal seeds draw equal samples (default: 0)",
    )
    out = (
        "the file that takes the answers (default: one among the program's data); one that "
        "is there goes on"
    )
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument(
        "--by",
        default="",
        metavar="NAME",
        help="who judges (default: the name in the settings, or `me`)",
    )
    judge = (
        "have this model of the settings judge the sample; its answers are kept, counted and "
        "compared like a person's"
    )
    parser.add_argument("--judge", metavar="MODEL", help=judge)
    add_budget_options(parser)
    compare = (
        "compare the answers in these files, each two of them and each with the reader of speeches"
    )
    parser.add_argument("--compare", nargs="+", metavar="FILE", help=compare)
    parser.add_argument(
        "--json", action="store_true", help="with --compare: one JSON object, with all intervals"
    )


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
        f"what compares texts by meaning: {', '.join(EMBEDDERS)}, OWNER/MODEL of the hub, a "
        "folder, or a model's name"
    )
    build = way("build", "make a new pool from saved games", "wolftui.cli.experience:build_command")
    build.add_argument(
        "pool", metavar="POOL", help="what to call it, as in `--seat 'village=xu2023:pool=POOL@m'`"
    )
    build.add_argument(
        "games",
        nargs="*",
        default=[],
        metavar="GAME",
        help=f"{games} (default: all saved games that are over)",
    )
    build.add_argument(
        "--embedder", default="", metavar="NAME", help=f"{embedder} (default: {EMBEDDERS[0]})"
    )
    add = way(
        "add",
        "have a pool learn from more games; from none twice",
        "wolftui.cli.experience:add_command",
    )
    add.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    add.add_argument("games", nargs="+", metavar="GAME", help=games)
    show = way(
        "show", "list the pools, or say what one holds", "wolftui.cli.experience:show_command"
    )
    show.add_argument("pool", nargs="?", metavar="POOL", help=_POOL_HELP)
    search = way(
        "search",
        "what a pool holds that is like a text, the most similar first",
        "wolftui.cli.experience:search_command",
    )
    search.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    search.add_argument("text", metavar="TEXT", help="a situation in words")
    search.add_argument(
        "--kind",
        choices=("xu", "plus"),
        default="xu",
        help="reflections, or summaries before votes (default: xu)",
    )
    search.add_argument(
        "--above",
        type=float,
        default=0.0,
        metavar="X",
        help="only what is more similar, -1 to 1 (default: 0)",
    )
    search.add_argument(
        "--most",
        type=int,
        default=_DEFAULT_RESULTS,
        metavar="N",
        help=f"how many (default: {_DEFAULT_RESULTS})",
    )
    export = way(
        "export",
        "print a pool, a JSON object an experience",
        "wolftui.cli.experience:export_command",
    )
    export.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    forget = way(
        "forget",
        "delete a pool, or what it learned from games",
        "wolftui.cli.experience:forget_command",
    )
    forget.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    forget.add_argument(
        "games",
        nargs="*",
        default=[],
        metavar="GAME",
        help="ids of games (default: the whole pool)",
    )
    embed = way(
        "embed", "turn a pool over to another embedder", "wolftui.cli.experience:embed_command"
    )
    embed.add_argument("pool", metavar="POOL", help=_POOL_HELP)
    embed.add_argument("--embedder", required=True, metavar="NAME", help=embedder)


QUESTIONS = 20


_BY = ("subject", "kind", "basis", "form", "board")


_SETS = ("training", "validation", "test")


def _quiz_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    run = way("run", "have somebody take a quiz", "wolftui.cli.examination:take_command")
    who = (
        "who takes it: human, engine (the perfect reader), random, or a language player such "
        "as `vanilla@smollm`"
    )
    run.add_argument("--seat", required=True, metavar="PLAYER", help=who)
    _add_set_options(run)
    run.add_argument(
        "--no-rules", action="store_true", help="leave the rule book out of a model's prompts"
    )
    run.add_argument(
        "--out",
        metavar="FILE",
        help="a new file for the answers (default: one among the program's data)",
    )
    _add_score_options(run)
    add_budget_options(run)
    show = way("show", "print questions with their answers", "wolftui.cli.quiz:show_command")
    _add_set_options(show)
    show.add_argument("--no-answers", action="store_true", help="print the questions alone")
    show.add_argument("--json", action="store_true", help="a JSON object a question")
    export = way(
        "export",
        "write the three sets of the paper for fine-tuning tools, with its recipe",
        "wolftui.cli.quiz:export_command",
    )
    export.add_argument(
        "folder", metavar="DIR", help="a folder for the files; it is made if it does not exist"
    )
    export.add_argument(
        "--format",
        choices=("chat", "jsonl"),
        default="chat",
        help="chats, or all that is known (default: chat)",
    )
    export.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    export.add_argument(
        "--seed", type=int, default=0, metavar="S", help="equal seeds make equal sets (default: 0)"
    )
    export.add_argument(
        "--no-rules", action="store_true", help="leave the rule book out of the chats"
    )
    scored = way(
        "score", "print the score of answers that were kept", "wolftui.cli.quiz:score_command"
    )
    scored.add_argument("file", metavar="FILE", help="a file that `quiz run` wrote")
    _add_score_options(scored)


_BOARD_HELP = (
    "a board of `wolftui boards`, or a TOML file; may be given again (default: all boards)"
)


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for which questions to ask."""
    parser.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    parser.add_argument(
        "--questions",
        type=int,
        metavar="N",
        help=f"how many (default: {QUESTIONS}, or those of --set)",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="S", help="equal seeds make equal sets (default: 0)"
    )
    kind = "of this kind alone: a kind or a subject, `rule`, or `situation`; may be given again"
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help=kind)
    answers = (
        "questions that are answered with Yes or No, others, or half of each (default: binary)"
    )
    parser.add_argument("--answers", choices=("binary", "open", "both"), help=answers)
    parser.add_argument(
        "--set", choices=_SETS, dest="preset", help="a set of the size and kind of the paper's"
    )


def _add_score_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        choices=_BY,
        help="a table by this (default: subject); may be given again",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object, with all intervals")


def _train_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "file", nargs="?", metavar="FILE", help="a training, in TOML; `--show` prints one whole"
    )
    into = (
        "the folder of the run (default: one named after FILE among the program's data); a "
        "run that was stopped goes on"
    )
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="play in N processes; what is learned is the same",
    )
    parser.add_argument(
        "--updates", type=int, metavar="N", help="stop after update N, whatever FILE says"
    )
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the training that FILE means, or the usual one, and stop",
    )


STUDY_COMMANDS: tuple[Command, ...] = (
    Command(
        "experiment",
        "play the experiments of papers again and print their tables",
        (
            "wolftui experiment list",
            "wolftui experiment show sla-figure-3",
            "wolftui experiment run sla-figure-3 --small",
            "wolftui experiment run sla-figure-3 --player ours=sla@llama --games 20",
            "wolftui experiment run xu2023-figure-3 --scheduler tcp://10.0.0.1:8786",
            "wolftui experiment table my-folder --csv",
        ),
        _experiment_arguments,
        "",
    ),
    Command(
        "series",
        "play games in a row as a paper had people play them, and see what they show",
        (
            "wolftui series sla --seat 4=human --seat '*=sla-llm@gpt'",
            "wolftui series helmsman --seat '*=helmsman@gpt' --name Ada --into ada",
            "wolftui series show ada bram",
        ),
        _series_arguments,
        "wolftui.cli.series:series_command",
    ),
    Command(
        "annotate",
        "judge sampled speeches blind, by keys, and compare what two judged",
        (
            "wolftui annotate games/ --sample 50 --by Ada",
            "wolftui annotate games/ --judge gpt --max-cost 1",
            "wolftui annotate games/ --compare ada.jsonl bram.jsonl",
        ),
        _annotate_arguments,
        "wolftui.cli.annotate:annotate_command",
    ),
    Command(
        "experience",
        "build, search and forget what agents learn from saved games",
        (
            "wolftui experience build village",
            "wolftui experience search village 'suspected' --kind plus",
            "wolftui experience export village",
        ),
        _experience_arguments,
        "",
    ),
    Command(
        "quiz",
        "ask questions on the rules, to which the engine has the answers",
        (
            "wolftui quiz run --seat human --board classic9",
            "wolftui quiz run --seat vanilla@smollm --set test",
            "wolftui quiz show --board sla7 --kind night",
            "wolftui quiz export tuning --board helmsman7",
        ),
        _quiz_arguments,
        "",
    ),
    Command(
        "train",
        "have a policy learn to choose, from games against itself and others",
        (
            "wolftui train --show",
            "wolftui train my.toml --workers 2",
            "wolftui train my.toml --into runs/first --updates 50",
        ),
        _train_arguments,
        "wolftui.cli.train:train_command",
    ),
)
