"""Declarations of the commands of studies: `experiment`, `series`, `annotate` and `quiz`.

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
    add_own_option,
    add_replaced_option,
    add_scheduler_option,
    subcommands,
)

_NAME = "an experiment from `wolftui experiment list`, or a TOML file"


def _experiment_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    way(
        "list", "list the experiments that come with wolftui", "wolftui.cli.experiment:list_command"
    )
    show = way(
        "show",
        "describe an experiment: its question, the paper's result, and the games played",
        "wolftui.cli.experiment:show_command",
    )
    show.add_argument("name", metavar="NAME", help=_NAME)
    show.add_argument("--toml", action="store_true", help="print its TOML file instead")
    run = way(
        "run",
        "play an experiment and print its table; continues a stopped run",
        "wolftui.cli.experiment:play_command",
    )
    run.add_argument("name", metavar="NAME", help=_NAME)
    size = run.add_mutually_exclusive_group()
    size.add_argument(
        "--small",
        action="store_true",
        help="play a few games only, to try it out, instead of the paper's number",
    )
    size.add_argument(
        "--games",
        type=int,
        metavar="N",
        help="play N games of each line-up on each board, instead of the paper's number",
    )
    run.add_argument(
        "--model",
        default="",
        metavar="MODEL",
        help="seat the paper's agent with this model in all seats",
    )
    player = "the player behind a name of the experiment, such as `ours=sla@llama`; may be repeated"
    run.add_argument("--player", action="append", default=[], metavar="NAME=PLAYER", help=player)
    run.add_argument(
        "--off",
        action="store_true",
        help="switch off the mechanism that the experiment tests, as a control",
    )
    run.add_argument(
        "--into",
        metavar="DIR",
        help="the folder of the run (default: in the data folder)",
    )
    add_own_option(run)
    add_jobs_option(run, "play and count in N processes; the results are the same for any N")
    add_scheduler_option(run)
    at_once = (
        "play N games with models at the same time, within the limits of their endpoints "
        "(default: 1)"
    )
    run.add_argument("--at-once", type=int, default=1, metavar="N", help=at_once)
    add_budget_options(run)
    add_replaced_option(run)
    _add_forms(run)
    table = way(
        "table",
        "print the table of a finished or unfinished run",
        "wolftui.cli.experiment:table_command",
    )
    table.add_argument("folder", metavar="DIR", help="the folder of a run")
    add_jobs_option(table, "count in N processes; the results are the same for any N")
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
        help="print the table as CSV, one line per cell",
    )


def _series_arguments(parser: argparse.ArgumentParser) -> None:
    kinds = (
        "sla: ten games against the same players; helmsman: five games in which you are "
        "never sheriff and that end when you die; show: the results of finished series"
    )
    parser.add_argument("what", choices=("sla", "helmsman", "show"), help=kinds)
    parser.add_argument(
        "folders", nargs="*", metavar="DIR", help="for show: folders of series of the same kind"
    )
    seats = (
        "your own seat by number, or a player that takes your place (default: `4=human`),"
        " and `'*=PLAYER'` for all other seats; may be repeated"
    )
    parser.add_argument("--seat", action="append", default=[], metavar="SEAT=PLAYER", help=seats)
    add_own_option(parser)
    parser.add_argument(
        "--team",
        choices=("village", "wolves"),
        help="sla: your team in all games (default: village)",
    )
    parser.add_argument("--board", metavar="B", help="the board (default: the paper's)")
    parser.add_argument(
        "--games", type=int, metavar="N", help="the number of games (default: the paper's)"
    )
    parser.add_argument(
        "--seed",
        type=int,
        metavar="S",
        help="game k (from 0) has seed S+k (default: all seeds are drawn)",
    )
    parser.add_argument("--name", default="", metavar="NAME", help="your name")
    into = "the folder of the series (default: in the data folder); a stopped series continues"
    parser.add_argument("--into", metavar="DIR", help=into)
    parser.add_argument("--json", action="store_true", help="print the results as one JSON object")
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
        help=f"the number of speeches (default: {SAMPLE})",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="random seed; equal seeds draw equal samples (default: 0)",
    )
    out = "the file for the labels (default: in the data folder); an existing file continues"
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument(
        "--by",
        default="",
        metavar="NAME",
        help="the name of the annotator (default: the name in the settings, or `me`)",
    )
    judge = (
        "let this model from the settings label the sample; its labels are saved and "
        "compared like a person's"
    )
    parser.add_argument("--judge", metavar="MODEL", help=judge)
    add_budget_options(parser)
    compare = (
        "compare the labels in these files: each pair of files, and each file with the "
        "speech reader"
    )
    parser.add_argument("--compare", nargs="+", metavar="FILE", help=compare)
    parser.add_argument(
        "--json",
        action="store_true",
        help="with --compare: print one JSON object, with all intervals",
    )


QUESTIONS = 20


_BY = ("subject", "kind", "basis", "form", "board")


_SETS = ("training", "validation", "test")


def _quiz_arguments(parser: argparse.ArgumentParser) -> None:
    way = subcommands(parser)

    run = way(
        "run",
        "ask a player the questions and print the score",
        "wolftui.cli.examination:take_command",
    )
    who = (
        "the player: human, engine (knows every answer), random, or a language player "
        "such as `vanilla@llama`"
    )
    run.add_argument("--seat", required=True, metavar="PLAYER", help=who)
    _add_set_options(run)
    run.add_argument(
        "--no-rules", action="store_true", help="omit the rule book from a model's prompts"
    )
    run.add_argument(
        "--out",
        metavar="FILE",
        help="a new file for the answers (default: in the data folder)",
    )
    _add_score_options(run)
    add_budget_options(run)
    show = way("show", "print questions with their answers", "wolftui.cli.quiz:show_command")
    _add_set_options(show)
    show.add_argument(
        "--no-answers", action="store_true", help="print the questions without their answers"
    )
    show.add_argument("--json", action="store_true", help="print one JSON object per question")
    export = way(
        "export",
        "write the paper's three question sets for fine-tuning tools, with its recipe",
        "wolftui.cli.quiz:export_command",
    )
    export.add_argument(
        "folder", metavar="DIR", help="the output folder, which is created if it does not exist"
    )
    export.add_argument(
        "--format",
        choices=("chat", "jsonl"),
        default="chat",
        help="chat: chats for fine-tuning; jsonl: every field of each question (default: chat)",
    )
    export.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    export.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="random seed; equal seeds make equal sets (default: 0)",
    )
    export.add_argument("--no-rules", action="store_true", help="omit the rule book from the chats")
    scored = way("score", "print the score of saved answers", "wolftui.cli.quiz:score_command")
    scored.add_argument("file", metavar="FILE", help="a file written by `quiz run`")
    _add_score_options(scored)
    losses = way(
        "losses",
        "show the validation loss of tunings, step by step (Helmsman, figure 6)",
        "wolftui.cli.quiz_losses:losses_command",
    )
    losses.add_argument(
        "logs",
        nargs="+",
        metavar="LOG",
        help="a log of a tuning tool, or NAME=LOG: trainer_state.json of Hugging Face's Trainer, "
        "JSON lines such as LLaMA-Factory's trainer_log.jsonl, or CSV",
    )
    form = losses.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="print one JSON object, with all steps")
    form.add_argument("--csv", action="store_true", help="print CSV, a line per step")
    form.add_argument(
        "--out",
        metavar="FILE",
        help="write a file: .html (with the figure), .md, .txt or .csv",
    )
    losses.add_argument("--no-plots", action="store_true", help="omit the figure")
    losses.add_argument("--ascii", action="store_true", help="use only ASCII characters")


_BOARD_HELP = "a board from `wolftui boards`, or a TOML file; may be repeated (default: all boards)"


def _add_set_options(parser: argparse.ArgumentParser) -> None:
    """Add the options for which questions to ask."""
    parser.add_argument("--board", action="append", default=[], metavar="B", help=_BOARD_HELP)
    parser.add_argument(
        "--questions",
        type=int,
        metavar="N",
        help=f"the number of questions (default: {QUESTIONS}, or the size of --set)",
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="S",
        help="random seed; equal seeds make equal sets (default: 0)",
    )
    kind = "only this kind or subject of question, or all of `rule` or `situation`; may be repeated"
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help=kind)
    answers = (
        "binary: yes/no questions; open: other questions; both: half of each (default: binary)"
    )
    parser.add_argument("--answers", choices=("binary", "open", "both"), help=answers)
    parser.add_argument(
        "--set",
        choices=_SETS,
        dest="preset",
        help="a set with the size and kinds of questions of the paper's",
    )


def _add_score_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--by",
        action="append",
        default=[],
        choices=_BY,
        help="group the scores by this (default: subject); may be repeated",
    )
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, with all intervals"
    )


STUDY_COMMANDS: tuple[Command, ...] = (
    Command(
        "experiment",
        "reproduce experiments from the papers and print their tables",
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
        "play a series of games as in a paper's human study, and print its results",
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
        "label sampled speeches blind, one key per label, and compare annotators",
        (
            "wolftui annotate games/ --sample 50 --by Ada",
            "wolftui annotate games/ --judge gpt --max-cost 1",
            "wolftui annotate games/ --compare ada.jsonl bram.jsonl",
        ),
        _annotate_arguments,
        "wolftui.cli.annotate:annotate_command",
    ),
    Command(
        "quiz",
        "quiz people or models on the rules; the engine computes the right answers",
        (
            "wolftui quiz run --seat human --board classic9",
            "wolftui quiz run --seat vanilla@smollm --set test",
            "wolftui quiz show --board sla7 --kind night",
            "wolftui quiz export tuning --board helmsman7",
            "wolftui quiz losses glm=out/trainer_state.json --out losses.html",
        ),
        _quiz_arguments,
        "",
    ),
)
