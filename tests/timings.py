"""Processor seconds of every test, and the marks of the tiers: a test that takes more than `QUICK`
is marked `slow`.

`tests/conftest.py` takes the hooks of this module. `make timings` runs everything with
`--write-marks`, which writes the marks into the files of the tests. A test costs what it and its
own fixtures take, with the processes that it waits for, and its share of the fixtures that it has
in common with others.
"""

from __future__ import annotations

import ast
import os
import re
import resource
import time
from collections import defaultdict
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import pytest

QUICK, LOUD, MOST = 0.5, 1.0, 6.0
"""Processor seconds: above the first a test is marked, above the second a quick test without a mark
is listed, above the third CI fails. Tests with the mark `extra` are not quick ones.

The same test takes up to three times as long on a busy machine or with other random examples, so
the third is far above the first."""
_PROPERTY = "processor"
_LONGEST = 90
"""Letters of a mark that names parameters; where it would be longer, the whole function is slow."""
_MARK = re.compile(r"@pytest\.mark\.slow(\(|$)")


class Cost(NamedTuple):
    """What a test took.

    Attributes:
        own: Processor seconds of the test and of the fixtures that are its alone.
        shared: Processor seconds of each fixture that it set up for others, too, by the fixture's
            name with its place.
        uses: The names of all its fixtures.
    """

    own: float
    shared: dict[str, float]
    uses: tuple[str, ...]


class Meter:
    """Measures the test that runs, in this process."""

    def __init__(self) -> None:
        self._began = 0.0
        self._shared: dict[str, float] = {}
        self._inner = 0.0

    def begin(self) -> None:
        """A test begins: its fixtures are set up next."""
        self._began, self._shared, self._inner = _processor_seconds(), {}, 0.0

    def cost(self, uses: Iterable[str]) -> Cost:
        """What the test has taken since it began."""
        whole = _processor_seconds() - self._began
        return Cost(round(whole - sum(self._shared.values()), 4), self._shared, tuple(uses))

    def fixture(self, name: str) -> Generator[None]:
        """Measure a fixture that several tests share; without what shared fixtures within it take."""
        began, before = _processor_seconds(), self._inner
        self._inner = 0.0
        yield
        took = _processor_seconds() - began
        self._shared[name] = round(took - self._inner, 4)
        self._inner = before + took


def _processor_seconds() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


_METER = Meter()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option of `make timings`."""
    parser.addoption(
        "--write-marks", action="store_true", help="mark every test as slow or not, by what it took"
    )


def pytest_itemcollected(item: pytest.Item) -> None:
    """A mark that names parameters holds for these alone."""
    for mark in list(item.own_markers):
        only = mark.kwargs.get("only")
        if mark.name == "slow" and only is not None and _parameter(item) not in only:
            item.own_markers.remove(mark)


def _parameter(item: pytest.Item) -> str:
    return item.name.partition("[")[2].removesuffix("]")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Begin to measure."""
    del item
    _METER.begin()


