"""The marks that `make timings` writes: above the function, for all parameters or the slow ones."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.timings import QUICK, Cost, Tally, mark_of, marked, write_marks

TEXT = '''"""Tests."""

from __future__ import annotations

import pytest


@pytest.mark.parametrize("n", [1, 2])
def test_one(n: int) -> None:
    assert n


class TestMore:
    @pytest.mark.slow(only=("a",))
    def test_two(self) -> None:
        print("this text is marked, not run")
'''


@pytest.mark.parametrize(
    ("seconds", "mark"),
    [
        ({"": QUICK}, ""),
        ({"": QUICK + 0.01}, "@pytest.mark.slow"),
        ({"a": 0.1, "b": 0.9, "c": 0.1}, "@pytest.mark.slow(only=('b',))"),
        ({"a": 0.9, "b": 0.9, "c": 0.1}, "@pytest.mark.slow"),
        ({"a" * 81: 0.9, "b": 0.1, "c": 0.1}, "@pytest.mark.slow"),
        ({"a": 0.1, "b": 0.2}, ""),
    ],
)
def test_a_function_is_marked_for_those_parameters_that_are_slow(
    seconds: dict[str, float], mark: str
) -> None:
    assert mark_of(seconds) == mark


def test_marks_are_written_and_taken_away_and_nothing_else_changes() -> None:
    slow = marked(TEXT, {"test_one": "@pytest.mark.slow", "TestMore::test_two": ""})
    assert '@pytest.mark.slow\n@pytest.mark.parametrize("n", [1, 2])\ndef test_one' in slow
    assert "class TestMore:\n    def test_two" in slow
    assert marked(
        slow, {"test_one": "", "TestMore::test_two": "@pytest.mark.slow(only=('a',))"}
    ) == TEXT.replace('("a",)', "('a',)")
    assert marked(TEXT, {}) == TEXT


def test_a_file_without_pytest_imports_it() -> None:
    text = 'from __future__ import annotations\n\n\ndef test_it() -> None:\n    """Do it."""\n'
    found = marked(text, {"test_it": "@pytest.mark.slow"})
    assert "import pytest\n" in found
    ast.parse(found)


def test_what_is_shared_is_shared_out_among_those_who_use_it(tmp_path: Path) -> None:
    tally = Tally()
    tally.costs = {
        "t/test_x.py::test_a": Cost(0.1, {"t/test_x.py::table": 2.0}, ("table",)),
        "t/test_x.py::test_b": Cost(0.2, {}, ("table", "tmp_path")),
        "t/test_y.py::test_c": Cost(0.3, {}, ("table",)),
    }
    assert tally.seconds() == {
        "t/test_x.py::test_a": 1.1,
        "t/test_x.py::test_b": 1.2,
        "t/test_y.py::test_c": 0.3,
    }
    (tmp_path / "t").mkdir()
    for name, test in (("x", "a"), ("y", "c")):
        (tmp_path / "t" / f"test_{name}.py").write_text(
            f"import pytest\n\n\ndef test_{test}() -> None: ...\n"
        )
    write_marks({"t/test_x.py::test_a": 1.1, "t/test_y.py::test_c": 0.3}, tmp_path)
    (tmp_path / "t" / "test_z.py").write_text(
        "import pytest\n\n\n@pytest.mark.slow(only=('1', '2'))\ndef test_d(n): ...\n"
    )
    write_marks({"t/test_z.py::test_d[2]": 0.1, "t/test_z.py::test_d[3]": 0.1}, tmp_path)
    assert "only=('1',)" in (tmp_path / "t" / "test_z.py").read_text(), (
        "what did not run keeps its mark"
    )
    assert "@pytest.mark.slow\ndef test_a" in (tmp_path / "t" / "test_x.py").read_text()
    assert "slow" not in (tmp_path / "t" / "test_y.py").read_text()


MANY = """
import time
import pytest

@pytest.mark.slow(only=("2",))
@pytest.mark.parametrize("n", [1, 2])
def test_it(n): ...

@pytest.fixture(scope="module")
def table():
    began = time.process_time()
    while time.process_time() < began + 0.1: ...

def test_first(table): ...

def test_second(table):
    began = time.process_time()
    while time.process_time() < began + 0.15: ...

@pytest.mark.extra("torch")
def test_more():
    began = time.process_time()
    while time.process_time() < began + 1.1: ...
"""


@pytest.mark.slow
def test_a_run_tells_what_its_tests_took_and_knows_the_tiers(tmp_path: Path) -> None:
    (tmp_path / "test_many.py").write_text(MANY)
    words = ["-p", "tests.timings", "-p", "no:randomly", "-p", "no:asyncio", "-m", "not slow", "-q"]
    run = subprocess.run(
        [sys.executable, "-m", "pytest", *words],
        check=False,
        capture_output=True,
        text=True,
        cwd=tmp_path,
        # The options of the run that runs this test are for other plugins.
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent.parent), "PYTEST_ADDOPTS": ""},
    )
    assert "processor seconds in 4 tests" in run.stdout
    assert "4 passed, 1 deselected" in run.stdout
    assert "not marked slow" not in run.stdout
