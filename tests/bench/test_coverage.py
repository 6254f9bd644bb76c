"""The coverage of intervals by simulation, small and seeded: what is shown holds what it promises."""

from __future__ import annotations

from math import sqrt

import pytest

from bench import coverage

REPEATS = 250
LEAST = coverage.PROMISED - 2.5 * sqrt(coverage.PROMISED * (1 - coverage.PROMISED) / REPEATS)
"""What a share of 93 % falls to by chance about once in a hundred times."""
INVENTED = list(coverage.invented())


@pytest.fixture(scope="module")
def bots() -> list[coverage.Source]:
    return list(coverage.played_sources(30))


@pytest.mark.parametrize("size", coverage.SIZES)
@pytest.mark.parametrize("source", INVENTED, ids=lambda source: source.name)
def test_intervals_hold_the_truth_or_are_not_shown(source: coverage.Source, size: int) -> None:
    found = coverage.coverage(source, size, REPEATS if size < 30 else REPEATS // 2, 7)
    assert found.held is None or found.held >= LEAST - 0.02 * (size == 30)


@pytest.mark.parametrize("size", coverage.SIZES)
def test_intervals_of_games_of_bots_hold_the_truth_or_are_not_shown(bots: list[coverage.Source], size: int) -> None:
    for source in bots:
        found = coverage.coverage(source, size, 60, 7)
        assert found.held is None or found.held >= 0.85, source.name


def test_means_without_bounds_are_shown_from_five_games_on_and_shares_from_two() -> None:
    for source in INVENTED:
        shown = [coverage.coverage(source, size, 20, 1).shown > 0 for size in coverage.SIZES]
        assert shown == ([False, False, True, True, True] if source.kind == "mean" else [True] * 5)


def test_the_command_prints_a_figure_for_every_size(capsys: pytest.CaptureFixture[str]) -> None:
    coverage.measure_all(["--repeats", "3", "--games", "4", "--json"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == [word for size in coverage.SIZES for word in ("n", "=", f"{size}")]
    assert any(line.startswith("table  bots: two_seers") or line.startswith("table  bots: irp") for line in lines)
    assert lines[-2].startswith("least: ")
