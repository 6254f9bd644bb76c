"""The command `series`: plays a paper's series of games with one person and prints its results."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from pathlib import Path

from wolfcore.errors import ConfigError
from wolfcore.experiments.series import DESIGNS, LEAST, MOST, OpenSeries, Plan, Question, Series
from wolfcore.experiments.series.design import STUDY_FILE
from wolftui import __version__
from wolftui.games.arrangement import check_seed
from wolftui.games.inputs import check_name, open_board
from wolftui.games.series_games import SeriesGames, check_series_seats, place_person
from wolftui.measures.series_tables import game_line, series_json, series_lines, series_report
from wolftui.plain.console import Console, StandardConsole
from wolftui.settings.config import Config
from wolftui.settings.paths import series_folder

from .argument_values import allow_players, model_settings
from .command import FAILED, OK
from .display_options import Display, display_options, use_screen
from .game_display import play_in_lines, play_on_screen
from .headless_play import play_alone
from .user_config import load_config

_MAX_GAMES = 1000


_QUIT_WORDS = ("q", "quit", "/quit")


def series_command(args: argparse.Namespace) -> int:
    """Run the command `series`; returns the exit code."""
    if args.what == "show":
        return _show(args)
    if args.folders:
        hint = "`--into DIR` names the folder of a series."
        raise ConfigError(
            f"`{args.folders[0]}` is not an argument of this command", key="DIR", hint=hint
        )
    if args.team and args.what != "sla":
        raise ConfigError("the role is drawn in this series", key="--team", hint="Leave it out.")
    return _play(args)


def _play(args: argparse.Namespace) -> int:
    loaded = load_config()
    display = display_options(args, loaded)
    allow_players(args, display.config.others)
    plan = _plan(args, display.config)
    folder = _folder(args, plan)
    if not (folder / STUDY_FILE).exists():
        check_series_seats(plan)
    study = OpenSeries(folder, plan)
    _print_note(study)
    try:
        console = StandardConsole()
        games = SeriesGames(study, model_settings(args, loaded))
        code = _games(study, games, display, console)
        if code == OK and games.person and study.over:
            code = _ask_questions(study, console)
    finally:
        study.close()
    if study.games_left < study.plan.games:
        _print([Series(study.folder)], as_json=args.json)
    if code != OK or not study.over:
        print(f"\nThe same command continues this series, which is in {study.folder}.")
    return code


def _plan(args: argparse.Namespace, config: Config) -> Plan:
    """Return the plan of the series that the options describe.

    Raises:
        ConfigError: An option is invalid.
    """
    design = DESIGNS[args.what]
    board = args.board or design.board
    seat, seats = place_person(args.seat, open_board(board))
    games = design.games if args.games is None else args.games
    if not 1 <= games <= _MAX_GAMES:
        raise ConfigError(
            f"{games} games cannot be played",
            key="--games",
            hint=f"It goes from 1 to {_MAX_GAMES}.",
        )
    if args.seed is not None:
        check_seed(args.seed)
        check_seed(args.seed + games - 1)
    team = (args.team or "village") if design.one_team else ""
    name = args.name or config.name
    return Plan(
        kind=args.what,
        board=board,
        games=games,
        seat=seat,
        team=team,
        seats=seats,
        others=config.others,
        name=check_name(name) if name else "",
        seed=args.seed,
        version=__version__,
    )


def _folder(args: argparse.Namespace, plan: Plan) -> Path:
    """Return the folder of a series.

    Raises:
        ConfigError: The path is invalid.
    """
    if args.into == "":
        raise ConfigError(
            "no folder was named",
            key="--into",
            hint="Name one; it is created if it does not exist.",
        )
    try:
        if args.into:
            return Path(args.into).expanduser().absolute()
    except RuntimeError as error:
        raise ConfigError(
            "there is no user of this name", key="--into", hint=f"Write `./{args.into}`."
        ) from error
    words = [plan.kind, plan.team, re.sub(r"[^A-Za-z0-9_-]+", "-", plan.name)]
    return series_folder() / "-".join(filter(None, words))


def _games(study: OpenSeries, games: SeriesGames, display: Display, console: Console) -> int:
    """Play the remaining games; returns the exit code."""
    first = True
    while study.games_left:
        if not first and games.person and not _wants_next_game(study, console):
            return OK
        first, running = False, games.next()
        print(f"Game {study.plan.games - study.games_left + 1} of {study.plan.games}", flush=True)
        if not games.person:
            code = play_alone(running, "stop")
        elif use_screen(display.config):
            code = play_on_screen(running, display)
        else:
            code = play_in_lines(running, display, console)
        if code != OK or not running.game.over:
            return code
        _print_game(study)
    return OK


def _print_game(study: OpenSeries) -> None:
    found = series_report(study).games
    print(game_line(found[-1], len(found), study.plan.games), flush=True)


def _wants_next_game(study: OpenSeries, console: Console) -> bool:
    """Ask whether the person plays the next game."""
    typed = _read_line(
        console, f"Enter begins the next game ({study.games_left} left); q stops here: "
    )
    return typed is not None and typed.strip().casefold() not in _QUIT_WORDS


def _ask_questions(study: OpenSeries, console: Console) -> int:
    """Ask the unanswered questions at the end of the series; returns the exit code."""
    for question in study.unanswered:
        answer = _ask_scale(question, console)
        if answer is None:
            return FAILED
        study.add_answer(question, answer)
    return OK


def _ask_scale(question: Question, console: Console) -> int | None:
    """Ask one question on a scale; None if the person leaves or the input ends."""
    while True:
        console.write("")
        console.write(question.text)
        typed = _read_line(
            console, f"{LEAST} ({question.least}) to {MOST} ({question.most}), q to answer later: "
        )
        if typed is None or typed.strip().casefold() in _QUIT_WORDS:
            return None
        word = typed.strip()
        if word.isascii() and word.isdecimal() and LEAST <= int(word[:3]) <= MOST:
            return int(word[:3])
        console.write(f"Type a number from {LEAST} to {MOST}.")


def _read_line(console: Console, prompt: str) -> str | None:
    console.prompt(prompt)
    return asyncio.run(console.read())


# -- showing


def _show(args: argparse.Namespace) -> int:
    if not args.folders:
        raise ConfigError("no series was named", key="DIR", hint="Name folders of series.")
    studies = [Series(Path(folder)) for folder in args.folders]
    for study in studies:
        _print_note(study)
    _print(studies, as_json=args.json)
    return OK


def _print_note(study: Series) -> None:
    if study.note:
        sys.stderr.write(f"wolftui: {study.note}\n")


def _print(studies: list[Series], *, as_json: bool) -> None:
    """Print the combined results of series.

    Raises:
        ConfigError: They differ in kind, team or length.
    """
    series = [series_report(each) for each in studies]
    for study, each in zip(studies, series, strict=True):
        first = series[0].plan
        if (each.plan.kind, each.plan.team, each.plan.games) != (
            first.kind,
            first.team,
            first.games,
        ):
            raise ConfigError(
                "is a series of another kind, team or length than the first",
                file=str(study.folder),
            )
    if as_json:
        print(json.dumps(series_json(series), ensure_ascii=False))
    else:
        sys.stdout.write("\n".join(("", *series_lines(series), "")))
