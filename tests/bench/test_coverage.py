"""The coverage of intervals by simulation, small and seeded: what is shown holds what it promises."""

from __future__ import annotations

from math import sqrt

import pytest

from bench import interval_coverage
from wolfcore.intervals import FEWEST_OF_FREE_WEIGHT, FEWEST_OF_OPEN_RANGE, FEWEST_WITHOUT_RANGE

REPEATS = 250
LEAST = interval_coverage.PROMISED - 2.5 * sqrt(
    interval_coverage.PROMISED * (1 - interval_coverage.PROMISED) / REPEATS
)
"""What a share of 93 % falls to by chance about once in a hundred times."""
SIZES = interval_coverage.SIZES[:-1]
"""The sizes that are quick to draw."""
INVENTED = list(interval_coverage.invented())


@pytest.fixture(scope="module")
def bots() -> list[interval_coverage.Source]:
    return list(interval_coverage.played_sources(30))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("source", INVENTED, ids=lambda source: source.name)
def test_intervals_hold_the_truth_or_are_not_shown(
    source: interval_coverage.Source, size: int
) -> None:
    found = interval_coverage.coverage(source, size, REPEATS if size < 30 else REPEATS // 2, 7)
    assert found.held is None or found.held >= LEAST - 0.02 * (size == 30)


@pytest.mark.parametrize("size", SIZES)
def test_intervals_of_games_of_bots_hold_the_truth_or_are_not_shown(
    bots: list[interval_coverage.Source], size: int
) -> None:
    for source in bots:
        found = interval_coverage.coverage(source, size, 60, 7)
        assert found.held is None or found.held >= 0.85, source.name


@pytest.mark.slow
def test_each_kind_of_value_is_shown_from_its_least_number_of_deals_on() -> None:
    least = {
        "mean": FEWEST_WITHOUT_RANGE,
        "ratio": FEWEST_OF_OPEN_RANGE,
        "table": FEWEST_OF_FREE_WEIGHT,
    }
    for source in INVENTED:
        for size in interval_coverage.SIZES:
            found = interval_coverage.coverage(source, size, 20, 1)
            assert (found.shown > 0) == (size >= least.get(source.kind, 2)), source.name


def test_the_command_prints_a_figure_for_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    interval_coverage.measure_all(["--repeats", "3", "--games", "4", "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        word for size in interval_coverage.SIZES for word in ("n", "=", f"{size}")
    ]
    assert any(line.startswith(("table   bots: two_seers", "table   bots: irp")) for line in lines)
    assert lines[-2].startswith("least: ")
