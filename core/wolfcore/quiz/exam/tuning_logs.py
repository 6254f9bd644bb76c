"""Logs of fine-tuning tools: training and validation loss by step (Helmsman, figure 6).

Read are `trainer_state.json` of Hugging Face's Trainer (also of TRL and axolotl), JSON lines such
as LLaMA-Factory's `trainer_log.jsonl`, and CSV. A log comes from outside: its size, nesting and
number of rows are bounded, and a loss that is no finite number is refused by its place.
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, cast

import msgspec
from msgspec import Struct

from wolfcore.decoders import check_json
from wolfcore.errors import ConfigError
from wolfcore.files import read_bytes

_LIMIT, _MOST_ROWS = 1 << 24, 200_000
"""The largest size of a log in bytes, and its most rows."""


_STEP = ("step", "current_steps", "global_step", "train/global_step", "Step")
_EPOCH = ("epoch", "train/epoch")
_TRAINED = ("loss", "train/loss", "train_loss", "training_loss", "train_loss_step")
_VALIDATED = ("eval_loss", "eval/loss", "val_loss", "valid_loss", "validation_loss", "val/loss")
"""The names of the columns, of each the first that a row has."""


_SUMMARY = "train_runtime"
"""The field of the Trainer's last row, whose loss is the mean of the whole training."""


_MOST = 1e9
"""The largest step, epoch or loss."""


_STATE, _HISTORY = "trainer_state.json", "log_history"
"""The Trainer's file, and its field with the rows."""


class LossPoint(Struct, frozen=True):
    """The losses at one step.

    Attributes:
        step: The step; None where the log has only epochs.
        epoch: The epoch; None where the log has only steps.
        train_loss: The training loss; None where none was logged there.
        validation_loss: The loss on the validation set; None where none was computed there.
    """

    step: int | None
    epoch: float | None
    train_loss: float | None
    validation_loss: float | None


class TuningRun(Struct, frozen=True):
    """The losses of one tuning, in the order of its steps; one point or more has a validation loss.

    Attributes:
        name: The name of the run.
        points: Its points.
    """

    name: str
    points: tuple[LossPoint, ...]

    @property
    def validated(self) -> tuple[tuple[LossPoint, float], ...]:
        """The points with a validation loss, each with that loss."""
        found = [(point, point.validation_loss) for point in self.points]
        return tuple([(point, loss) for point, loss in found if loss is not None])


def read_tuning_log(file: Path, name: str = "") -> TuningRun:
    """Read a log.

    Where a step was logged twice, as after a resumed tuning, its later losses count.

    Args:
        file: The log.
        name: The name of the run; by default that of the file, or of the folder of a Trainer's
            state.

    Raises:
        ConfigError: It cannot be read, is no log, has no validation loss, or a loss in it is no
            number; names the file.
    """
    try:
        points = _points(_rows(read_bytes(file, _LIMIT)))
    except OSError as error:
        raise ConfigError(f"cannot be read ({error.strerror or error})", file=str(file)) from error
    except (_Refused, msgspec.DecodeError) as error:
        raise ConfigError(
            f"is not a log of a tuning ({error})",
            file=str(file),
            hint=f"Name a {_STATE} of the Trainer, JSON lines such as trainer_log.jsonl, or a CSV "
            "file with columns step, loss and eval_loss.",
        ) from error
    if all(point.validation_loss is None for point in points):
        raise ConfigError(
            "holds no validation loss",
            file=str(file),
            hint="Tune with a validation set that is evaluated every few steps (`eval_strategy`, "
            "`eval_steps`).",
        )
    return TuningRun(name or _run_name(file), points)


class _Refused(ValueError):
    """The text is no log; the message is a clause with the reason."""


def _run_name(file: Path) -> str:
    if file.name != _STATE:
        return file.stem
    folder = file.absolute().parent
    return folder.parent.name if folder.name.startswith("checkpoint-") else folder.name


