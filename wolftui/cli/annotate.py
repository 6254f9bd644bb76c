"""The command `annotate`: labels of sampled speeches by a person or model, and their agreement."""

from __future__ import annotations

import argparse
import json
import re
import sys
from itertools import combinations
from pathlib import Path
from textwrap import fill

from wolfcore.errors import ConfigError
from wolfcore.game import MAX_SEED
from wolfcore.metrics.annotation import (
    SIGHTS,
    Head,
    Item,
    Sheet,
    SheetFile,
    agreements,
    draw_sample,
    new_head,
    read_sheet,
)
from wolfcore.speech import READER_VERSION
from wolftui.measures.speech_agreement import (
    NOTE,
    Comparison,
    SpeechSource,
    agreement_json,
    agreement_lines,
)
from wolftui.plain.annotator import Annotator
from wolftui.plain.key_input import single_keys
from wolftui.settings.paths import annotations_folder

from .argument_values import model_settings
from .command import OK, STOPPED
from .display_options import stdout_look
from .model_judge import judge_by_model
from .progress import show_count
from .user_config import load_config

_MAX_SAMPLE = 100_000


def annotate_command(args: argparse.Namespace) -> int:
    """Run the command `annotate`; returns the exit code."""
    if args.compare is not None:
        return _compare(args)
    if args.json:
        raise ConfigError(
            "only a comparison can be printed as JSON",
            key="--json",
            hint="Add --compare FILE FILE.",
        )
    if not args.games:
        hint = "Name games, a folder of games, or `latest`."
        raise ConfigError("no game was named", key="GAME", hint=hint)
    if not 1 <= args.sample <= _MAX_SAMPLE:
        raise ConfigError(
            f"{args.sample} speeches cannot be drawn",
            key="--sample",
            hint=f"It goes from 1 to {_MAX_SAMPLE:,}.",
        )
    if not 0 <= args.seed <= MAX_SEED:
        raise ConfigError(
            f"{args.seed} is not a valid seed", key="--seed", hint=f"It goes from 0 to {MAX_SEED}."
        )
    return _judge_by_keys(args) if args.judge is None else _judge_by_model(args)


def _judge_by_keys(args: argparse.Namespace) -> int:
    config = load_config().config
    by = args.by.strip() or config.name or "me"
    speeches, items = _draw_sample(args)
    games = speeches.games(items)
    sheet = SheetFile(_file(args, by), _head(args, items, by))
    _print_note(sheet)
    stopped = False
    try:
        with single_keys() as keys:
            annotating = Annotator(sheet, games, keys, sys.stdout, stdout_look(config))
            annotating.run()
    except KeyboardInterrupt:
        stopped = True
    finally:
        sheet.close()
    print()
    _print_progress(sheet)
    return STOPPED if stopped else OK


def _judge_by_model(args: argparse.Namespace) -> int:
    settings = model_settings(args, load_config())
    if args.judge not in settings.specs:
        raise ConfigError(
            f"there is no model `{args.judge}`",
            key="--judge",
            hint=f"There are: {', '.join(settings.specs)}.",
        )
    if args.by:
        raise ConfigError(
            "a model judges under its own name", key="--by", hint="Leave out one of the two."
        )
    speeches, items = _draw_sample(args)
    sheet = SheetFile(_file(args, args.judge), _head(args, items, args.judge, model=True))
    _print_note(sheet)
    try:
        return judge_by_model(args.judge, speeches, items, sheet, settings)
    finally:
        sheet.close()


def _draw_sample(args: argparse.Namespace) -> tuple[SpeechSource, list[Item]]:
    """Draw the sample of speeches from the named games; prints which games are left out.

    Raises:
        ConfigError: There is no speech to draw.
    """
    speeches = SpeechSource(args.games, show_count)
    for sentence in speeches.left_out:
        sys.stderr.write(f"wolftui: {sentence}\n")
    items = draw_sample(speeches.candidates, args.sample, args.seed)
    if not items:
        raise ConfigError(
            "these games have no speeches",
            key="GAME",
            hint="Name finished games with speeches.",
        )
    if len(items) < args.sample:
        sys.stderr.write(
            f"wolftui: These games have {len(items)} speeches; all of them are in the sample.\n"
        )
    return speeches, items


