"""Logs of tuning tools: the forms that are read, what a row becomes, and what is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from wolfcore.errors import ConfigError
from wolfcore.quiz.exam.tuning_logs import LossPoint, TuningRun, read_tuning_log

STATE = """{"epoch": 2.0, "global_step": 20, "log_history": [
{"epoch": 1.0, "grad_norm": NaN, "learning_rate": 1e-4, "loss": 0.61, "step": 10},
{"epoch": 1.0, "eval_loss": 0.41, "eval_runtime": 3.1, "step": 10},
{"epoch": 2.0, "eval_loss": 0.29, "step": 20},
{"epoch": 2.0, "step": 20, "train_loss": 0.37, "train_runtime": 9.1}], "max_steps": 20}
"""


LINES = """{"current_steps": 10, "total_steps": 20, "loss": 0.61, "lr": 1e-4, "epoch": 1.0}
{"current_steps": 10, "total_steps": 20, "eval_loss": 0.41, "epoch": 1.0, "percentage": 50.0}

{"current_steps": 20, "total_steps": 20, "loss": null, "eval_loss": 0.29, "epoch": 2.0}
{"current_steps": 20, "total_steps": 20, "epoch": 2.0, "elapsed_time": "0:01:03"}
"""


TABLE = """epoch,step,loss,eval_loss,note
1.0,10,0.61,,
1.0,10,,0.41,"a, b"
2.0,20,,0.29,
"""


READ = (LossPoint(10, 1.0, 0.61, 0.41), LossPoint(20, 2.0, None, 0.29))
"""The points of all three."""


def read(folder: Path, text: str | bytes, name: str = "log.jsonl") -> TuningRun:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_tuning_log(file)


@pytest.mark.parametrize(
    "text",
    [STATE, LINES, TABLE, TABLE.replace("\n", "\r\n"), "\ufeff" + TABLE,
     json.dumps([json.loads(line) for line in LINES.splitlines() if line])],
    ids=["state", "lines", "csv", "crlf", "mark", "list"],
)  # fmt: skip
def test_all_forms_give_the_same_points(text: str, tmp_path: Path) -> None:
    assert read(tmp_path, text).points == READ


def test_the_mean_of_a_whole_training_is_no_loss_of_its_last_step(tmp_path: Path) -> None:
    assert read(tmp_path, STATE).points[-1].train_loss is None


def test_a_log_of_epochs_alone_has_no_steps(tmp_path: Path) -> None:
    run = read(tmp_path, "epoch,train_loss,val_loss\n0,1.5,2\n1,1.25,1.75\n")
    assert run.points == (LossPoint(None, 0, 1.5, 2), LossPoint(None, 1, 1.25, 1.75))


def test_a_step_that_was_logged_again_has_its_later_loss(tmp_path: Path) -> None:
    run = read(tmp_path, '{"step": 5, "eval_loss": 2}\n{"step": 5, "eval_loss": 1}\n')
    assert run.points == (LossPoint(5, None, None, 1.0),)


@pytest.mark.parametrize(
    ("place", "name"),
    [("glm/trainer_state.json", "glm"), ("glm/checkpoint-20/trainer_state.json", "glm"),
     ("glm4.csv", "glm4")],
)  # fmt: skip
def test_a_run_is_called_as_its_folder_or_file(place: str, name: str, tmp_path: Path) -> None:
    assert read(tmp_path, STATE if place.endswith("json") else TABLE, place).name == name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "it is empty"),
        (b"\xff\xfe{", "it is not UTF-8 text"),
        ("hello\nthere\n", "names no column of losses"),
        ('{"step": 1, "eval_loss": 1}\n{"step": 2, "eval_l', "line 2 is not JSON"),
        ('{"step": 1, "eval_loss": 1}\n[1]\n', "line 2 is no JSON object"),
        ('{"log_history": 3}', "it has no `log_history`"),
        ('{"log_history": [4]}', "row 1 is no JSON object"),
        ('{"step": 1, "eval_loss": NaN}\n', "`eval_loss` of line 1 is no number"),
        ('{"step": 1, "loss": 1e999, "eval_loss": 1}\n', "`loss` of line 1 is no number"),
        ('{"step": 1, "eval_loss": "0.5"}\n', None),
        ('{"step": 1, "eval_loss": true}\n', "`eval_loss` of line 1 is no number"),
        ('{"step": 1, "eval_loss": [1]}\n', "`eval_loss` of line 1 is no number"),
        ('{"step": 1, "eval_loss": %s}\n' % ("9" * 5000), "a number has more than 19 digits"),
        ('{"eval_loss": 1}\n', "has a loss, but neither step nor epoch"),
        ('{"step": 1.5, "eval_loss": 1}\n', "has no whole step"),
        ('{"step": -1, "eval_loss": 1}\n', "has no whole step"),
        ('{"step": 1, "eval_loss": 1}\n{"epoch": 2, "eval_loss": 1}\n', "others only an epoch"),
        ("step,eval_loss\n1,nan\n", "`eval_loss` of line 2 is no number"),
        ("step,eval_loss\n1,low\n", "`eval_loss` of line 2 is no number"),
        ("step,eval_loss\n1," + "1" * 200_000 + "\n", "it is not CSV"),
        ("[" * 100_000, "it nests deeper than 40 levels"),
        ('{"a":' * 50 + "1" + "}" * 50, "it nests deeper than 40 levels"),
        ("[" + "{}," * 200_001 + "{}]", "it has more than 200,000 rows"),
        ('{"step": 1, "loss": 1}\n', "holds no validation loss"),
    ],
)  # fmt: skip
def test_what_is_no_log_is_refused_in_a_sentence_with_its_place(
    text: str | bytes, problem: str | None, tmp_path: Path
) -> None:
    if problem is None:
        # Some tools write their numbers as text.
        assert read(tmp_path, text).points == (LossPoint(1, None, None, 0.5),)
        return
    with pytest.raises(ConfigError) as refused:
        read(tmp_path, text)
    assert problem in refused.value.problem
    assert refused.value.file.endswith("log.jsonl")
    assert "\n" not in str(refused.value)


def test_a_log_that_is_too_large_or_no_file_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="at most 16 MB are allowed"):
        read(tmp_path, b"x" * ((1 << 24) + 1))
    with pytest.raises(ConfigError, match="it is a folder"):
        read_tuning_log(tmp_path)


@pytest.mark.parametrize("text", [STATE, LINES, TABLE], ids=["state", "lines", "csv"])
def test_a_damaged_log_is_read_or_refused(text: str, tmp_path: Path) -> None:
    chance, known = random.Random(5), 0
    for _ in range(60):
        data = bytearray(text.encode())
        match chance.randrange(3):
            case 0:
                del data[chance.randrange(len(data)) :]
            case 1:
                data[chance.randrange(len(data))] = chance.randrange(256)
            case _:
                at = chance.randrange(len(data))
                data[at:at] = chance.choice((b"[" * 60, b"\0", b"NaN", b'"', b"-1e999", b"{}"))
        try:
            run = read(tmp_path, bytes(data))
        except ConfigError:
            continue
        assert run.validated
        known += 1
    assert known
