"""Line-ups compared from the command line."""

from __future__ import annotations

import json

import pytest

from bench.__main__ import main
from bench.comparisons import breakages, in_points
from wolfcore.arena import ContestResult, Gain
from wolfcore.bots import BOTS_VERSION


def run(monkeypatch: pytest.MonkeyPatch, words: str) -> int:
    monkeypatch.setattr("sys.argv", ["bench", "pairs", *words.split()])
    return main()


def test_two_line_ups_are_printed_with_an_interval(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (
        run(
            monkeypatch,
            "--board duel6 --a wolves=bot:hard --b *=random --deals 12 --side wolves --json",
        )
        == 0
    )
    lines = capsys.readouterr().out.splitlines()
    made = f"house bots of version {BOTS_VERSION}"
    assert lines[0] == f"duel6, 12 deals from seed 0 on, each played by A and by B; {made}"
    gain = json.loads(lines[-1])
    assert gain["pairs"] == gain["deals"] == 12
    assert gain["low"] < gain["gain"] < gain["high"]
    assert (
        f"{100 * gain['gain']:+5.1f} [{100 * gain['low']:+5.1f}, {100 * gain['high']:+5.1f}]"
        in lines[-2]
    )


@pytest.mark.parametrize(
    ("words", "problem"),
    [
        ("--a wolves=bot --b wolves=bot:harder", "`harder` is not an option of a house bot"),
        ("--a wolves=bot --b *=bot --side left", "`left` is no side"),
        ("--a wolves=bot --b *=bot --side 12", "there is no seat 12"),
        ("--a wolves=human --b *=bot", "human cannot play here"),
        ("--a wolves=bot --b *=bot --deal 1=Witch", "sla7 does not deal the role `Witch`"),
    ],
)
def test_what_cannot_be_compared_is_one_sentence(
    words: str, problem: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(monkeypatch, f"{words} --deals 2") == 2
    assert problem in capsys.readouterr().err


def test_roles_may_be_the_same_in_every_deal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    won: list[float] = []
    for side in ("1", "wolves"):
        words = (
            "--board duel6 --a *=random --b *=bot:easy --deals 8 --deal 1=Werewolf --side "
            f"{side} --json"
        )
        assert run(monkeypatch, words) == 0
        won.append(json.loads(capsys.readouterr().out.splitlines()[-1])["a"])
    assert won[0] == won[1] > 0, "seat 1 is always a wolf"


def test_broken_games_stand_in_every_line() -> None:
    assert in_points(Gain(pairs=0, deals=0, broken=3, differ=0)).endswith("; 3 BROKEN")
    deals = [
        ContestResult(seed=7, roles=("Seer",), winners={}, broken={"A": "seat 1: gone"}),
        ContestResult(seed=8, roles=("Seer",), winners={"A": None}),
    ]
    assert breakages(deals) == ["broken with A: 1 of 2 games; seed 7: seat 1: gone"]
