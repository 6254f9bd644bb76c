"""The limits of a host that hold inside the programs of visitors: a budget over all, bytes of each."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.core.agents.tables import good, serving
from wolfcore.confinement import bytes_below
from wolfcore.models import ModelSpec
from wolfcore.models.wrappers.shared_ledger import SharedBudget
from wolfcore.records import list_games
from wolftui.settings.visitor_terms import VisitorTerms
from wolftui.web.visitors import Visit, environment_of

ROOT = Path(__file__).parents[3]
GAME = ("play", "--board", "duel6", "--seat", "*=vanilla@m", "--plain", "--speed", "16")


def visiting(
    home: Path, terms: VisitorTerms, *words: str, most_bytes: int = 10_000_000
) -> subprocess.Popen[str]:
    home.mkdir(parents=True, exist_ok=True)
    env = {
        **{name: text for name, text in os.environ.items() if not name.startswith("WOLFTUI_")},
        "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "core"))),
        **environment_of(terms, Visit(home, most_bytes)),
    }
    return subprocess.Popen(
        [sys.executable, "-m", "wolftui", *words], env=env, cwd=home.parent,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


@pytest.mark.slow
def test_games_of_all_visitors_stop_saved_when_the_hosts_budget_is_spent(tmp_path: Path) -> None:
    budget = SharedBudget(2.0, str(tmp_path / "spent.txt"))
    homes = [tmp_path / "visitors" / name for name in ("one", "other")]
    with serving(good) as endpoint:
        model = ModelSpec(model="m", base_url=endpoint.url, price_in=0.0, price_out=5000.0)
        terms = VisitorTerms((), models={"m": model}, budget=budget)
        running = [visiting(home, terms, *GAME) for home in homes]
        errors = [each.communicate()[1] for each in running]
        paid = len(endpoint.requests)
    # A call costs 0.1; those that both games had under way may exceed the budget.
    assert 1.8 <= budget.spent() <= 2.0 + 12 * 0.1
    assert abs(budget.spent() - 0.1 * paid) < 1e-9
    for home, error in zip(homes, errors, strict=True):
        assert re.search(
            r"wolftui: The budget of 2 that the host of this site set for all visitors together is "
            r"spent \(\d(\.\d+)?\)\. The game is saved; continue with `wolftui resume \S+`\.\nwolftui: Spent: .*\n\Z",
            error,
        ), error
        (game,) = list_games(home / "data" / "games")
        assert not game.ended and not game.problem
    # With more money it goes on, and nothing is counted twice.
    with serving(good) as endpoint:
        more = SharedBudget(1000.0, budget.ledger)
        model = ModelSpec(model="m", base_url=endpoint.url, price_in=0.0, price_out=5000.0)
        terms = VisitorTerms((), models={"m": model}, budget=more)
        again = visiting(homes[0], terms, "resume", "latest", "--plain", "--speed", "16")
        _, error = again.communicate()
        assert again.returncode == 0, error
        assert abs(more.spent() - 0.1 * (paid + len(endpoint.requests))) < 1e-9


@pytest.mark.slow
def test_a_home_that_is_full_takes_no_more_games_and_says_so(tmp_path: Path) -> None:
    home, most = tmp_path / "visitors" / "one", 300_000
    words = ("run", "--games", "100", "--board", "duel6", "--seat", "*=random")
    one = visiting(home, VisitorTerms(()), *words, most_bytes=most)
    _, error = one.communicate()
    assert one.returncode == 1
    assert "what is kept here has reached 0 MB" in error
    assert "Traceback" not in error
    # Sixteen files are made between two measurements.
    assert most / 2 < bytes_below(home, 1 << 40) < most + 16 * 20_000
    games = list_games(home / "data" / "games")
    assert len(games) > 3
    assert not [game.problem for game in games if game.problem]