def _rows(data: bytes) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the rows of a log, each with its place in words."""
    # Counted before parsing: parsed rows take many times the memory of their bytes.
    if max(data.count(b"{"), data.count(b"\n")) > _MOST_ROWS:
        raise _Refused(f"it has more than {_MOST_ROWS:,} rows")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise _Refused("it is not UTF-8 text") from error
    lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if not lines:
        raise _Refused("it is empty")
    if text.lstrip()[0] not in "{[":
        return _csv_rows(text)
    whole = None if len(lines) > 1 and _is_row(lines[0][1]) else _parsed(text, "it")
    if whole is None or _is_row(lines[0][1]):
        rows = [(f"line {number}", _parsed(line, f"line {number}")) for number, line in lines]
    else:
        held: Any = cast(dict[str, Any], whole).get(_HISTORY) if isinstance(whole, dict) else whole
        if not isinstance(held, list):
            raise _Refused(f"it has no `{_HISTORY}`")
        rows = [(f"row {number}", row) for number, row in enumerate(cast(list[Any], held), 1)]
    return _objects(rows)


def _is_row(line: str) -> bool:
    """Whether a line is one whole JSON object that is no Trainer's state."""
    try:
        found = _parsed(line, "it")
    except (_Refused, msgspec.DecodeError):
        return False
    return isinstance(found, dict) and _HISTORY not in found


def _parsed(text: str, where: str) -> Any:
    check_json(text.encode())
    try:
        # The Trainer writes NaN, which is no JSON; losses are checked below.
        return json.loads(text)
    except ValueError as error:
        raise _Refused(f"{where} is not JSON") from error


def _objects(rows: Sequence[tuple[str, Any]]) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for where, row in rows:
        if not isinstance(row, dict):
            raise _Refused(f"{where} is no JSON object")
        yield where, row


def _csv_rows(text: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    reader = csv.DictReader(io.StringIO(text))
    try:
        if not {*_TRAINED, *_VALIDATED} & {*(reader.fieldnames or ())}:
            raise _Refused("its first line names no column of losses")
        for row in reader:
            # An empty cell is no value; cells beyond the header have no name.
            yield (
                f"line {reader.line_num}",
                {name: cell for name, cell in row.items() if name and cell and cell.strip()},
            )
    except csv.Error as error:
        raise _Refused(f"it is not CSV: {error}") from error


def _points(rows: Iterator[tuple[str, Mapping[str, Any]]]) -> tuple[LossPoint, ...]:
    found: dict[float, LossPoint] = {}
    for where, row in rows:
        if _SUMMARY in row:
            continue
        train, validation = (_number(row, names, where) for names in (_TRAINED, _VALIDATED))
        if train is None and validation is None:
            continue
        step, epoch = (_number(row, names, where) for names in (_STEP, _EPOCH))
        at = epoch if step is None else step
        if at is None:
            raise _Refused(f"{where} has a loss, but neither step nor epoch")
        if at < 0 or (step is not None and step != int(step)):
            raise _Refused(f"{where} has no whole step from 0 on")
        before = found.get(at, LossPoint(None, epoch, None, None))
        found[at] = LossPoint(
            None if step is None else int(step),
            before.epoch if epoch is None else epoch,
            before.train_loss if train is None else train,
            before.validation_loss if validation is None else validation,
        )
    if len({point.step is None for point in found.values()}) > 1:
        raise _Refused("some of its rows have a step and others only an epoch")
    return tuple([found[at] for at in sorted(found)])


def _number(row: Mapping[str, Any], names: Sequence[str], where: str) -> float | None:
    """Return the value of the first of these fields that a row has; None for none."""
    for name in names:
        value = row.get(name)
        if value is None:
            continue
        try:
            # In CSV all values are text; in JSON a text or `true` is no number.
            is_number = isinstance(value, int | float) and not isinstance(value, bool)
            number = float(value) if is_number or isinstance(value, str) else math.nan
        except (ValueError, OverflowError):
            number = math.nan
        if not abs(number) <= _MOST:
            raise _Refused(f"`{name}` of {where} is no number within {_MOST:,.0f}")
        return number
    return None
