"""The command `quiz losses`: the validation loss of tunings, as Helmsman's figure 6 has it."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence

import msgspec

from wolfcore.errors import ConfigError
from wolfcore.files import expand_user_path, write_atomically
from wolfcore.quiz.exam.tuning_logs import LossPoint, TuningRun, read_tuning_log
from wolftui.export.report.document import (
    Cell,
    Column,
    Curve,
    Curves,
    Report,
    Section,
    Table,
    TableRow,
)
from wolftui.export.report.page import report_page
from wolftui.export.report.raw_rows import SUFFIXES, csv_lines
from wolftui.export.report.svg_plots import draw_svg_plot
from wolftui.export.report.text_formats import report_markdown

from .argument_values import output_file
from .command import OK
from .report import plots_wanted, report_text

_PAPER = (
    "Helmsman (Du and Zhang 2024), figure 6: the validation loss of four models falls and then "
    "rises. The paper prints no numbers but these: models under 10B settle around 0.31, larger "
    "ones come to about 0.28."
)


_MOST_RUNS = 12
"""The most logs of one figure, whose curves can still be told apart."""


def losses_command(args: argparse.Namespace) -> int:
    """Run the command `quiz losses`; returns the exit code."""
    file = output_file(args.out, "--out losses.html")
    form = SUFFIXES.get(file.suffix.lower(), "") if file else "terminal"
    if not form:
        hint = "Name a file ending in .html, .md, .txt or .csv."
        raise ConfigError("the format of the file is not known", key="--out", hint=hint)
    if len(args.logs) > _MOST_RUNS:
        raise ConfigError(f"one figure takes at most {_MOST_RUNS} logs", key="LOG")
    # Said before the logs are read.
    reads_plots = not (args.json or args.csv)
    plots = reads_plots and plots_wanted(form, "--out", wanted=not args.no_plots)
    runs = [_read(word) for word in args.logs]
    names = [run.name for run in runs]
    for name in names:
        if names.count(name) > 1:
            hint = "Name them, as in `one=LOG two=LOG`."
            raise ConfigError(f"two logs are called `{name}`", key="LOG", hint=hint)
    if args.json:
        print(losses_json(runs))
        return OK
    report, look = losses_report(runs), {"plots": plots, "ascii_only": args.ascii}
    if args.csv or form == "csv":
        text = losses_csv(runs)
    elif form == "html":
        text = report_page(report, draw_svg_plot if plots else None)
    elif form == "md":
        text = report_markdown(report)
    else:
        text = report_text(report, **look, to_file=file is not None)
    if file is None:
        sys.stdout.write(text)
        return OK
    try:
        write_atomically(file, text.encode())
    except OSError as error:
        raise ConfigError(
            f"cannot be written ({error.strerror or error})", file=str(file)
        ) from error
    print(file)
    return OK


def _read(word: str) -> TuningRun:
    """Read `LOG` or `NAME=LOG`; a file whose own name holds `=` is taken as it is."""
    name, equals, place = word.partition("=")
    if equals and name.strip() and not expand_user_path(word).is_file():
        return read_tuning_log(expand_user_path(place), name.strip())
    return read_tuning_log(expand_user_path(word))


def losses_json(runs: Sequence[TuningRun]) -> str:
    """Return all points of the runs, and the least validation loss of each, as one JSON object."""
    told = [
        {
            "run": run.name,
            "least": msgspec.to_builtins(_least(run)),
            "last": msgspec.to_builtins(run.validated[-1][0]),
            "points": msgspec.to_builtins(run.points),
        }
        for run in runs
    ]
    return json.dumps({"runs": told}, ensure_ascii=False)


def losses_csv(runs: Sequence[TuningRun]) -> str:
    """Return all points of the runs as CSV, a line per step."""
    rows = [(run.name, *msgspec.structs.astuple(point)) for run in runs for point in run.points]
    return csv_lines([("run", *LossPoint.__struct_fields__), *rows])


def losses_report(runs: Sequence[TuningRun]) -> Report:
    """Build the figure, a table of the runs, and a table of all evaluations."""
    by_step = all(point.step is not None for run in runs for point in run.points)
    curves = tuple(
        Curve(
            run.name,
            tuple(
                [
                    (float((point.step if by_step else point.epoch) or 0), loss)
                    for point, loss in run.validated
                    if by_step or point.epoch is not None
                ]
            ),
        )
        for run in runs
    )
    if any(not curve.points for curve in curves):
        raise ConfigError(
            "some logs have steps and others only epochs",
            key="LOG",
            hint="Show them one by one.",
        )
    figure = Curves("losses", "Validation loss", "step" if by_step else "epoch", curves)
    return Report(
        "Validation loss of tuning",
        (_PAPER,),
        (Section("figure", "The tunings", (), (figure, _runs_table(runs), _evaluations(runs))),),
    )


def _least(run: TuningRun) -> LossPoint:
    return min(run.validated, key=lambda found: found[1])[0]


def _runs_table(runs: Sequence[TuningRun]) -> Table:
    heads = ("evaluations", "least", "at step", "at epoch", "last", "rises after the least")
    rows: list[TableRow] = []
    for run in runs:
        least, (last, _) = _least(run), run.validated[-1]
        rises = "yes" if last.validation_loss != least.validation_loss else "no"
        many = len(run.validated)
        rows.append(
            TableRow(
                (
                    Cell(run.name),
                    Cell(f"{many:,}", (many,)),
                    _loss(least.validation_loss),
                    *_place(least),
                    _loss(last.validation_loss),
                    Cell(rises),
                )
            )
        )
    columns = (Column("run", words=True), *(Column(head) for head in heads))
    return Table("runs", "The least and the last validation loss", columns, tuple(rows))


def _evaluations(runs: Sequence[TuningRun]) -> Table:
    columns = (
        Column("run", words=True),
        *(Column(head) for head in ("step", "epoch", "training loss", "validation loss")),
    )
    rows = tuple(
        TableRow(
            (Cell(run.name), *_place(point), _loss(point.train_loss), _loss(point.validation_loss))
        )
        for run in runs
        for point, _ in run.validated
    )
    words = "The training loss is that of the same step; `--csv` and `--json` have all steps."
    return Table("evaluations", "Every evaluation", columns, rows, words)


def _place(point: LossPoint) -> tuple[Cell, Cell]:
    """Return the cells of step and epoch."""
    step = Cell("–") if point.step is None else Cell(f"{point.step:,}", (point.step,))
    epoch = Cell("–") if point.epoch is None else Cell(f"{point.epoch:.2f}", (point.epoch,))
    return step, epoch


def _loss(loss: float | None) -> Cell:
    return Cell("–") if loss is None else Cell(f"{loss:.4f}", (loss,))
