"""House bots of two checkouts on the same deals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from bench import versions
from bench.__main__ import main
from bench.harness import play_deal
from bench.speed import HERE
from bench.versions import Part, play_part
from wolfcore.bots import HouseBot
from wolfcore.game import ROLES

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("board", ["classic9", "helmsman7"])
def test_a_checkout_against_itself_plays_the_games_that_it_plays_alone(board: str) -> None:
    deals = play_part(Part(HERE, "hard", board, range(5, 8)))
    for deal in deals:
        _, result = play_deal(board, deal.seed, lambda _seat, _role: HouseBot(("hard",)))
        assert set(deal.winners.values()) == {result.winner}
    assert len(deals) == 3


def test_each_line_up_seats_village_and_wolves_of_its_checkouts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    seated: list[list[list[int]]] = []

    def only_noted(sides: Sequence[tuple[object, list[Any]]]) -> None:
        seated.append([begun[-1] for _, begun in sides])

    monkeypatch.setattr(versions, "_play", only_noted)
    (deal,) = play_part(Part(HERE, "hard", "duel6", range(1)))
    wolves = [seat for seat, role in enumerate(deal.roles, 1) if ROLES[role].team == "wolves"]
    village = [seat for seat in range(1, 7) if seat not in wolves]
    tables = dict(zip(deal.winners, seated, strict=True))
    assert tables["this/other"] == [village, wolves]
    assert tables["other/this"] == [wolves, village]
    assert tables["this/this"] == [[*range(1, 7)], []]
    assert tables["other/other"] == [[], [*range(1, 7)]]


def test_the_gain_of_each_side_is_printed_by_board_and_for_all_boards(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    words = f"versions --other {HERE} --boards duel6,sla7 --deals 3 --jobs 2"
    monkeypatch.setattr("sys.argv", ["bench", *words.split()])
    assert main() == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines[1::3]] == ["duel6", "sla7", "all boards"]
    assert all("+0.0" in line for line in (*lines[2::3], *lines[3::3]))


def test_a_checkout_that_cannot_play_is_one_line(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = tmp_path / "core" / "wolfcore"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    monkeypatch.setattr("sys.argv", ["bench", "versions", "--other", str(tmp_path), "--deals", "1"])
    assert main() == 2
    assert f"{tmp_path} cannot play" in capfd.readouterr().err
