"""`wolftui report`: what many games show, as a page, as Markdown, as CSV or in the terminal, with the raw rows beside it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from .command import FAILED, OK, STOPPED, WRONG_USE, Command
from .measured import (
    EVERY,
    add_measuring_options,
    check_measuring,
    dimensions,
    jobs_to_measure,
    line_width,
    say_doubts,
    say_problems,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wolftui.reports.gathering import Gathering, Material
    from wolftui.reports.terminal import Drawing

    from .interrupts import CtrlC

_FORMS = ("html", "md", "csv", "terminal")
_DRAWS = {"html": "matplotlib", "terminal": "plotext"}


class _NothingMeasured(Exception):
    """There is nothing to report."""


def _arguments(parser: argparse.ArgumentParser) -> None:
    add_measuring_options(parser)
    form = "a page for a browser, Markdown, CSV, or lines for a terminal (default: what FILE ends in, else terminal)"
    parser.add_argument("--to", choices=_FORMS, metavar="FORM", help=f"{', '.join(_FORMS)}: {form}")
    out = "write it there, and beside it the raw rows as NAME.games.csv and NAME.values.csv; a page is always written to a file"
    parser.add_argument("--out", metavar="FILE", help=out)
    parser.add_argument("--no-plots", action="store_true", help="leave the plots out; the tables have their numbers")
    parser.add_argument("--ascii", action="store_true", help="plain ASCII signs")


def _run(args: argparse.Namespace) -> int:
    from wolfcore.arena import WorkerDied
    from wolftui.reports.arenas import league_at
    from wolftui.reports.gathering import Gathering

    from .common import file_meant
    from .interrupts import CtrlC

    check_measuring(args)
    by, file = dimensions(args.by), file_meant(args.out, "--out report.html")
    form = _form(args.to, file)
    plots = _plots(form, wanted=not args.no_plots)
    league = league_at(args.games[0]) if len(args.games) == 1 else None
    gathering = Gathering(by, zero_fill=args.zero_fill, alpha=args.alpha, league=league)
    bare = league is not None and not any(row.folder for row in league.rows)
    paths = [] if bare else gathering.whole.paths(args.games)
    work = _Work(gathering, paths, jobs_to_measure(args, len(paths)))
    try:
        with CtrlC() as keys:
            if file is None:
                work.go(keys, lambda _: None)
                sys.stdout.write(_written(gathering.material, form, plots=plots, ascii_only=args.ascii))
            else:
                _to_files(work, keys, file, form, plots=plots, ascii_only=args.ascii)
    except KeyboardInterrupt:
        sys.stderr.write(f"\nwolftui: Stopped after {gathering.whole.games} of {len(paths)} games; there is no report of a part.\n")
        return STOPPED
    except WorkerDied as error:
        sys.stderr.write(f"\nwolftui: {error} after {gathering.whole.games} of {len(paths)} games; there is no report of a part.\n")
        return FAILED
    except _NothingMeasured:
        if not gathering.whole.problems:
            sys.stderr.write("wolftui: None of these games can be measured.\n")
        return WRONG_USE if gathering.whole.misnamed else FAILED
    return FAILED if gathering.whole.problems else OK


class _Work:
    """The games of a report, and gathering them."""

    def __init__(self, gathering: Gathering, paths: list[Path], jobs: int) -> None:
        self.gathering, self._paths, self._jobs = gathering, paths, jobs

    def go(self, keys: CtrlC, lines: Callable[[str], None]) -> None:
        """Gather all games, hand on the lines of their values, and say how far it is and what was left out.

        Raises:
            KeyboardInterrupt: Ctrl-C was pressed.
            WorkerDied: A process that helped ended by itself.
        """
        from .under_way import say_done

        for number, gathered in enumerate(self.gathering.found_in(self._paths, self._jobs), 1):
            keys.hold()
            self.gathering.add(gathered)
            lines(gathered.lines)
            keys.let_go()
            if number % EVERY == 0 or number == len(self._paths):
                say_done(number, len(self._paths))
        say_problems(self.gathering.whole)
        say_doubts(self.gathering.whole)
        league = self.gathering.league
        if not (self.gathering.whole.games or (league and league.finished)):
            raise _NothingMeasured


def _to_files(work: _Work, keys: CtrlC, file: Path, form: str, *, plots: bool, ascii_only: bool) -> None:
    """Write a report and its raw rows: all of them, or none."""
    from wolftui.reports.files import Files
    from wolftui.reports.rows import game_lines

    with Files(file) as files:
        work.go(keys, lambda lines: files.write(files.values, lines))
        keys.hold()
        material = work.gathering.material
        files.write(files.games, game_lines(material.games))
        files.write(files.report, _written(material, form, plots=plots, ascii_only=ascii_only, to_file=True))
    print(f"{file}, and beside it {files.games.name} and {files.values.name}")


def _written(material: Material, form: str, *, plots: bool, ascii_only: bool, to_file: bool = False) -> str:
    """A report in one of the forms; ends with a line end."""
    from wolftui.reports.building import report_of

    match form:
        case "csv":
            from wolftui.reports.sheet import sheet

            return sheet(material)
        case "md":
            from wolftui.reports.markdown import markdown

            return markdown(report_of(material))
        case "html":
            from wolftui.reports.page import page
            from wolftui.reports.pictures import picture

            return page(report_of(material), picture if plots else None)
        case _:
            return _lines(material, plots=plots, ascii_only=ascii_only, to_file=to_file)


def _lines(material: Material, *, plots: bool, ascii_only: bool, to_file: bool) -> str:
    """A report as lines, with colours where a terminal shows them."""
    from wolftui.plain.console import look_of
    from wolftui.plain.lines import dress
    from wolftui.reports.building import report_of
    from wolftui.reports.letters import drawn, in_ascii
    from wolftui.reports.terminal import lines
    from wolftui.text.glyphs import ASCII
    from wolftui.text.outward import Styled

    look = look_of(sys.stdout, ascii_only=ascii_only)
    drawing: Drawing | None = drawn if plots else None
    found = lines(report_of(material), line_width(), drawing)
    if look.glyphs is ASCII:
        found = [in_ascii(line) for line in found]
    text = "".join(f"{dress(line, colour=look.colour and not to_file)}\n" for line in found)
    return Styled(text) if look.colour else text


def _plots(form: str, *, wanted: bool) -> bool:
    """Whether plots are drawn; where what draws them is not installed, lines do without and say so.

    Raises:
        ConfigError: A page needs what is not installed.
    """
    from importlib.util import find_spec

    from wolfcore.errors import ConfigError
    from wolfcore.extras import install_hint

    library = _DRAWS.get(form)
    if not wanted or library is None or find_spec(library):
        return wanted
    if form == "html":
        hint = f"{install_hint('report')} `--no-plots` leaves the plots out."
        raise ConfigError(f"plots need {library}, which is not installed", key="--to", hint=hint)
    sys.stderr.write(f"wolftui: Plots need {library}: {install_hint('report')} The tables have their numbers.\n")
    return False


def _form(asked: str | None, file: Path | None) -> str:
    """The form of a report: as asked for, as its file's name ends, or lines.

    Raises:
        ConfigError: A page has no file, or nothing says what a file shall hold.
    """
    from wolfcore.errors import ConfigError
    from wolftui.reports.files import SUFFIXES

    form = asked or ("terminal" if file is None else SUFFIXES.get(file.suffix.lower()))
    if form is None:
        raise ConfigError("nothing says what the file shall hold", key="--to", hint=f"Choose one of: {', '.join(_FORMS)}.")
    if form == "html" and file is None:
        raise ConfigError("a page is written to a file", key="--out", hint="For example `--out report.html`.")
    return form


COMMAND = Command(
    "report",
    "tell what many games show, with plots and raw rows",
    (
        "wolftui report latest",
        "wolftui report games/ --out report.html --jobs 2",
        "wolftui report games/ --by player --to md",
    ),
    _arguments,
    _run,
)
