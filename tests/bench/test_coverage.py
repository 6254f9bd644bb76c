"""The coverage of intervals by simulation, small and seeded: what is shown holds what it promises."""

from __future__ import annotations

from math import sqrt

import pytest

from bench import interval_coverage

REPEATS = 250
LEAST = interval_coverage.PROMISED - 2.5 * sqrt(
    interval_coverage.PROMISED * (1 - interval_coverage.PROMISED) / REPEATS
)
"""What a share of 93 % falls to by chance about once in a hundred times."""
INVENTED = list(interval_coverage.invented())


@pytest.fixture(scope="module")
def bots() -> list[interval_coverage.Source]:
    return list(interval_coverage.played_sources(30))


@pytest.mark.parametrize("size", interval_coverage.SIZES)
@pytest.mark.parametrize("source", INVENTED, ids=lambda source: source.name)
def test_intervals_hold_the_truth_or_are_not_shown(
    source: interval_coverage.Source, size: int
) -> None:
    found = interval_coverage.coverage(source, size, REPEATS if size < 30 else REPEATS // 2, 7)
    assert found.held is None or found.held >= LEAST - 0.02 * (size == 30)


@pytest.mark.parametrize("size", interval_coverage.SIZES)
def test_intervals_of_games_of_bots_hold_the_truth_or_are_not_shown(
    bots: list[interval_coverage.Source], size: int
) -> None:
    for source in bots:
        found = interval_coverage.coverage(source, size, 60, 7)
        assert found.held is None or found.held >= 0.85, source.name


def test_means_without_bounds_are_shown_from_five_games_on_and_shares_from_two() -> None:
    for source in INVENTED:
        shown = [
            interval_coverage.coverage(source, size, 20, 1).shown > 0
            for size in interval_coverage.SIZES
        ]
        assert shown == ([False, False, True, True, True] if source.kind == "mean" else [True] * 5)


def test_the_command_prints_a_figure_for_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    interval_coverage.measure_all(["--repeats", "3", "--games", "4", "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [
        word for size in interval_coverage.SIZES for word in ("n", "=", f"{size}")
    ]
    assert any(
        line.startswith("table  bots: two_seers") or line.startswith("table  bots: irp")
        for line in lines
    )
    assert lines[-2].startswith("least: ")