def _head(args: argparse.Namespace, items: list[Item], by: str, *, model: bool = False) -> Head:
    return new_head(items, by=by, seed=args.seed, games=args.games, model=model)


def _file(args: argparse.Namespace, by: str) -> Path:
    """Return the file for the answers and create its folder.

    Raises:
        ConfigError: The file cannot be created.
    """
    if args.out == "":
        raise ConfigError(
            "no file was named", key="--out", hint="Name one; it is created if it does not exist."
        )
    name = f"{re.sub(r'[^A-Za-z0-9_-]+', '-', by)}-{args.sample}-{args.seed}.jsonl"
    try:
        path = Path(args.out).expanduser() if args.out else annotations_folder() / name
        path.parent.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise ConfigError(
            f"cannot be written ({error})", file=args.out or name, key="--out"
        ) from error
    return path


def _print_note(sheet: Sheet) -> None:
    if sheet.note:
        sys.stderr.write(f"wolftui: {sheet.note}\n")


def _print_progress(sheet: SheetFile) -> None:
    """Print how many speeches of a sheet are judged, and the path of its file."""
    items = len(sheet.head.items)
    blind, known = (
        sum(sheet.end_of((n, sight)) == "done" for n in range(1, items + 1)) for sight in SIGHTS
    )
    print(
        f"{blind} of {items} judged blind, {known} with roles shown, "
        f"{sheet.count('skipped')} skipped."
    )
    print("The same command continues where this stopped; --compare reads this file:")
    print(sheet.path)


# -- comparing


def _compare(args: argparse.Namespace) -> int:
    sheets = [
        (_annotator_name(sheet, file, args.compare), sheet)
        for file in args.compare
        for sheet in [read_sheet(Path(file))]
    ]
    for _, sheet in sheets:
        _print_note(sheet)
    compared = [
        Comparison(a, b, agreements(first.answers(), second.answers()))
        for (a, first), (b, second) in combinations(sheets, 2)
    ]
    reader = _reader_labels(args, [sheet for _, sheet in sheets])
    if reader is not None:
        compared += [
            Comparison(name, "the reader", agreements(sheet.answers(), reader), reader=True)
            for name, sheet in sheets
        ]
    _print(compared, as_json=args.json)
    return OK


def _annotator_name(sheet: Sheet, file: str, files: list[str]) -> str:
    """Return the display name of a sheet's annotator, with the file if several are compared."""
    name = sheet.head.by or "somebody"
    return name if len(files) == 1 else f"{name} ({file})"


def _reader_labels(
    args: argparse.Namespace, sheets: list[Sheet]
) -> dict[Item, dict[str, bool]] | None:
    """Return the reader's labels of all sampled speeches.

    None, with a message, if the games that the sheets name cannot be found.
    """
    words = args.games or list(dict.fromkeys(word for sheet in sheets for word in sheet.head.games))
    try:
        return SpeechSource(words, show_count).read(
            list(dict.fromkeys(item for sheet in sheets for item in sheet.head.items))
        )
    except ConfigError as error:
        if args.games:
            raise
        hint = "Name the games to compare with the reader as well."
        sys.stderr.write(
            f"wolftui: The games cannot be found under the names in the sheet ({error}). {hint}\n"
        )
        return None


def _print(compared: list[Comparison], *, as_json: bool) -> None:
    if as_json:
        print(
            json.dumps(
                {
                    "reader": READER_VERSION,
                    "comparisons": [agreement_json(each) for each in compared],
                },
                ensure_ascii=False,
            )
        )
        return
    for each in compared:
        print("\n".join((*agreement_lines(each), "")))
    print(fill(NOTE, 80))
