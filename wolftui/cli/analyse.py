"""The command `analyse`: computes the course of finished games and prints where each turned."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path

import msgspec

from wolfcore.analysis import (
    MOST_ROLLOUTS,
    USUAL_ROLLOUTS,
    USUAL_SECONDS,
    Course,
    compute_courses,
    known_course,
)
from wolfcore.arena import WorkerDied
from wolfcore.errors import ConfigError, LogError
from wolfcore.records import SavedGame, list_games, read_game
from wolftui.measures.measurement import resolve_games
from wolftui.plain.line_layout import ansi_text
from wolftui.settings.paths import games_folder
from wolftui.views.win_curve import CourseWords, time_words
from wolftui.words.glyphs import Glyphs
from wolftui.words.outcome import ending_title
from wolftui.words.spans import Line, Span
from wolftui.words.terminal_output import write_line

from .command import FAILED, OK, STOPPED
from .concurrency import process_count, usable_cpus
from .display_options import stdout_look
from .interrupts import CtrlCHandler
from .progress import GameProgress
from .user_config import load_config


def analyse_command(args: argparse.Namespace) -> int:
    """Run the command `analyse`; returns the exit code."""
    jobs = usable_cpus() if args.jobs is None else process_count(args)
    if args.rollouts is not None and not 2 <= args.rollouts <= MOST_ROLLOUTS:
        raise ConfigError(
            f"{args.rollouts} roll-outs cannot be played",
            key="--rollouts",
            hint=f"They go from 2 to {MOST_ROLLOUTS:,}.",
        )
    paths = _named_games(args.games) if args.games else _games_without_course()
    run = _Run(args)
    with CtrlCHandler() as keys:
        try:
            todo = [path for path in paths if not run.print_known(path)]
            progress = GameProgress(len(todo))
            progress.show()
            for found in compute_courses(
                todo,
                rollouts=args.rollouts or USUAL_ROLLOUTS,
                seconds=inf if args.rollouts else USUAL_SECONDS,
                jobs=jobs,
                progress=progress.show,
            ):
                keys.defer()
                progress.clear()
                if found.problem:
                    run.tell(found.problem)
                if found.course:
                    run.print_course(found.folder, found.course)
                keys.release()
                progress.done += 1
                progress.show()
            progress.clear()
        except KeyboardInterrupt:
            keys.defer()
            sys.stderr.write(
                f"\nwolftui: Stopped after {run.printed} of {len(paths)} games; the same command "
                "goes on with the others.\n"
            )
            return STOPPED
        except WorkerDied as error:
            run.tell(str(error))
    if not paths:
        sys.stderr.write("wolftui: Every finished game here has been analysed.\n")
    return FAILED if run.problems else OK


def _named_games(texts: Sequence[str]) -> list[Path]:
    found = {path.resolve(): path for text in texts for path in resolve_games(text)}
    return list(found.values())


def _games_without_course() -> list[Path]:
    """List the finished games of the folder of saved games that have no fitting course."""
    return [
        game.path
        for game in list_games(games_folder())
        if game.ended and game.header and game.header.spec and not known_course(game.path)[0]
    ]


class _Run:
    """Prints courses and problems of one run of the command.

    Attributes:
        printed: The number of printed courses.
        problems: The number of games with a problem.
    """

    def __init__(self, args: argparse.Namespace) -> None:
        self._json: bool = args.json
        self._rollouts: int = args.rollouts or 0
        self._look = stdout_look(load_config().config)
        self.printed = self.problems = 0

    def tell(self, problem: str) -> None:
        """Print a problem as one line on standard error."""
        self.problems += 1
        end = "" if problem.endswith((".", "?", "!")) else "."
        sys.stderr.write(f"wolftui: {problem}{end}\n")

    def print_known(self, path: Path) -> bool:
        """Print the course in a game's folder; returns whether it has one that is good enough."""
        course, damage = known_course(path)
        if damage:
            sys.stderr.write(f"wolftui: {path.name}: {damage}\n")
        if course is None or course.rollouts < self._rollouts:
            return False
        self.print_course(path, course)
        return True

    def print_course(self, path: Path, course: Course) -> None:
        """Print a course."""
        try:
            saved = read_game(path)
        except LogError as error:
            self.tell(str(error))
            return
        self.printed += 1
        if self._json:
            found = {"game": saved.id, "path": str(path), **msgspec.to_builtins(course)}
            print(json.dumps(found, ensure_ascii=False))
            return
        for line in course_page(saved, course, self._look.glyphs):
            write_line(ansi_text(line, colour=self._look.colour))


_BAR = 20
"""Cells of a chance of 100 %."""


def course_page(saved: SavedGame, course: Course, glyphs: Glyphs) -> list[Line]:
    """Write the course of a game: its outcome, a row for each event, and where it turned.

    Args:
        saved: The game.
        course: Its course.
        glyphs: The signs to draw.
    """
    facts = [entry.fact for entry in saved.entries]
    words = CourseWords(facts, saved.header.board, saved.header.names, glyphs)
    title = ending_title(saved.result.ended) if saved.result else ""
    page: list[Line] = [
        (Span(f"{saved.id}: {title}. ", "strong"), Span(_method(course), "dim")),
        (Span("entry  when        village wins         change", "dim"),),
    ]
    for point in course.points:
        moved = f"{100 * point.change:+4.0f}" if point.kind != "deal" else "    "
        bar = glyphs.levels[-1] * round(_BAR * point.chance)
        when = time_words(point).split(maxsplit=1)[1]
        mark = glyphs.turned if point is course.turning_point else " "
        page.append(
            (
                Span(f"{point.entry:5}  {when:10}", "dim"),
                Span(f" {100 * point.chance:3.0f} % ", "text"),
                Span(f"{bar:{_BAR}}", "accent"),
                Span(f" {moved} {mark} ", "strong" if point.is_certain else "dim"),
                *words.event(point),
            )
        )
    return [*page, words.turning_line(course), ()]


def _method(course: Course) -> str:
    return f"{course.rollouts} roll-outs of house bots after each event, with the true cards."