@pytest.hookimpl(hookwrapper=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None]:
    """Measure a fixture that several tests share."""
    if fixturedef.scope == "function":
        yield
    else:
        yield from _METER.fixture(f"{fixturedef.baseid}::{fixturedef.argname}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Keep what the test took with its report, which workers send to the process that started them."""
    uses = tuple(getattr(item, "fixturenames", ()))
    left_out = any(item.get_closest_marker(mark) for mark in ("slow", "extra"))
    item.user_properties.append((_PROPERTY, (*_METER.cost(uses), left_out)))


class Tally:
    """What all tests took, in the process that reports.

    Attributes:
        costs: By test.
        left_out: The tests that `make test` leaves out by their marks.
    """

    def __init__(self) -> None:
        self.costs: dict[str, Cost] = {}
        self.left_out: set[str] = set()

    def take(self, report: pytest.TestReport) -> None:
        """Read what a worker measured."""
        for name, value in report.user_properties:
            if name == _PROPERTY:
                own, shared, uses, left_out = cast(
                    "tuple[float, dict[str, float], Sequence[str], bool]", value
                )
                self.costs[report.nodeid] = Cost(own, dict(shared), tuple(uses))
                if left_out:
                    self.left_out.add(report.nodeid)

    def seconds(self) -> dict[str, float]:
        """Processor seconds by test, with its share of what it has in common with others."""
        shared: dict[str, float] = defaultdict(float)
        for cost in self.costs.values():
            for name, took in cost.shared.items():
                shared[name] += took
        users: dict[str, list[str]] = {}
        for name in shared:
            place, _, fixture = name.rpartition("::")
            users[name] = [
                test
                for test, cost in self.costs.items()
                if fixture in cost.uses and test.startswith(place)
            ]
        found = {test: cost.own for test, cost in self.costs.items()}
        for name, tests in users.items():
            for test in tests:
                found[test] += shared[name] / len(tests)
        return found


_TALLY = Tally()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Collect what tests took."""
    if report.when == "teardown":
        _TALLY.take(report)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Write the marks, or fail in CI where a quick test takes far too long."""
    if hasattr(session.config, "workerinput"):
        return
    seconds = _TALLY.seconds()
    if session.config.getoption("--write-marks"):
        write_marks(seconds, session.config.rootpath)
    elif "WOLFTUI_CI" in os.environ and session.exitstatus == 0 and _too_slow(seconds, MOST):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """List quick tests that take long, and what all took together."""
    seconds = _TALLY.seconds()
    terminalreporter.write_line(
        f"{sum(seconds.values()):.0f} processor seconds in {len(seconds):,} tests"
    )
    # The worst comes last, where it is still seen when the output was cut.
    for test, took in reversed(_too_slow(seconds, LOUD)):
        failed = "WOLFTUI_CI" in os.environ and took > MOST
        terminalreporter.write_line(
            f"{took:6.2f} processor seconds and not marked slow"
            f"{f' (FAILED: more than {MOST:g})' if failed else ''}: {test}"
        )


def _too_slow(seconds: Mapping[str, float], above: float) -> list[tuple[str, float]]:
    found = [
        (test, took)
        for test, took in seconds.items()
        if took > above and test not in _TALLY.left_out
    ]
    return sorted(found, key=lambda each: -each[1])


def write_marks(seconds: Mapping[str, float], root: Path) -> None:
    """Write the marks of all tests that ran into their files; those of tests that did not run stay.

    Args:
        seconds: Processor seconds by the id of the test.
        root: The folder that the ids begin at.
    """
    files: dict[str, dict[str, dict[str, float]]] = defaultdict(lambda: defaultdict(dict))
    for test, took in seconds.items():
        file, _, name = test.partition("::")
        function, _, parameter = name.partition("[")
        files[file][function][parameter.removesuffix("]")] = took
    for file, functions in files.items():
        path = root / file
        before = path.read_text(encoding="utf-8")
        left = _left_out(ast.parse(before), functions)
        after = marked(
            before, {name: mark_of(found | left.get(name, {})) for name, found in functions.items()}
        )
        if after != before:
            path.write_text(after, encoding="utf-8")


def _left_out(
    tree: ast.Module, ran: Mapping[str, Mapping[str, float]]
) -> dict[str, dict[str, float]]:
    """The parameters that have the mark and did not run, by function, with seconds that keep it."""
    found: dict[str, dict[str, float]] = {}
    for name, node in _functions(tree):
        for mark in node.decorator_list:
            for word in (
                mark.keywords
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.slow"
                else ()
            ):
                parameters: tuple[str, ...] = ast.literal_eval(word.value)
                found[name] = {each: MOST for each in parameters if each not in ran.get(name, {})}
    return found


def mark_of(seconds: Mapping[str, float]) -> str:
    """The mark of a test function: for all of its parameters, for a few of them, or none (an empty
    string).

    Args:
        seconds: Processor seconds by the id of the parameters; one empty id where there are none.
    """
    slow = [parameter for parameter, took in seconds.items() if took > QUICK]
    if not slow:
        return ""
    some = f"@pytest.mark.slow(only={tuple(sorted(slow))!r})"
    return "@pytest.mark.slow" if 2 * len(slow) > len(seconds) or len(some) > _LONGEST else some


def marked(text: str, marks: Mapping[str, str]) -> str:
    """The text of a file with these marks at its functions, each on a line of its own above the
    other decorators.

    Args:
        text: The text.
        marks: The mark by the name of the function (`Class::function` in a class), empty for none.
    """
    lines = text.splitlines(keepends=True)
    for name, node in sorted(_functions(ast.parse(text)), key=lambda each: -each[1].lineno):
        if name in marks:
            _mark(lines, node, marks[name])
    found = "".join(lines)
    return (
        found if "@pytest.mark." not in found or "import pytest" in found else _with_import(found)
    )


def _functions(tree: ast.Module) -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    found: list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]] = []
    for node in tree.body:
        below: Sequence[ast.stmt] = node.body if isinstance(node, ast.ClassDef) else [node]
        prefix = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found += [
            (prefix + each.name, each)
            for each in below
            if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
    return found


def _mark(lines: list[str], node: ast.FunctionDef | ast.AsyncFunctionDef, mark: str) -> None:
    """Put a mark above a function in the place of the one that it has."""
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)]) - 1
    for decorator in reversed(node.decorator_list):
        start, end = decorator.lineno - 1, (decorator.end_lineno or decorator.lineno)
        if _MARK.match(lines[start].strip()):
            del lines[start:end]
    if mark:
        lines.insert(first, f"{' ' * node.col_offset}{mark}\n")


def _with_import(text: str) -> str:
    """The text with an import of pytest behind its first imports, where the formatter will sort it."""
    return re.sub(r"(from __future__ import annotations\n)", r"\1\nimport pytest\n", text, count=1)
