"""The command `report`: results of many games as a page, Markdown, CSV or terminal text."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from wolfcore.arena import WorkerDied
from wolfcore.errors import ConfigError
from wolfcore.extras import MissingExtras, install_hint
from wolftui.export.report.arena_section import missing_rating_libraries
from wolftui.export.report.builder import build_report
from wolftui.export.report.collection import ReportCollector, ReportData
from wolftui.export.report.document import Report
from wolftui.export.report.game_rows import open_arena
from wolftui.export.report.page import report_page
from wolftui.export.report.raw_rows import SUFFIXES, ReportFiles, game_lines, model_lines
from wolftui.export.report.svg_plots import draw_svg_plot
from wolftui.export.report.terminal import PlotDrawer, report_lines
from wolftui.export.report.text_formats import numbers_csv, report_markdown
from wolftui.export.report.text_plots import draw_text_plot, to_ascii
from wolftui.plain.console import line_look
from wolftui.plain.line_layout import ansi_text
from wolftui.words.glyphs import ASCII
from wolftui.words.terminal_output import Styled

from .argument_values import output_file
from .command import FAILED, OK, STOPPED, WRONG_USE
from .interrupts import CtrlCHandler
from .measuring_options import (
    PROGRESS_EVERY,
    check_measuring_args,
    measuring_processes,
    output_width,
    parse_dimensions,
    print_doubts,
    print_problems,
)
from .progress import show_count
from .research_commands import REPORT_FORMS

_PLOT_LIBRARIES = {"html": "matplotlib", "terminal": "plotext"}


class _NothingMeasured(Exception):
    """There is nothing to report."""


def report_command(args: argparse.Namespace) -> int:
    """Run the command `report`; returns the exit code."""
    check_measuring_args(args)
    by, file = parse_dimensions(args.by), output_file(args.out, "--out report.html")
    form = _chosen_form(args.to, file)
    league = open_arena(args.games[0]) if len(args.games) == 1 else None
    option = "--to" if args.to else "--out"
    plots = plots_wanted(form, option, wanted=not args.no_plots, rates=league is not None)
    gathering = ReportCollector(by, zero_fill=args.zero_fill, alpha=args.alpha, league=league)
    bare = league is not None and not any(row.folder for row in league.rows)
    paths = [] if bare else gathering.whole.paths(args.games)
    work = _ReportGathering(gathering, paths, measuring_processes(args, len(paths)))
    try:
        with CtrlCHandler() as keys:
            if file is None:
                work.gather(keys, lambda _: None)
                sys.stdout.write(
                    _rendered(gathering.data, form, plots=plots, ascii_only=args.ascii)
                )
            else:
                _to_files(work, keys, file, form, plots=plots, ascii_only=args.ascii)
    except KeyboardInterrupt:
        sys.stderr.write(
            f"\nwolftui: Stopped after {gathering.whole.games} of {len(paths)} games; there "
            "is no report of a part of the games.\n"
        )
        return STOPPED
    except WorkerDied as error:
        sys.stderr.write(
            f"\nwolftui: {error} after {gathering.whole.games} of {len(paths)} games; there "
            "is no report of a part of the games.\n"
        )
        return FAILED
    except _NothingMeasured:
        if not gathering.whole.problems:
            sys.stderr.write("wolftui: None of these games can be measured.\n")
        return WRONG_USE if gathering.whole.had_unknown_word else FAILED
    return FAILED if gathering.whole.problems else OK


class _ReportGathering:
    """The games of a report and the collector that measures them."""

    def __init__(self, gathering: ReportCollector, paths: list[Path], jobs: int) -> None:
        self.gathering, self._paths, self._jobs = gathering, paths, jobs

    def gather(self, keys: CtrlCHandler, lines: Callable[[str], None]) -> None:
        """Measure all games, pass on their value lines, and print progress and skipped games.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
            WorkerDied: A worker process ended by itself.
        """
        for number, gathered in enumerate(self.gathering.collect(self._paths, self._jobs), 1):
            keys.defer()
            self.gathering.add(gathered)
            lines(gathered.lines)
            keys.release()
            if number % PROGRESS_EVERY == 0 or number == len(self._paths):
                show_count(number, len(self._paths))
        print_problems(self.gathering.whole)
        print_doubts(self.gathering.whole)
        # An arena of a situation has rows, but none of its games is over.
        if not any(row.counts for row in self.gathering.games):
            raise _NothingMeasured


def _to_files(
    work: _ReportGathering,
    keys: CtrlCHandler,
    file: Path,
    form: str,
    *,
    plots: bool,
    ascii_only: bool,
) -> None:
    """Write a report and its raw rows: all files, or none."""
    with ReportFiles(file) as files:
        work.gather(keys, lambda lines: files.write(files.values, lines))
        keys.defer()
        material = work.gathering.data
        files.write(files.games, game_lines(material.games))
        files.write(files.models, model_lines(material.games))
        files.write(
            files.report,
            _rendered(material, form, plots=plots, ascii_only=ascii_only, to_file=True),
        )
    print(f"{file}, and beside it {files.games.name}, {files.models.name} and {files.values.name}")


def _rendered(
    material: ReportData, form: str, *, plots: bool, ascii_only: bool, to_file: bool = False
) -> str:
    """Render a report in one of the formats; ends with a newline."""
    match form:
        case "csv":
            return numbers_csv(material)
        case "md":
            return report_markdown(build_report(material))
        case "html":
            return report_page(build_report(material), draw_svg_plot if plots else None)
        case _:
            return report_text(
                build_report(material), plots=plots, ascii_only=ascii_only, to_file=to_file
            )


def report_text(report: Report, *, plots: bool, ascii_only: bool, to_file: bool) -> str:
    """Render a report as lines, with colours if the terminal shows them."""
    look = line_look(sys.stdout, ascii_only=ascii_only)
    drawing: PlotDrawer | None = draw_text_plot if plots else None
    found = report_lines(report, output_width(), drawing)
    if look.glyphs is ASCII:
        found = [to_ascii(line) for line in found]
    text = "".join(f"{ansi_text(line, colour=look.colour and not to_file)}\n" for line in found)
    return Styled(text) if look.colour else text


def plots_wanted(form: str, option: str, *, wanted: bool, rates: bool = False) -> bool:
    """Return whether to draw plots; terminal output omits them, with a message, if not installed.

    Args:
        form: The format of the report.
        option: The option that chose it.
        wanted: Whether plots are asked for.
        rates: Whether the report has ratings, which leave themselves out without their libraries.

    Raises:
        MissingExtras: A page needs a library that is not installed.
    """
    library = _PLOT_LIBRARIES.get(form)
    if not wanted or library is None or find_spec(library):
        return wanted
    if form == "html":
        needs = {"report": f"plots need {library}"}
        if rates and (missing := missing_rating_libraries()):
            needs["stats"] = f"ratings need {' and '.join(missing)}"
        instead = "`--no-plots` leaves the plots out."
        raise MissingExtras(needs, key=option, instead=instead)
    sys.stderr.write(
        f"wolftui: Plots need {library}: {install_hint('report')} The tables have the numbers.\n"
    )
    return False


def _chosen_form(asked: str | None, file: Path | None) -> str:
    """Return the format of a report: `--to`, else by the file's suffix, else terminal text.

    Raises:
        ConfigError: A page has no file, or the file's suffix is unknown.
    """
    form = asked or ("terminal" if file is None else SUFFIXES.get(file.suffix.lower()))
    if form is None:
        raise ConfigError(
            "the format of the file is not known",
            key="--out",
            hint=f"Name one with `--to`: {', '.join(REPORT_FORMS)}.",
        )
    if form == "html" and file is None:
        raise ConfigError(
            "an HTML page needs a file name", key="--out", hint="For example `--out report.html`."
        )
    return form
