"""What the measurements say to options that make no sense, and to Ctrl-C."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.__main__ import PLAIN_MEASURES, WITH_OPTIONS, main, measure_of
from tests.core.speech.measure import main as measure_reading


def ran(monkeypatch: pytest.MonkeyPatch, line: str) -> int | str | None:
    """The exit code of a command line."""
    monkeypatch.setattr("sys.argv", ["bench", *line.split()])
    try:
        return main()
    except SystemExit as leaving:
        return leaving.code


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("size --rounds 0", "argument --rounds: `0` is no whole number from 1 on"),
        ("games --rounds x", "argument --rounds: `x` is no whole number from 1 on"),
        (
            "size --against HEAD",
            "--against: only `games` and `bots` are measured against an earlier commit",
        ),
        ("games --against no-such-commit", "--against: `no-such-commit` cannot be measured ("),
        (
            "size nosuch",
            "argument MEASURE: there is no measure `nosuch`; there are games, bots, size, copies, "
            "startup, memory, screen, ",
        ),
        ("talk --games 0", "argument --games: `0` is no whole number from 1 on"),
        ("talk --games 1 --seat zzz", "`zzz` is not an option of a house bot."),
        ("talk --games 1 --seed -1", "-1 is not a valid seed."),
        ("talk --games 1 --board nosuch", "argument --board: there is no board `nosuch`."),
        ("belief --games 0", "argument --games: `0` is no whole number from 1 on"),
        ("fit --sweeps 0", "argument --sweeps: `0` is no whole number from 1 on"),
        (
            "strength --boards sla7,nosuch --deals 1",
            "argument --boards: there is no board `nosuch`.",
        ),
        ("counters --against human", "`human` does not answer at once"),
        ("counters --jobs 0", "argument --jobs: `0` is no whole number from 1 on"),
        ("people --deals 0", "argument --deals: `0` is no whole number from 1 on"),
        ("people --odd x", "argument --odd: `x` is no whole number from 1 on"),
        ("people --row nosuch", "argument --row: invalid choice: 'nosuch' (choose from "),
        ("people --row witch --deals 1 --seed -1", "-1 is not a valid seed."),
        ("model_seats --slots 0", "argument --slots: `0` is no whole number from 1 on"),
        ("model_seats --games 2 --slots 3", "--games: 2 games at once cannot fill 3 slots"),
        ("model_seats --latency 0", "argument --latency: `0` is no number of seconds above 0"),
    ],
)
def test_wrong_use_is_a_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, line: str, said: str
) -> None:
    assert ran(monkeypatch, line) == 2
    assert said in capsys.readouterr().err.splitlines()[-1]


def test_no_folder_is_made_for_a_folder_of_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ran(monkeypatch, f"metrics --games 1 --folder {tmp_path}/none/games") == 2
    assert not (tmp_path / "none").exists()
    assert f"--folder: {tmp_path}/none/games is no folder for games (" in capsys.readouterr().err


def test_the_help_lists_the_measures_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ran(monkeypatch, "--help") == 0
    said = " ".join(capsys.readouterr().out.split())
    assert f"what to measure: {', '.join(PLAIN_MEASURES)} (default: all)" in said
    assert "[]" not in said


def test_an_earlier_commit_is_for_the_games_alone(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[tuple[int, str | None]] = []

    def measure(rounds: int, against: str | None = None) -> None:
        given.append((rounds, against))

    monkeypatch.setattr("bench.speed.measure_games", measure)
    monkeypatch.setattr("bench.speed.measure_size", measure)
    assert ran(monkeypatch, "games size --against HEAD --rounds 2") == 0
    assert given == [(2, "HEAD"), (2, None)]
    assert capsys.readouterr().out.splitlines()[1:] == ["", "games", "", "size"]


def test_ctrl_c_is_one_word_and_exit_code_130(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def press(rounds: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("bench.speed.measure_size", press)
    assert ran(monkeypatch, "size") == 130
    assert capsys.readouterr().err == "\nbench: Stopped.\n"


def test_reading_without_papers_says_which_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["measure", str(tmp_path)])
    with pytest.raises(SystemExit) as leaving:
        measure_reading()
    assert leaving.value.code == 2
    said = capsys.readouterr().err
    assert (
        f"error: {tmp_path}/helmsman.txt: cannot be read (No such file or directory); name "
        "the folder" in said
    )


TORCH = "distilled_policy:measure"


@pytest.mark.parametrize(
    "place",
    [
        pytest.param(place, marks=pytest.mark.extra("torch")) if place == TORCH else place
        for place in (*PLAIN_MEASURES.values(), *WITH_OPTIONS.values())
    ],
)
def test_every_measure_is_there(place: str) -> None:
    assert callable(measure_of(place))
