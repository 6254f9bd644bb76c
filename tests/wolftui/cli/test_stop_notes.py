"""What is printed of games that a stopped run leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from wolfcore.models import Budget
from wolftui.cli.stop_notes import print_unfinished
from wolftui.games.headless import UnfinishedGame
from wolftui.settings.paths import games_folder
from wolftui.settings.visitor_terms import budget_tracker, take_trackers
from wolftui.words.spending import RESUMED_WITHOUT_BUDGET

OVER, OPEN, UNSAVED = (
    UnfinishedGame(Path("over"), over=True),
    UnfinishedGame(Path("open")),
    UnfinishedGame(None),
)


@pytest.mark.parametrize(
    ("left", "said"),
    [
        ([], "Stopped."),
        ([UNSAVED], "Stopped. The game was not saved."),
        ([OPEN], "Stopped. The game is saved; continue with `wolftui resume {open}`."),
        ([OVER], "Stopped. Also saved: {over}."),
        ([OVER, UNSAVED], "Stopped. Also saved: {over}."),
        (
            [OVER, OPEN, OPEN],
            "Stopped. Also saved: {over}. The games are saved; continue with "
            "`wolftui resume {open}`, `wolftui resume {open}`.",
        ),
    ],
)
def test_each_game_is_said_to_be_saved_or_not(
    left: list[UnfinishedGame], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = games_folder()
    inside = [each._replace(folder=folder / each.folder) if each.folder else each for each in left]
    print_unfinished("Stopped.", inside)
    assert capsys.readouterr().err == f"\nwolftui: {said.format(over='over', open='open')}\n"


@pytest.mark.parametrize("budget", [Budget(cost=1.0), Budget(tokens=9)])
@pytest.mark.parametrize("left", [[OPEN], [OPEN, OPEN], [UNSAVED], [OVER]])
def test_a_budget_is_said_to_end_with_its_command(
    left: list[UnfinishedGame], budget: Budget, capsys: pytest.CaptureFixture[str]
) -> None:
    for limits, said in ((Budget(), False), (Budget(seconds=9), False), (budget, OPEN in left)):
        budget_tracker(limits)
        print_unfinished("Stopped.", left)
        assert (RESUMED_WITHOUT_BUDGET in capsys.readouterr().err) == said
    take_trackers()


def test_what_was_not_begun_is_named_by_its_seeds(capsys: pytest.CaptureFixture[str]) -> None:
    print_unfinished("Stopped", [], [7, 8, 9])
    assert capsys.readouterr().err.endswith(
        "3 games were not started: the same command with `--seed 7 --games 3` plays the rest.\n"
    )
